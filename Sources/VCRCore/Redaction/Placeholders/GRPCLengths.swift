/// Lengths in messages of gRPC of which texts were replaced: that of a message before it, and in
/// a response those of the fields of Protocol Buffers that a text is in, so that whoever reads a
/// replayed response still can.
enum GRPCLengths {
  /// Changes a message of gRPC, whose lengths are then those of its texts.
  ///
  /// What is compressed with gzip or deflate is changed as what it contains, and stays compressed,
  /// to the byte, where that does not change.
  ///
  /// The fields of a request keep their lengths. They are only compared, also with those of
  /// cassettes from before there were others.
  ///
  /// - Parameters:
  ///   - message: The request or response.
  ///   - change: The change.
  /// - Returns: The value that the closure returned.
  static func keep<Message: RedactableMessage, Result>(
    in message: inout Message, _ change: (inout Message) -> Result
  ) -> Result {
    let original = message.body
    let old = inflated(original)
    message.body = old
    defer {
      message.body = body(
        message.body, as: old, originally: original, hasFields: message is Interaction.Response)
    }
    return change(&message)
  }

  /// A body whose compressed messages are not, so that they can be searched.
  private static func inflated(_ body: Body) -> Body {
    guard body.file == nil, !body.chunks.isEmpty,
      // In a text that a person wrote, pieces need not add up to the body.
      body.chunks.allSatisfy({ $0.length >= 0 }),
      body.chunks.reduce(0, { $0 + $1.length }) == body.count
    else { return body }
    var bytes: [UInt8] = []
    var chunks: [Body.Chunk] = []
    var start = 0
    var isInflated = false
    for chunk in body.chunks {
      let piece = body.bytes[start..<start + chunk.length]
      start += chunk.length
      if let content = GRPCMessages.inflated(piece) {
        let message = GRPCMessages.message(content)
        bytes += message
        chunks.append(chunk.resized(to: message.count))
        isInflated = true
      } else {
        bytes += piece
        chunks.append(chunk)
      }
    }
    guard isInflated else { return body }
    var inflated = body
    inflated.bytes = bytes
    inflated.chunks = chunks
    return inflated
  }

  /// A body of which the contents of messages were changed, with their lengths; the messages that
  /// were not changed are as they came.
  private static func body(
    _ body: Body, as old: Body, originally original: Body, hasFields: Bool
  ) -> Body {
    guard body.file == nil, body.chunks.count == old.chunks.count,
      body.chunks.reduce(0, { $0 + $1.length }) == body.count,
      old.chunks.reduce(0, { $0 + $1.length }) == old.count
    else { return body }
    guard body.bytes != old.bytes else { return original }
    var bytes: [UInt8] = []
    var chunks: [Body.Chunk] = []
    var (start, oldStart, firstStart) = (0, 0, 0)
    for (chunk, (oldChunk, first)) in zip(body.chunks, zip(old.chunks, original.chunks)) {
      var piece = body.bytes[start..<start + chunk.length]
      let oldPiece = old.bytes[oldStart..<oldStart + oldChunk.length]
      let firstPiece = original.bytes[firstStart..<firstStart + first.length]
      start += chunk.length
      oldStart += oldChunk.length
      firstStart += first.length
      if piece == oldPiece {
        bytes += firstPiece
        chunks.append(first)
        continue
      }
      if hasFields, let content = GRPCMessages.content(of: oldPiece),
        let changed = fields(
          of: Array(piece.dropFirst(GRPCMessages.prefixLength)), as: Array(content))
      {
        piece = piece.prefix(GRPCMessages.prefixLength) + changed
      }
      let message = GRPCMessages.framed(piece, as: oldPiece)
      bytes += message
      chunks.append(chunk.resized(to: message.count))
    }
    var framed = body
    framed.bytes = bytes
    framed.chunks = chunks
    return framed
  }

