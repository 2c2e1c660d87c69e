/// The messages of a body of gRPC: each has a flag, its length in four bytes, and its content
/// (gRPC over HTTP/2, "Length-Prefixed-Message").
package enum GRPCMessages {
  /// The number of bytes before the content of a message.
  package static let prefixLength = 5

  /// True for the media type of gRPC over HTTP/2.
  ///
  /// - Parameter contentType: The value of `Content-Type`; nil for none.
  /// - Returns: False for gRPC-Web, too, whose bodies may be Base64.
  package static func isMediaType(_ contentType: String?) -> Bool {
    guard let type = contentType?.prefix(while: { $0 != ";" && $0 != " " }).lowercased() else {
      return false
    }
    return type == "application/grpc" || type.hasPrefix("application/grpc+")
  }

  /// The positions at which messages end; bytes after the last of them are no whole message.
  package static func ends(in bytes: [UInt8]) -> [Int] {
    var ends: [Int] = []
    var position = 0
    while let length = length(of: bytes[position...]) {
      let (end, isOverflow) = position.addingReportingOverflow(prefixLength + length)
      guard !isOverflow, end <= bytes.count else { break }
      ends.append(end)
      position = end
    }
    return ends
  }

  /// The content of a whole message that is not compressed; nil for other bytes.
  package static func content(of message: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard message.first == 0, length(of: message) == message.count - prefixLength else {
      return nil
    }
    return message.dropFirst(prefixLength)
  }

  /// A message that is not compressed, with its prefix.
  ///
  /// - Parameter content: The content, of less than 4 GiB.
  /// - Returns: The message.
  package static func message(_ content: some Collection<UInt8>) -> [UInt8] {
    [0] + digits(of: content.count) + content
  }

  /// A body of which the contents of messages were changed, with their lengths before them.
  ///
  /// - Parameters:
  ///   - body: The body, in the pieces of the one that it was.
  ///   - old: The body as it was.
  /// - Returns: The body; what was no whole message before is left as it is.
  static func framed(_ body: Body, as old: Body) -> Body {
    guard body.file == nil, body.chunks.count == old.chunks.count, body.bytes != old.bytes else {
      return body
    }
    var framed = body
    var (start, oldStart) = (0, 0)
    for (chunk, oldChunk) in zip(body.chunks, old.chunks) {
      let content = chunk.length - prefixLength
      let oldPiece = old.bytes[oldStart..<oldStart + oldChunk.length]
      if content >= 0, length(of: oldPiece) == oldChunk.length - prefixLength {
        framed.bytes.replaceSubrange(start + 1..<start + prefixLength, with: digits(of: content))
      }
      start += chunk.length
      oldStart += oldChunk.length
    }
    return framed
  }

  private static func digits(of length: Int) -> [UInt8] {
    UInt32(clamping: length).bigEndianBytes(4)
  }

  /// The announced length of the content; nil when the prefix is not complete.
  private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= prefixLength else { return nil }
    return bytes.dropFirst().prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Counts the messages of a body that arrives in pieces.
  package struct Counter: Sendable {
    /// How many messages are complete.
    package private(set) var count = 0
    private var prefix: [UInt8] = []
    private var rest = 0

    /// Creates a counter for a body from its beginning.
    package init() {}

    /// Adds a piece.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
      for byte in bytes {
        if prefix.count < GRPCMessages.prefixLength {
          prefix.append(byte)
          guard prefix.count == GRPCMessages.prefixLength else { continue }
          rest = GRPCMessages.length(of: prefix[...]) ?? 0
        } else {
          rest -= 1
        }
        if rest == 0 {
          count += 1
          prefix = []
        }
      }
    }
  }
}
