/// The content of a message: its exact bytes, with any content coding undone.
public struct Body: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// One piece of a streamed body.
  public struct Chunk: Sendable, Hashable {
    /// The number of bytes of the body in the piece.
    public var length: Int

    /// Seconds from the response's head to the piece, in milliseconds' precision; nil when unknown.
    public var after: Double?

    /// Creates a piece.
    public init(length: Int, after: Double? = nil) {
      self.length = length
      self.after = after
    }
  }

  /// All bytes, decoded.
  public var bytes: [UInt8]

  /// The content coding that was undone (`gzip`, `br`, …), or nil when there was none.
  public var encoding: String?

  /// The pieces of an event stream or another streamed body, whose lengths add up to the whole.
  ///
  /// Empty when the body is no stream.
  public var chunks: [Chunk]

  /// Creates a body.
  public init(_ bytes: [UInt8] = [], encoding: String? = nil, chunks: [Chunk] = []) {
    self.bytes = bytes
    self.encoding = encoding
    self.chunks = chunks
  }

  /// Creates a body from its bytes.
  public init(arrayLiteral elements: UInt8...) { self.init(elements) }

  /// True when the body has no bytes.
  public var isEmpty: Bool { bytes.isEmpty }
}
