/// Makes the contents of a cassette safe to print: a cassette may come from a stranger, and
/// terminals obey control characters.
package enum PrintableText {
  /// A text on one line, with control characters written as `\u{1B}`.
  ///
  /// Characters that nobody sees are escaped, too: marks that change the direction of writing or
  /// separate lines (Unicode TR 36), spaces without a width and the like.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Text without control characters.
  package static func line(_ text: String) -> String { printable(text, keeping: []) }

  /// A text in which some control characters are harmless and kept.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - kept: The characters: a tab, a line feed, or both.
  /// - Returns: Text without other control characters.
  package static func line(_ text: String, keeping kept: [Unicode.Scalar]) -> String {
    printable(text, keeping: kept)
  }

  /// A text on one line in which nothing that is no escape can be taken for one: `\u{1B}` in the
  /// text itself is written with two backslashes.
  ///
  /// For a text that has no escapes yet.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - kept: Control characters that are harmless and kept.
  /// - Returns: Text without other control characters.
  package static func unmistakable(_ text: String, keeping kept: [Unicode.Scalar] = []) -> String {
    line(doublingBackslashesOfNumbers(in: text, keeping: kept), keeping: kept)
  }

  /// A text whose backslashes are doubled before `u{` and before what becomes such an escape.
  ///
  /// - Parameters:
  ///   - text: A text without escapes.
  ///   - kept: The characters of which none is made.
  /// - Returns: The text.
  static func doublingBackslashesOfNumbers(
    in text: String, keeping kept: [Unicode.Scalar]
  ) -> String {
    doublingBackslashes(in: text) { scalars, next in
      scalars[next...].starts(with: "u{".unicodeScalars)
        || !kept.contains(scalars[next]) && scalars[next].isUnseen(afterASCII: true)
    }
  }

  /// A text whose backslashes are doubled where what follows them is an escape or looks like one.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isEscape: True for the place behind backslashes at which an escape may stand.
  /// - Returns: The text.
  package static func doublingBackslashes(
    in text: String, before isEscape: (String.UnicodeScalarView, String.Index) -> Bool
  ) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    let scalars = text.unicodeScalars
    var doubled = String.UnicodeScalarView()
    var run = 0
    for index in scalars.indices {
      if scalars[index] == "\\" {
        run += 1
      } else {
        if run > 0, isEscape(scalars, index) {
          doubled += repeatElement("\\" as Unicode.Scalar, count: run)
        }
        run = 0
      }
      doubled.append(scalars[index])
    }
    return String(doubled)
  }

  /// A JSON document that is safe on a terminal: characters within its strings that a terminal
  /// would obey are written as `\u009B` (RFC 8259 §7).
  ///
  /// - Parameter text: The document, in one line.
  /// - Returns: The same document.
  package static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { scalar in
      isControl(scalar) ? "\\u\(scalar.value.hexadecimal(digits: 4, isUpper: true))" : "\(scalar)"
    }.joined()
  }

  private static func printable(_ text: String, keeping kept: [Unicode.Scalar]) -> String {
    guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
    var shown = String.UnicodeScalarView()
    var isAfterASCII = true
    for scalar in text.unicodeScalars {
      if !kept.contains(scalar), scalar.isUnseen(afterASCII: isAfterASCII) {
        shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars
      } else {
        shown.append(scalar)
      }
      isAfterASCII = scalar.isASCII
    }
    return String(shown)
  }

  /// The text of a body, or nil when a terminal cannot show it.
  ///
  /// - Parameter bytes: The body.
  /// - Returns: The body as text, when it is UTF-8 with no control character but tab and line
  ///   ends.
  package static func body(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy {
      !isControl($0) || $0 == "\t" || $0 == "\n" || $0 == "\r"
    }
    return isPlain ? text : nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// True for a character that nobody sees, or that changes how the text around it is shown:
  /// controls, marks of direction, spaces without a width, fillers.
  ///
  /// Joiners and variation selectors are part of many emoji and of some scripts, but of no word in
  /// ASCII.
  ///
  /// - Parameter isAfterASCII: True where the character before it is ASCII, or there is none.
  /// - Returns: Whether it is one.
  package func isUnseen(afterASCII isAfterASCII: Bool) -> Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2800: return true
    case 0x20..<0xAD: return false
    case 0x200C, 0x200D, 0xFE00...0xFE0F: return isAfterASCII
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
