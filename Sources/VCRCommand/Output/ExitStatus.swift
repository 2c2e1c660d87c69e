#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The statuses with which `vcr` itself exits; any other is COMMAND's own.
  ///
  /// 64 to 78 follow `sysexits.h`, 126 and 127 the shell (POSIX.1-2024, XCU 2.8.2). The others lie
  /// between the two and below the statuses of signals (128 + signal).
  enum ExitStatus: Int32, CaseIterable {
    /// The command line is wrong.
    case usage = 64
    /// A cassette or `.vcr.yaml` cannot be read; the message has file, line and column.
    case unreadableCassette = 65
    /// The recording is not whole, for want of descriptors, memory or time on our side; or the
    /// system does not allow the isolation that is required.
    case systemFault = 71
    /// The cassette could not be written, and what was recorded is kept and named; or the report or
    /// the output.
    case unwritableCassette = 74
    /// COMMAND succeeded, but made a request that is not in the cassette, or one that cannot be
    /// read.
    case unmatchedRequest = 80
    /// COMMAND succeeded, but left interactions unused or was served nothing at all.
    case unusedInteractions = 81
    /// There is no cassette to replay, or recording is refused.
    case noCassette = 82
    /// The cassette has expired, and the policy says to fail.
    case expiredCassette = 83
    /// COMMAND was found and cannot be run.
    case cannotRun = 126
    /// COMMAND was not found.
    case notFound = 127

    /// The words of `--help` about it.
    var meaning: String {
      switch self {
      case .usage: "the command line is wrong"
      case .unreadableCassette:
        "a cassette or .vcr.yaml cannot be read (its place is named)"
      case .systemFault:
        "the recording is not whole: too few descriptors, or a time limit of vcr's own; or this "
          + "machine does not allow what --isolate require asks for"
      case .unwritableCassette:
        "the cassette (what was recorded is kept), the report or the output could not be written"
      case .unmatchedRequest: "COMMAND succeeded, but made a request that is not in the cassette"
      case .unusedInteractions:
        "COMMAND succeeded, but left interactions unused (--require-all) or was served none"
      case .noCassette: "there is no cassette to replay, or recording is refused (CI)"
      case .expiredCassette: "the cassette has expired, and --on-expired says to fail"
      case .cannotRun: "COMMAND cannot be run"
      case .notFound: "COMMAND is not found"
      }
    }

    /// The status after a signal ended COMMAND, as shells give it.
    ///
    /// - Parameter signal: The signal's number.
    /// - Returns: 128 and the signal.
    static func afterSignal(_ signal: Int32) -> Int32 { 128 + signal }

    /// Ends the process.
    ///
    /// - Parameter code: The status to exit with.
    static func end(_ code: Int32) -> Never { exit(code) }

    /// The table that `--help` prints.
    static let help: String = {
      let own =
        "  -     COMMAND's own, when nothing of ours went wrong (128 + signal after a signal)"
      return (["EXIT STATUS:", own] + verbs + allCases.map { "  \($0.code)\($0.meaning)" })
        .joined(separator: "\n")
    }()

    /// The statuses of the verbs that run no COMMAND.
    private static let verbs = [
      "  0     diff, verify, check, noise: the same, or nothing found; redact, convert, init: done",
      "  1     diff, verify, check, noise: different (in the settings, too), drifted, found; "
        + "redact --dry-run, init --check: something "
        + "would change; convert: something could not be taken over",
      "  2     diff, verify, check, init: something cannot be read, asked or set up; noise: nothing "
        + "was recorded",
    ]

    private var code: String {
      let digits = String(rawValue)
      return digits + String(repeating: " ", count: 6 - digits.count)
    }
  }
#endif
