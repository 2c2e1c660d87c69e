#if Recording
  package import NIOCore
  import NIOPosix

  /// The turns of one connection on its event loop, between which the other connections have
  /// theirs.
  ///
  /// One read may hold thousands of small frames or chunks. They are handled a few at a time, and
  /// nothing more is read from the connection until all of them are.
  package final class EventLoopTurns {
    /// The most frames or chunks that are handled in one turn.
    package static let length = 64

    /// True while there is more to handle, in a later turn.
    package private(set) var isWaiting = false
    private var isTaking = false

    /// Creates the turns of a connection.
    package init() {}

    /// Handles what is there, or as much of it as fits into a turn.
    ///
    /// - Parameters:
    ///   - eventLoop: The event loop of the connection.
    ///   - step: Handles a little, and returns how many frames or chunks that was; nil when there
    ///     is nothing more. It may cause a call of this method, which then does nothing.
    ///   - resume: Called in the next turn, when there may be more.
    /// - Returns: True when there is nothing more.
    @discardableResult
    package func take(
      on eventLoop: any EventLoop, _ step: () -> Int?, then resume: @escaping () -> Void
    ) -> Bool {
      guard !isTaking, !isWaiting else { return false }
      isTaking = true
      var left = Self.length
      while left > 0, let count = step() { left -= count }
      isTaking = false
      guard left <= 0 else { return true }
      isWaiting = true
      WaitingTurns.onThisThread(eventLoop).add {
        self.isWaiting = false
        resume()
      }
      return false
    }

    /// Handles all that is there, because nothing may follow.
    package func finish(_ step: () -> Int?) {
      guard !isTaking else { return }
      isTaking = true
      while step() != nil {}
      isTaking = false
    }
  }

  /// The connections of one event loop that have more to handle.
  private final class WaitingTurns {
    /// The loop and the turns that a thread keeps.
    private final class Place: Sendable {
      let eventLoop: any EventLoop
      let turns: NIOLoopBound<WaitingTurns>

      init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        turns = NIOLoopBound(WaitingTurns(eventLoop), eventLoop: eventLoop)
      }
    }

    private static let places = ThreadSpecificVariable<Place>()

    private let eventLoop: any EventLoop
    private var waiting: [() -> Void] = []
    private var isPlanned = false

    private init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    static func onThisThread(_ eventLoop: any EventLoop) -> WaitingTurns {
      if let place = places.currentValue, place.eventLoop === eventLoop { return place.turns.value }
      let place = Place(eventLoop)
      places.currentValue = place
      return place.turns.value
    }

    func add(_ turn: @escaping () -> Void) {
      waiting.append(turn)
      plan()
    }

    /// Plans the next turn for after the next look at the sockets.
    ///
    /// An event loop carries out all tasks that are due before it looks at its sockets again, those
    /// included that such a task has added. So there is one task for all connections, and it is due
    /// a little later.
    private func plan() {
      guard !isPlanned, !waiting.isEmpty else { return }
      isPlanned = true
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.scheduleTask(in: .microseconds(20)) { bound.value.carryOut() }
    }

    private func carryOut() {
      let turn = waiting.removeFirst()
      turn()
      isPlanned = false
      plan()
    }
  }
#endif
