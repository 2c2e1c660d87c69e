#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRCore

  /// How far a protocol instance has come.
  ///
  /// Touched on the loading system's queue alone.
  struct Loading {
    /// What brings events from other threads, once the request cannot be answered on the spot.
    var relay: Relay?
    /// True when the client has been told the end, or must not be told anything more.
    var isOver = false
  }

  extension ReplayingURLProtocol {
    /// Answers on the spot where that is possible, which costs least.
    ///
    /// This runs on a queue that all sessions of the process share, and again each time the task is
    /// resumed. No method of a session or a task may be called here that waits for that queue.
    func load() {
      guard !loading.isOver, let task else { return }
      if let relay = loading.relay {
        relay.arrive()
        deliver(from: relay, of: task)
        return
      }
      // When the task is being cancelled Foundation reports that itself, and a suspended one is
      // started again.
      guard task.state == .running else { return }
      guard CompletionHandlerSink.task != nil else { return prepare(task) }
      start(task)
    }

    /// Ends the transfer when the task was cancelled; a suspended task keeps it.
    func stop() {
      guard let task, task.state != .suspended else { return }
      loading.isOver = true
      loading.relay?.cancel()
    }

    /// Makes what delivering needs, then starts; only ever needed by a class written by hand, as
    /// installing a deck has done it before.
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

    // MARK: - On the spot

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

    /// Tells the client everything; it must not be told anything afterwards.
    private func finish(_ answer: LoadingResponse) {
      loading.isOver = true
      switch answer {
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

    /// Reads a body on a thread of its own: a stream may wait for whoever fills it, and this queue
    /// may not wait.
    private func readBody(_ source: BodySource, handle: SessionContext, task: URLSessionTask) {
      let relay = Relay(task)
      loading.relay = relay
      let (request, records) = (request, Self.records)
      source.read { result in
        guard !relay.isCancelled else { return }
        switch result {
        case .failure(let error):
          relay.send([.answer(.failure(error))])
        case .success(let bytes):
          let step = handle.advance(request, body: bytes, records: records)
          relay.take(
            step, handle: handle, records: records, timeout: handle.timeout(of: request))
        }
      }
    }

    /// Passes on what has come, as long as the task is to have it.
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
        case .answer(let answer):
          finish(answer)
        }
        if loading.isOver { return }
      }
    }

    /// Makes a completion handler get the whole body, of which Foundation on Linux keeps only what
    /// was loaded last; a delegate, which has had it in pieces, gets nothing of it.
    private func loadWhole(_ body: Data) {
      let real = task
      task = CompletionHandlerSink.task
      client?.urlProtocol(self, didLoad: body)
      task = real
    }
  }
#endif
