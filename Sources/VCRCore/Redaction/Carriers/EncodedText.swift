/// Texts that a text holds in Base64 or in hexadecimal digits: the state of a login, the data of a
/// queue's message, the credentials of a registry, the content of a file.
///
/// The placeholder goes into the decoded text, which is encoded again, so that whoever decodes a
/// replayed value still finds such a text there.
package struct EncodedText {
  /// The rules.
  let redaction: Redaction

  /// Creates a search by the rules of a redaction.
  package init(redaction: Redaction) { self.redaction = redaction }

  /// True if no value with a secret begins at a position at which a mark stands.
  package func isClean(_ text: Span<UInt8>, at start: Int) -> Bool {
    // Beyond the longest value nothing is looked at: one text may have many marks.
    let limit = min(text.count, start + Base64Values.longest + 1)
    var end = start
    while end < limit, Base64Text.isLetter(text[end]) { end += 1 }
    return find(in: text.extracting(start..<end)).isEmpty
  }

  /// True if no secret is in the texts that a line holds in Base64.
  package func isClean(_ text: Span<UInt8>, line: Range<Int>) -> Bool {
    var index = line.lowerBound
    while let run = Base64Text.run(
      text, from: index, before: line.upperBound, atLeast: Base64Values.shortest)
    {
      index = run.upperBound
      guard Base64Values.isOne(text, run) else { continue }
      // Such a line may go on in the next one.
      guard run.count < Base64Values.shortestLine, find(in: text.extracting(run)).isEmpty else {
        return false
      }
    }
    let own = text.extracting(line)
    return !Base64Values.hasTriplets(own) || find(in: own).isEmpty
  }

  /// The values in Base64 that have secrets in them, each with the value without.
  func find(in text: Span<UInt8>) -> Replacements {
    Base64Values.changes(in: text) { withoutSecrets($0) }
  }

  /// The text without its secrets; nil for what is no text, and where it has none.
  private func withoutSecrets(_ bytes: [UInt8]) -> [UInt8]? {
    guard String(validating: bytes, as: UTF8.self) != nil,
      bytes.allSatisfy({ $0 >= 0x80 || Base64Values.characters.contains($0) })
    else { return nil }
    let first = bytes.first { $0 > 0x20 }
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    var body = Body(bytes)
    BodySecrets(redaction: redaction, type: isJSON ? Self.json : nil).find(in: &body) {
      found, body in
      body = found.applied(to: body)
    }
    return body.bytes == bytes ? nil : body.bytes
  }

  private static let json = MediaType("application/json")
}
