/// A recorded text whose placeholders match any value.
///
/// It recognises the recorded request in one whose secret is not known.
struct PlaceholderTemplate {
  /// The texts before the first placeholder, between the placeholders, and after the last one.
  private var literals: [[UInt8]] = []

  /// The name of each placeholder; nil for one without a single name.
  private var names: [[UInt8]?] = []

  /// Reads a text; nil if it has no placeholder of an unknown secret.
  ///
  /// - Parameters:
  ///   - text: The recorded text.
  ///   - known: The names of placeholders whose secrets are known. These match themselves only,
  ///     because the secret in a request was replaced before the comparison.
  init?(_ text: Span<UInt8>, known: Set<[UInt8]>) {
    let bytes = 0..<text.count
    guard
      text.firstIndex(of: UInt8(ascii: "{"), in: bytes) != nil
        || text.firstIndex(of: UInt8(ascii: "%"), in: bytes) != nil
    else { return nil }
    var literal: [UInt8] = []
    var index = 0
    while index < text.count {
      if let end = Placeholder.end(text, at: index), !Self.isKnown(text, index..<end, known) {
        literals.append(literal)
        let name = Placeholder.name(text, at: index) ?? Placeholder.nameInForm(text, at: index)
        names.append(name.map { $0.map { text[$0] } })
        literal = []
        index = end
      } else {
        literal.append(text[index])
        index += 1
      }
    }
    guard !literals.isEmpty else { return nil }
    literals.append(literal)
  }

  private static func isKnown(
    _ text: Span<UInt8>, _ range: Range<Int>, _ known: Set<[UInt8]>
  ) -> Bool {
    guard !known.isEmpty else { return false }
    let names =
      Placeholder.nameInForm(text, at: range.lowerBound).map { [$0.map { text[$0] }] }
      ?? Placeholder.all(in: text.extracting(range))
    return names.allSatisfy(known.contains)
  }

  /// True when a text has the same literal parts in the same order.
  ///
  /// - Parameters:
  ///   - text: The text of a request.
  ///   - separator: A byte that no placeholder matches, or nil.
  ///   - digests: The digests of values that the cassette has; nil for none.
  /// - Returns: Whether the whole text fits, and no value in it is proven to be another's.
  func matches(
    _ text: Span<UInt8>, separator: UInt8? = nil, digests: ValueDigests? = nil
  ) -> Bool {
    var placeholder = 0
    func mayBe(_ range: Range<Int>) -> Bool {
      defer { placeholder += 1 }
      guard isFree(text, range, of: separator) else { return false }
      guard let digests, !range.isEmpty, let name = names[placeholder] else { return true }
      return !digests.isAnother(range.map { text[$0] }, than: name)
    }
    let (first, last) = (literals[0], literals[literals.count - 1])
    guard text.count >= first.count + last.count, Self.stands(first, in: text, at: 0),
      Self.stands(last, in: text, at: text.count - last.count)
    else { return false }
    var index = first.count
    let end = text.count - last.count
    for literal in literals.dropFirst().dropLast() {
      var place = index
      while place + literal.count <= end, !Self.stands(literal, in: text, at: place) { place += 1 }
      guard place + literal.count <= end, mayBe(index..<place) else {
        return false
      }
      index = place + literal.count
    }
    return index <= end && mayBe(index..<end)
  }

  private func isFree(_ text: Span<UInt8>, _ range: Range<Int>, of separator: UInt8?) -> Bool {
    separator.map { text.firstIndex(of: $0, in: range) == nil } ?? true
  }

  private static func stands(_ literal: [UInt8], in text: Span<UInt8>, at index: Int) -> Bool {
    for offset in literal.indices where text[index + offset] != literal[offset] { return false }
    return true
  }
}
