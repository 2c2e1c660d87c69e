#if CommandLineTool
  import VCRCore
  import VCRLocks

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Writes the messages of `vcr` itself to standard error, each one in a single write.
  final class Console: Sendable {
    /// How much is printed.
    enum Level: Sendable {
      case quiet
      case normal
      case verbose
    }

    let level: Level
    /// True when standard error is a terminal that redraws a line.
    let isTerminal: Bool
    private let usesColor: Bool
    private let place = Mutex(Place())

    /// Where the next message comes.
    private struct Place {
      /// True while a progress line stands below the cursor.
      var hasProgress = false
      /// True when COMMAND may have left a line without its end.
      var followsCommand = false
    }

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - level: How much is printed.
    ///   - allowsColor: False for `--no-color`.
    ///   - environment: `NO_COLOR` (no-color.org) and `TERM` are honoured.
    init(level: Level, allowsColor: Bool, environment: [String: String]) {
      self.level = level
      isTerminal = isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
      usesColor = allowsColor && isTerminal && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// Prints an error, even when quiet.
    ///
    /// - Parameters:
    ///   - message: The error.
    ///   - isQuoting: False where what it quotes is none of the user's input.
    func error(_ message: String, isQuoting: Bool = true) {
      write(
        "vcr: " + (usesColor ? "\u{1B}[1;31merror:\u{1B}[0m " : "error: ")
          + Self.shown(message, isQuoting: isQuoting))
    }

    /// Prints a warning, even when quiet.
    func warning(_ message: String) {
      write(
        "vcr: " + (usesColor ? "\u{1B}[1;33mwarning:\u{1B}[0m " : "warning: ")
          + Self.shown(message))
    }

    /// Prints a report without a level, even when quiet.
    func report(_ message: String) { say(message) }

    /// Prints a note unless quiet.
    func note(_ message: String) {
      if level != .quiet { say(message) }
    }

    /// Prints a detail when verbose.
    func detail(_ message: String) {
      if level == .verbose { say(message) }
    }

    /// Draws a line that the next output replaces; nothing when quiet or not on a terminal.
    ///
    /// It stands below the line in which COMMAND writes, which may have no end yet, and the cursor
    /// stays where COMMAND has left it.
    func progress(_ text: String) {
      guard isTerminal, level != .quiet else { return }
      // A line that goes on in the next would move what is above it.
      let shown = text.prefix((StandardOutput.columns(of: STDERR_FILENO) ?? 80) - 1)
      place.withLock { place in
        place.hasProgress = true
        StandardStream.printError("\(Self.erase)\(Self.room)\u{1B}7\u{1B}D\r\(shown)\u{1B}8")
      }
    }

    /// Begins the next message on a line of its own, should the last line of COMMAND have no end.
    ///
    /// Of a pipe it is not known what COMMAND has written to it.
    func beginLine() { place.withLock { $0.followsCommand = true } }

    /// Erases what is right of the cursor and below (ED, ECMA-48 §8.3.39): nothing that COMMAND
    /// wrote.
    private static let erase = "\u{1B}[J"
    /// Sees to it that there is a line below, for which the lines may move up (IND and RI).
    private static let room = "\u{1B}D\u{1B}M"

    /// Prints what is no quotation of something wrong.
    private func say(_ message: String) {
      write("vcr: " + Self.shown(message, isQuoting: false))
    }

    /// A message without secrets that were typed, and without characters that a terminal obeys:
    /// names of files and what a service sends are quoted in many.
    private static func shown(_ message: String, isQuoting: Bool = true) -> String {
      PrintableText.line(
        TypedSecrets.ofProcess.masking(message, isQuoting: isQuoting), keeping: ["\n", "\t"])
    }

    private func write(_ text: String) {
      place.withLock { place in
        let lineEnd = place.followsCommand ? lineEnd : ""
        StandardStream.printError((place.hasProgress ? Self.erase : "") + lineEnd + text + "\n")
        place = Place()
      }
    }

    /// The bytes that end a line which COMMAND has begun, and do nothing at the start of one.
    private var lineEnd: String {
      guard isTerminal else { return StandardStream.lacksLineEnd(STDERR_FILENO) ? "\n" : "" }
      // The terminal alone knows where its cursor stands: as many spaces as it has columns stay in
      // an empty line, and go on in the next one otherwise.
      let columns = StandardOutput.columns(of: STDERR_FILENO) ?? 0
      return columns > 0 ? String(repeating: " ", count: columns) + "\r" : ""
    }

    /// Removes a progress line that is still there.
    func clearProgress() {
      place.withLock { place in
        if place.hasProgress { StandardStream.printError(Self.erase) }
        place.hasProgress = false
      }
    }
  }
#endif
