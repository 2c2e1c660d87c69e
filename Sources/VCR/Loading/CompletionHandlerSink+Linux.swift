#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRLocks

  /// A task with a completion handler that is never started.
  ///
  /// Foundation on Linux gives a completion handler only what was loaded last. Data loaded in the
  /// name of this task is kept for the handler of the real one, and no delegate is called for it.
  enum CompletionHandlerSink {
    private static let parked = Mutex<URLSessionTask?>(nil)

    /// The task; nil until it has been prepared.
    static var task: URLSessionTask? { parked.withLock { $0 } }

    /// Makes the task, unless there is one.
    ///
    /// This must not be called on the loading system's queue, where making a session or a task
    /// crashes. That is also why this is no lazy static property.
    static func prepare() {
      guard task == nil else { return }
      let session = URLSession(configuration: .ephemeral)
      let made = session.dataTask(with: URLRequest(url: URL(filePath: "/"))) { _, _, _ in }
      parked.withLock { $0 = $0 ?? made }
    }
  }
#endif
