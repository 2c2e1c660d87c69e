extension JSONPath {
  /// The longest name that is shown whole; of a longer one the beginning is shown.
  static let nameLimit = 1000

  /// The step to a member of an object, as a path writes it: `.name`, or `['any name']` where the
  /// short form is not allowed (RFC 9535 §2.5.1).
  ///
  /// A name in brackets is escaped as in a normalised path (§2.7); characters that a terminal would
  /// obey or a reader could not see are escaped as well. `init(parsing:)` reads the result.
  ///
  /// - Parameters:
  ///   - name: The name in UTF-8. Of a name that is not, bytes beyond ASCII are written `\xFF`,
  ///     which no path has; ``PrintedPlace/refusal(of:isNameOtherwise:)`` knows them.
  ///   - isAlwaysQuoted: True to write it in brackets, whatever it is.
  /// - Returns: The step, in one line.
  package static func step(_ name: [UInt8], isAlwaysQuoted: Bool = false) -> String {
    let isShort =
      !isAlwaysQuoted && name.first.map { !$0.isASCIIDigit } ?? false
      && name.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    if isShort, name.count <= nameLimit { return "." + String(decoding: name, as: UTF8.self) }
    guard let valid = String(validating: name, as: UTF8.self) else {
      return "['" + name.prefix(nameLimit).map(inBytes).joined() + "']"
    }
    let scalars = valid.unicodeScalars
    var text = "['"
    // A scalar that joins the character before it would turn a quote or an escape into another
    // character.
    var isAfterSyntax = true
    var previous: Unicode.Scalar = "'"
    for (scalar, next) in zip(scalars, scalars.dropFirst().map(\.self) + ["'"]).prefix(nameLimit) {
      // In a list in YAML a value would begin behind the colon, and a comment behind the space.
      let isMark = scalar == " " && (previous == ":" || next == "#")
      let isNumbered = isMark || isAfterSyntax && joins(scalar)
      let escape = escape(scalar) ?? (isNumbered ? numbered(scalar) : nil)
      previous = scalar
      text += escape ?? "\(scalar)"
      isAfterSyntax = escape != nil
    }
    return text + (scalars.count > nameLimit ? "…']" : "']")
  }

  /// The path with `*` in the place of each index and slice, for all elements of its arrays; what
  /// it belongs to is left out.
  package var withoutIndices: String {
    let inner = stringSegments.map { " $" + Self.withoutIndices($0) } ?? ""
    return "$" + Self.withoutIndices(segments) + inner
  }

  private static func withoutIndices(_ segments: [Segment]) -> String {
    segments.map { segment in
      let steps = segment.selectors.map { selector in
        if case .name(let name) = selector { Self.step(name) } else { "[*]" }
      }
      let step = steps.joined()
      return (segment.isDescendant ? step.hasPrefix(".") ? "." : ".." : "") + step
    }.joined()
  }

  private static func inBytes(_ byte: UInt8) -> String {
    let scalar = Unicode.Scalar(byte)
    guard byte >= 0x80 else { return escape(scalar) ?? "\(scalar)" }
    return "\\x" + String(byte, radix: 16, uppercase: true)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "'": return "\\'"
    case "\\": return "\\\\"
    case "\u{8}": return "\\b"
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\u{C}": return "\\f"
    case "\r": return "\\r"
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: return numbered(scalar)
      default: return nil
      }
    }
  }

  /// True when a scalar becomes part of the character before it.
  private static func joins(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII && "'\(scalar)".count == 1
  }

  /// A scalar as its code units in UTF-16.
  private static func numbered(_ scalar: Unicode.Scalar) -> String {
    "\(scalar)".utf16.map { "\\u" + $0.hexadecimal(digits: 4) }.joined()
  }
}