  /// The content with the lengths of its fields; nil when it was no message of Protocol Buffers, or
  /// something else than texts in it was changed.
  static func fields(of content: [UInt8], as old: [UInt8]) -> [UInt8]? {
    // Placeholders came in, or secrets came back in their place.
    let there = TextDifference.edits(from: old, to: content)
    let back = TextDifference.edits(from: content, to: old).inverted(in: content)
    for edits in [there, back] {
      var lengths: [Replacements.Item] = []
      guard WireFields(old, old.indices)?.addLengths(edits, old, depth: 0, to: &lengths) != nil
      else { continue }
      let changed = (edits + lengths).inOrder.applied(to: old)
      if WireFields(changed, changed.indices) != nil { return changed }
    }
    return nil
  }
}

/// The fields of a message of Protocol Buffers that say how long they are.
private struct WireFields {
  private var fields: [(length: Range<Int>, content: Range<Int>)] = []

  /// The deepest nesting that is read.
  private static let deepest = 64

  /// Reads a message; nil for bytes that are none.
  ///
  /// Groups, which are no longer used, are none either.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    var index = range.lowerBound
    func varint() -> UInt64? {
      var number: UInt64 = 0
      var shift: UInt64 = 0
      while index < range.upperBound, shift < 64 {
        let byte = bytes[index]
        index += 1
        number |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
      return nil
    }
    while index < range.upperBound {
      guard let key = varint(), key >> 3 > 0, key >> 3 < 1 << 29 else { return nil }
      var size: UInt64 = 0
      switch key & 7 {
      case 0: guard varint() != nil else { return nil }
      case 1: size = 8
      case 2:
        let start = index
        guard let count = varint(), count <= UInt64(range.upperBound - index) else { return nil }
        fields.append((start..<index, index..<index + Int(count)))
        size = count
      case 5: size = 4
      default: return nil
      }
      guard size <= UInt64(range.upperBound - index) else { return nil }
      index += Int(size)
    }
  }

  /// Adds the new lengths of the fields in which something changes.
  ///
  /// - Parameters:
  ///   - edits: The changes.
  ///   - bytes: The message.
  ///   - depth: How deep the message is in others.
  ///   - lengths: Receives the places of the lengths.
  /// - Returns: By how many bytes the message grows; nil when something changes outside of the
  ///   contents of its fields.
  func addLengths(
    _ edits: [Replacements.Item], _ bytes: [UInt8], depth: Int,
    to lengths: inout [Replacements.Item]
  ) -> Int? {
    var growth = 0
    var count = 0
    for field in fields {
      let own = edits.filter {
        $0.range.lowerBound >= field.content.lowerBound
          && $0.range.upperBound <= field.content.upperBound
          && ($0.range.isEmpty ? field.content.contains($0.range.lowerBound) : true)
      }
      guard !own.isEmpty else { continue }
      count += own.count
      var added: [Replacements.Item] = []
      // A text that is a message by chance has its changes elsewhere than in that one's fields.
      var change = own.reduce(0) { $0 + $1.bytes.count - $1.range.count }
      if depth < Self.deepest, let inner = WireFields(bytes, field.content),
        let growth = inner.addLengths(own, bytes, depth: depth + 1, to: &added)
      {
        change = growth
      } else {
        added = []
      }
      let length = Self.varint(field.content.count + change)
      if length != Array(bytes[field.length]) {
        added.append(.init(range: field.length, bytes: length))
      }
      lengths += added
      growth += change + length.count - field.length.count
    }
    return count == edits.count ? growth : nil
  }

  private static func varint(_ number: Int) -> [UInt8] {
    var rest = UInt64(number)
    var bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
      rest >>= 7
    } while rest > 0
    return bytes
  }
}

extension [Replacements.Item] {
  /// The changes that undo these.
  ///
  /// - Parameter text: The text with these places as they are, in ascending order.
  /// - Returns: The places in the text that comes of it.
  func inverted(in text: [UInt8]) -> [Replacements.Item] {
    var shift = 0
    return map { item in
      let start = item.range.lowerBound + shift
      shift += item.bytes.count - item.range.count
      return .init(range: start..<start + item.bytes.count, bytes: [UInt8](text[item.range]))
    }
  }
}
