#if CommandLineTool
  /// Makes what a cassette holds safe to print: a cassette may come from a stranger, and a terminal
  /// obeys control characters.
  enum PrintableText {
    /// A text for one line, its control characters written as `\u{1B}`.
    ///
    /// - Parameter text: Any text.
    /// - Returns: Text without control characters.
    static func line(_ text: String) -> String {
      guard text.unicodeScalars.contains(where: isControl) else { return text }
      return text.unicodeScalars.map { scalar in
        isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : "\(scalar)"
      }.joined()
    }

    /// The text of a body, or nil when it is not one a terminal can show.
    ///
    /// - Parameter bytes: The body.
    /// - Returns: The body as text, when it is UTF-8 with no control character but tab and line
    ///   ends.
    static func body(_ bytes: [UInt8]) -> String? {
      guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
      let isPlain = text.unicodeScalars.allSatisfy {
        !isControl($0) || $0 == "\t" || $0 == "\n" || $0 == "\r"
      }
      return isPlain ? text : nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
      scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
  }
#endif
