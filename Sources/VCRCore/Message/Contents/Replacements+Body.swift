extension Replacements {
  /// The body with the new bytes, the lengths of its pieces adjusted.
  ///
  /// The replacement of a secret belongs to the piece in which the secret began; a piece that held
  /// nothing but the rest of a secret is dropped.
  package func applied(to body: Body) -> Body {
    guard !isEmpty else { return body }
    var redacted = body
    redacted.bytes = applied(to: body.bytes.view)
    guard !body.chunks.isEmpty else { return redacted }
    redacted.chunks = []
    var (end, newEnd) = (0, 0)
    var (next, shift) = (0, 0)
    for chunk in body.chunks {
      end += chunk.length
      // The shift of all replacements that begin before the end of the piece.
      var mapped = end
      while next < items.count, items[next].range.lowerBound < end {
        shift += items[next].bytes.count - items[next].range.count
        mapped = max(mapped, items[next].range.upperBound)
        next += 1
      }
      if next > 0 { mapped = max(mapped, items[next - 1].range.upperBound) }
      let length = max(mapped, end) + shift - newEnd
      if length > 0 || chunk.length == 0 {
        redacted.chunks.append(chunk.resized(to: length))
      }
      newEnd += length
    }
    return redacted
  }
}
