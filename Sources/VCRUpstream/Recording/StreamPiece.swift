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
  let arrivals: ArraySlice<StreamArrival>
  /// What undoes the coding of the bytes, and gives what they make whole; nil for those in no
  /// coding.
  let decode: (@Sendable ([UInt8]) -> Body?)?

  /// True when it costs next to nothing, so that it may be written on an event loop.
  package var isSmall: Bool { decode == nil && bytes.count <= Self.smallSize }

  /// The most bytes of a body that an event loop looks at.
  static let smallSize = 16 << 10

  /// The response with the events, lines or messages that are whole, and the position at which
  /// the last of them ends; nil for none.
  ///
  /// It is asked once, as the bytes of a stream in a content coding are then decoded.
  package func whole() -> (response: Interaction.Response, end: Int)? {
    var response = head
    if let decode {
      guard let body = decode(bytes) else { return nil }
      response.headers.remove("Content-Encoding")
      response.body = body
      return (response, start + bytes.count)
    }
    let chunks = cut.endedChunks(of: bytes) { end in
      arrivals.first { $0.end >= start + end }
    }
    let count = chunks.reduce(0) { $0 + $1.length }
    guard count > 0 else { return nil }
    response.body = Body(
      Array(bytes.prefix(count)), encoding: head.body.encoding, chunks: chunks)
    return (response, start + count)
  }
}
