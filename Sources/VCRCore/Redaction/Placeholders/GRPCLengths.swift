/// Lengths in messages of gRPC of which texts were replaced: that of a message before it, and
/// those of the fields of Protocol Buffers that a text is in, so that whoever reads the message
/// still can.
enum GRPCLengths {
  /// Where a body says how long its messages of Protocol Buffers and their fields are.
  enum Places {
    /// Before each message, and in its fields: gRPC, gRPC-Web without Base64, and streams of
    /// Connect.
    case messages
    /// In the fields of the one message that the body is.
    case fields

    /// Reads the type of a message; nil for one whose body has no such lengths.
    init?(_ headers: HeaderFields) {
      guard let value = headers["content-type"] else { return nil }
      if GRPCMessages.isMediaType(value) {
        self = .messages
        return
      }
      let essence = MediaType(value).essence
      if essence == "application/grpc-web" || essence.hasPrefix("application/grpc-web+")
        || essence.hasPrefix("application/connect+")
      {
        self = .messages
      } else if Self.essences.contains(essence) {
        self = .fields
      } else {
        return nil
      }
    }

    /// The types of one message; only the first is registered.
    private static let essences: Set = [
      "application/protobuf", "application/x-protobuf", "application/proto",
      "application/vnd.google.protobuf", "application/x-google-protobuf",
    ]
  }

  /// Corrects the lengths of fields in a body that is one message of Protocol Buffers, in which
  /// texts were replaced.
  ///
  /// - Parameters:
  ///   - message: The request or response.
  ///   - old: Its body as it was.
  static func update(_ message: inout some RedactableMessage, changedFrom old: Body) {
    let body = message.body
    guard body.file == nil, old.file == nil, body.chunks.isEmpty, body.bytes != old.bytes,
      Places(message.headers) == .fields, let changed = fields(of: body.bytes, as: old.bytes)
    else { return }
    message.body.bytes = changed
  }

  /// Changes a message of gRPC, whose lengths are then those of its texts.
  ///
  /// What is compressed with gzip or deflate is changed as what it contains, and stays compressed,
  /// to the byte, where that does not change.
  ///
  /// - Parameters:
  ///   - message: The request or response.
  ///   - change: The change.
  /// - Returns: The value that the closure returned.
  static func keep<Message: RedactableMessage, Result>(
    in message: inout Message, _ change: (inout Message) -> Result
  ) -> Result {
    let original = inMessages(message.body)
    let isDivided = !message.body.chunks.isEmpty
    let old = inflated(original)
    message.body = old
    defer {
      message.body = body(message.body, as: old, originally: original)
      // A request that is matched has no pieces.
      if !isDivided { message.body.chunks = [] }
    }
    return change(&message)
  }

  /// A body in pieces: its own, or its messages and what follows them.
  private static func inMessages(_ body: Body) -> Body {
    guard body.file == nil, body.chunks.isEmpty else { return body }
    var pieces = body
    var start = 0
    for end in GRPCMessages.ends(in: body.bytes) + [body.count] where end > start {
      pieces.chunks.append(.init(length: end - start))
      start = end
    }
    return pieces
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
  private static func body(_ body: Body, as old: Body, originally original: Body) -> Body {
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
      if let content = GRPCMessages.content(of: oldPiece),
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

  /// True when two bodies have the same messages, but for texts in their fields that differ in a
  /// way that is allowed, and the lengths that come of that.
  ///
  /// - Parameters:
  ///   - body: A body.
  ///   - other: Another body.
  ///   - places: Where lengths are in both.
  ///   - mayDiffer: Says whether two different texts are allowed.
  /// - Returns: False for what is no message of Protocol Buffers, too.
  static func agree(
    _ body: [UInt8], _ other: [UInt8], _ places: Places,
    except mayDiffer: (_ text: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    if places == .fields { return WireFields.agree(body, other, depth: 0, except: mayDiffer) }
    let (ends, otherEnds) = (GRPCMessages.ends(in: body), GRPCMessages.ends(in: other))
    guard ends.count == otherEnds.count, ends.last == body.count, otherEnds.last == other.count
    else { return false }
    var (start, otherStart) = (0, 0)
    for (end, otherEnd) in zip(ends, otherEnds) {
      let (message, otherMessage) = (body[start..<end], other[otherStart..<otherEnd])
      (start, otherStart) = (end, otherEnd)
      guard message != otherMessage else { continue }
      guard let content = GRPCMessages.content(of: message),
        let otherContent = GRPCMessages.content(of: otherMessage),
        WireFields.agree(Array(content), Array(otherContent), depth: 0, except: mayDiffer)
      else { return false }
    }
    return true
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
  private struct Field {
    let length: Range<Int>
    let content: Range<Int>

    /// True for a place within the content; an insertion behind it may belong to the next field.
    func holds(_ place: Range<Int>) -> Bool {
      place.lowerBound >= content.lowerBound && place.upperBound <= content.upperBound
        && (!place.isEmpty || content.contains(place.lowerBound))
    }
  }

  private var fields: [Field] = []

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
        fields.append(Field(length: start..<index, content: index..<index + Int(count)))
        size = count
      case 5: size = 4
      default: return nil
      }
      guard size <= UInt64(range.upperBound - index) else { return nil }
      index += Int(size)
    }
  }

  /// True when two messages have the same fields, but for texts that are allowed to differ.
  static func agree(
    _ bytes: [UInt8], _ other: [UInt8], depth: Int,
    except mayDiffer: (ArraySlice<UInt8>, ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    guard depth < deepest, let own = Self(bytes, bytes.indices),
      let others = Self(other, other.indices), own.fields.count == others.fields.count
    else { return false }
    var (index, otherIndex) = (0, 0)
    for (field, otherField) in zip(own.fields, others.fields) {
      guard
        bytes[index..<field.length.lowerBound]
          == other[otherIndex..<otherField.length.lowerBound]
      else { return false }
      (index, otherIndex) = (field.content.upperBound, otherField.content.upperBound)
      let (text, otherText) = (bytes[field.content], other[otherField.content])
      guard
        text == otherText
          || agree(Array(text), Array(otherText), depth: depth + 1, except: mayDiffer)
          || mayDiffer(text, otherText)
      else { return false }
    }
    return bytes[index...] == other[otherIndex...]
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
    // Both are in ascending order.
    var next = 0
    for field in fields where next < edits.count {
      guard edits[next].range.lowerBound >= field.content.lowerBound else { return nil }
      let first = next
      while next < edits.count, field.holds(edits[next].range) { next += 1 }
      guard next > first else { continue }
      let own = Array(edits[first..<next])
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
    return next == edits.count ? growth : nil
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
