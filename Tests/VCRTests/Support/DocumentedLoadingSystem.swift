import Foundation
import VCRLocks

@testable import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A loading system that treats a protocol as Apple documents it, for what Apple platforms run.
///
/// An instance is used on one thread. The body of a request comes as a stream. A redirect is for
/// the client to decide, and its target is begun by another instance. Every instance is stopped at
/// its end, and earlier when its task is cancelled. What a protocol must not do is noted as a
/// violation.
final class DocumentedLoadingSystem: Sendable {
  /// How many redirects it follows.
  static let limit = 20

  @TaskLocal fileprivate static var ofThisThread: DocumentedLoadingSystem?

  fileprivate let context: SessionContext
  fileprivate let network: ScriptedNetwork
  fileprivate let thread = WorkThread()
  private let noted = Mutex<[String]>([])

  /// Creates a loading system for the sessions of a context.
  init(_ context: SessionContext, network: ScriptedNetwork = ScriptedNetwork([:])) {
    self.context = context
    self.network = network
    Thread.detachNewThread { [thread] in
      Self.$ofThisThread.withValue(self) { thread.run() }
    }
  }

  /// Creates a loading system for a deck, which records as its mode says.
  convenience init(
    _ deck: Deck, network: ScriptedNetwork = ScriptedNetwork([:]), trusting roots: [String] = [],
    _ change: (URLSessionConfiguration) -> Void = { _ in }
  ) {
    let configuration = URLSessionConfiguration.patient
    change(configuration)
    self.init(
      SessionContext(deck: deck, configuration: configuration, trusting: roots, system: .apple),
      network: network)
  }

  /// What the protocol did that it must not do.
  var violations: [String] { noted.withLock { $0 } }

  /// Starts a task.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - follows: Whether the client goes where a redirect leads.
  /// - Returns: The task.
  func start(
    _ request: URLRequest, follows: @escaping @Sendable (URLRequest) -> Bool = { _ in true }
  ) -> DocumentedTask {
    let task = DocumentedTask(self, follows)
    thread.perform { task.begin(request) }
    return task
  }

  /// What comes of a request.
  func load(_ request: URLRequest) async -> Completion { await start(request).completion() }

  /// Ends the thread.
  func close() { thread.end() }

  fileprivate func note(_ violation: String) { noted.withLock { $0.append(violation) } }
}

/// The protocol class of such a system.
private final class DocumentedURLProtocol: RecordingURLProtocol {
  override class var handle: SessionContext? { DocumentedLoadingSystem.ofThisThread?.context }
  override class var decider: URLProtocol.Type? { nil }

  override func startLoading() {
    guard let system = DocumentedLoadingSystem.ofThisThread else { return }
    load(Self.handle, on: system.thread, over: system.network)
  }

  override func stopLoading() { stopRelay() }
}

/// One task of a client.
final class DocumentedTask: NSObject, URLProtocolClient, @unchecked Sendable {
  /// What the client was told.
  enum Told: Sendable {
    case redirect(Int)
    case response(URLResponse)
    case data(Data)
  }

  // Used on the thread of the system alone.
  private unowned let system: DocumentedLoadingSystem
  private let follows: @Sendable (URLRequest) -> Bool
  private var instance: URLProtocol?
  private var leaving: URLProtocol?
  private var hasResponse = false
  private var hops = 0

  private struct State {
    var told: [Told] = []
    var completion: Completion?
    var waiters: [CheckedContinuation<Completion, Never>] = []
  }

  private let state = Mutex(State())

  fileprivate init(
    _ system: DocumentedLoadingSystem, _ follows: @escaping @Sendable (URLRequest) -> Bool
  ) {
    self.system = system
    self.follows = follows
  }

  /// What the client was told up to now.
  var told: [Told] { state.withLock { $0.told } }

  /// The pieces of the body.
  var pieces: [Data] {
    told.compactMap { if case .data(let data) = $0 { data } else { nil } }
  }

  /// The statuses of the redirects.
  var redirects: [Int] {
    told.compactMap { if case .redirect(let status) = $0 { status } else { nil } }
  }

  /// Waits for the end.
  func completion() async -> Completion {
    await withCheckedContinuation { continuation in
      let completion = state.withLock { state in
        if state.completion == nil { state.waiters.append(continuation) }
        return state.completion
      }
      if let completion { continuation.resume(returning: completion) }
    }
  }

