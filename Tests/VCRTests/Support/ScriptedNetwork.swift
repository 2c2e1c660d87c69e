import Foundation
import VCRLocks

@testable import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What performs requests on Apple platforms, as it is documented: each task tells its delegate of
/// what a script says for its path, on a thread of its own.
final class ScriptedNetwork: InnerNetwork {
  /// One thing that comes of a request.
  enum Step: Sendable {
    /// The server's certificate is judged; this is what the system says to these roots.
    case certificate(@Sendable ([String]) throws -> Bool)
    /// The delegate is asked whether to go there; the response is to be shown if it does not.
    case redirect(to: String)
    /// The head of the response, with a status and header fields.
    case head(Int, [String: String])
    /// A piece of the body.
    case data(String)
    /// The end.
    case end
    /// The task fails.
    case failure(URLError.Code)
    /// Nothing more comes until the task is cancelled.
    case nothing
  }

  private let scripts: [String: [Step]]
  private let seen = Mutex<[URLRequest]>([])
  private let cancelled = Mutex(0)
  private let (stalls, stalled) = AsyncStream<Void>.makeStream()
  private let task: URLSessionDataTask

  /// Creates a network with the scripts of the paths that it has.
  init(_ scripts: [String: [Step]]) {
    self.scripts = scripts
    // It stands for all tasks, which nobody looks at.
    task = URLSession(configuration: .ephemeral).dataTask(with: URLRequest(url: URL(filePath: "/")))
  }

  /// The requests that were performed.
  var requests: [URLRequest] { seen.withLock { $0 } }

  /// How many tasks were cancelled.
  var cancellations: Int { cancelled.withLock { $0 } }

  /// Waits until nothing more comes of a request.
  func stall() async {
    for await _ in stalls { return }
  }

  func begin(_ request: URLRequest, for transfer: InnerTransfer) -> @Sendable () -> Void {
    seen.withLock { $0.append(request) }
    let cancelling = Cancelling()
    Thread.detachNewThread { [self] in run(request, transfer, cancelling) }
    return { [self] in
      cancelled.withLock { $0 += 1 }
      cancelling.cancel()
    }
  }

  /// Whether a task was cancelled, for the thread that runs its script.
  private final class Cancelling: Sendable {
    private let state = Mutex(false)
    private let wake = DispatchSemaphore(value: 0)
    var isCancelled: Bool { state.withLock { $0 } }
    func cancel() {
      state.withLock { $0 = true }
      wake.signal()
    }
    func wait() { wake.wait() }
  }

  private func run(_ request: URLRequest, _ transfer: InnerTransfer, _ cancelling: Cancelling) {
    let session = URLSession.shared
    for step in scripts[request.url?.path ?? ""] ?? [.failure(.cannotFindHost)] {
      if case .nothing = step {
        stalled.yield()
        cancelling.wait()
      }
      if cancelling.isCancelled {
        return transfer.urlSession(session, task: task, didCompleteWithError: URLError(.cancelled))
      }
      switch step {
      case .certificate(let evaluate):
        switch transfer.judge(evaluate) {
        case .useCredential: break
        case .cancelAuthenticationChallenge:
          return transfer.urlSession(
            session, task: task, didCompleteWithError: URLError(.cancelled))
        default:
          return transfer.urlSession(
            session, task: task, didCompleteWithError: URLError(.serverCertificateUntrusted))
        }
      case .redirect(let target):
        let chosen = Mutex<URLRequest?>(request)
        guard let url = URL(string: target, relativeTo: request.url),
          let response = HTTPURLResponse(
            url: url, statusCode: 302, httpVersion: nil, headerFields: nil)
        else { return }
        transfer.urlSession(
          session, task: task, willPerformHTTPRedirection: response,
          newRequest: URLRequest(url: url)
        ) { next in chosen.withLock { $0 = next } }
        guard chosen.withLock({ $0 }) == nil else {
          return transfer.urlSession(
            session, task: task, didCompleteWithError: URLError(.redirectToNonExistentLocation))
        }
      case .head(let status, let fields):
        guard let url = request.url,
          let response = HTTPURLResponse(
            url: url, statusCode: status, httpVersion: nil, headerFields: fields)
        else { return }
        transfer.urlSession(session, dataTask: task, didReceive: response) { _ in }
      case .data(let text):
        transfer.urlSession(session, dataTask: task, didReceive: Data(text.utf8))
      case .end:
        return transfer.urlSession(session, task: task, didCompleteWithError: nil)
      case .failure(let code):
        return transfer.urlSession(session, task: task, didCompleteWithError: URLError(code))
      case .nothing:
        break
      }
    }
  }
}
