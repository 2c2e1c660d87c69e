import VCRCore

/// The meanings of names to the built-in rules, computed by the rules and cached.
///
/// The rules are given a token under the name, in each syntax in which a name has a value. So the
/// rules remain the only judge of names.
struct NameMeanings: Sendable {
  /// The meaning of a name.
  struct Meaning: OptionSet {
    let rawValue: UInt8
    /// A value that is assigned to it may be a secret.
    static let assigned = Meaning(rawValue: 1)
    /// The word after it may be a secret, as after the name of a scheme.
    static let followed = Meaning(rawValue: 2)
  }

  private var known: [UInt64: (name: [UInt8], meaning: Meaning)] = [:]

  /// The size of the cache; names that are generated occur only once.
  private static let capacity = 8192

  /// The meaning of the name in a range of a text.
  mutating func meaning(_ text: Span<UInt8>, _ name: Range<Int>) -> Meaning {
    // Two names may have one hash, so the bytes are compared as well.
    let hash = FNV1a<UInt64>(text, in: name).value
    if let found = known[hash], Self.isEqual(text, name, found.name) { return found.meaning }
    let bytes = name.map { text[$0] }
    let meaning = Self.meaning(of: String(decoding: bytes, as: UTF8.self))
    if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
    known[hash] = (bytes, meaning)
    return meaning
  }

  private static func isEqual(_ text: Span<UInt8>, _ range: Range<Int>, _ name: [UInt8]) -> Bool {
    guard range.count == name.count else { return false }
    for offset in name.indices where text[range.lowerBound + offset] != name[offset] {
      return false
    }
    return true
  }

  /// Computes a meaning with the rules.
  private static func meaning(of name: String) -> Meaning {
    // One value that is as unlike a word as possible, and Basic credentials.
    let (token, pair) = ("q7Zt2LmX9vB4nRk8Wd3Hs6Yc", "YWRhOnE3WnQyTG1YOXZCNG5SazhXZA==")
    var meaning: Meaning = []
    let isToken = name.utf8.allSatisfy { ByteSet.word.contains($0) }
    let request = Interaction.Request(
      url: "https://a.test/?\(name)=\(token)",
      headers: isToken ? HeaderFields([HeaderField(name, token)]) : [:],
      body: Body(Array("{\"\(name)\":\"\(token)\"}".utf8)))
    let assigned = ["\(name)=\(token)", "\(name): \(token)", "<\(name)>\(token)</\(name)>"]
    if Redaction.standard.redacting(request) != request || assigned.contains(where: isFound) {
      meaning.insert(.assigned)
    }
    if isFound("\(name) \(token)") || isFound("\(name) \(pair)") { meaning.insert(.followed) }
    // Code assigns to members, `config.id_token = "…"`, whose own names count there.
    if let dot = name.lastIndex(of: "."), name.index(after: dot) < name.endIndex {
      meaning.formUnion(self.meaning(of: String(name[name.index(after: dot)...])))
    }
    return meaning
  }

  private static func isFound(_ text: String) -> Bool {
    let response = Interaction.Response(status: 200, body: Body(Array(text.utf8)))
    return Redaction.standard.redacting(response) != response
  }
}
