import VCRCore

/// A structure of a recording that represents a body, converted to JSON or to a form.
enum ForeignStructure {
  /// The style in which JSON is written.
  enum JSONStyle: Equatable {
    /// The style of `JSON.stringify`: no white space, no escaped characters beyond the necessary
    /// ones.
    case javaScript
    /// The style of `JSON.stringify` with that many spaces for each level.
    case indented(Int)
    /// The style of Python's `json.dumps`: a space after `,` and `:`, ASCII only; plain scalars are
    /// those of YAML 1.1.
    case python
    /// The same for a value that was JSON, in which every number is one.
    case pythonOfJSON

    fileprivate var isPython: Bool { self == .python || self == .pythonOfJSON }
  }

  /// The JSON of a value.
  ///
  /// Numbers keep their digits.
  static func json(_ value: ForeignValue, _ style: JSONStyle) -> [UInt8] {
    var out: [UInt8] = []
    append(value, style, to: &out)
    return out
  }

  private static func append(
    _ value: ForeignValue, _ style: JSONStyle, level: Int = 0, to out: inout [UInt8]
  ) {
    /// Appends what stands before a value, or before the closing bracket.
    func separate(_ index: Int, isEnd: Bool = false) {
      if index > 0, !isEnd { out.append(UInt8(ascii: ",")) }
      guard case .indented(let width) = style else {
        if index > 0, !isEnd, style.isPython { out.append(UInt8(ascii: " ")) }
        return
      }
      out.append(UInt8(ascii: "\n"))
      out += repeatElement(0x20, count: width * (isEnd ? level : level + 1))
    }
    switch value.content {
    case .nothing, .unreadable: out.append(contentsOf: "null".utf8)
    case .scalar(let bytes):
      if value.isText {
        append(string: bytes, style, to: &out)
      } else {
        append(plain: bytes, style, to: &out)
      }
    case .list(let elements):
      out.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        separate(index)
        append(element, style, level: level + 1, to: &out)
      }
      if !elements.isEmpty { separate(elements.count, isEnd: true) }
      out.append(UInt8(ascii: "]"))
    case .map(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        separate(index)
        append(string: Array(member.name.utf8), style, to: &out)
        out.append(contentsOf: (style == .javaScript ? ":" : ": ").utf8)
        append(member.value, style, level: level + 1, to: &out)
      }
      if !members.isEmpty { separate(members.count, isEnd: true) }
      out.append(UInt8(ascii: "}"))
    }
  }

  /// The JSON of a plain YAML scalar, or of a JSON number or literal, whose type follows from its
  /// text.
  private static func append(plain bytes: [UInt8], _ style: JSONStyle, to out: inout [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch text {
    case "true", "True", "TRUE": return out.append(contentsOf: "true".utf8)
    case "false", "False", "FALSE": return out.append(contentsOf: "false".utf8)
    // The words of YAML 1.1, which is what Python reads.
    case "yes", "Yes", "YES", "on", "On", "ON":
      if style == .python { return out.append(contentsOf: "true".utf8) }
    case "no", "No", "NO", "off", "Off", "OFF":
      if style == .python { return out.append(contentsOf: "false".utf8) }
    default: break
    }
    var index = 0
    let isNumber = JSONNumber.skip(bytes.view, &index) && index == bytes.count
    if isNumber, style != .python || isNumberOfYAML1(text) {
      out.append(contentsOf: style.isPython ? Array(pythonNumber(text).utf8) : bytes)
    } else {
      append(string: bytes, style, to: &out)
    }
  }

  /// True for a number that is one in YAML 1.1 as well: an exponent needs a point and a sign.
  private static func isNumberOfYAML1(_ text: String) -> Bool {
    guard let exponent = text.firstIndex(where: { "eE".contains($0) }) else { return true }
    let digits = text[text.index(after: exponent)...]
    return text.contains(".") && (digits.hasPrefix("-") || digits.hasPrefix("+"))
  }

  /// A number as Python writes it after reading it: floating-point numbers in their shortest form,
  /// which is also Swift's.
  private static func pythonNumber(_ text: String) -> String {
    guard text.contains(where: { ".eE".contains($0) }), let number = Double(text), number.isFinite
    else { return text }
    return number.description
  }

  private static func append(string bytes: [UInt8], _ style: JSONStyle, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if let escape = scalar.jsonEscape {
        out.append(contentsOf: escape.utf8)
        continue
      }
      switch scalar {
      case "\u{08}": out.append(contentsOf: "\\b".utf8)
      case "\u{0C}": out.append(contentsOf: "\\f".utf8)
      default:
        if scalar.value < 0x20 || style.isPython && scalar.value > 0x7E {
          for unit in UTF16.encode(scalar) ?? .init() {
            out.append(contentsOf: "\\u\(unit.hexadecimal(digits: 4))".utf8)
          }
        } else {
          out.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  /// The fields of a form: a list of pairs, or a mapping without structures in it; nil for any
  /// other.
  ///
  /// A field with several values occurs several times.
  static func formFields(_ value: ForeignValue) -> [(name: [UInt8], value: [UInt8])]? {
    var fields: [(name: [UInt8], value: [UInt8])] = []
    func add(_ name: String, _ value: ForeignValue) -> Bool {
      switch value.content {
      case .nothing: fields.append((Array(name.utf8), []))
      case .scalar(let bytes): fields.append((Array(name.utf8), bytes))
      case .list(let elements):
        return elements.allSatisfy { $0.bytes != nil && add(name, $0) }
      case .map, .unreadable: return false
      }
      return true
    }
    switch value.content {
    case .map(let members):
      return members.allSatisfy { add($0.name, $0.value) } ? fields : nil
    case .list(let elements):
      let isWhole = elements.allSatisfy { element in
        let pair = element.elements
        guard pair.count == 2, let name = pair[0].text else { return false }
        return add(name, pair[1])
      }
      return isWhole ? fields : nil
    default: return nil
    }
  }

  /// A part of a body in parts.
  struct Part {
    /// The name in its `Content-Disposition`.
    var name: [UInt8]
    /// The name of the file that it holds; nil for none.
    var fileName: [UInt8]?
    /// The value of its `Content-Type`; nil for none.
    var type: [UInt8]?
    /// Its content.
    var content: [UInt8]
  }

  /// A delimiter, which no rule compares, that occurs in none of the parts.
  static func boundary(besides parts: [Part]) -> String {
    var boundary = "vcr-fields"
    func occurs(in bytes: [UInt8]) -> Bool {
      bytes.contains(Array("--\(boundary)".utf8), in: bytes.indices)
    }
    while parts.contains(where: { occurs(in: $0.content) }) { boundary += "-" }
    return boundary
  }

  /// A body in parts (`multipart/form-data`, RFC 7578), as clients write it.
  static func multipart(_ parts: [Part], boundary: String) -> [UInt8] {
    var body: [UInt8] = []
    func append(_ text: String, _ bytes: [UInt8]?, _ end: String) {
      guard let bytes else { return }
      body += Array(text.utf8) + bytes + Array(end.utf8)
    }
    for part in parts {
      append("--\(boundary)\r\nContent-Disposition: form-data; name=\"", part.name, "\"")
      append("; filename=\"", part.fileName, "\"")
      append("\r\nContent-Type: ", part.type, "")
      append("\r\n\r\n", part.content, "\r\n")
    }
    return body + Array("--\(boundary)--\r\n".utf8)
  }

  /// A form (`application/x-www-form-urlencoded`) as Python and browsers encode it.
  static func form(_ fields: [(name: [UInt8], value: [UInt8])]) -> [UInt8] {
    FormEncoding.encode(fields)
  }
}
