/// The data of a Secret of Kubernetes: whatever its members are called, their values are secrets.
///
/// It is recognised by what the object says of itself, in JSON and in YAML.
package enum KubernetesSecret {
  /// The words by which a Secret is recognised, as they begin in JSON, in JSON within a string, and
  /// in YAML.
  package static let marks: [StaticString] = [
    "\"Secret\"", "\"Secret\\", "\"SecretList", "kind: Secret", "kind: 'Secret'",
  ]

  private static let word = Array("Secret".utf8)
  private static let kind = Array("kind".utf8)
  private static let kinds = ["Secret", "SecretList"].map { Array($0.utf8) }
  private static let sections = ["data", "stringData"].map { Array($0.utf8) }
  private static let items = Array("items".utf8)

  /// A certificate in PEM, which is public, begins so in Base64.
  private static let certificate = Array("LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS".utf8)

  /// The values of the Secrets that a text holds.
  static func find(in bytes: [UInt8]) -> Replacements {
    guard bytes.contains(word, in: bytes.indices), bytes.contains(kind, in: bytes.indices) else {
      return Replacements()
    }
    guard let first = bytes.first(where: { $0 > 0x20 }) else { return Replacements() }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return JSONText(bytes).map { find(in: $0) } ?? Replacements()
    }
    return findInYAML(bytes)
  }

  private static func isSecret(_ value: ArraySlice<UInt8>) -> Bool {
    !value.isEmpty && !value.starts(with: certificate) && !value.starts(with: "{{".utf8)
  }

  // MARK: - JSON

  private static func find(in text: JSONText) -> Replacements {
    var found = Replacements()
    for object in text.nodes.indices where text.nodes[object].kind == .object {
      let members = text.children(of: object)
      guard let kind = members.first(where: { text.hasName($0, kind) }),
        kinds.contains(Array(text.text(of: kind).dropFirst().dropLast()))
      else { continue }
      // The items of a list do not say what they are.
      let list = members.filter { text.hasName($0, items) }.flatMap { text.children(of: $0) }
      for object in [members] + list.map({ text.children(of: $0) }) {
        for member in object where sections.contains(text.name(of: member)) {
          for value in text.children(of: member) where text.nodes[value].kind == .string {
            let content = text.range(of: value).dropFirst().dropLast()
            guard isSecret(text.bytes[content]),
              content.lowerBound >= found.items.last?.range.upperBound ?? 0
            else { continue }
            found.add(content, Placeholder.bytes(text.name(of: value)), in: text.bytes.view)
          }
        }
      }
    }
    return found
  }

  // MARK: - YAML

  private static func findInYAML(_ bytes: [UInt8]) -> Replacements {
    var found = Replacements()
    var lines: [Line] = []
    var start = 0
    while start < bytes.count {
      let end = bytes.first(0x0A, from: start, to: bytes.count)
      lines.append(Line(bytes, start..<end))
      start = end + 1
    }
    // Where the object ends that was read last with each indentation: one may say its kind often.
    var ends: [Int: Int] = [:]
    for index in lines.indices where lines[index].isKind(of: bytes) {
      let indent = lines[index].indent
      guard index >= ends[indent] ?? 0 else { continue }
      func isPart(_ line: Line) -> Bool { line.content.isEmpty || line.indent >= indent }
      let first = lines[..<index].lastIndex { !isPart($0) || $0.begins(bytes, "---") }
      let last =
        lines[(index + 1)...].firstIndex { !isPart($0) || $0.begins(bytes, "---") } ?? lines.count
      ends[indent] = last
      var section = false
      for line in lines[((first ?? -1) + 1)..<last] where !line.content.isEmpty {
        if line.indent == indent {
          section = sections.contains {
            line.begins(bytes, String(decoding: $0, as: UTF8.self) + ":")
          }
        } else if section, let value = line.value(in: bytes), isSecret(bytes[value.range]),
          value.range.lowerBound >= found.items.last?.range.upperBound ?? 0
        {
          found.add(value.range, Placeholder.bytes(value.name), in: bytes.view)
        }
      }
    }
    return found
  }

  /// A line of YAML.
  private struct Line {
    let indent: Int
    /// The line without the white space around it.
    let content: Range<Int>

    init(_ bytes: [UInt8], _ line: Range<Int>) {
      var content = line
      while !content.isEmpty, bytes[content.lowerBound] == 0x20 { content.removeFirst() }
      while !content.isEmpty, bytes[content.upperBound - 1] <= 0x20 { content.removeLast() }
      indent = content.lowerBound - line.lowerBound
      self.content = content
    }

    func begins(_ bytes: [UInt8], _ text: String) -> Bool {
      bytes[content].starts(with: text.utf8)
    }

    func isKind(of bytes: [UInt8]) -> Bool {
      begins(bytes, "kind:")
        && String(
          decoding: bytes[content].dropFirst(5).filter { !" \"'".utf8.contains($0) }, as: UTF8.self)
          == "Secret"
    }

    /// The value of a member without its quotes, or the line of a block, with the name of the
    /// placeholder.
    func value(in bytes: [UInt8]) -> (name: [UInt8], range: Range<Int>)? {
      guard bytes[content].first != UInt8(ascii: "#") else { return nil }
      var value = content
      var name = Array("DATA".utf8)
      if let colon = bytes[content].firstIndex(of: UInt8(ascii: ":")) {
        name = Array(bytes[content.lowerBound..<colon])
        value = colon + 1..<content.upperBound
        while !value.isEmpty, bytes[value.lowerBound] <= 0x20 { value.removeFirst() }
        if let quote = bytes[value].first, quote.isQuotationMark {
          value.removeFirst()
          if bytes[value].last == quote { value.removeLast() }
        }
      }
      // The indicator of a block; its lines follow.
      guard let first = bytes[value].first, first != UInt8(ascii: "|"), first != UInt8(ascii: ">"),
        first != UInt8(ascii: "#")
      else { return nil }
      return (name, value)
    }
  }
}
