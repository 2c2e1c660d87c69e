#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRLocks

extension Deck {
  /// Records what came of a request, redacted, in the journal.
  ///
  /// - Throws: `DeckError` when the journal cannot be written, or when the outcome is a fault of
  ///   the recorder's own, which no cassette holds; what was recorded before is kept, and closing
  ///   the deck fails.
  package func record(_ outcome: Interaction.Outcome, for ticket: Ticket) throws {
    if let failure = outcome.failure, failure.isOwn { throw refused(failure, ticket) }
    guard let interaction = asRecorded(outcome, for: ticket) else {
      return count { $0.dropped += 1 }
    }
    let item = RecordingRun.Item(interaction, for: ticket, cassette: target)
    // A response that broke off is nothing to fall back on.
    let fetched =
      options.mode == .offline && interaction.outcome.failure == nil ? unmarked(interaction) : nil
    try append(item) { state in
      // Text that looks like a placeholder was sent so where nothing is redacted.
      if options.redaction.redactsAnything { state.summary.redacted += item.placeholders }
      state.summary.count(interaction.outcome)
      state.decision = ticket.decision ?? state.decision
      if let fetched { state.fetched[key(of: fetched.request)] = fetched }
    }
  }

  /// Records a response once more, with what came after it had been recorded as it was whole by its
  /// length: trailer fields, or how the exchange broke off.
  ///
  /// - Throws: `DeckError` when the journal cannot be written, or the deck was closed.
  package func amend(_ outcome: Interaction.Outcome, for ticket: Ticket) throws {
    guard let interaction = asRecorded(outcome, for: ticket) else { return }
    let item = RecordingRun.Item(
      interaction, for: ticket, cassette: target, isReplacement: true)
    try append(item) { state in
      if interaction.outcome.failure != nil { state.summary.brokenOff += 1 }
    }
  }

  /// An exchange as the journal holds it; nil when a hook drops it.
  private func asRecorded(
    _ outcome: Interaction.Outcome, for ticket: Ticket
  ) -> Interaction? {
    let seconds = (ContinuousClock.now - ticket.start) / .seconds(1)
    bindAsRecorded(ticket.request)
    bindIssued(by: outcome)
    var interaction = redactor.redacting(
      Interaction(
        request: ticket.request.withoutRedundantHost, outcome: outcome,
        seconds: (seconds * 1000).rounded() / 1000,
        recordedAt: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))))
    if let hook = options.hooks.beforeRecord {
      let shown = unmarked(interaction)
      guard let kept = hook(shown) else { return nil }
      // A hook may bring something in that has to go.
      if kept != shown { interaction = redactor.redacting(kept) }
    }
    return interaction
  }

  /// An interaction as others than the journal see it, without the marks of tokens.
  private func unmarked(_ interaction: Interaction) -> Interaction {
    redactor.unmarked(interaction) { $0.applied(to: $1) }
  }
}
