import VCRCore

extension ForeignValue {
  /// Reads a document in XML, as some tools write recordings in it.
  ///
  /// An element is its text, or a mapping where it has attributes or elements: these by their
  /// names, and what text it has as `#text`. No entity is known but those of XML itself, so that
  /// none becomes larger than it stands there.
  ///
  /// - Parameter bytes: The document, in UTF-8 or any charset that contains ASCII: texts keep their
  ///   bytes.
  /// - Throws: `YAMLFault` with the place of what is no XML.
  init(xml bytes: [UInt8]) throws(YAMLFault) {
    var reader = XMLReader(
      bytes: bytes, maximumCount: YAMLBounds.maximumCount(forBytes: bytes.count))
    self = try reader.document()
  }
}

/// Reads XML 1.0 and 1.1, without namespaces and without what a document type declares.
private struct XMLReader {
  private let bytes: [UInt8]
  private let maximumCount: Int
  private var index = 0
  private var count = 0

  private var lines = LineCounter()

  init(bytes: [UInt8], maximumCount: Int) {
    self.bytes = bytes
    self.maximumCount = maximumCount
  }

  /// The whole document: a mapping of the name of its element to that.
  mutating func document() throws(YAMLFault) -> ForeignValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    try skipMiscellany()
    let root = try element(depth: 0)
    try skipMiscellany()
    guard index == bytes.count else { throw fault("the document has ended before this") }
    return ForeignValue(.map([root]), line: root.value.line)
  }

  /// Passes over white space, comments, instructions and the document type.
  private mutating func skipMiscellany() throws(YAMLFault) {
    while true {
      skipSpace()
      if take("<?") {
        _ = try text(until: "?>")
      } else if take("<!--") {
        _ = try text(until: "-->")
      } else if take("<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return
      }
    }
  }

  /// Passes over a document type, whose declarations stand in brackets.
  private mutating func skipDocumentType() throws(YAMLFault) {
    var open = 1
    while open > 0 {
      guard index < bytes.count else { throw fault(Self.cut) }
      if take("<!--") {
        _ = try text(until: "-->")
      } else if take("\"") {
        _ = try text(until: "\"")
      } else if take("'") {
        _ = try text(until: "'")
      } else {
        switch bytes[index] {
        case UInt8(ascii: "<"): open += 1
        case UInt8(ascii: ">"): open -= 1
        default: break
        }
        index += 1
      }
    }
  }

  private static let cut = "the document ends here, before it is complete: the file is cut short"

  private mutating func element(depth: Int) throws(YAMLFault) -> ForeignValue.Member {
    let line = currentLine()
    guard take("<"), let name = self.name() else {
      throw fault(index < bytes.count ? "XML has an element here" : Self.cut)
    }
    guard depth < YAMLBounds.maximumDepth else {
      throw fault("nested deeper than \(YAMLBounds.maximumDepth) levels")
    }
    count += 1
    var members: [ForeignValue.Member] = []
    while let attribute = try self.attribute() { members.append(attribute) }
    guard count + members.count <= maximumCount else {
      throw fault("more than \(maximumCount) values, which no recording of its size has")
    }
    count += members.count
    if take("/>") { return .init(name: name, value: value(members, [], line: line)) }
    guard take(">") else { throw fault(index < bytes.count ? "no end of a tag" : Self.cut) }
    let isRaw = members.contains { $0.name == "base64" && $0.value.text == "false" }
    var text: [UInt8] = []
    while true {
      let start = index
      while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
      guard bytes.firstRange(of: Array("]]>".utf8), in: start..<index) == nil else {
        throw fault("the end of data, without their beginning")
      }
      try append(start..<index, to: &text)
      if take(Self.opening) {
        text += bytes[try data(of: name, isRaw: isRaw)]
      } else if take("<!--") {
        _ = try self.text(until: "-->")
      } else if take("<?") {
        _ = try self.text(until: "?>")
      } else if take("</") {
        guard self.name() == name else { throw fault("the end of another element") }
        skipSpace()
        guard take(">") else { throw fault("no end of a tag") }
        return .init(name: name, value: value(members, text, line: line))
      } else {
        members.append(try element(depth: depth + 1))
      }
    }
  }

  /// The place of a section's data, which is passed over with its end.
  ///
  /// Burp Suite writes a message that is not in Base64 as it is, `]]>` within it too: there the
  /// data end where the element does, or where XML splits data to write that mark.
  private mutating func data(of name: String, isRaw: Bool) throws(YAMLFault) -> Range<Int> {
    let start = index
    while true {
      let end = try text(until: "]]>").upperBound
      if !isRaw || bytes[index...].starts(with: "</\(name)>".utf8)
        || bytes.view.equals(Self.opening, at: index)
      {
        return start..<end
      }
    }
  }

  private static let opening: StaticString = "<![CDATA["

  private func value(
    _ members: [ForeignValue.Member], _ text: [UInt8], line: Int
  ) -> ForeignValue {
    let content = ForeignValue(.scalar(text), line: line, isText: true)
    if members.isEmpty { return content }
    let isSpace = text.allSatisfy { $0 <= 0x20 }
    return ForeignValue(
      .map(isSpace ? members : members + [.init(name: "#text", value: content)]), line: line)
  }

  private mutating func attribute() throws(YAMLFault) -> ForeignValue.Member? {
    skipSpace()
    guard let name = self.name() else { return nil }
    skipSpace()
    guard take("=") else { throw fault("an attribute without a value") }
    skipSpace()
    let quote = take("\"") ? "\"" : take("'") ? "'" : ""
    guard !quote.isEmpty else { throw fault("an attribute without a value") }
    let line = currentLine()
    let range = try text(until: quote)
    var value: [UInt8] = []
    try append(range, to: &value)
    return .init(name: name, value: ForeignValue(.scalar(value), line: line, isText: true))
  }

  private mutating func name() -> String? {
    let start = index
    while index < bytes.count, Self.isOfName(bytes[index]) { index += 1 }
    return start == index ? nil : String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isASCIIAlphanumeric || "_:.-".utf8.contains(byte)
  }

  /// Appends a text with its references resolved.
  private mutating func append(
    _ range: Range<Int>, to text: inout [UInt8]
  ) throws(YAMLFault) {
    var start = range.lowerBound
    while start < range.upperBound {
      let reference = bytes.first(UInt8(ascii: "&"), from: start, to: range.upperBound)
      text += bytes[start..<reference]
      guard reference < range.upperBound else { return }
      let end = bytes.first(UInt8(ascii: ";"), from: reference, to: range.upperBound)
      guard let character = Self.character(bytes[(reference + 1)..<end]) else {
        index = reference
        throw fault("a reference to what XML itself does not have")
      }
      text += Array(String(character).utf8)
      start = end + 1
    }
  }

  /// The character of a reference, without `&` and `;`; nil for another.
  private static func character(_ reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
    let word = String(decoding: reference, as: UTF8.self)
    if word.hasPrefix("#x") {
      return UInt32(word.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if word.hasPrefix("#") { return UInt32(word.dropFirst()).flatMap(Unicode.Scalar.init) }
    return ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"][word]
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard bytes.view.equals(text, at: index) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// The place of the text before a mark, which is passed over.
  private mutating func text(until mark: String) throws(YAMLFault) -> Range<Int> {
    guard let end = bytes.firstRange(of: Array(mark.utf8), from: index) else {
      throw fault(Self.cut)
    }
    defer { index = end.upperBound }
    return index..<end.lowerBound
  }

  private mutating func currentLine() -> Int {
    lines.line(of: index, in: bytes)
  }

  private mutating func fault(_ reason: String) -> YAMLFault {
    YAMLFault(line: currentLine() - 1, column: 0, reason: "in XML: \(reason)")
  }
}
