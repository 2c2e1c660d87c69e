#if !canImport(FoundationNetworking)
  import Foundation
  import VCRCore

  /// How far a protocol instance has come.
  ///
  /// Touched on the thread that the loading system started the protocol on, and on no other.
  struct Loading {
    /// The request on the network, once there is one.
    var transfer: InnerTransfer?
    /// True when the client has been told the end, or must not be told anything more.
    var isOver = false
  }

  extension ReplayingURLProtocol {
    /// Answers on the spot where that is possible.
    func load() {
      guard let handle = Self.handle else {
        return fail(.noDeck, Self.reasonForNoDeck)
      }
      if let body = request.httpBody {
        begin([UInt8](body), handle: handle)
      } else if let stream = request.httpBodyStream {
        readBody(stream, handle: handle)
      } else {
        begin([], handle: handle)
      }
    }

    /// Ends the transfer; called at the end of every request.
    func stop() {
      loading.isOver = true
      loading.transfer?.cancel()
    }

    private func begin(_ body: [UInt8], handle: SessionContext) {
      guard !loading.isOver else { return }
      take(handle.advance(request, body: body, records: Self.records), handle: handle)
    }

    private func take(_ step: LoadingStep, handle: SessionContext) {
      switch step {
      case .finish(let response):
        finish(response)
      case .play(let response, let schedule, let url):
        play(response, schedule, url: url, handle: handle)
      case .perform(let course, let ticket):
        perform(course, ticket, handle: handle)
      case .redirect(let response, let next):
        redirect(to: next, after: response)
      }
    }

    /// Hands a redirect to the loading system, which asks the client and begins again with its
    /// target.
    private func redirect(to next: RedirectingRequest, after response: URLResponse) {
      guard !loading.isOver else { return }
      var target = URLRequest(
        url: next.url, cachePolicy: request.cachePolicy, timeoutInterval: request.timeoutInterval)
      target.httpMethod = next.request.method
      for field in next.request.headers.fields {
        target.addValue(field.value, forHTTPHeaderField: field.name)
      }
      if !next.request.body.isEmpty { target.httpBody = Data(next.request.body.bytes) }
      loading.isOver = true
      client?.urlProtocol(self, wasRedirectedTo: target, redirectResponse: response)
      // The loading system goes on with another instance; this one has to end, and the client
      // never sees the error.
      client?.urlProtocol(self, didFailWithError: CocoaError(.userCancelled))
    }

    private func fail(_ kind: LoadingError.Kind, _ reason: String) {
      finish(
        .failure(
          LoadingError(kind: kind, url: request.url?.absoluteString ?? "", reason: reason)))
    }

    /// Tells the client everything; it must not be told anything afterwards.
    private func finish(_ answer: LoadingResponse) {
      guard !loading.isOver else { return }
      loading.isOver = true
      switch answer {
      case .failure(let error):
        client?.urlProtocol(self, didFailWithError: Self.shown(error))
      case .response(let response, let body, let chunks):
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        var start = body.startIndex
        for chunk in chunks.dropLast() where chunk.length > 0 {
          let end = min(start + chunk.length, body.endIndex)
          client?.urlProtocol(self, didLoad: Data(body[start..<end]))
          start = end
        }
        if start < body.endIndex { client?.urlProtocol(self, didLoad: Data(body[start...])) }
        client?.urlProtocolDidFinishLoading(self)
      }
    }

    // MARK: - From other threads

    /// Reads a body on a thread of its own, since a stream may wait for whoever fills it.
    private func readBody(_ stream: InputStream, handle: SessionContext) {
      let way = ThreadWay()
      // Both are handed over: the stream to the reading thread for good, the instance back to the
      // thread it came from.
      nonisolated(unsafe) let (stream, instance) = (stream, self)
      Thread.detachNewThread {
        let result = Result { try unsafe stream.readToEnd() }
        way.perform {
          switch result {
          case .success(let bytes): unsafe instance.begin(bytes, handle: handle)
          case .failure(let error): unsafe instance.finish(.failure(error))
          }
        }
      }
    }

    /// Tells the client an answer as its schedule says.
    private func play(
      _ answer: LoadingResponse, _ schedule: ReplaySchedule, url: URL, handle: SessionContext
    ) {
      let way = ThreadWay()
      // Only ever used on the thread it came from.
      nonisolated(unsafe) let instance = self
      let timeline = Timeline(
        answer, schedule: schedule, timeout: handle.timeout(of: request), url: url)
      // Not cancelled at the end: what is over ignores the moments that are still to come.
      _ = timeline.play { moments in
        way.perform { for moment in moments { unsafe instance.receive(moment) } }
      }
    }

    private func receive(_ moment: Timeline.Moment) {
      guard !loading.isOver else { return }
      switch moment {
      case .head(let response):
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      case .piece(let data):
        client?.urlProtocol(self, didLoad: data)
      case .end:
        loading.isOver = true
        client?.urlProtocolDidFinishLoading(self)
      case .whole(let answer):
        finish(answer)
      }
    }

    private func perform(
      _ course: RedirectingRequest, _ ticket: Deck.Ticket?, handle: SessionContext
    ) {
      let way = ThreadWay()
      // Only ever used on the thread it came from.
      nonisolated(unsafe) let instance = self
      let timeout = handle.timeout(of: request)
      loading.transfer = InnerTransfer(
        course, ticket, handle: handle, timeout: timeout
      ) { event in
        way.perform { unsafe instance.receive(event, of: course, handle: handle) }
      }
    }

    private func receive(
      _ event: InnerTransfer.Event, of course: RedirectingRequest, handle: SessionContext
    ) {
      guard !loading.isOver else { return }
      switch event {
      case .head(let response):
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      case .data(let data):
        client?.urlProtocol(self, didLoad: data)
      case .end:
        loading.isOver = true
        client?.urlProtocolDidFinishLoading(self)
      case .failed(let error):
        finish(.failure(error))
      case .outcome(let outcome):
        take(
          handle.advance(after: outcome, of: course, records: Self.records), handle: handle)
      }
    }
  }

  /// A way back to the thread it was made on, which runs a run loop.
  private struct ThreadWay: @unchecked Sendable {
    // Core Foundation allows adding blocks to a run loop, and waking it, from any thread.
    private let runLoop: CFRunLoop? = CFRunLoopGetCurrent()
    private let mode: CFRunLoopMode? =
      CFRunLoopCopyCurrentMode(CFRunLoopGetCurrent()) ?? CFRunLoopMode.defaultMode

    func perform(_ work: @escaping @Sendable () -> Void) {
      guard let runLoop, let mode else { return }
      CFRunLoopPerformBlock(runLoop, mode.rawValue, work)
      CFRunLoopWakeUp(runLoop)
    }
  }
#endif
