#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The properties of standard output.
  struct StandardOutput {
    /// The columns of the terminal; nil for a file or a pipe, for which nothing is cut.
    let width: Int?
    /// True when colours are supported and wanted.
    let usesColor: Bool

    /// Determines the properties of standard output.
    ///
    /// - Parameters:
    ///   - environment: `NO_COLOR` (no-color.org), `TERM` and `COLUMNS` are honoured.
    ///   - allowsColor: False for `--no-color`.
    ///   - isFile: True when the output goes to a file that was named.
    init(environment: [String: String], allowsColor: Bool = true, isFile: Bool = false) {
      let isTerminal = !isFile && isatty(STDOUT_FILENO) == 1
      usesColor =
        allowsColor && isTerminal && environment["TERM"] != "dumb"
        && (environment["NO_COLOR"] ?? "").isEmpty
      let columns =
        Self.columns(of: STDOUT_FILENO) ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
      width = isTerminal ? columns : nil
    }

    /// The columns of a terminal; nil when it does not say.
    static func columns(of terminal: Int32) -> Int? {
      var size = winsize()
      let isKnown = unsafe ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      return isKnown ? Int(size.ws_col) : nil
    }

    /// A text in a colour, or unchanged when colours are off.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - code: The parameters of the control sequence (ECMA-48 §8.3.117), such as `1;31`.
    /// - Returns: The text to print.
    func colored(_ text: String, _ code: String) -> String {
      usesColor && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
  }
#endif
