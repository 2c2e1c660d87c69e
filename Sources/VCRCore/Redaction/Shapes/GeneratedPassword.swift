/// The passwords that Terraform generates, in its state and in what it shows of it: the member that
/// holds one is called `result`, and only the resource around it says what that is.
package enum GeneratedPassword {
  /// The words by which such a resource is recognised.
  package static let marks: [StaticString] = ["\"random_password\""]

  private static let resource = Array("random_password".utf8)
  private static let type = Array("type".utf8)
  private static let results = ["result", "bcrypt_hash"].map { Array($0.utf8) }

  /// The generated passwords that a text in JSON holds.
  static func find(in bytes: [UInt8]) -> Replacements {
    var found = Replacements()
    guard bytes.contains(resource, in: bytes.indices),
      let first = bytes.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let text = JSONText(bytes)
    else { return found }
    var end = 0
    for object in text.nodes.indices where text.nodes[object].kind == .object {
      guard text.range(of: object).lowerBound >= end,
        text.children(of: object).contains(where: { isType($0, of: text) })
      else { continue }
      end = text.range(of: object).upperBound
      for value in (object + 1)..<text.nodes.count {
        let range = text.range(of: value)
        guard range.lowerBound < end else { break }
        guard text.nodes[value].kind == .string, results.contains(Array(text.name(of: value))),
          range.count > 2
        else { continue }
        let content = range.dropFirst().dropLast()
        guard Placeholder.end(text.bytes.view, at: content.lowerBound) == nil else { continue }
        found.add(content, Placeholder.bytes(text.name(of: value)), in: text.bytes.view)
      }
    }
    return found
  }

  private static func isType(_ member: Int, of text: JSONText) -> Bool {
    text.hasName(member, type) && text.text(of: member).dropFirst().dropLast() == resource[...]
  }
}
