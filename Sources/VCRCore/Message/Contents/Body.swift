extension Cassette {
  /// The content of a message: its exact bytes, with any content coding undone.
  public struct Body: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// One piece of a streamed body.
    public struct Chunk: Sendable, Hashable {
      /// The number of bytes of the body in the piece.
      public var length: Int

      /// Seconds from the response's head to the piece, in milliseconds' precision; nil when
      /// unknown.
      public var after: Double?

      /// How much of a request the service had when it sent the piece: messages of gRPC, or bytes
      /// of any other body; nil when it had the whole request.
      public var awaits: Int?

      /// Creates a piece.
      ///
      /// - Parameters:
      ///   - length: The number of its bytes.
      ///   - after: Seconds from the response's head to the piece; nil when unknown.
      ///   - awaits: How much of the request the service had when it sent the piece; nil for the
      ///     whole.
      public init(length: Int, after: Double? = nil, awaits: Int? = nil) {
        self.length = length
        self.after = after
        self.awaits = awaits
      }

      /// The same piece with another length.
      package func resized(to length: Int) -> Chunk {
        var chunk = self
        chunk.length = length
        return chunk
      }
    }

    /// The bytes, unless they are in a file.
    private var memory: [UInt8]

    /// The file that holds the bytes; nil when they are in memory.
    ///
    /// A body of more than ``memoryLimit`` bytes is in a file while it is recorded and replayed
    /// piece by piece. Its secrets are replaced before it gets there.
    package private(set) var file: BodyFile?

    /// All bytes, decoded.
    ///
    /// To read those of a body that is in a file loads them, again each time; to change them leaves
    /// the file and has them in memory. What may be large is asked for its ``count`` first.
    public var bytes: [UInt8] {
      _read {
        if let file {
          // Whoever needs the reason uses the file.
          let loaded = (try? file.bytes()) ?? []
          yield loaded
        } else {
          yield memory
        }
      }
      _modify {
        if let file {
          memory = (try? file.bytes()) ?? []
          self.file = nil
        }
        // Bytes of another content would bring back what was replaced in this one, such as a
        // secret.
        defer { if encoded?.isOfOneContent == true { encoded = nil } }
        yield &memory
      }
      set {
        // Without this, an assignment would read a file first.
        memory = newValue
        file = nil
        if encoded?.isOfOneContent == true { encoded = nil }
      }
    }

    /// The number of bytes.
    public var count: Int { file?.count ?? memory.count }

    /// The most bytes of a body that the recorder holds in memory, 8 MiB; larger ones go to a file
    /// as they pass.
    package static let memoryLimit = 8 << 20

    /// The content coding that was undone (`gzip`, `br`, …), or nil when there was none.
    public var encoding: String?

    /// How the encoded bytes that the service sent come back; nil when that is not known.
    package var encoded: EncodedForm?

    /// The pieces of an event stream or another streamed body, whose lengths add up to the whole.
    ///
    /// Empty when the body is no stream.
    public var chunks: [Chunk]

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, with any content coding undone.
    ///   - encoding: The content coding that was undone; nil for none.
    ///   - chunks: The pieces of a stream; empty for any other body.
    public init(_ bytes: [UInt8] = [], encoding: String? = nil, chunks: [Chunk] = []) {
      memory = bytes
      self.encoding = encoding
      self.chunks = chunks
    }

    /// Creates a body from its bytes.
    ///
    /// - Parameter elements: The bytes.
    public init(arrayLiteral elements: UInt8...) { self.init(elements) }

    /// Creates a body whose bytes are in a file.
    package init(_ file: BodyFile, encoding: String? = nil) {
      memory = []
      self.file = file
      self.encoding = encoding
      chunks = []
    }

    /// True when the body has no bytes.
    public var isEmpty: Bool { count == 0 }

    /// True when two bodies have the same bytes, wherever they are.
    package func hasSameBytes(as other: Body) -> Bool {
      guard count == other.count else { return false }
      if let file, let known = other.file { return file.hasSameBytes(as: known) }
      return bytes == other.bytes
    }

    /// True when the body begins with all bytes of another, wherever they are.
    ///
    /// A body in a file is read piece by piece; one that cannot be read is no beginning.
    package func starts(with start: Body) -> Bool {
      guard count >= start.count else { return false }
      guard let file else { return memory.starts(with: start.bytes) }
      var hash = SHA256()
      var left = start.count
      guard let reader = try? file.reader() else { return false }
      while left > 0, let piece = try? reader.next(), !piece.isEmpty {
        hash.update(piece.count <= left ? piece : Array(piece.prefix(left)))
        left -= min(piece.count, left)
      }
      return left == 0 && BodyFile.digest(hash) == start.digest
    }

    /// The bytes that stand for the body where two bodies are compared: its own, or the digest.
    ///
    /// Which of the two follows from the size alone: a door may hold in memory what another has in
    /// a file.
    package var identity: [UInt8] {
      guard count > Self.memoryLimit || file != nil else { return memory }
      return Array("SHA-256 \(digest)".utf8)
    }

    /// The first ``BodyFile/digestLength`` hexadecimal digits of the SHA-256 of the bytes.
    package var digest: String {
      file?.identity ?? String(SHA256.hexadecimal(memory).prefix(BodyFile.digestLength))
    }
  }
}

/// The short name of ``Cassette/Body`` within this package.
package typealias Body = Cassette.Body
