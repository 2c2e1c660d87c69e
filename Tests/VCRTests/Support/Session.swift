import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session and the deck that answers it.
struct Played {
  var session: URLSession
  var deck: Deck

  /// A session that replays a cassette, with the delegate and the changes given.
  init(
    _ cassette: URL, options: Deck.Options = Deck.Options(),
    delegate: (any URLSessionDelegate)? = nil,
    _ change: (URLSessionConfiguration) -> Void = { _ in }
  ) throws {
    deck = try Deck(cassette: cassette.path, options: options)
    let configuration = URLSessionConfiguration.patient
    change(configuration)
    configuration.use(deck)
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }
}

/// What a completion handler was given.
struct Completion: Sendable {
  var data: Data?
  var response: URLResponse?
  var error: (any Error)?

  var text: String { String(decoding: data ?? Data(), as: UTF8.self) }
  var http: HTTPURLResponse? { response as? HTTPURLResponse }
}

extension URLSession {
  /// Runs a data task with a completion handler.
  func completion(of request: URLRequest) async -> Completion {
    await withCheckedContinuation { continuation in
      dataTask(with: request) { data, response, error in
        continuation.resume(returning: Completion(data: data, response: response, error: error))
      }.resume()
    }
  }

  /// The error of a request that must fail.
  func failure(of request: URLRequest) async -> (any Error)? {
    do {
      _ = try await data(for: request)
      return nil
    } catch {
      return error
    }
  }

  func text(_ url: String) async throws -> String {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    return String(decoding: try await data(from: url).0, as: UTF8.self)
  }
}

extension URLRequest {
  init(_ method: String = "GET", _ url: String, _ change: (inout URLRequest) -> Void = { _ in })
    throws
  {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    self.init(url: url)
    httpMethod = method
    change(&self)
  }
}

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
