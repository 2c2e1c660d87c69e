/// A document in a binary form of JSON: MessagePack, CBOR (RFC 8949) or BSON.
///
/// It is read into JSON with the same names and texts, so that the rules for JSON decide about it,
/// and a text that changes gets the length before it that belongs to it: whoever decodes a replayed
/// body still can.
struct BinaryDocument {
  /// A form of documents.
  enum Format: CaseIterable, Sendable {
    case messagePack, cbor, bson

    /// The form that a type declares; nil for another type.
    init?(_ type: MediaType?) {
      let essence = type?.essence ?? ""
      guard
        let format = Self.allCases.first(where: { format in
          format.endings.contains { essence.hasSuffix($0) }
        })
      else { return nil }
      self = format
    }

    private var endings: [String] {
      switch self {
      case .messagePack: ["msgpack", "messagepack"]
      case .cbor: ["/cbor", "+cbor", "/cbor-seq", "+cbor-seq"]
      case .bson: ["bson"]
      }
    }
  }

  /// A text of the document.
  struct Text {
    /// The bytes that say how long it is.
    var head: Range<Int>
    /// Its bytes.
    var content: Range<Int>
    /// True for a text that is declared as bytes.
    var isBytes: Bool
    /// Where the documents of BSON begin that it is in, each of which says how long it is.
    var documents: [Int] = []
  }

  let format: Format
  /// The document as JSON, in which zero stands for what is neither a text nor a structure.
  private(set) var json: [UInt8] = []
  /// The texts, in the order in which they are values of the JSON.
  private var texts: [Text] = []

  private let bytes: [UInt8]
  private var index = 0
  /// The documents of BSON that are being read.
  private var open: [Int] = []

  /// The deepest nesting that is read.
  private static let deepest = 64

  /// Reads a document of a type, or of no particular type; nil for anything else.
  init?(_ bytes: [UInt8], _ type: MediaType?) {
    if let format = Format(type) {
      self.init(bytes, format, mayBeSequence: true)
      return
    }
    guard type.map({ $0.essence == "application/octet-stream" }) ?? true else { return nil }
    for format in Format.allCases {
      // A structure with texts that ends with the body is no coincidence; a text alone, of which
      // only a length is known, is: `X-` announces 45 bytes in CBOR.
      if let document = Self(bytes, format, mayBeSequence: false),
        let first = document.json.first, Self.beginsStructure(first), !document.texts.isEmpty
      {
        self = document
        return
      }
    }
    return nil
  }

