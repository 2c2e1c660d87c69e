import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Writes down what a data delegate is told, and wakes whoever waits for it.
final class DelegateLog: NSObject, URLSessionDataDelegate {
  enum Entry: Sendable {
    case response(URLResponse)
    case data(Data)
    case end((any Error)?)
    case metrics
  }

  private struct State {
    var entries: [Entry] = []
    var read = 0
    var waiter: CheckedContinuation<Entry, Never>?
  }

  private let state = Mutex(State())
  private let bodyStream: (@Sendable () -> InputStream)?

  init(bodyStream: (@Sendable () -> InputStream)? = nil) { self.bodyStream = bodyStream }

  /// The next thing it is told.
  func next() async -> Entry {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if state.read < state.entries.count {
          state.read += 1
          continuation.resume(returning: state.entries[state.read - 1])
        } else {
          state.waiter = continuation
        }
      }
    }
  }

  /// Everything up to the end.
  func all() async -> (response: URLResponse?, pieces: [String], error: (any Error)?) {
    var (response, pieces): (URLResponse?, [String]) = (nil, [])
    while true {
      switch await next() {
      case .response(let head): response = head
      case .data(let data): pieces.append(String(decoding: data, as: UTF8.self))
      case .end(let error): return (response, pieces, error)
      case .metrics: break
      }
    }
  }

  func add(_ entry: Entry) {
    state.withLock { state in
      state.entries.append(entry)
      guard let waiter = state.waiter else { return }
      state.waiter = nil
      state.read += 1
      waiter.resume(returning: entry)
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    add(.response(response))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    add(.data(data))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    add(.end(error))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
  ) {
    completionHandler(bodyStream?())
  }
}
