#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Bodies that are no stream, of which a client has a part when the recorder is killed.
  ///
  /// Nobody acts on a part of them, so that they are written beside their way to the client: once
  /// they last, the journal gets the exchange as far as it has come. Each copy stands for those
  /// before it. A body that goes to a file is there, and the journal names it.
  extension LiveExchange {
    /// The copies of a body that is no stream.
    struct Copying {
      fileprivate var due: Scheduled<Void>?
      fileprivate var isWriting = false
      /// The size of the body in the last copy, and the sum of all.
      fileprivate var last = 0
      fileprivate var sum = 0
      fileprivate var isFileNamed = false
      fileprivate var lastArrival = NIODeadline.now()

      /// How long a body lasts before it is written: most have ended by then.
      fileprivate static let pause = TimeAmount.milliseconds(100)
      /// The bytes of copies of one body that may be written whatever its size.
      private static let allowance = 1 << 20
      /// How many times the bytes of a body all its copies may have beyond that: the cost of a body
      /// that lasts for long grows as the body does, and not faster.
      private static let mostTimes = 4
      /// The bytes of all bodies that are copied at a time, unless a single one has more: a copy
      /// takes several times the memory of its body.
      fileprivate static let mostAtOnce = 4 << 20

      /// True when a body of a size is to be written.
      fileprivate func isNeeded(_ size: Int) -> Bool {
        size > last && sum + size <= Self.allowance + Self.mostTimes * size
      }

      /// Writes nothing more.
      mutating func cancel() {
        due?.cancel()
        due = nil
      }
    }

    /// Writes what has come by then, if the response lasts.
    func copyLater() {
      guard case .record(let ticket) = purpose, !isConcluding, !held.isOff,
        !recording.isWhole(ofRequest: ticket.request.method)
      else { return }
      if !copying.isFileNamed, recording.large != nil { nameFile(ticket) }
      copying.lastArrival = .now()
      schedule(in: Copying.pause)
    }

    private func schedule(in time: TimeAmount) {
      guard copying.due == nil, !copying.isWriting else { return }
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      copying.due = eventLoop.scheduleTask(in: time) { bound.value.copy() }
    }

    private func copy() {
      copying.due = nil
      guard case .record(let ticket) = purpose, case .open = wholeness, client != nil,
        !isConcluding
      else { return }
      if let large = recording.large {
        let left = copying.lastArrival + Copying.pause - .now()
        return left > .zero ? schedule(in: left) : large.keepRest()
      }
      let size = recording.receivedCount
      guard copying.isNeeded(size) else { return }
      let others = connection.proxy.copiedBytes
      guard others == 0 || others + size <= Copying.mostAtOnce else {
        return schedule(in: Copying.pause)
      }
      copying.last = size
      copying.sum += size
      write(ticket, size: size) { [recording] in
        recording.responseSoFar
      } then: { live in
        if live.recording.receivedCount > size { live.copyLater() }
      }
    }

    /// Names the file of a large body in the journal.
    private func nameFile(_ ticket: Deck.Ticket) {
      copying.isFileNamed = true
      guard let head = recording.headOfLarge, let name = recording.large?.temporaryName else {
        return
      }
      write(ticket, spool: name) {
        head
      } then: {
        $0.copyLater()
      }
    }

    /// Writes the exchange, with so many bytes of its body, beside the event loop.
    private func write(
      _ ticket: Deck.Ticket, size: Int = 0, spool: String? = nil,
      _ response: @escaping @Sendable () -> Interaction.Response?,
      then done: @escaping (LiveExchange) -> Void
    ) {
      guard let journal = journal(for: ticket) else { return }
      let (part, _) = requestPart(of: ticket)
      copying.isWriting = true
      connection.proxy.copiedBytes += size
      let box = NIOLoopBound((self, done), eventLoop: connection.proxy.eventLoop)
      connection.proxy.perform(for: incoming.scope) {
        (deliver: @escaping @Sendable (Bool) -> Void) in
        DispatchQueue.global().async {
          guard let response = response(), let (request, _) = part() else { return deliver(false) }
          // What keeps it from being written is reported when the exchange is recorded.
          deliver((try? journal.replace(request, response, spool: spool)) != nil)
        }
      } then: { isWritten in
        let (live, done) = box.value
        live.copying.isWriting = false
        live.connection.proxy.copiedBytes -= size
        if isWritten { done(live) }
      }
    }
  }
#endif
