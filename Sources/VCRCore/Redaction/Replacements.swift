/// Places in a text, ascending and apart from each other, and what is to stand there instead.
struct Replacements {
  /// One place.
  struct Item {
    /// Where the old bytes stand.
    var range: Range<Int>
    /// The new bytes.
    var bytes: [UInt8]
  }

  /// The places in ascending order.
  private(set) var items: [Item] = []

  /// True when nothing changes.
  var isEmpty: Bool { items.isEmpty }

  /// Adds a place after all others, unless the new bytes stand there already.
  mutating func add(_ range: Range<Int>, _ bytes: [UInt8], in text: Span<UInt8>) {
    var isSame = range.count == bytes.count
    if isSame {
      for offset in bytes.indices where text[range.lowerBound + offset] != bytes[offset] {
        isSame = false
        break
      }
    }
    if !isSame { items.append(Item(range: range, bytes: bytes)) }
  }

  /// These places and others, without those of the others that overlap with these.
  func merged(with others: Replacements) -> Replacements {
    let free = others.items.filter { other in
      !items.contains { $0.range.overlaps(other.range) }
    }
    var merged = self
    merged.items = (items + free).sorted { $0.range.lowerBound < $1.range.lowerBound }
    return merged
  }

  /// Changes what is to stand at a place.
  mutating func replace(_ index: Int, with bytes: [UInt8]) { items[index].bytes = bytes }

  /// The text with the new bytes; every other byte as it was.
  func applied(to text: Span<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + items.count * 16)
    var copied = 0
    for item in items {
      output.append(text, copied..<item.range.lowerBound)
      output.append(contentsOf: item.bytes)
      copied = item.range.upperBound
    }
    output.append(text, copied..<text.count)
    return output
  }

  /// A text with the new bytes.
  func applied(to text: String) -> String {
    guard !isEmpty else { return text }
    return text.withUTF8Span { String(decoding: applied(to: $0), as: UTF8.self) }
  }

  /// The body with the new bytes, its pieces' lengths adjusted.
  ///
  /// What takes the place of a secret belongs to the piece in which the secret began; a piece that
  /// held nothing but the rest of one is dropped.
  func applied(to body: Body) -> Body {
    guard !isEmpty else { return body }
    var redacted = body
    redacted.bytes = applied(to: body.bytes.span)
    guard !body.chunks.isEmpty else { return redacted }
    redacted.chunks = []
    var (end, newEnd) = (0, 0)
    var (next, shift) = (0, 0)
    for chunk in body.chunks {
      end += chunk.length
      // The shift of every replacement that begins before the piece's end.
      var mapped = end
      while next < items.count, items[next].range.lowerBound < end {
        shift += items[next].bytes.count - items[next].range.count
        mapped = max(mapped, items[next].range.upperBound)
        next += 1
      }
      if next > 0 { mapped = max(mapped, items[next - 1].range.upperBound) }
      let length = max(mapped, end) + shift - newEnd
      if length > 0 || chunk.length == 0 {
        redacted.chunks.append(Body.Chunk(length: length, after: chunk.after))
      }
      newEnd += length
    }
    return redacted
  }
}
