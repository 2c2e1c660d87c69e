#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// What standard output is connected to.
  struct StandardOutput {
    /// The columns of the terminal; nil when it is none, so that nothing is cut for a file or a pipe.
    let width: Int?
    /// True when colours are seen and wanted.
    let usesColor: Bool

    /// Looks at standard output.
    ///
    /// - Parameters:
    ///   - environment: `NO_COLOR` (no-color.org), `TERM` and `COLUMNS` are honoured.
    ///   - allowsColor: False for `--no-color`.
    init(environment: [String: String], allowsColor: Bool = true) {
      let isTerminal = isatty(STDOUT_FILENO) == 1
      usesColor =
        allowsColor && isTerminal && environment["TERM"] != "dumb"
        && (environment["NO_COLOR"] ?? "").isEmpty
      var size = winsize()
      let known = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
      let columns = known ? Int(size.ws_col) : environment["COLUMNS"].flatMap { Int($0) } ?? 80
      width = isTerminal ? columns : nil
    }

    /// A text in a colour, or as it is where there are none.
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
