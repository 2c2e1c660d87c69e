/// Values in HTML and XML that a client may use: form fields, meta elements, and the text of
/// elements without child elements.
enum MarkupValues {
  /// The values of a text, in their order.
  static func values(in bytes: [UInt8]) -> [ProducedValue] {
    var values: [ProducedValue] = []
    var counts: [String: Int] = [:]
    func add(_ kind: String, _ name: String, _ text: String, isHidden: Bool = false) {
      let any = "\(kind) \(name)"
      let number = counts[any, default: 0]
      counts[any] = number + 1
      values.append(
        ProducedValue(
          kind: isHidden ? .hidden : .field, place: "\(any) \(number)", anyPlace: any,
          names: [name], text: text))
    }
    var pieces = String(decoding: bytes, as: UTF8.self).split(
      separator: "<", omittingEmptySubsequences: false)
    pieces.removeFirst()
    for (index, piece) in pieces.enumerated() {
      guard let end = piece.firstIndex(of: ">"), piece.first?.isLetter == true else { continue }
      let tag = piece[..<end]
      let element = String(tag.prefix { !$0.isWhitespace && $0 != "/" })
      let content = piece[piece.index(after: end)...]
      let attributes = attributes(of: tag)
      func attribute(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
      if let name = attribute("name"), let value = attribute("value") ?? attribute("content") {
        let isHidden = attribute("type")?.lowercased() == "hidden"
        add("field", name, unescaped(value), isHidden: isHidden)
      } else if !content.isEmpty, index + 1 < pieces.count,
        pieces[index + 1].hasPrefix("/" + element)
      {
        add("element", element, unescaped(String(content)))
      }
    }
    return values
  }

  /// The attributes of an element that have values, in quotes or not; names are in lower case.
  ///
  /// Scripts that send load find them by the same rule.
  private static func attributes(of tag: Substring) -> [(name: String, value: String)] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    func isEnd(_ byte: UInt8) -> Bool { isSpace(byte) || byte == 0x22 || byte == 0x27 }
    let bytes = Array(tag.utf8)
    var found: [(name: String, value: String)] = []
    var index = bytes.firstIndex(where: isSpace) ?? bytes.count
    while index < bytes.count {
      let name = bytes[index...].prefix { !isEnd($0) && $0 != 0x2F && $0 != 0x3D }
      guard !name.isEmpty else {
        index += 1
        continue
      }
      index = bytes[name.endIndex...].firstIndex { !isSpace($0) } ?? bytes.count
      guard index < bytes.count, bytes[index] == 0x3D else { continue }
      index = bytes[(index + 1)...].firstIndex { !isSpace($0) } ?? bytes.count
      guard index < bytes.count else { break }
      var value = bytes[index...].prefix { !isEnd($0) }
      if value.isEmpty, let end = bytes[(index + 1)...].firstIndex(of: bytes[index]) {
        value = bytes[(index + 1)..<end]
        index = end + 1
      } else {
        index = max(value.endIndex, index + 1)
      }
      found.append(
        (
          String(decoding: name, as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self)
        ))
    }
    return found
  }

  /// The text with the character references that HTML and XML share decoded; others stay as they
  /// are.
  static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let pieces = text.split(separator: "&", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces[0])) { result, piece in
      guard let end = piece.firstIndex(of: ";"), let scalar = scalar(named: piece[..<end]) else {
        return result + "&" + piece
      }
      return result + String(scalar) + piece[piece.index(after: end)...]
    }
  }

  private static func scalar(named name: Substring) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "amp": return "&"
    default: break
    }
    guard name.first == "#", name.utf8.count < 9 else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init)
  }
}
