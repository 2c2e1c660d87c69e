#if CommandLineTool
  import NIOCore
  import VCRCore

  /// A part of a run, such as a test, whose requests have a cassette of their own.
  ///
  /// It is used on the server's event loop only.
  final class Scope {
    /// The id by which a request may say that it belongs to the scope.
    let id: String
    let name: ScopeName
    let deck: Deck
    /// The process whose requests belong to it, and those of its descendants; nil when it is
    /// unknown.
    let process: Int32?
    /// Called once nothing of the scope is under way any more; nil while the scope is open.
    private var whenIdle: (() -> Void)?
    private(set) var isEnding = false
    /// True when the test makes no more requests, though it may still fail.
    var isLeft = false
    /// True while requests may belong to it.
    var takesRequests: Bool { !isEnding && !isLeft }
    private var exchanges: [ObjectIdentifier: (connection: ClientConnection, count: Int)] = [:]
    private var workCount = 0
    private let eventLoop: any EventLoop

    init(
      id: String, name: ScopeName, deck: Deck, process: Int32?, eventLoop: any EventLoop
    ) {
      self.eventLoop = eventLoop
      self.id = id
      self.name = name
      self.deck = deck
      self.process = process
    }

    /// Notes that an exchange of the scope is under way on a connection.
    func beginExchange(on connection: ClientConnection) {
      exchanges[ObjectIdentifier(connection), default: (connection, 0)].count += 1
    }

    /// Notes that an exchange has ended.
    func endExchange(on connection: ClientConnection) {
      let key = ObjectIdentifier(connection)
      exchanges[key]?.count -= 1
      if exchanges[key]?.count ?? 0 <= 0 { exchanges[key] = nil }
      goOnIfIdle()
    }

    /// Notes that something is recorded beside the event loop.
    func beginWork() { workCount += 1 }

    /// Notes that it was recorded.
    func endWork() {
      workCount -= 1
      goOnIfIdle()
    }

    /// Ends the scope.
    ///
    /// - Parameter whenIdle: Called once, when nothing of it is under way any more.
    func end(_ whenIdle: @escaping () -> Void) {
      isEnding = true
      self.whenIdle = whenIdle
      goOnIfIdle()
    }

    /// Breaks off what is under way.
    func breakOff() { for (connection, _) in exchanges.values { connection.closeNow() } }

    private func goOnIfIdle() {
      guard isIdle, whenIdle != nil else { return }
      // The code that ends an exchange may begin to record it right after.
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.execute {
        guard bound.value.isIdle, let whenIdle = bound.value.whenIdle else { return }
        bound.value.whenIdle = nil
        whenIdle()
      }
    }

    private var isIdle: Bool { exchanges.isEmpty && workCount == 0 }
  }
#endif