  private static func beginsStructure(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  /// Reads a document, or several that follow one another where that may be.
  private init?(_ bytes: [UInt8], _ format: Format, mayBeSequence: Bool) {
    guard !bytes.isEmpty else { return nil }
    var isSequence = false
    self.format = format
    self.bytes = bytes
    while index < bytes.count {
      if !json.isEmpty {
        // Most text is a sequence of numbers, too.
        guard mayBeSequence else { return nil }
        isSequence = true
        json.append(UInt8(ascii: ","))
      }
      guard value(0) else { return nil }
    }
    if isSequence { json = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")] }
  }

  private mutating func value(_ depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    switch format {
    case .messagePack: return messagePack(depth)
    case .cbor: return cbor(depth)
    case .bson: return document(isArray: false, depth)
    }
  }

  // MARK: - Parts

  private mutating func byte() -> UInt8? {
    guard index < bytes.count else { return nil }
    index += 1
    return bytes[index - 1]
  }

  /// A number of so many bytes, the first of which counts most.
  private mutating func number(_ count: Int) -> Int? {
    guard count <= bytes.count - index else { return nil }
    var value: UInt64 = 0
    for _ in 0..<count {
      value = value << 8 | UInt64(bytes[index])
      index += 1
    }
    return Int(exactly: value)
  }

  /// Goes past a value that is no text.
  private mutating func scalar(_ count: Int) -> Bool {
    guard count >= 0, count <= bytes.count - index else { return false }
    index += count
    json.append(UInt8(ascii: "0"))
    return true
  }

  /// Takes a text of so many bytes, whose head began at a position.
  private mutating func text(_ count: Int?, from head: Int, isBytes: Bool) -> Bool {
    guard let count, count >= 0, count <= bytes.count - index else { return false }
    let content = index..<index + count
    guard let text = readable(content, isBytes: isBytes) else { return scalar(count) }
    texts.append(
      Text(head: head..<index, content: content, isBytes: isBytes, documents: open))
    append(quoted: text)
    index += count
    return true
  }

  /// A text; nil for bytes that are none.
  private func readable(_ content: Range<Int>, isBytes: Bool) -> [UInt8]? {
    let text = Array(bytes[content])
    let isText =
      isBytes
      ? text.count >= 4 && text.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
      : String(validating: text, as: UTF8.self) != nil
    return isText ? text : nil
  }

  private mutating func append(quoted text: [UInt8]) {
    json.append(UInt8(ascii: "\""))
    json += DecodedText.Encoding.json.encode(text)
    json.append(UInt8(ascii: "\""))
  }

  /// A key, whatever it is, as the name of a member.
  private mutating func key(_ depth: Int) -> Bool {
    let (start, first) = (json.count, texts.count)
    guard value(depth) else { return false }
    if json[start] != UInt8(ascii: "\"") {
      json.removeSubrange(start...)
      append(quoted: [UInt8(ascii: "0")])
    }
    texts.removeSubrange(first...)
    json.append(UInt8(ascii: ":"))
    return true
  }

  /// The items of a structure; nil for as many as come before a break.
  private mutating func items(_ count: Int?, isMap: Bool, _ depth: Int) -> Bool {
    if let count, count > bytes.count - index { return false }
    json.append(UInt8(ascii: isMap ? "{" : "["))
    var number = 0
    while number != count {
      if count == nil {
        guard index < bytes.count else { return false }
        if bytes[index] == 0xFF {
          index += 1
          break
        }
      }
      if number > 0 { json.append(UInt8(ascii: ",")) }
      guard !isMap || key(depth + 1), value(depth + 1) else { return false }
      number += 1
    }
    json.append(UInt8(ascii: isMap ? "}" : "]"))
    return true
  }

  // MARK: - MessagePack

  private mutating func messagePack(_ depth: Int) -> Bool {
    let head = index
    guard let first = byte() else { return false }
    switch first {
    case 0x80...0x8F: return items(Int(first & 15), isMap: true, depth)
    case 0x90...0x9F: return items(Int(first & 15), isMap: false, depth)
    case 0xA0...0xBF: return text(Int(first & 31), from: head, isBytes: false)
    case 0xC4...0xC6: return text(number(1 << Int(first - 0xC4)), from: head, isBytes: true)
    case 0xC7...0xC9: return number(1 << Int(first - 0xC7)).map { scalar($0 + 1) } ?? false
    case 0xCA, 0xCE, 0xD2: return scalar(4)
    case 0xCB, 0xCF, 0xD3: return scalar(8)
    case 0xCC, 0xD0: return scalar(1)
    case 0xCD, 0xD1: return scalar(2)
    case 0xD4...0xD8: return scalar(1 << Int(first - 0xD4) + 1)
    case 0xD9...0xDB: return text(number(1 << Int(first - 0xD9)), from: head, isBytes: false)
    case 0xDC, 0xDD, 0xDE, 0xDF:
      guard let count = number(first & 1 == 0 ? 2 : 4) else { return false }
      return items(count, isMap: first >= 0xDE, depth)
    case 0xC1: return false
    default: return scalar(0)
    }
  }

  private static func headOfMessagePack(_ count: Int, isBytes: Bool) -> [UInt8] {
    if !isBytes, count < 32 { return [0xA0 | UInt8(count)] }
    let size = sizeOfLength(count)
    return [(isBytes ? 0xC4 : 0xD9) + UInt8(size)] + count.bigEndianBytes(1 << size)
  }

  // MARK: - CBOR

  private mutating func cbor(_ depth: Int) -> Bool {
    let head = index
    guard let first = byte() else { return false }
    let (major, info) = (first >> 5, first & 31)
    guard info < 28 || info == 31 else { return false }
    let isIndefinite = info == 31
    let argument = info < 24 ? Int(info) : isIndefinite ? nil : number(1 << Int(info - 24))
    switch major {
    case 0, 1: return !isIndefinite && scalar(0)
    case 2, 3:
      guard isIndefinite else { return text(argument, from: head, isBytes: major == 2) }
      while index < bytes.count, bytes[index] != 0xFF {
        guard let chunk = byte(), chunk >> 5 == major, chunk & 31 < 28,
          let count = chunk & 31 < 24 ? Int(chunk & 31) : number(1 << Int(chunk & 31 - 24)),
          count <= bytes.count - index
        else { return false }
        index += count
      }
      return scalar(1)
    case 4, 5:
      guard isIndefinite || argument != nil else { return false }
      return items(argument, isMap: major == 5, depth)
    case 6: return !isIndefinite && value(depth + 1)
    default: return !isIndefinite && scalar(0)
    }
  }

  private static func headOfCBOR(_ count: Int, isBytes: Bool) -> [UInt8] {
    let major: UInt8 = isBytes ? 0x40 : 0x60
    if count < 24 { return [major | UInt8(count)] }
    let size = sizeOfLength(count)
    return [major | UInt8(24 + size)] + count.bigEndianBytes(1 << size)
  }

  /// How often the size of a length doubles, from one byte on.
  private static func sizeOfLength(_ count: Int) -> Int {
    count < 0x100 ? 0 : count < 0x10000 ? 1 : 2
  }

  // MARK: - BSON

  /// A number of four bytes, the last of which counts most.
  private mutating func int32() -> Int? {
    guard bytes.count - index >= 4 else { return nil }
    defer { index += 4 }
    return littleEndian(at: index)
  }

  private func littleEndian(at start: Int) -> Int {
    let value = (0..<4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + $1]) }
    return Int(Int32(bitPattern: value))
  }

