#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRCore

  /// The state of a protocol instance.
  ///
  /// It is used on the loading system's queue only.
  struct Loading {
    /// Brings events from other threads; nil while the request may be served at once.
    var relay: Relay?
    /// True when the client was notified of the end, or must not be notified any more.
    var isOver = false
  }

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

    /// Ends the transfer when the task was cancelled; a suspended task keeps its transfer.
    func stop() {
      guard let task, task.state != .suspended else { return }
      loading.isOver = true
      loading.relay?.cancel()
    }

    /// Prepares delivery on another thread, then starts.
    ///
    /// Only a class that a user wrote needs this, as installing a deck does it otherwise.
    private func prepare(_ task: URLSessionTask) {
      let relay = Relay(task)
      loading.relay = relay
      Thread.detachNewThread {
        CompletionHandlerSink.prepare()
        relay.send([.ready])
      }
    }

    private func start(_ task: URLSessionTask) {
      guard !(task is URLSessionDownloadTask) else {
        return fail(
          .unsupportedTask,
          "Foundation on Linux gives a protocol no way to supply a download's file; use "
            + "data(for:) instead")
      }
      guard !(task is URLSessionWebSocketTask) else {
        return fail(.unsupportedTask, "web sockets cannot be recorded or replayed in a session")
      }
      guard let handle = Self.handle else {
        return fail(.noDeck, Self.reasonForNoDeck)
      }
      switch RequestContent(of: request, task: task) {
      case .bytes(let bytes):
        begin(bytes, handle: handle, task: task)
      case .missing(let reason):
        fail(.bodyUnavailable, reason)
      case .elsewhere(let source):
        readBody(source, handle: handle, task: task)
      }
    }

    // MARK: - At once

    private func begin(_ body: [UInt8], handle: SessionContext, task: URLSessionTask) {
      let step = handle.advance(request, body: body, records: Self.records)
      if case .finish(let response) = step { return finish(response) }
      let relay = Relay(task)
      loading.relay = relay
      relay.take(
        step, handle: handle, records: Self.records, timeout: handle.timeout(of: request))
    }

    private func fail(_ kind: LoadingError.Kind, _ reason: String) {
      finish(
        .failure(
          LoadingError(kind: kind, url: request.url?.absoluteString ?? "", reason: reason)))
    }

    /// Passes everything to the client, which must not be notified of anything afterwards.
    private func finish(_ response: LoadingResponse) {
      loading.isOver = true
      switch response {
      case .failure(let error):
        client?.urlProtocol(self, didFailWithError: Self.shown(error))
      case .response(let response, let body, let chunks):
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        if chunks.count > 1 {
          var start = body.startIndex
          for chunk in chunks where chunk.length > 0 {
            let end = min(start + chunk.length, body.endIndex)
            client?.urlProtocol(self, didLoad: body[start..<end])
            start = end
          }
          if start < body.endIndex { client?.urlProtocol(self, didLoad: body[start...]) }
          loadWhole(body)
        } else if !body.isEmpty {
          client?.urlProtocol(self, didLoad: body)
        }
        client?.urlProtocolDidFinishLoading(self)
      }
    }

    // MARK: - From other threads

    /// Reads a body on its own thread: reading may block until the stream is filled, and this queue
    /// must not block.
    private func readBody(_ source: BodySource, handle: SessionContext, task: URLSessionTask) {
      let relay = Relay(task)
      loading.relay = relay
      let (request, records) = (request, Self.records)
      source.read { result in
        guard !relay.isCancelled else { return }
        switch result {
        case .failure(let error):
          relay.send([.whole(.failure(error))])
        case .success(let bytes):
          let step = handle.advance(request, body: bytes, records: records, isAlone: true)
          relay.take(
            step, handle: handle, records: records, timeout: handle.timeout(of: request))
        }
      }
    }

    /// Passes the events that have arrived to the client while the task is running.
    private func deliver(from relay: Relay, of task: URLSessionTask) {
      while task.state == .running, let event = relay.next() {
        switch event {
        case .ready:
          loading.relay = nil
          return start(task)
        case .response(let response):
          client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
          client?.urlProtocol(self, didLoad: data)
        case .end(let whole):
          loading.isOver = true
          if let whole { loadWhole(whole) }
          client?.urlProtocolDidFinishLoading(self)
        case .whole(let response):
          finish(response)
        }
        if loading.isOver { return }
      }
    }

    /// Gives a completion handler the whole body, since Foundation on Linux keeps only the last
    /// piece.
    ///
    /// A delegate, which has received the pieces, does not receive the whole body again.
    private func loadWhole(_ body: Data) {
      let real = task
      task = CompletionHandlerSink.task
      client?.urlProtocol(self, didLoad: body)
      task = real
    }
  }
#endif
