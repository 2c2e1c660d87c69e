#if Recording
  package import VCRCore

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
