import VCRCore

/// A text as a POSIX shell is to make it: octets as they are, and a variable for each secret that a
/// cassette has a placeholder for.
struct ShellText: Sendable, Equatable {
  /// A part of the text.
  enum Piece: Sendable, Equatable {
    /// Octets as they are.
    case octets([UInt8])
    /// The value of a variable.
    case variable(String)
    /// What a command prints, without final line feeds.
    case output(of: String)
  }

  /// The parts in their order.
  private(set) var pieces: [Piece] = []
  /// The variables it needs, in the order they occur in.
  private(set) var variables: [String] = []

  /// Reads octets in which placeholders stand for secrets.
  init(_ octets: [UInt8]) {
    let text = octets.span
    var literal: [UInt8] = []
    var index = 0
    while index < text.count {
      guard let end = Placeholder.end(text, at: index) else {
        literal.append(text[index])
        index += 1
        continue
      }
      append(literal)
      literal = []
      append(placeholder: Array(octets[index..<end]))
      index = end
    }
    append(literal)
  }

  /// Reads a text in which placeholders stand for secrets.
  init(_ text: String) { self.init(Array(text.utf8)) }

  /// True when every octet is known.
  var isLiteral: Bool { variables.isEmpty }

  /// True when the octets are text that a terminal shows and a shell takes: UTF-8 with no control
  /// character but tabs and line ends.
  var isText: Bool {
    pieces.allSatisfy {
      guard case .octets(let octets) = $0 else { return true }
      return String(validating: octets, as: UTF8.self)?.unicodeScalars
        .allSatisfy { !$0.isControl || $0 == "\t" || $0 == "\n" || $0 == "\r" } ?? false
    }
  }

  /// Adds octets at the end.
  mutating func append(_ octets: [UInt8]) {
    guard !octets.isEmpty else { return }
    if case .octets(let before)? = pieces.last {
      pieces[pieces.count - 1] = .octets(before + octets)
    } else {
      pieces.append(.octets(octets))
    }
  }

  /// Adds another text at the end.
  mutating func append(_ other: ShellText) {
    for piece in other.pieces {
      if case .octets(let octets) = piece { append(octets) } else { pieces.append(piece) }
    }
    for variable in other.variables where !variables.contains(variable) {
      variables.append(variable)
    }
  }

  private mutating func append(placeholder: [UInt8]) {
    let text = placeholder.span
    if let name = Placeholder.name(text, at: 0) ?? Placeholder.nameInForm(text, at: 0) {
      let variable = Self.variable(of: String(decoding: placeholder[name], as: UTF8.self))
      pieces.append(.variable(variable))
      if !variables.contains(variable) { variables.append(variable) }
    } else if let encoded = Self.encoded(placeholder) {
      let content = encoded.content
      let encoding = encoded.encoding
      guard encoding.hasPrefix("base64") else { return append(content) }
      pieces.append(.output(of: content.printing + Self.base64(encoding)))
      for variable in content.variables where !variables.contains(variable) {
        variables.append(variable)
      }
    }
  }

  /// The encoding of a placeholder that has one, and the text that is encoded.
  static func encoded(_ placeholder: [UInt8]) -> (encoding: String, content: ShellText)? {
    guard placeholder.count > 4,
      let start = Placeholder.contentOfEncoded(placeholder.span, at: 0)
    else { return nil }
    let content = placeholder[start..<placeholder.count - 2]
    var decoded: [UInt8] = []
    var index = content.startIndex
    while index < content.endIndex {
      if let octet = placeholder.span.percentDecoded(at: index, before: content.endIndex) {
        decoded.append(octet)
        index += 3
      } else {
        decoded.append(content[index])
        index += 1
      }
    }
    return (
      String(decoding: placeholder[2..<start - 1], as: UTF8.self), ShellText(decoded)
    )
  }

  private static func base64(_ encoding: String) -> String {
    var commands = " | base64"
    if encoding.hasPrefix("base64url") { commands += " | tr '+/' '-_'" }
    return commands + (encoding.hasSuffix("unpadded") ? " | tr -d '=\\n'" : " | tr -d '\\n'")
  }

  /// A name that can be assigned to without taking anything from the shell.
  private static func variable(of name: String) -> String {
    if name.utf8.first?.isASCIIDigit == true { return "_" + name }
    return namesOfShell.contains(name) ? "VCR_" + name : name
  }

  private static let namesOfShell: Set = [
    "PATH", "HOME", "IFS", "PWD", "OLDPWD", "ENV", "SHELL", "USER", "LOGNAME", "TERM", "LANG",
    "UID",
    "EUID", "PPID", "RANDOM", "SECONDS", "LINENO", "OPTARG", "OPTIND", "PS1", "PS2", "PS4", "MAIL",
    "CDPATH", "COLUMNS", "LINES", "TMPDIR", "HOSTNAME",
  ]

