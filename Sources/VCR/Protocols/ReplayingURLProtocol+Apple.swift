#if !canImport(FoundationNetworking)
  import Foundation
  import VCRCore

  /// The state of a protocol instance.
  ///
  /// It is used only on the thread on which the loading system started the protocol.
  struct Loading {
    /// The request on the network; nil until there is one.
    var transfer: InnerTransfer?
    /// True when the client was notified of the end, or must not be notified any more.
    var isOver = false
  }

  extension ReplayingURLProtocol {
    /// Responds at once when that is possible.
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
      case .later(let find):
        let way = ThreadWay()
        // The instance is used only on the thread that it came from.
        nonisolated(unsafe) let instance = self
        Thread.detachNewThread {
          let step = find()
          way.perform { unsafe instance.takeLate(step, handle: handle) }
        }
      case .play(let response, let schedule, let end, let url):
        play(response, schedule, end, url: url, handle: handle)
      case .perform(let redirecting, let ticket):
        perform(redirecting, ticket, handle: handle)
      case .redirect(let response, let next):
        redirect(to: next, after: response)
      }
    }

    /// Takes a step that took a while to find.
    private func takeLate(_ step: LoadingStep, handle: SessionContext) {
      guard !loading.isOver else { return }
      take(step, handle: handle)
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

    /// Passes everything to the client, which must not be notified of anything afterwards.
    private func finish(_ response: LoadingResponse) {
      guard !loading.isOver else { return }
      loading.isOver = true
      switch response {
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

    /// Reads a body on its own thread, since reading may block until the stream is filled.
    private func readBody(_ stream: InputStream, handle: SessionContext) {
      let way = ThreadWay()
      // The stream is used only by the reading thread from now on, and the instance only by the
      // thread that it came from.
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

    /// Passes a response to the client by its schedule.
    private func play(
      _ response: LoadingResponse, _ schedule: ReplaySchedule, _ end: LoadingEnd, url: URL,
      handle: SessionContext
    ) {
      let way = ThreadWay()
      // The instance is used only on the thread that it came from.
      nonisolated(unsafe) let instance = self
      let timeline = Timeline(
        response, schedule: schedule, end: end, timeout: handle.timeout(of: request), url: url)
      // The timeline is not cancelled, because an instance that is over ignores later moments.
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
      case .whole(let response):
        finish(response)
      }
    }

    private func perform(
      _ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, handle: SessionContext
    ) {
      let way = ThreadWay()
      // The instance is used only on the thread that it came from.
      nonisolated(unsafe) let instance = self
      let timeout = handle.timeout(of: request)
      loading.transfer = InnerTransfer(
        redirecting, ticket, handle: handle, timeout: timeout
      ) { event in
        way.perform { unsafe instance.receive(event, of: redirecting, handle: handle) }
      }
    }

    private func receive(
      _ event: InnerTransfer.Event, of redirecting: RedirectingRequest, handle: SessionContext
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
          handle.advance(after: outcome, of: redirecting, records: Self.records), handle: handle)
      }
    }
  }

  /// Runs work on the thread that it was created on, which has a run loop.
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
