import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ReplayingURLProtocol {
  /// Asks the deck about the request, and serves at once what needs no wait, which is fastest.
  ///
  /// - Parameters:
  ///   - body: The content of the request.
  ///   - handle: The context of the session.
  ///   - makeRelay: Makes the relay for what comes later.
  func begin(_ body: [UInt8], _ handle: SessionContext, _ makeRelay: () -> any LoadingRelay) {
    let step = handle.advance(request, body: body, records: Self.records)
    if case .finish(let response) = step { return finish(response) }
    makeRelay().take(step, context(handle))
  }

  /// Makes the context that the steps of this request have in common.
  func context(_ handle: SessionContext) -> LoadingContext {
    LoadingContext(handle: handle, records: Self.records, timeout: handle.timeout(of: request))
  }

  /// Passes an event to the client, which must not be notified of anything after the last.
  func tell(_ event: LoadingEvent) {
    guard !loading.isOver else { return }
    switch event {
    case .ready:
      break
    case .response(let response):
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    case .data(let data):
      load(data)
    case .end(let whole):
      loading.isOver = true
      if let whole { loadWhole(whole) }
      client?.urlProtocolDidFinishLoading(self)
    case .whole(let response):
      finish(response)
    case .redirect(let response, let next):
      redirect(to: next, after: response)
    }
  }

  /// Fails with an error of this library.
  func fail(_ kind: LoadingError.Kind, _ reason: String) {
    finish(
      .failure(LoadingError(kind: kind, url: request.url?.absoluteString ?? "", reason: reason)))
  }

  /// Passes everything to the client.
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
          load(body[start..<end])
          start = end
        }
        load(body[start...])
        loadWhole(body)
      } else {
        load(body)
      }
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  /// Passes a piece of the body on, with indices that start at zero, as delegates expect.
  private func load(_ data: Data) {
    guard !data.isEmpty else { return }
    client?.urlProtocol(
      self, didLoad: data.startIndex == 0 ? data : data.subdata(in: data.startIndex..<data.endIndex)
    )
  }

  /// Gives a completion handler the whole body, where it gets only what was loaded last.
  ///
  /// A delegate, which has received the pieces, does not receive the whole body again.
  private func loadWhole(_ body: Data) {
    guard loading.system.keepsLastPieceAlone else { return }
    #if canImport(FoundationNetworking)
      let real = task
      task = CompletionHandlerSink.task
      client?.urlProtocol(self, didLoad: body)
      task = real
    #endif
  }

  /// Hands a redirect to the loading system, which asks the client and begins again with its
  /// target.
  private func redirect(to next: RedirectingRequest, after response: URLResponse) {
    loading.isOver = true
    var target = URLRequest(
      url: next.url, cachePolicy: request.cachePolicy, timeoutInterval: request.timeoutInterval)
    target.httpMethod = next.request.method
    for field in next.request.headers.fields {
      target.addValue(field.value, forHTTPHeaderField: field.name)
    }
    if !next.request.body.isEmpty { target.httpBody = Data(next.request.body.bytes) }
    client?.urlProtocol(self, wasRedirectedTo: target, redirectResponse: response)
    // The loading system goes on with another instance; this one has to end, and the client never
    // sees the error.
    client?.urlProtocol(self, didFailWithError: CocoaError(.userCancelled))
  }
}