  // MARK: - In the shell's words

  /// The text as one word.
  var word: String {
    guard !pieces.isEmpty else { return "''" }
    if isLiteral, pieces.count == 1, case .octets(let octets) = pieces[0] {
      if octets.allSatisfy(Self.isBare) { return String(decoding: octets, as: UTF8.self) }
    } else if let quoted = inDoubleQuotes {
      return quoted
    }
    return pieces.map { piece in
      switch piece {
      case .octets(let octets): Self.quoted(octets)
      case .variable(let name): "\"$\(name)\""
      case .output(let command): "\"$(\(command))\""
      }
    }.joined()
  }

  /// What has no meaning for any shell.
  private static func isBare(_ octet: UInt8) -> Bool {
    octet.isASCIILetter || octet.isASCIIDigit || "-_./:@%+,".utf8.contains(octet)
  }

  /// The text between double quotes, when its octets have no meaning there.
  private var inDoubleQuotes: String? {
    var quoted = "\""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .octets(let octets):
        guard
          octets.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && !"\"\\$`!".utf8.contains($0) })
        else { return nil }
        quoted += String(decoding: octets, as: UTF8.self)
      case .variable(let name):
        var isFollowedByName = false
        if index + 1 < pieces.count, case .octets(let next) = pieces[index + 1],
          let first = next.first
        {
          isFollowedByName =
            first.isASCIILetter || first.isASCIIDigit || first == UInt8(ascii: "_")
            || first == UInt8(ascii: "[")
        }
        quoted += isFollowedByName ? "${\(name)}" : "$\(name)"
      case .output(let command): quoted += "$(\(command))"
      }
    }
    return quoted + "\""
  }

  /// Octets in single quotes; those that a terminal would obey, or that are no text, as `printf`
  /// makes them.
  private static func quoted(_ octets: [UInt8]) -> String {
    var output = ""
    var run = String.UnicodeScalarView()
    var hidden: [UInt8] = []
    func flush() {
      if !run.isEmpty { output += "'\(run)'" }
      if !hidden.isEmpty { output += "\"$(printf '\(hidden.map(octal).joined())')\"" }
      run.removeAll()
      hidden.removeAll()
    }
    let text = String(validating: octets, as: UTF8.self)
    let scalars = text.map { Array($0.unicodeScalars) } ?? octets.map { Unicode.Scalar($0) }
    for scalar in scalars {
      if (!scalar.isControl || scalar == "\t" || scalar == "\n") && (text != nil || scalar.isASCII)
      {
        if !hidden.isEmpty { flush() }
        // Scalar by scalar, as a quote with an accent is another character.
        run.append(contentsOf: scalar == "'" ? quoteInQuotes : [scalar])
      } else {
        if !run.isEmpty { flush() }
        hidden += text == nil ? [UInt8(scalar.value)] : Array(String(scalar).utf8)
      }
    }
    flush()
    return output
  }

  /// A single quote where single quotes are open.
  private static let quoteInQuotes = Array(#"'\''"#.unicodeScalars)

  private static func octal(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// The command that prints the text to its last octet.
  var printing: String {
    guard isText else { return printingBinary }
    var format = ""
    var arguments = ""
    for piece in pieces {
      switch piece {
      case .octets(let octets):
        for scalar in String(decoding: octets, as: UTF8.self).unicodeScalars {
          switch scalar {
          case "\\": format += #"\\"#
          case "%": format += "%%"
          case "\r": format += #"\r"#
          case "'": format += #"'\''"#
          default: format.unicodeScalars.append(scalar)
          }
        }
      case .variable(let name):
        format += "%s"
        arguments += " \"$\(name)\""
      case .output(let command):
        format += "%s"
        arguments += " \"$(\(command))\""
      }
    }
    return "printf \(format.hasPrefix("-") ? "-- " : "")'\(format)'\(arguments)"
  }

  private var printingBinary: String {
    let commands = pieces.map { piece in
      switch piece {
      case .octets(let octets):
        "printf '%s' '\n\(Self.lines(Base64Text.encode(octets, isURLSafe: false)))' | base64 -d"
      case .variable(let name): "printf '%s' \"$\(name)\""
      case .output(let command): "printf '%s' \"$(\(command))\""
      }
    }
    return commands.count == 1 ? commands[0] : "{ " + commands.joined(separator: "; ") + "; }"
  }

  private static func lines(_ letters: [UInt8]) -> String {
    stride(from: 0, to: letters.count, by: 76).map {
      String(decoding: letters[$0..<min($0 + 76, letters.count)], as: UTF8.self) + "\n"
    }.joined()
  }
}

extension Unicode.Scalar {
  /// True for what a terminal may obey (C0, DEL and C1).
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
