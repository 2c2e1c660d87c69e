import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the client is told in the end.
enum LoadingResponse: Sendable {
  /// A response, its whole body, and the pieces to deliver it in (none for one piece).
  case response(URLResponse, Data, [Body.Chunk])
  /// The request failed.
  case failure(any Error)

  /// Makes the answer for what was recorded or just came of a request.
  ///
  /// - Parameters:
  ///   - outcome: What came of it.
  ///   - request: The last request, after redirects.
  ///   - url: Its URL as the client knows it.
  init(_ outcome: Interaction.Outcome, to request: Interaction.Request, url: URL) {
    switch outcome {
    case .failure(let failure):
      self = .failure(failure.urlError(url: url))
    case .response(let response):
      guard let head = URLResponse.make(response, to: request, url: url) else {
        self = .failure(
          LoadingError(
            kind: .malformedResponse, url: request.url,
            reason: "its recorded response has a status that Foundation does not accept"))
        return
      }
      self = .response(head, Data(response.body.bytes), response.body.chunks)
    }
  }
}

/// What is to happen next to a request.
enum LoadingStep: Sendable {
  /// It is answered: at once, or as a schedule says.
  case answer(LoadingResponse, ReplaySchedule? = nil)
  /// The request the course has come to is to be performed, and recorded when there is a ticket.
  case perform(Deck.Ticket?)
}

extension SessionContext {
  /// Asks the deck about a request, and about the redirects it leads to, until there is an answer or
  /// the network is needed.
  ///
  /// - Parameters:
  ///   - course: The request; afterwards the last one of its redirects.
  ///   - records: Whether the network may be used for recording.
  /// - Returns: What is to happen.
  func advance(_ course: inout RedirectingRequest, records: Bool) -> LoadingStep {
    do {
      while true {
        let asked = course
        let served = try deck.decide(course.comparable, deciding: decision) {
          readAhead.take($0, for: asked)
        }
        switch served {
        case .prepared(let answer):
          return .answer(answer)
        case .decision(.replay(let playback)):
          let schedule = playback.pace.map {
            ReplaySchedule(playback.interaction, factor: $0, after: course.elapsed)
          }
          if let answer = try settle(playback.interaction.outcome, &course) {
            return .answer(answer, schedule)
          }
          if let schedule { course.elapsed = schedule.end }
        case .decision(.refuse(let unmatched)):
          return .answer(.failure(unmatched))
        case .decision(.passThrough):
          return .perform(nil)
        case .decision(.record(let ticket)):
          guard records else {
            return .answer(.failure(replayOnly(course)))
          }
          return .perform(ticket)
        }
      }
    } catch {
      return .answer(.failure(error))
    }
  }

  /// The error of a request that would have to be recorded by a session that replays only.
  func replayOnly(_ course: RedirectingRequest) -> LoadingError {
    LoadingError(
      kind: .replayOnly, url: course.request.url,
      reason: "this session replays only, and the mode of its deck "
        + "(\(deck.options.mode.rawValue)) would record the request; "
        + "to record: configuration.record(deck)")
  }

  /// Stores the cookies of what came of a request, and follows a redirect.
  ///
  /// - Returns: The answer; nil when the course leads on.
  func settle(_ outcome: Interaction.Outcome, _ course: inout RedirectingRequest) throws
    -> LoadingResponse?
  {
    if case .response(let response) = outcome {
      storeCookies(of: response, from: course.url)
      if try course.follow(response, handle: self) { return nil }
    }
    return LoadingResponse(outcome, to: course.request, url: course.url)
  }
}
