import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is to happen next to a request.
enum LoadingStep: Sendable {
  /// The client gets this at once.
  case finish(LoadingResponse)
  /// The client gets this as a schedule says, with this end; the URL is that of the last request.
  case play(LoadingResponse, ReplaySchedule, LoadingEnd, url: URL)
  /// The request is to be performed, and recorded when there is a ticket.
  case perform(RedirectingRequest, Deck.Ticket?)
  #if !canImport(FoundationNetworking)
    /// The loading system asks the client about a redirect, and begins again with its target.
    case redirect(URLResponse, to: RedirectingRequest)
  #endif
}

extension SessionContext {
  /// Asks the deck about a request of a client, and about the redirects it leads to, until there is
  /// a response or the network is needed.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: Its content.
  ///   - records: Whether the network may be used for recording.
  /// - Returns: What is to happen.
  func advance(_ request: URLRequest, body: [UInt8], records: Bool) -> LoadingStep {
    guard let redirecting = RedirectingRequest(request, body: body, handle: self) else {
      return .finish(.failure(URLError(.badURL)))
    }
    if let refusal = redirecting.refusal { return .finish(.failure(refusal)) }
    return advance(redirecting, records: records)
  }

  /// Goes on after what came of a request that was performed.
  ///
  /// - Parameters:
  ///   - outcome: What came of it.
  ///   - redirecting: The request.
  ///   - records: Whether the network may be used for recording.
  /// - Returns: What is to happen.
  func advance(
    after outcome: Interaction.Outcome, of redirecting: RedirectingRequest, records: Bool
  ) -> LoadingStep {
    do {
      var redirecting = redirecting
      return try settle(outcome, &redirecting) ?? advance(redirecting, records: records)
    } catch {
      return .finish(.failure(error))
    }
  }

  private func advance(_ redirecting: RedirectingRequest, records: Bool) -> LoadingStep {
    var redirecting = redirecting
    do {
      while true {
        var ready: LoadingResponse?
        let decision = try deck.decide(redirecting.comparable, deciding: decision) {
          ready = readAhead.take($0, for: redirecting)
          return ready != nil
        }
        switch decision {
        case .prepared:
          if let ready { return .finish(ready) }
        case .replay(let playback):
          let schedule = playback.pace.map {
            ReplaySchedule(playback.interaction, factor: $0, after: redirecting.elapsed)
          }
          let outcome = try deck.loaded(playback.interaction.outcome)
          let step = try settle(
            outcome, &redirecting, schedule, seconds: playback.interaction.seconds)
          if let step { return step }
        case .refuse(let unmatched):
          return .finish(.failure(unmatched))
        case .passThrough:
          return .perform(redirecting, nil)
        case .record(let ticket):
          guard records else { return .finish(.failure(replayOnly(redirecting))) }
          return .perform(redirecting, ticket)
        }
      }
    } catch {
      return .finish(.failure(error))
    }
  }

  /// Stores the cookies of what came of a request, and follows a redirect.
  ///
  /// On Apple platforms the loading system begins again with the redirect's target, in another
  /// instance of the protocol; on Linux, where it cannot, the deck is asked at once.
  ///
  /// - Returns: What is to happen; nil when the deck is to be asked about the redirect's target, to
  ///   which `redirecting` has turned.
  private func settle(
    _ outcome: Interaction.Outcome, _ redirecting: inout RedirectingRequest,
    _ schedule: ReplaySchedule? = nil, seconds: Double? = nil
  ) throws -> LoadingStep? {
    if case .response(let response) = outcome {
      storeCookies(of: response, from: redirecting.url)
      var next = redirecting
      if try next.follow(response, handle: self) {
        #if canImport(FoundationNetworking)
          if let schedule { next.elapsed = schedule.end }
          redirecting = next
          return nil
        #else
          if let head = URLResponse.make(response, to: redirecting.request, url: redirecting.url) {
            return .redirect(head, to: next)
          }
        #endif
      }
    }
    let response = LoadingResponse(outcome, to: redirecting.request, url: redirecting.url)
    let end = LoadingEnd(outcome, seconds: seconds, url: redirecting.url)
    if schedule == nil, case .whole = end { return .finish(response) }
    return .play(
      response, schedule ?? ReplaySchedule(at: redirecting.elapsed), end, url: redirecting.url)
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
