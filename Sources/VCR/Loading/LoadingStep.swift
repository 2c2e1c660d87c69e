import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The next step of a request.
enum LoadingStep: Sendable {
  /// The client gets this at once.
  case finish(LoadingResponse)
  /// The client gets this as a schedule says, with this end, for the last request.
  case play(LoadingResponse, ReplaySchedule, LoadingEnd, to: RedirectingRequest)
  /// The next step takes a while to find out: the time depends on the size of a body or of the
  /// cassette, or on code of the user. It is to be asked on a thread for which no other request
  /// waits.
  case later(@Sendable () -> LoadingStep)
  /// The request is to be performed, and recorded when there is a ticket.
  case perform(RedirectingRequest, Deck.Ticket?)
  /// The loading system asks the client about a redirect, and begins again with its target.
  case redirect(URLResponse, to: RedirectingRequest)
}

extension SessionContext {
  /// Asks the deck about a request of a client, and about the redirects it leads to, until there is
  /// a response or the network is needed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: Its content.
  ///   - records: Whether the network may be used for recording.
  ///   - isAlone: True where no other request waits meanwhile.
  /// - Returns: The next step; never ``LoadingStep/later(_:)`` where no other request waits.
  func advance(
    _ request: URLRequest, body: [UInt8], records: Bool, isAlone: Bool = false
  ) -> LoadingStep {
    guard let redirecting = RedirectingRequest(request, body: body, handle: self) else {
      return .finish(.failure(URLError(.badURL)))
    }
    if let refusal = redirecting.refusal(by: request.cachePolicy, in: system) {
      return .finish(.failure(refusal))
    }
    return advance(redirecting, records: records, isAlone: isAlone)
  }

  /// Goes on after what came of a request that was performed, where no other request waits.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - redirecting: The request.
  ///   - records: Whether the network may be used for recording.
  /// - Returns: The next step.
  func advance(
    after outcome: Interaction.Outcome, of redirecting: RedirectingRequest, records: Bool
  ) -> LoadingStep {
    goOn(from: redirecting, records: records) { try settle(outcome, &$0) }
  }

  private func advance(
    _ redirecting: RedirectingRequest, records: Bool, isAlone: Bool
  ) -> LoadingStep {
    var redirecting = redirecting
    do {
      while true {
        let request = redirecting.comparable
        let decider = decision
        guard isAlone || !deck.takesLong(toDecideAbout: request, deciding: decider) else {
          return .later { [self, redirecting] in
            advance(redirecting, records: records, isAlone: true)
          }
        }
        var ready: LoadingResponse?
        var late: Int?
        let look = try deck.look(for: request, deciding: decider) { taken in
          ready = readAhead.take(taken.item, for: redirecting, of: deck)
          if ready == nil, !isAlone, deck.takesLong(taken.item) { late = taken.item }
          return ready != nil || late != nil
        }
        let decision: Deck.Decision
        switch look {
        case .decided(let decided): decision = decided
        case .unknown(let unknown):
          guard isAlone else {
            return .later { [self, redirecting] in
              conclude(redirecting, records: records) { try deck.settle(unknown) }
            }
          }
          decision = try deck.settle(unknown)
        }
        if case .prepared = decision {
          if let ready { return .finish(ready) }
          if let late {
            return .later { [self, redirecting] in
              conclude(redirecting, records: records) {
                try deck.playback(ofPrepared: late, for: request).map { .replay($0) } ?? .prepared
              }
            }
          }
        }
        if let step = try follow(decision, &redirecting, records: records) { return step }
      }
    } catch {
      return .finish(.failure(error))
    }
  }

  /// Does what a decision says that took a while, where no other request waits.
  private func conclude(
    _ redirecting: RedirectingRequest, records: Bool, _ decide: () throws -> Deck.Decision
  ) -> LoadingStep {
    goOn(from: redirecting, records: records) {
      try follow(try decide(), &$0, records: records)
    }
  }

  /// Takes a step, and asks the deck when that says so, where no other request waits.
  private func goOn(
    from redirecting: RedirectingRequest, records: Bool,
    _ step: (inout RedirectingRequest) throws -> LoadingStep?
  ) -> LoadingStep {
    var redirecting = redirecting
    do {
      return try step(&redirecting) ?? advance(redirecting, records: records, isAlone: true)
    } catch {
      return .finish(.failure(error))
    }
  }

  /// Does what a decision says.
  ///
  /// - Returns: The next step; nil when the deck is to be asked about `redirecting`.
  private func follow(
    _ decision: Deck.Decision, _ redirecting: inout RedirectingRequest, records: Bool
  ) throws -> LoadingStep? {
    switch decision {
    case .prepared:
      return nil
    case .replay(let playback):
      let schedule = playback.pace.map {
        ReplaySchedule(playback.interaction, factor: $0, after: redirecting.elapsed)
      }
      return try settle(
        playback.interaction.outcome, &redirecting, schedule,
        seconds: playback.interaction.seconds)
    case .refuse(let unmatched):
      return .finish(.failure(unmatched))
    case .passThrough:
      return .perform(redirecting, nil)
    case .record(let ticket):
      guard records else { return .finish(.failure(replayOnly(redirecting))) }
      return .perform(redirecting, ticket)
    }
  }

  /// Stores the cookies of what came of a request, and follows a redirect.
  ///
  /// A loading system that follows redirects begins again with the target, in another instance of
  /// the protocol; for one that cannot, the deck is asked at once.
  ///
  /// - Returns: The next step; nil when the deck is to be asked about the redirect's target, to
  ///   which `redirecting` has turned.
  private func settle(
    _ outcome: Interaction.Outcome, _ redirecting: inout RedirectingRequest,
    _ schedule: ReplaySchedule? = nil, seconds: Double? = nil
  ) throws -> LoadingStep? {
    if case .response(let response) = outcome {
      storeCookies(of: response, from: redirecting.url)
      var next = redirecting
      if try next.follow(response, handle: self) {
        guard system.followsRedirects else {
          if let schedule { next.elapsed = schedule.end }
          redirecting = next
          return nil
        }
        if let head = URLResponse.make(
          response, to: redirecting.request, url: redirecting.url, in: system)
        {
          return .redirect(head, to: next)
        }
      }
    }
    let response = try LoadingResponse(
      outcome, to: redirecting.request, url: redirecting.url, from: deck, in: system)
    let end = LoadingEnd(outcome, seconds: seconds, url: redirecting.url)
    if schedule == nil, case .whole = end { return .finish(response) }
    return .play(
      response, schedule ?? ReplaySchedule(at: redirecting.elapsed), end, to: redirecting)
  }

  /// The error of a request that would have to be recorded by a session that replays only.
  private func replayOnly(_ redirecting: RedirectingRequest) -> LoadingError {
    LoadingError(
      kind: .replayOnly, url: redirecting.request.url,
      reason: "this session replays only, and the mode of its deck "
        + "(\(deck.options.mode.rawValue)) would record the request; "
        + "to record: configuration.record(deck)")
  }
}
