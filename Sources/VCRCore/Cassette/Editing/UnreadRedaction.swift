/// Replaces the secrets that a cassette holds outside its messages: in comments, and under unknown
/// keys.
///
/// A change is made only where the content of the cassette stays the same. A secret whose
/// replacement would change a message, such as one in the name of a header field, stays, and its
/// line is reported.
struct UnreadRedaction {
  private let file: CassetteFile
  private var changes: [Replacements.Item] = []
  /// The lines, counted from 1, in which a secret stays.
  private(set) var remaining: [Int] = []
  /// The position up to which lines are counted, and its line.
  private var (position, line) = (0, 1)

  /// Finds the secrets and the possible replacements.
  ///
  /// - Parameters:
  ///   - file: The cassette, without secrets in its messages.
  ///   - redactor: The rules and the values that they have learned.
  init(_ file: CassetteFile, _ redactor: Redactor) {
    self.file = file
    var found: [(line: Int, item: Int?, value: ArraySlice<UInt8>, new: [UInt8])] = []
    UnreadText.forEach(of: file, faulty: []) { unread in
      for secret in unread.secrets(redactor) {
        let place = unread.place(of: secret.range.lowerBound)
        found.append((place.line, place.item, unread.text[secret.range], secret.bytes))
      }
    }
    for (line, item, value, new) in found.sorted(by: { $0.line < $1.line }) {
      if let change = change(ofLine: line, item: item, value, new) {
        changes.append(change)
      } else if remaining.last != line {
        remaining.append(line)
      }
    }
  }

  /// The number of values that are replaced.
  var count: Int { changes.count }

  /// The cassette's new content.
  var content: [UInt8] { changes.applied(to: file.bytes) }

  private mutating func change(
    ofLine wanted: Int, item: Int?, _ value: ArraySlice<UInt8>, _ new: [UInt8]
  ) -> Replacements.Item? {
    while line < wanted, position < file.bytes.count {
      if file.bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    let start = max(position, changes.last?.range.upperBound ?? 0)
    let end = file.bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? file.bytes.count
    guard let first = value.first, start < end else { return nil }
    let place = (start..<end).first {
      file.bytes[$0] == first && file.bytes[$0...].starts(with: value)
    }
    guard let place else { return nil }
    let range = place..<place + value.count
    let region = item.flatMap { file.range(ofItem: $0 - 1) }
    // A plain scalar cannot begin with a brace.
    let quote = [UInt8(ascii: "'")]
    for bytes in [new, quote + new + quote] {
      let change = Replacements.Item(range: range, bytes: bytes)
      if isHarmless(change, in: region, of: item) { return change }
    }
    return nil
  }

  /// True when the text has the same content, except for one scalar that is part of no message.
  private func isHarmless(
    _ change: Replacements.Item, in region: Range<Int>?, of item: Int?
  ) -> Bool {
    let start = region?.lowerBound ?? 0
    // There are no separate items before the first one.
    let isHeading = region == nil && file.range(ofItem: 0) != nil
    let whole = region ?? (isHeading ? file.prologue.indices : file.bytes.indices)
    guard whole.contains(change.range.lowerBound), change.range.upperBound <= whole.upperBound
    else { return false }
    let old = Array(file.bytes[whole])
    guard let before = try? YAMLParser.parse(old),
      let after = try? YAMLParser.parse([change].moved(by: -start).applied(to: old)),
      before.nodes.count == after.nodes.count
    else { return false }
    for node in before.nodes.indices {
      guard
        before.isScalar(node)
          ? after.isScalar(node)
          : before.nodes[node].kind == after.nodes[node].kind
      else { return false }
    }
    if isHeading { return true }
    if region != nil { return isSame(before, 1, after, 1) }
    guard let items = before.value(HeadingKey.interactions, in: YAMLTree.root) else { return true }
    return before.children(items).allSatisfy { isSame(before, $0, after, $0) }
  }

  private func isSame(_ before: YAMLTree, _ item: Int, _ after: YAMLTree, _ other: Int) -> Bool {
    let old = try? InteractionReader(tree: before, item: item, sideFile: file.sideFile)
      .interaction()
    let new = try? InteractionReader(tree: after, item: other, sideFile: file.sideFile)
      .interaction()
    return old != nil && old == new
  }
}