  private mutating func document(isArray: Bool, _ depth: Int) -> Bool {
    let start = index
    guard depth < Self.deepest, let count = int32(), count >= 5, count <= bytes.count - start,
      bytes[start + count - 1] == 0
    else { return false }
    open.append(start)
    json.append(UInt8(ascii: isArray ? "[" : "{"))
    var isFirst = true
    while let kind = byte(), kind != 0 {
      if !isFirst { json.append(UInt8(ascii: ",")) }
      isFirst = false
      guard let end = bytes[index...].firstIndex(of: 0) else { return false }
      if !isArray {
        guard let name = readable(index..<end, isBytes: false) else { return false }
        append(quoted: name)
        json.append(UInt8(ascii: ":"))
      }
      index = end + 1
      guard element(kind, depth) else { return false }
    }
    open.removeLast()
    json.append(UInt8(ascii: isArray ? "]" : "}"))
    return index == start + count
  }

  private mutating func element(_ kind: UInt8, _ depth: Int) -> Bool {
    let head = index
    switch kind {
    case 0x02, 0x0D, 0x0E:
      guard let count = int32(), count > 0, text(count - 1, from: head, isBytes: false) else {
        return false
      }
      return byte() == 0
    case 0x03, 0x04: return document(isArray: kind == 0x04, depth + 1)
    case 0x05: return int32().map { scalar($0 + 1) } ?? false
    case 0x0F: return int32().map { scalar($0 - 4) } ?? false
    case 0x0B:
      for _ in 0..<2 {
        guard let end = bytes[index...].firstIndex(of: 0) else { return false }
        index = end + 1
      }
      return scalar(0)
    default: return Self.sizes[kind].map { scalar($0) } ?? false
    }
  }

  /// The sizes of the elements that always have the same.
  private static let sizes: [UInt8: Int] = [
    0x01: 8, 0x06: 0, 0x07: 12, 0x08: 1, 0x09: 8, 0x0A: 0, 0x10: 4, 0x11: 8, 0x12: 8, 0x13: 16,
    0x7F: 0, 0xFF: 0,
  ]

  // MARK: - Texts

  /// How many texts there are.
  var count: Int { texts.count }

  /// The bytes of a text.
  subscript(index: Int) -> [UInt8] { Array(bytes[texts[index].content]) }

  // MARK: - Changes

  /// The changes of the document that make its JSON another one with as many texts; nil where that
  /// cannot be known.
  func changes(to changed: [UInt8]) -> Replacements? {
    guard let new = JSONText(changed) else { return nil }
    let strings = new.nodes.indices.filter { new.nodes[$0].kind == .string }
    guard strings.count == texts.count else { return nil }
    var values: [Int: [UInt8]] = [:]
    for (index, string) in strings.enumerated() {
      let range = new.range(of: string)
      var value: [UInt8] = []
      JSONString.appendUnescaped(
        new.bytes.view, range.lowerBound + 1..<range.upperBound - 1, to: &value)
      values[index] = value
    }
    return changes(to: values)
  }

  /// The changes of the document that make some of its texts others.
  ///
  /// - Parameter values: The new texts by their numbers.
  /// - Returns: The changes, with those of the lengths before the texts.
  func changes(to values: [Int: [UInt8]]) -> Replacements {
    var items: [Replacements.Item] = []
    var growth: [Int: Int] = [:]
    for (index, text) in texts.enumerated() {
      guard let value = values[index], value[...] != bytes[text.content] else { continue }
      items.append(Replacements.Item(range: text.head, bytes: head(value.count, text)))
      items.append(Replacements.Item(range: text.content, bytes: value))
      for start in text.documents { growth[start, default: 0] += value.count - text.content.count }
    }
    for (start, growth) in growth {
      items.append(
        Replacements.Item(
          range: start..<start + 4, bytes: Self.littleEndian(littleEndian(at: start) + growth)))
    }
    var found = Replacements()
    for item in items.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      found.add(item.range, item.bytes, in: bytes.view)
    }
    return found
  }

  private func head(_ count: Int, _ text: Text) -> [UInt8] {
    switch format {
    case .messagePack: Self.headOfMessagePack(count, isBytes: text.isBytes)
    case .cbor: Self.headOfCBOR(count, isBytes: text.isBytes)
    case .bson: Self.littleEndian(count + 1)
    }
  }

  private static func littleEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
