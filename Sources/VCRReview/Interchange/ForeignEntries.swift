import VCRCore

/// Entries of another tool's recording, read into interactions.
struct ForeignEntries: Sendable {
  /// The interactions.
  private(set) var interactions: [Interaction] = []

  /// The line in which each begins, counted from 1.
  private(set) var lines: [Int] = []

  /// The rank of each (see `ForeignFormat`); empty where the order of the file decides.
  private(set) var ranks: [Int] = []

  /// The place in a scenario of each that has one.
  private(set) var steps: [ForeignStep?] = []

  /// The losses, in the order of the file.
  private(set) var losses: [ForeignLoss] = []

  /// The parts that were left out and no replay needs.
  private(set) var remarks: [String] = []

  /// The number of entries, those that could not be read included.
  private var count = 0

  /// No entries, with room for some.
  init(capacity: Int) { interactions.reserveCapacity(capacity) }

  /// Reads entries.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - form: Their format.
  ///   - log: The log for losses, whose content is moved here.
  init(_ entries: [ForeignValue], of form: any ForeignFormat, _ log: ForeignLog) {
    count = entries.count
    interactions.reserveCapacity(count)
    for (index, entry) in entries.enumerated() {
      log.interaction = index + 1
      do {
        let interaction = try form.read(entry, log)
        // A problem with it may have been reported already.
        if Self.isNoAddress(interaction.request.url),
          !log.losses.reversed().prefix(while: { $0.interaction == index + 1 })
            .contains(where: { $0.text.hasPrefix("its URL ") })
        {
          log.lost(
            .member, "its URL has no scheme and host, so that no request will match it",
            line: entry.line)
        }
        interactions.append(interaction)
        lines.append(entry.line)
        if let rank = form.rank(of: entry) { ranks.append(rank) }
        var step = form.step(of: entry)
        step?.number = index + 1
        steps.append(step)
      } catch {
        log.lost(.interaction, error.description, line: error.line ?? entry.line)
      }
    }
    log.interaction = nil
    (losses, remarks) = log.takeAll()
  }

  /// True for a URL that no client can request over a network, such as a path alone; those that are
  /// no address of a service (`data:`) are as whole as they were.
  private static func isNoAddress(_ url: String) -> Bool {
    let scheme = url.utf8.prefix { $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) }
    let rest = url.utf8.dropFirst(scheme.count)
    if rest.starts(with: "://".utf8) { return scheme.first?.isASCIILetter != true }
    return !["data", "blob", "about"].contains(String(url.prefix(scheme.count)).lowercased())
  }

  /// Adds the entries after these.
  mutating func append(_ others: consuming ForeignEntries) {
    // To move them takes less than to copy them and let the others go.
    for index in others.interactions.indices {
      interactions.append(.nothing)
      swap(&interactions[interactions.count - 1], &others.interactions[index])
    }
    lines += others.lines
    ranks += others.ranks
    steps += others.steps.map { step in
      var step = step
      step?.number += count
      return step
    }
    losses += others.losses.map { loss in
      var loss = loss
      loss.interaction = loss.interaction.map { $0 + count }
      return loss
    }
    remarks += others.remarks
    count += others.count
  }
}
