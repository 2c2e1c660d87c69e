/// The one text that all spellings of a JSON value share.
///
/// Objects are sorted by name, numbers have the form of `JSONNumber`, strings have their escapes
/// resolved. Members that share a name are all kept, in their order: readers decide which of them
/// counts (RFC 8259 §4), so two texts that differ in one of them are different values.
struct JSONNormalForm {
  private let text: JSONText
  private let isKept: [Bool]?
  private var output: [UInt8] = []

  /// The normal form of the chosen values of a text; empty when none is chosen.
  static func make(_ text: JSONText, choosing choice: JSONChoice = .all) -> [UInt8] {
    let text = choice.withoutIgnoredInStrings(text)
    var form = JSONNormalForm(text: text, isKept: choice.keptNodes(of: text))
    form.output.reserveCapacity(text.bytes.count)
    if form.isKept?[0] ?? true { form.append(0) }
    return form.output
  }

  private init(text: JSONText, isKept: [Bool]?) {
    self.text = text
    self.isKept = isKept
  }

  private mutating func append(_ index: Int) {
    let node = text.nodes[index]
    switch node.kind {
    case .null: output.append(UInt8(ascii: "n"))
    case .true: output.append(UInt8(ascii: "t"))
    case .false: output.append(UInt8(ascii: "f"))
    case .number:
      let bytes = text.bytes
      JSONNumber.appendNormalForm(bytes.view, text.range(of: index), to: &output)
    case .string:
      appendString(
        Int(node.start) + 1..<Int(node.end) - 1, hasEscapes: node.hasEscapes)
    case .array:
      output.append(UInt8(ascii: "["))
      for child in keptChildren(of: index) {
        append(child)
        output.append(UInt8(ascii: ","))
      }
      output.append(UInt8(ascii: "]"))
    case .object:
      output.append(UInt8(ascii: "{"))
      for child in sortedMembers(of: index) {
        let member = text.nodes[child]
        appendString(
          Int(member.nameStart) + 1..<Int(member.nameEnd) - 1, hasEscapes: member.nameHasEscapes)
        append(child)
        output.append(UInt8(ascii: ","))
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string's code points, with quotes and backslashes in them marked.
  private mutating func appendString(_ range: Range<Int>, hasEscapes: Bool) {
    output.append(UInt8(ascii: "\""))
    if hasEscapes {
      var unescaped: [UInt8] = []
      JSONString.appendUnescaped(text.bytes.view, range, to: &unescaped)
      for byte in unescaped {
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          output.append(UInt8(ascii: "\\"))
        }
        output.append(byte)
      }
    } else {
      output.append(contentsOf: text.bytes[range])
    }
    output.append(UInt8(ascii: "\""))
  }

  private func keptChildren(of index: Int) -> [Int] {
    let children = text.children(of: index)
    guard let isKept else { return children }
    return children.filter { isKept[$0] }
  }

  private func sortedMembers(of index: Int) -> [Int] {
    let members = keptChildren(of: index).map { (name: text.name(of: $0), index: $0) }
    guard members.count > 1 else { return members.map(\.index) }
    return members.sorted { left, right in
      if left.name == right.name { return left.index < right.index }
      return left.name.lexicographicallyPrecedes(right.name)
    }.map(\.index)
  }
}
