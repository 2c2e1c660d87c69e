import VCRCore

/// A text that a POSIX shell composes: literal bytes, and a variable for each secret that has a
/// placeholder in the cassette.
struct ShellText: Sendable, Equatable {
  /// A part of the text.
  enum Piece: Sendable, Equatable {
    /// Literal bytes.
    case bytes([UInt8])
    /// The value of a variable.
    case variable(String)
    /// The output of a command, without line feeds at its end.
    case output(of: String)
  }

  /// The parts in their order.
  private(set) var pieces: [Piece] = []
  /// The variables that the text needs, in the order of their occurrence.
  private(set) var variables: [String] = []

  /// Reads bytes in which placeholders stand for secrets.
  init(_ bytes: [UInt8]) {
    let text = bytes.view
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
      append(placeholder: Array(bytes[index..<end]))
      index = end
    }
    append(literal)
  }

  /// Reads a text in which placeholders stand for secrets.
  init(_ text: String) { self.init(Array(text.utf8)) }

  /// True when every byte is known.
  var isLiteral: Bool { variables.isEmpty }

  /// True when the bytes are text that is safe for terminals and shells: UTF-8 without control
  /// characters other than tabs and line ends.
  var isText: Bool {
    pieces.allSatisfy {
      guard case .bytes(let bytes) = $0 else { return true }
      return String(validating: bytes, as: UTF8.self)?.unicodeScalars
        .allSatisfy { !$0.isControl || $0 == "\t" || $0 == "\n" || $0 == "\r" } ?? false
    }
  }

  /// Appends bytes.
  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    if case .bytes(let before)? = pieces.last {
      pieces[pieces.count - 1] = .bytes(before + bytes)
    } else {
      pieces.append(.bytes(bytes))
    }
  }

  /// Appends another text.
  mutating func append(_ other: ShellText) {
    for piece in other.pieces {
      if case .bytes(let bytes) = piece { append(bytes) } else { pieces.append(piece) }
    }
    for variable in other.variables where !variables.contains(variable) {
      variables.append(variable)
    }
  }

  private mutating func append(placeholder: [UInt8]) {
    let text = placeholder.view
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

  /// The encoding of a placeholder with one, and the text before encoding.
  static func encoded(_ placeholder: [UInt8]) -> (encoding: String, content: ShellText)? {
    guard placeholder.count > 4,
      let start = Placeholder.contentOfEncoded(placeholder.view, at: 0)
    else { return nil }
    var decoded: [UInt8] = []
    decoded.appendPercentDecoded(placeholder.view, start..<placeholder.count - 2, isForm: false)
    return (
      String(decoding: placeholder[2..<start - 1], as: UTF8.self), ShellText(decoded)
    )
  }

  private static func base64(_ encoding: String) -> String {
    var commands = " | base64"
    if encoding.hasPrefix("base64url") { commands += " | tr '+/' '-_'" }
    return commands + (encoding.hasSuffix("unpadded") ? " | tr -d '=\\n'" : " | tr -d '\\n'")
  }

  /// A variable name that does not override a variable of the shell.
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

  // MARK: - Shell syntax

  /// The text as one word.
  var word: String {
    guard !pieces.isEmpty else { return "''" }
    if isLiteral, pieces.count == 1, case .bytes(let bytes) = pieces[0] {
      if bytes.allSatisfy(Self.isBare) { return String(decoding: bytes, as: UTF8.self) }
    } else if let quoted = inDoubleQuotes {
      return quoted
    }
    return pieces.map { piece in
      switch piece {
      case .bytes(let bytes): Self.quoted(bytes)
      case .variable(let name): "\"$\(name)\""
      case .output(let command): "\"$(\(command))\""
      }
    }.joined()
  }

  /// True for bytes that have no meaning in any shell.
  private static func isBare(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-_./:@%+,".utf8.contains(byte)
  }

  /// The text in double quotes, if its bytes have no meaning there.
  private var inDoubleQuotes: String? {
    var quoted = "\""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .bytes(let bytes):
        guard
          bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && !"\"\\$`!".utf8.contains($0) })
        else { return nil }
        quoted += String(decoding: bytes, as: UTF8.self)
      case .variable(let name):
        var isFollowedByName = false
        if index + 1 < pieces.count, case .bytes(let next) = pieces[index + 1],
          let first = next.first
        {
          isFollowedByName =
            first.isASCIIAlphanumeric || first == UInt8(ascii: "_")
            || first == UInt8(ascii: "[")
        }
        quoted += isFollowedByName ? "${\(name)}" : "$\(name)"
      case .output(let command): quoted += "$(\(command))"
      }
    }
    return quoted + "\""
  }

  /// Bytes in single quotes; terminal controls, and bytes that are not text, are printed by
  /// `printf`.
  private static func quoted(_ bytes: [UInt8]) -> String {
    var output = ""
    var run = String.UnicodeScalarView()
    var hidden: [UInt8] = []
    func flush() {
      if !run.isEmpty { output += "'\(run)'" }
      if !hidden.isEmpty { output += "\"$(printf '\(hidden.map(octal).joined())')\"" }
      run.removeAll()
      hidden.removeAll()
    }
    let text = String(validating: bytes, as: UTF8.self)
    let scalars = text.map { Array($0.unicodeScalars) } ?? bytes.map { Unicode.Scalar($0) }
    for scalar in scalars {
      if (!scalar.isControl || scalar == "\t" || scalar == "\n") && (text != nil || scalar.isASCII)
      {
        if !hidden.isEmpty { flush() }
        // The text is processed by scalars, since a quote with a combining accent is another
        // `Character`.
        run.append(contentsOf: scalar == "'" ? quoteInQuotes : [scalar])
      } else {
        if !run.isEmpty { flush() }
        hidden += text == nil ? [UInt8(scalar.value)] : Array(String(scalar).utf8)
      }
    }
    flush()
    return output
  }

  /// A single quote within single quotes.
  private static let quoteInQuotes = Array(#"'\''"#.unicodeScalars)

  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// The command that prints the text exactly, byte for byte.
  var printing: String {
    guard isText else { return printingBinary }
    var format = ""
    var arguments = ""
    for piece in pieces {
      switch piece {
      case .bytes(let bytes):
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
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
      case .bytes(let bytes):
        "printf '%s' '\n\(Self.lines(Base64Text.encode(bytes, isURLSafe: false)))' | base64 -d"
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
  /// True for characters that may control a terminal (C0, DEL and C1).
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
