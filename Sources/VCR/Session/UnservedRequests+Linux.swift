#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRLocks

  /// Notices the requests of this process that no cassette serves, so that they are reported to its
  /// test.
  ///
  /// Foundation on Linux cannot be made to ask a protocol of ours about the requests of
  /// `URLSession.shared` or of sessions that other code makes from `.default`: its own classes come
  /// first there. But such sessions have the process's response cache, and Foundation asks it about
  /// each data and upload task, on the thread that resumes the task. So a cache that passes
  /// everything on to the one that was there sees them. It changes nothing about them.
  enum UnservedRequests {
    private static let watched = Mutex(false)

    /// Begins to notice, for the rest of the process: sessions keep the cache that they were made
    /// with.
    static func watch() {
      watched.withLock { isWatched in
        guard !isWatched else { return }
        isWatched = true
        let cache = WatchingCache(URLCache.shared)
        URLCache.shared = cache
        // It was made with the cache before, if it was used before.
        let shared = URLSession.shared.configuration
        if shared.urlCache != nil { shared.urlCache = cache }
      }
    }

    /// Notes the request of a task for the cassette in force.
    ///
    /// A detached task says nothing of where it belongs, and tests run in parallel: its request is
    /// noted where the cassette reaches the whole process.
    fileprivate static func note(_ task: URLSessionTask) {
      guard let scope = VCR.scope ?? ProcessScope.current, let request = task.originalRequest,
        let url = request.url, ReplayingURLProtocol.canInit(with: request)
      else { return }
      scope.passedBy.note(request.httpMethod ?? "GET", url)
    }
  }

  /// A cache that says what it was asked, and passes everything on to another one.
  private final class WatchingCache: URLCache, @unchecked Sendable {
    // `@unchecked` repeats the conformance of the superclass; the only added property is a
    // constant.
    private let inner: URLCache

    init(_ inner: URLCache) {
      self.inner = inner
      super.init(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
    }

    override var memoryCapacity: Int {
      get { inner.memoryCapacity }
      set { inner.memoryCapacity = newValue }
    }

    override var diskCapacity: Int {
      get { inner.diskCapacity }
      set { inner.diskCapacity = newValue }
    }

    override var currentMemoryUsage: Int { inner.currentMemoryUsage }

    override var currentDiskUsage: Int { inner.currentDiskUsage }

    override func cachedResponse(for request: URLRequest) -> CachedURLResponse? {
      inner.cachedResponse(for: request)
    }

    override func storeCachedResponse(_ cachedResponse: CachedURLResponse, for request: URLRequest)
    {
      inner.storeCachedResponse(cachedResponse, for: request)
    }

    override func removeCachedResponse(for request: URLRequest) {
      inner.removeCachedResponse(for: request)
    }

    override func removeAllCachedResponses() { inner.removeAllCachedResponses() }

    override func removeCachedResponses(since date: Date) {
      inner.removeCachedResponses(since: date)
    }

    override func getCachedResponse(
      for dataTask: URLSessionDataTask,
      completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
      UnservedRequests.note(dataTask)
      inner.getCachedResponse(for: dataTask, completionHandler: completionHandler)
    }

    override func storeCachedResponse(
      _ cachedResponse: CachedURLResponse, for dataTask: URLSessionDataTask
    ) {
      inner.storeCachedResponse(cachedResponse, for: dataTask)
    }

    override func removeCachedResponse(for dataTask: URLSessionDataTask) {
      inner.removeCachedResponse(for: dataTask)
    }
  }
#endif