  /// Cancels it.
  func cancel() {
    system.thread.perform { [self] in complete(URLError(.cancelled)) }
  }

  // MARK: - On the thread

  fileprivate func begin(_ request: URLRequest) {
    var request = request
    if let body = request.httpBody {
      request.httpBody = nil
      request.httpBodyStream = InputStream(data: body)
    }
    guard DocumentedURLProtocol.canInit(with: request) else {
      return complete(URLError(.unsupportedURL))
    }
    let made = DocumentedURLProtocol(
      request: DocumentedURLProtocol.canonicalRequest(for: request), cachedResponse: nil,
      client: self)
    instance = made
    made.startLoading()
  }

  /// Tells whoever waits, and stops the instance.
  private func complete(_ error: (any Error)?) {
    guard let instance else { return }
    self.instance = nil
    let (completion, waiters) = state.withLock { state in
      var made = Completion(error: error)
      for event in state.told {
        switch event {
        case .redirect: break
        case .response(let response): made.response = response
        case .data(let data): made.data = (made.data ?? Data()) + data
        }
      }
      state.completion = made
      defer { state.waiters = [] }
      return (made, state.waiters)
    }
    instance.stopLoading()
    for waiter in waiters { waiter.resume(returning: completion) }
  }

  /// True when the protocol may say that now; it is noted when it may not.
  private func may(_ call: String, _ sender: URLProtocol) -> Bool {
    if DocumentedLoadingSystem.ofThisThread !== system {
      system.note("\(call) on another thread")
      return false
    }
    guard sender === instance else {
      system.note("\(call) after the end")
      return false
    }
    return true
  }

  private func tell(_ told: Told) { state.withLock { $0.told.append(told) } }

  // MARK: - URLProtocolClient

  func urlProtocol(
    _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
  ) {
    guard may("a redirect", `protocol`) else { return }
    if hasResponse { system.note("a redirect after the response") }
    tell(.redirect((redirectResponse as? HTTPURLResponse)?.statusCode ?? 0))
    // What the instance says to the end of its own load, nobody hears.
    (instance, leaving) = (nil, `protocol`)
    `protocol`.stopLoading()
    nonisolated(unsafe) let ended = `protocol`
    system.thread.perform { [self] in
      unsafe instance = ended
      hops += 1
      guard hops <= DocumentedLoadingSystem.limit else {
        return complete(URLError(.httpTooManyRedirects))
      }
      guard follows(request) else {
        tell(.response(redirectResponse))
        return complete(nil)
      }
      begin(request)
    }
  }

  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
  {
    system.note("a cached response")
  }

  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy
  ) {
    guard may("a response", `protocol`) else { return }
    if hasResponse { system.note("a second response") }
    if policy != .notAllowed { system.note("a response for the cache") }
    hasResponse = true
    tell(.response(response))
  }

  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {
    guard may("data", `protocol`) else { return }
    if !hasResponse { system.note("data before the response") }
    if data.isEmpty || data.startIndex != 0 { system.note("a piece that is empty or starts late") }
    tell(.data(data))
  }

  func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {
    guard may("the end", `protocol`) else { return }
    if !hasResponse { system.note("the end before the response") }
    complete(nil)
  }

  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
    if `protocol` === leaving, (error as? CocoaError)?.code == .userCancelled {
      leaving = nil
      return
    }
    guard may("an error", `protocol`) else { return }
    complete(error)
  }

  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
    system.note("a challenge")
  }

  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
    system.note("the end of a challenge")
  }
}

/// A thread that does what it is given, in order.
final class WorkThread: LoadingThread {
  private let work = Mutex<[(@Sendable () -> Void)?]>([])
  private let arrival = DispatchSemaphore(value: 0)

  func perform(_ work: @escaping @Sendable () -> Void) { add(work) }

  /// Ends it, when it has done what came before.
  func end() { add(nil) }

  private func add(_ item: (@Sendable () -> Void)?) {
    work.withLock { $0.append(item) }
    arrival.signal()
  }

  /// Does the work on the calling thread until the end.
  func run() {
    while true {
      arrival.wait()
      guard let item = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
      item()
    }
  }
}
