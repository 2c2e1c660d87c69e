#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// How many descriptors the process may have open.
  ///
  /// The proxy takes two for each connection of COMMAND's, so it raises its own limit as far as the
  /// system lets it; COMMAND starts with the limit that its caller set.
  struct DescriptorLimit: Sendable {
    /// The limits that `vcr` was started with; nil when they are not known.
    let original: rlimit?

    /// The limit in force, as a descriptor's number can have it.
    static var soft: Int32 { DescriptorReserve.limit.map { Int32(clamping: $0) } ?? 1024 }

    /// The fewest with which a run can say what becomes of a request: its own files and queues take
    /// some thirty, and each connection some more.
    private static let fewest: UInt64 = 64

    /// The message about what the limit leaves no room for; nil when there is enough.
    var shortage: String? {
      guard let limit = DescriptorReserve.limit, limit < Self.fewest else { return nil }
      return "COMMAND was not run, because vcr may open \(limit) files, and needs \(Self.fewest) "
        + "(ulimit -Hn says how many there may be)"
    }

    /// Raises the limit.
    init() {
      original = DescriptorReserve.limits
      guard var limit = original else { return }
      // More than a million is no help, and some systems say "without end" and refuse it.
      #if canImport(Darwin)
        let most = rlim_t(OPEN_MAX)
      #else
        let most = rlim_t(1 << 20)
      #endif
      limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, most))
      Self.set(limit)
    }

    /// Starts a child under the original limit.
    ///
    /// - Parameter start: The closure that starts it.
    /// - Returns: The value that the closure returned.
    func restored<Result>(during start: () -> Result) -> Result {
      guard let original, let raised = DescriptorReserve.limits else { return start() }
      // Open descriptors stay open; those that another thread opens meanwhile have room enough.
      Self.set(original)
      defer { Self.set(raised) }
      return start()
    }

    /// A limit that cannot be set stays as it is, which is what there was without us.
    private static func set(_ limit: rlimit) {
      var limit = limit
      _ = unsafe setrlimit(DescriptorReserve.resource, &limit)
    }
  }
#endif
