import VCRCore

/// Where a streamed body is split: by its own structure, never by the pieces of the network.
enum StreamCut: Sendable {
  /// Not a stream.
  case none
  /// After the blank line that ends an event (WHATWG HTML, server-sent events).
  case events
  /// After each line.
  case lines
  /// After each message of gRPC.
  case messages

  /// Chooses by the value of `Content-Type`.
  init(mediaType: String) {
    switch StreamFormat(contentType: mediaType) {
    case .events: self = .events
    case .lines: self = .lines
    case .messages: self = .messages
    case nil: self = .none
    }
  }

  /// Splits a body; bytes after the last separator are a piece of their own.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - arrival: The arrival of the byte before a position; nil when it is not known.
  /// - Returns: The pieces; none when the body is not a stream or is empty.
  func chunks(
    of bytes: [UInt8], arrival: (Int) -> StreamArrival?
  ) -> [Body.Chunk] {
    guard self != .none, !bytes.isEmpty else { return [] }
    var chunks = wholeChunks(of: bytes, arrival: arrival)
    let rest = bytes.count - chunks.reduce(0) { $0 + $1.length }
    if rest > 0 { chunks.append(Self.chunk(rest, arrival(bytes.count))) }
    guard self == .messages, chunks.count == 1 else { return chunks }
    // The one message of most calls has no time of its own, and belongs to a side file if it is
    // large.
    chunks[0].after = chunks[0].awaits == nil ? nil : chunks[0].after
    return bytes.count > Self.messageLimit && chunks[0].awaits == nil ? [] : chunks
  }

  /// The pieces at the beginning of bytes that end with a separator.
  ///
  /// - Parameters:
  ///   - bytes: A part of a body, from the start of a piece.
  ///   - arrival: The arrival of the byte before a position; nil when it is not known.
  /// - Returns: The pieces.
  func wholeChunks(
    of bytes: [UInt8], arrival: (Int) -> StreamArrival?
  ) -> [Body.Chunk] {
    var start = 0
    return ends(in: bytes).map { end in
      defer { start = end }
      return Self.chunk(end - start, arrival(end))
    }
  }

  /// The pieces at the beginning of bytes that end with a separator, whatever follows.
  ///
  /// - Parameters:
  ///   - bytes: A part of a body, from the start of a piece.
  ///   - arrival: The arrival of the byte before a position; nil when it is not known.
  /// - Returns: The pieces.
  func endedChunks(
    of bytes: [UInt8], arrival: (Int) -> StreamArrival?
  ) -> [Body.Chunk] {
    var chunks = wholeChunks(of: bytes, arrival: arrival)
    // A line feed that belongs to the last line end may still come.
    if self != .messages, bytes.last == UInt8(ascii: "\r") { _ = chunks.popLast() }
    return chunks
  }

  private static func chunk(
    _ length: Int, _ arrival: StreamArrival?
  ) -> Body.Chunk {
    Body.Chunk(length: length, after: arrival?.after, awaits: arrival?.awaits)
  }

  /// The size in bytes above which the only message of a body is stored like any other body.
  private static let messageLimit = 4 << 10

  /// True when a piece may end in bytes that came.
  func mayEnd(in bytes: some Sequence<UInt8>) -> Bool {
    switch self {
    case .none: false
    case .events, .lines:
      bytes.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    case .messages: true
    }
  }

  private func ends(in bytes: [UInt8]) -> [Int] {
    if self == .messages { return GRPCMessages.ends(in: bytes) }
    let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var ends: [Int] = []
    var lineStart = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == lineFeed || bytes[index] == carriageReturn else {
        index += 1
        continue
      }
      let isBlank = index == lineStart
      let isPair =
        bytes[index] == carriageReturn && index + 1 < bytes.count && bytes[index + 1] == lineFeed
      index += isPair ? 2 : 1
      lineStart = index
      if self == .lines || isBlank { ends.append(index) }
    }
    return ends
  }
}
