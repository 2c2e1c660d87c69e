#if Recording
  import VCRCore

  /// Where a streamed body is split: by its own structure, never by the pieces of the network.
  enum StreamCut: Sendable {
    /// Not a stream.
    case none
    /// After the blank line that ends an event (WHATWG HTML, server-sent events).
    case events
    /// After each line.
    case lines

    /// Chooses by the media type, without its parameters.
    init(mediaType: String) {
      let type = mediaType.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
      switch type {
      case "text/event-stream": self = .events
      case "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/x-jsonlines", "application/stream+json", "application/json-seq":
        self = .lines
      default: self = .none
      }
    }

    /// Splits a body; bytes after the last separator are a piece of their own.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - time: The time in seconds at which the byte before a position had arrived.
    /// - Returns: The pieces; none when the body is not a stream or is empty.
    func chunks(of bytes: [UInt8], time: (Int) -> Double?) -> [Body.Chunk] {
      guard self != .none, !bytes.isEmpty else { return [] }
      var chunks: [Body.Chunk] = []
      var start = 0
      for end in ends(in: bytes) + [bytes.count] where end > start {
        chunks.append(Body.Chunk(length: end - start, after: time(end)))
        start = end
      }
      return chunks
    }

    private func ends(in bytes: [UInt8]) -> [Int] {
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
#endif
