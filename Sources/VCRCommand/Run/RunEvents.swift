#if CommandLineTool
  import Synchronization
  import VCRCore
  import VCRProxy

  /// Prints the events of the proxy as they happen.
  final class RunEvents: Sendable {
    private let console: Console
    private let untrusting = Mutex(Set<String>())
    private let refused = Mutex<[String]>([])
    private let problems = Mutex(Set<String>())
    /// The words of COMMAND as they are to be typed; nil when there was none.
    private let command: String?

    /// The reasons why requests could neither be recorded nor replayed, one text for each request.
    var refusals: [String] { refused.withLock { $0 } }

    /// True when a client gave up because it does not trust the certificates of the run.
    var isDistrusted: Bool { untrusting.withLock { !$0.isEmpty } }

    /// Creates a listener.
    ///
    /// - Parameters:
    ///   - console: The console for the events.
    ///   - command: The words of COMMAND as they are to be typed; nil when there was none.
    init(console: Console, command: String?) {
      self.console = console
      self.command = command
    }

    /// Prints what is worth knowing about a service, once.
    func note(_ text: String) {
      guard problems.withLock({ $0.insert(text).inserted }) else { return }
      console.note(text)
    }

    /// Prints an event; a host that is not trusted is named once, and so is a problem.
    func receive(_ event: ProxyServer.Event) {
      switch event {
      case .unmatched(let request): console.report(request.description(running: command))
      case .problem(let text):
        guard problems.withLock({ $0.insert(text).inserted }) else { return }
        console.error(text)
      case .refused(let text):
        refused.withLock { $0.append(text) }
        console.error("a request was refused: \(text)")
      case .untrusted(let host):
        guard untrusting.withLock({ $0.insert(host).inserted }) else { return }
        console.error(
          "\(host): a client does not trust the certificates of this run; it has roots of its own "
            + "and reads none of the variables that vcr env lists. Make it trust SSL_CERT_FILE, or "
            + "let the host through: --passthrough \(host)")
      }
    }
  }
#endif
