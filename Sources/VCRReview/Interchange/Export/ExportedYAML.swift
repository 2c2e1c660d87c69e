import VCRCore

/// A value of a cassette that is written for another tool, and its YAML.
///
/// The text written means the same in YAML 1.1 and 1.2, as the readers of Ruby, Python, Go and Rust
/// differ in which of the two they follow.
enum ExportedYAML {
  /// Nothing.
  case null
  /// A number or a literal, in its own notation.
  case plain(String)
  /// A text in UTF-8.
  case text([UInt8])
  /// Bytes that are no text, with the tag that names their Base64.
  case binary([UInt8], tag: String)
  /// A list.
  case list([ExportedYAML])
  /// Names and values, in order.
  case map([(name: String, value: ExportedYAML)])

  /// A text.
  static func text(_ text: String) -> Self { .text(Array(text.utf8)) }

  /// A number.
  static func number(_ number: Int) -> Self { .plain(String(number)) }

  /// A text, or bytes with the tag when they are none in UTF-8.
  static func bytes(_ bytes: [UInt8], tag: String) -> Self {
    String(validating: bytes, as: UTF8.self) == nil ? .binary(bytes, tag: tag) : .text(bytes)
  }

  /// The value of JSON; numbers keep their digits.
  static func json(_ value: ForeignValue) -> Self {
    switch value.content {
    case .nothing, .unreadable: .null
    case .scalar(let bytes):
      value.isText ? .text(bytes) : .plain(number(String(decoding: bytes, as: UTF8.self)))
    case .list(let elements): .list(elements.map(json))
    case .map(let members): .map(members.map { ($0.name, json($0.value)) })
    }
  }

  /// A number of JSON as YAML 1.1 has it, in which `1e5` is a text: an exponent needs a point
  /// before it, and a sign.
  private static func number(_ text: String) -> String {
    // `true` and `false` are no numbers.
    guard let first = text.utf8.first, first.isASCIIDigit || first == UInt8(ascii: "-"),
      let exponent = text.firstIndex(where: { "eE".contains($0) })
    else { return text }
    let (start, digits) = (text[..<exponent], text[text.index(after: exponent)...])
    let isSigned = digits.hasPrefix("-") || digits.hasPrefix("+")
    return start + (start.contains(".") ? "" : ".0") + "e" + (isSigned ? "" : "+") + digits
  }

  /// The document of a mapping.
  static func document(_ members: [(name: String, value: ExportedYAML)]) -> [UInt8] {
    var out = Array("---\n".utf8)
    append(members, indent: 0, to: &out)
    return out
  }

  private static func append(
    _ members: [(name: String, value: ExportedYAML)], indent: Int, to out: inout [UInt8]
  ) {
    for (index, member) in members.enumerated() {
      if index > 0 || out.last == UInt8(ascii: "\n") { spaces(indent, &out) }
      // A key on one line with its value has at most 1,024 characters (YAML 1.2 §8.2.2).
      let isLong = member.name.utf8.count > 120
      if isLong { out += Array("? ".utf8) }
      YAMLScalar.append(Array(member.name.utf8), to: &out)
      if isLong {
        out.append(UInt8(ascii: "\n"))
        spaces(indent, &out)
      }
      out.append(UInt8(ascii: ":"))
      member.value.append(indent: indent, to: &out)
    }
  }

  /// Appends what follows a colon, to the end of the last line.
  private func append(indent: Int, to out: inout [UInt8]) {
    switch self {
    case .map(let members) where !members.isEmpty:
      out.append(UInt8(ascii: "\n"))
      Self.append(members, indent: indent + 2, to: &out)
    case .list(let elements) where !elements.isEmpty:
      out.append(UInt8(ascii: "\n"))
      for element in elements { element.appendElement(indent: indent, to: &out) }
    default:
      out.append(UInt8(ascii: " "))
      scalar(indent: indent, to: &out)
    }
  }

  /// Appends an element of a list whose dash is at the indentation.
  private func appendElement(indent: Int, to out: inout [UInt8]) {
    Self.spaces(indent, &out)
    out += Array("- ".utf8)
    switch self {
    case .map(let members) where !members.isEmpty:
      Self.append(members, indent: indent + 2, to: &out)
    case .list(let elements) where !elements.isEmpty:
      // The first element stands on a line of its own, so that each is written in one way.
      out[out.count - 1] = UInt8(ascii: "\n")
      for element in elements { element.appendElement(indent: indent + 2, to: &out) }
    default: scalar(indent: indent, to: &out)
    }
  }

  private func scalar(indent: Int, to out: inout [UInt8]) {
    switch self {
    case .null: out += Array("null\n".utf8)
    case .plain(let text): out += Array("\(text)\n".utf8)
    case .map: out += Array("{}\n".utf8)
    case .list: out += Array("[]\n".utf8)
    case .binary(let bytes, let tag):
      out += Array("\(tag) |\n".utf8)
      Base64Lines.append(bytes, indent: indent + 2, to: &out)
    case .text(let bytes):
      if bytes.contains(UInt8(ascii: "\n")), LiteralBlock.canHold(bytes[...]) {
        LiteralBlock.append(bytes[...], indent: indent, to: &out)
      } else {
        YAMLScalar.append(bytes, to: &out)
        out.append(UInt8(ascii: "\n"))
      }
    }
  }

  private static func spaces(_ count: Int, _ out: inout [UInt8]) {
    out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }
}
