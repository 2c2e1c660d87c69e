#if Recording
  import NIOCore
  import VCRCore
  import VCRLocks
  import VCRUpstream

  /// All events of one exchange, with the pieces of the body joined.
  struct Transcript: Sendable {
    var informational: [Interaction.Response] = []
    var head: Interaction.Response?
    var body: [UInt8] = []
    var trailers: HeaderFields?
    var failure: Interaction.Failure?

    var text: String { String(decoding: body, as: UTF8.self) }

    mutating func add(_ event: Upstream.Event) -> Bool {
      switch event {
      case .informational(let response): informational.append(response)
      case .head(let response): head = response
      case .body(let buffer): body += Array(buffer: buffer)
      case .end(let trailers):
        self.trailers = trailers
        return true
      case .failure(let failure):
        self.failure = failure
        return true
      case .switched(let response, let connection):
        head = response
        connection.channel.close(promise: nil)
        return true
      }
      return false
    }
  }

  /// A transcript to which events are added.
  private final class Log: Sendable {
    private let transcript = Mutex(Transcript())

    /// Adds an event; returns the whole transcript after the last event, and nil before.
    func add(_ event: Upstream.Event) -> Transcript? {
      transcript.withLock { $0.add(event) ? $0 : nil }
    }
  }

  extension Upstream.ClientPool {
    /// Sends a request and waits for its last event.
    func fetch(_ request: Interaction.Request) async -> Transcript {
      await withCheckedContinuation { continuation in
        let transcript = Log()
        _ = send(request) { event in
          if let done = transcript.add(event) { continuation.resume(returning: done) }
        }
      }
    }

    /// Sends a GET and waits for its last event.
    func get(_ url: String, headers: HeaderFields = [:]) async -> Transcript {
      await fetch(Interaction.Request(url: url, headers: headers))
    }
  }

  /// Makes a new client pool with options.
  func makeClientPool(_ change: (inout Upstream.Options) -> Void = { _ in }) throws
    -> Upstream.ClientPool
  {
    var options = Upstream.Options()
    change(&options)
    return try Upstream(options: options).makeClientPool()
  }
#endif
