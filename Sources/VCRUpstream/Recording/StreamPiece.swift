#if Recording
  package import VCRCore

  /// The part of a streamed response that came since it was last in the journal.
  package struct StreamPiece: Sendable {
    let cut: StreamCut
    /// The response without its body.
    let head: Interaction.Response
    /// The bytes that are not in the journal yet.
    let bytes: [UInt8]
    /// Their position in the body.
    let start: Int
    /// When they arrived.
    let arrivals: ArraySlice<ExchangeRecording.Arrival>
    /// The decoding of the bytes; nil for those in no coding.
    let decoding: StreamDecoding?

    /// True when it costs next to nothing, so that it may be written on an event loop.
    package var isSmall: Bool { decoding == nil && bytes.count <= ExchangeRecording.smallSize }

    /// The response with the events, lines or messages that are whole, and the position at which
    /// the last of them ends; nil for none.
    ///
    /// It is asked once, as the bytes of a stream in a content coding are then decoded.
    package func whole() -> (response: Interaction.Response, end: Int)? {
      var response = head
      if let decoding {
        guard let body = decoding.whole(in: bytes) else { return nil }
        response.headers.remove("Content-Encoding")
        response.body = body
        return (response, start + bytes.count)
      }
      let chunks = cut.endedChunks(of: bytes) { end in
        arrivals.first { $0.end >= start + end }
      }
      let count = chunks.reduce(0) { $0 + $1.length }
      guard count > 0 else { return nil }
      response.body = Body(Array(bytes.prefix(count)), chunks: chunks)
      return (response, start + count)
    }
  }

  extension RequestRecording {
    /// The messages of a call that have come whole, from a position of the content.
    ///
    /// - Parameter start: The position at which a message starts.
    /// - Returns: The request with these alone, and where the last one ends; nil for a content that
    ///   is not in memory.
    package func messages(from start: Int) -> (request: Interaction.Request, end: Int)? {
      guard large == nil, start <= bytes.count else { return nil }
      let rest = Array(bytes[start...])
      let chunks = StreamCut.messages.wholeChunks(of: rest) { _ in nil }
      let count = chunks.reduce(0) { $0 + $1.length }
      var request = head
      request.body = Body(Array(rest.prefix(count)), chunks: chunks)
      return (request, start + count)
    }
  }
#endif
