import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The way that events take, from any thread, to the protocol instance of one request.
///
/// Platforms differ in how an instance is reached and in what performs a request; what happens to a
/// request is the same.
protocol LoadingRelay: AnyObject, Sendable {
  /// True when nothing more is wanted.
  var isCancelled: Bool { get }

  /// Sends events, in order.
  func send(_ events: [LoadingEvent])

  /// Sets the closure that ends the source of events; it is called at once if nothing more is
  /// wanted.
  func onCancel(_ cancel: @escaping @Sendable () -> Void)

  /// Performs a request on the network, recorded when there is a ticket, and sends what comes of
  /// it.
  func perform(_ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, _ context: LoadingContext)
}

extension LoadingRelay {
  /// Takes a step on any thread, and sends what comes of it.
  func take(_ step: LoadingStep, _ context: LoadingContext) {
    switch step {
    case .finish(let response):
      send([.whole(response)])
    case .later(let find):
      // A thread of its own: the system's own ones may all wait for something.
      Thread.detachNewThread { [self] in
        guard !isCancelled else { return }
        take(find(), context)
      }
    case .play(let response, let schedule, let end, let request):
      play(Timeline(response, schedule: schedule, end: end, timeout: context.timeout, to: request))
    case .perform(let redirecting, let ticket):
      perform(redirecting, ticket, context)
    case .redirect(let response, let next):
      send([.redirect(response, to: next)])
    }
  }

  /// Begins with a body that was read on a thread of its own.
  func take(
    _ body: Result<[UInt8], any Error>, of request: URLRequest, _ context: LoadingContext
  ) {
    guard !isCancelled else { return }
    switch body {
    case .failure(let error):
      send([.whole(.failure(error))])
    case .success(let bytes):
      take(
        context.handle.advance(request, body: bytes, records: context.records, isAlone: true),
        context)
    }
  }

  /// Sends the events of a timeline when they are due.
  private func play(_ timeline: Timeline) {
    let cancel = timeline.play { [self] moments in
      send(
        moments.map { moment in
          switch moment {
          case .head(let response): .response(response)
          case .piece(let data): .data(data)
          case .end(let body): .end(whole: body)
          case .whole(let response): .whole(response)
          }
        })
    }
    onCancel(cancel)
  }
}
