#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRCore

  extension ReplayingURLProtocol {
    /// Responds at once when that is possible, which is fastest.
    ///
    /// This runs on a queue that all sessions of the process share, and again each time the task is
    /// resumed. It must not call a method of a session or a task that waits for this queue.
    func load() {
      guard !loading.isOver, let task else { return }
      if let relay = loading.relay {
        relay.arrive()
        deliver(from: relay, of: task)
        return
      }
      // Foundation itself reports that a task is cancelled, and starts a suspended task again.
      guard task.state == .running else { return }
      guard CompletionHandlerSink.task != nil else { return prepare(task) }
      start(task)
    }

    /// Ends the transfer when the task was cancelled; a suspended task keeps its transfer, and so
    /// does one that was resumed before Foundation came to ask for the stop.
    func stop() {
      guard let task, task.state == .canceling || task.state == .completed else { return }
      loading.isOver = true
      loading.relay?.cancel()
      loading.relay = nil
    }

    /// Prepares delivery on another thread, then starts.
    ///
    /// Only a class that a user wrote needs this, as installing a deck does it otherwise.
    private func prepare(_ task: URLSessionTask) {
      let relay = makeRelay(task)
      Thread.detachNewThread {
        CompletionHandlerSink.prepare()
        relay.send([.ready])
      }
    }

    private func start(_ task: URLSessionTask) {
      guard !(task is URLSessionDownloadTask) else {
        let reason =
          "Foundation on Linux gives a protocol no way to supply a download's file; use "
          + "data(for:) instead"
        // The deck is asked nothing, and the tested code may hide the error.
        Self.handle?.deck.noteOnce("a download task of its session failed, as \(reason)")
        return fail(.unsupportedTask, reason)
      }
      guard !(task is URLSessionWebSocketTask) else {
        return fail(.unsupportedTask, "web sockets cannot be recorded or replayed in a session")
      }
      guard let handle = Self.handle?.variant(for: task) else {
        return fail(.noDeck, Self.reasonForNoDeck)
      }
      switch RequestContent(of: request, task: task) {
      case .bytes(let bytes):
        begin(bytes, handle) { makeRelay(task) }
      case .missing(let reason):
        fail(.bodyUnavailable, reason)
      case .elsewhere(let source):
        readBody(source, handle: handle, task: task)
      }
    }

    // MARK: - From other threads

    /// Makes the relay for what comes later.
    private func makeRelay(_ task: URLSessionTask) -> Relay {
      let relay = Relay(task)
      loading.relay = relay
      return relay
    }

    /// Reads a body on its own thread: reading may block until the stream is filled, and this queue
    /// must not block.
    private func readBody(_ source: BodySource, handle: SessionContext, task: URLSessionTask) {
      let (relay, request, context) = (makeRelay(task), request, context(handle))
      source.read { relay.take($0, of: request, context) }
    }

    /// Passes the events that have arrived to the client while the task is running.
    private func deliver(from relay: Relay, of task: URLSessionTask) {
      while task.state == .running, let event = relay.next() {
        if case .ready = event {
          loading.relay = nil
          return start(task)
        }
        tell(event)
        if loading.isOver {
          // It has the task, which has this instance and the session.
          loading.relay = nil
          return
        }
      }
    }
  }
#endif
