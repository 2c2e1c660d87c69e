/// The kind of a text, which decides what may follow a name: a value in data, anything in code.
package enum TextKind {
  /// JSON, settings, logs, XML, prose.
  case data
  /// Scripts, style sheets and other source code.
  case code
  /// HTML, which may have scripts in it.
  case markup
  /// Bytes that are no text: images, archives, programs.
  case binary

  /// Determines the kind by the declared type, or by the content where the type is missing, general
  /// or often wrong.
  static func of(_ bytes: [UInt8], _ type: MediaType?) -> TextKind {
    let essence = type?.essence ?? ""
    if let type, type.isForm || type.isMultipart || StreamFormat(type) != nil {
      return .data
    }
    if markupTypes.contains(essence) { return .markup }
    let start = bytes.prefix(sample)
    if shellTypes.contains(essence) || beginsShell(start), TextRuns.isText(bytes) { return .data }
    let first = start.first { $0 > 0x20 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      // The strings of a source map are code.
      if first == UInt8(ascii: "{"), isSourceMap(bytes, start.indices) { return .code }
      if type?.isJSON == true || JSONScanner.isJSON(bytes) { return .data }
    } else if type?.isJSON == true {
      return .data
    }
    if isPaddedJSON(bytes) { return .data }
    if isCodeType(essence) { return .code }
    if essence.hasSuffix("/xml") || essence.hasSuffix("+xml") { return .data }
    if !essence.hasPrefix("text/"), !TextRuns.isText(bytes) { return .binary }
    if beginsHTML(start.prefix(1024)) { return .markup }
    return looksLikeCode(bytes, start.indices) ? .code : .data
  }

  /// True when a tag or a declaration of HTML is near the start, in any case.
  private static func beginsHTML(_ start: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(start)
    var open = bytes.first(UInt8(ascii: "<"), from: 0, to: bytes.count)
    while open < bytes.count {
      let word = bytes[(open + 1)...].prefix(13).map(\.asciiLowercased)
      if word.starts(with: "html".utf8) || word.starts(with: "!doctype html".utf8) { return true }
      open = bytes.first(UInt8(ascii: "<"), from: open + 1, to: bytes.count)
    }
    return false
  }

  /// True for the first line of a script for a shell (`#!/bin/sh`), whose assignments are settings.
  private static func beginsShell(_ start: ArraySlice<UInt8>) -> Bool {
    guard start.starts(with: "#!".utf8) else { return false }
    let line = start.prefix { $0 != 0x0A }.split { $0 <= 0x20 || $0 == UInt8(ascii: "/") }
    return line.contains { word in shells.contains { word.elementsEqual($0.utf8) } }
  }

  private static let shells = ["sh", "bash", "zsh", "dash", "ksh", "ash"]

  private static let shellTypes: Set<String> = [
    "application/x-sh", "application/x-shellscript", "application/x-bash", "text/x-sh",
    "text/x-shellscript", "text/x-shell", "text/x-bash",
  ]

  private static let markupTypes: Set<String> = [
    "text/html", "application/xhtml+xml", "image/svg+xml",
  ]

  /// Types of code that have no common prefix.
  private static let codeTypes: Set<String> = [
    "text/css", "text/less", "text/typescript", "application/typescript", "application/x-csh",
    "application/x-httpd-php", "application/sql", "application/wasm",
    "application/dart", "application/node",
  ]

  /// The names behind `text/x-` in the types of settings and other texts that are no code.
  private static let dataTypes: Set<String> = [
    "java-properties", "properties", "ini", "toml", "yaml", "yml", "json", "csv", "tsv", "log",
    "conf", "config", "env", "dotenv", "markdown", "web-markdown", "rst", "diff", "patch",
    "dockerfile", "nginx-conf", "systemd-unit", "vcard", "vcalendar", "netrc",
    "gettext-translation",
  ]

  private static func isCodeType(_ essence: String) -> Bool {
    // `text/x-python` and similar (RFC 6838 §3.4), `text/ecmascript`, `application/x-javascript`.
    essence.hasPrefix("text/x-") && !dataTypes.contains(String(essence.dropFirst(7)))
      || essence.hasSuffix("javascript")
      || essence.hasSuffix("ecmascript") || essence.hasSuffix("script") && essence != "text/script"
      || codeTypes.contains(essence)
  }

  /// True for a script that does nothing but hand over JSON (`callback({…});`, `for(;;);{…}`,
  /// `window.state = {…}`), whose values are data.
  private static func isPaddedJSON(_ bytes: [UInt8]) -> Bool {
    var end = bytes.count
    while end > 0, endsOfScripts.contains(bytes[end - 1]) { end -= 1 }
    guard end > 2, bytes[end - 1] == UInt8(ascii: "}") || bytes[end - 1] == UInt8(ascii: "]") else {
      return false
    }
    // A name in brackets may come before it, and few scripts begin with more.
    let opens = bytes.indices.prefix(longestPadding).filter {
      bytes[$0] == UInt8(ascii: "{") || bytes[$0] == UInt8(ascii: "[")
    }
    return opens.prefix(mostBrackets).contains { open in
      // A script that ends with `{}` or `[]` has more before it than that.
      guard open > 0, open < end - open else { return false }
      let next = bytes[(open + 1)..<end].first { $0 > 0x20 }
      return next.map(beginsJSON.contains) == true && JSONScanner.isJSON(Array(bytes[open..<end]))
    }
  }

  private static let longestPadding = 128
  private static let mostBrackets = 4
  private static let endsOfScripts = ByteSet(" \t\r\n;)")
  private static let beginsJSON = ByteSet("\"{[}]-0123456789tfn")

  private static func isSourceMap(_ bytes: [UInt8], _ start: Range<Int>) -> Bool {
    // Most JSON has neither mark at its start and is not searched further.
    marksOfSourceMaps.contains { bytes.contains($0, in: start) }
      && marksOfSourceMaps.allSatisfy { bytes.contains($0, in: bytes.indices) }
  }

  private static let marksOfSourceMaps = ["\"mappings\"", "\"sourcesContent\""].map {
    Array($0.utf8)
  }

  // MARK: - Content

  /// How many bytes at the start are examined.
  private static let sample = 16 << 10

  /// Words that are frequent in source code of common languages and rare in other texts.
  private static let words = [
    "function", "return ", "const ", "var ", "let ", "=>", "){", ") {", "import ", "class ", "def ",
    "#include", "static ", "void ", "fn ", "func ", "elif ", "===", "});", "document.", "window.",
    "this.", "self.", "console.", "null;", "();", "if (", "if(", "else", "package ", "public ",
  ].map { Array($0.utf8) }

  private static func looksLikeCode(_ bytes: [UInt8], _ start: Range<Int>) -> Bool {
    let signsOfCode = signsOfCode
    var (signs, comments) = (0, 0)
    var line = start.lowerBound
    while line < start.upperBound {
      let end = bytes[line..<start.upperBound].firstIndex(of: 0x0A) ?? start.upperBound
      let first = bytes[line..<end].firstIndex { $0 > 0x20 } ?? end
      if end - first > 1, bytes[first] == UInt8(ascii: "/"),
        bytes[first + 1] == UInt8(ascii: "/") || bytes[first + 1] == UInt8(ascii: "*")
      {
        // Comments on code count for nothing.
        comments += end - line
      } else {
        for byte in bytes[first..<end] where signsOfCode.contains(byte) { signs += 1 }
      }
      line = end + 1
    }
    guard signs * 50 >= start.count - comments, signs > 4 else { return false }
    return words.count { bytes.contains($0, in: start) } >= 5
  }

  private static let signsOfCode = ByteSet("(){};=")
}
