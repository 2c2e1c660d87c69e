package import VCRCore

/// How a response that is a stream comes in, and how much of it is in the journal.
package struct StreamProgress: Sendable {
  /// Where its body is split.
  let cut: StreamCut
  private let headTime = ContinuousClock.now
  private var arrivals: [StreamArrival] = []
  /// How much of the body is in the journal.
  private var journalled = 0
  /// True when an event, a line or a message may have become whole that is not in the journal.
  private var mayHaveWhole = false

  /// Begins with what is no stream, or with the head of a response.
  ///
  /// - Parameter head: The head; one that still names a coding has a body that must be decoded
  ///   before it can be split.
  package init(_ head: Interaction.Response? = nil) {
    cut = StreamCut(mediaType: head?.headers["Content-Type"] ?? "")
  }

  /// True for a stream.
  package var isStream: Bool { cut != .none }

  /// Notes that bytes came.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - isCoded: True for bytes in a coding, which do not show where an event ends.
  package mutating func receive(_ bytes: some Sequence<UInt8>, isCoded: Bool = false) {
    guard isStream else { return }
    mayHaveWhole = mayHaveWhole || isCoded || cut.mayEnd(in: bytes)
  }

  /// Notes when bytes came.
  ///
  /// - Parameters:
  ///   - end: The position in the body at which they end.
  ///   - awaits: How much of an unfinished request was sent by then.
  package mutating func noteArrival(upTo end: Int, awaits: Int? = nil) {
    guard isStream else { return }
    let seconds = (ContinuousClock.now - headTime) / .seconds(1)
    arrivals.append(
      StreamArrival(end: end, after: (seconds * 1000).rounded() / 1000, awaits: awaits))
  }

  /// Splits a body.
  ///
  /// - Parameters:
  ///   - bytes: The body, without a coding.
  ///   - isTimed: False where the times are those of bytes in a coding: which of them had which
  ///     event is not known.
  /// - Returns: The events, lines or messages with their times; none for what is no stream.
  package func chunks(of bytes: [UInt8], isTimed: Bool = true) -> [Body.Chunk] {
    cut.chunks(of: bytes) { end in isTimed ? arrival(ofByteBefore: end) : nil }
  }

  /// The part of a stream that is not in the journal yet.
  ///
  /// - Parameters:
  ///   - body: The body as far as it has come.
  ///   - head: The response without it.
  ///   - decode: What undoes a coding of the body; see ``StreamPiece``.
  /// - Returns: Nil when nothing of it can be whole.
  package func piece(
    of body: [UInt8], _ head: Interaction.Response,
    decode: (@Sendable ([UInt8]) -> Body?)? = nil
  ) -> StreamPiece? {
    guard isStream, mayHaveWhole else { return nil }
    return StreamPiece(
      cut: cut, head: head, bytes: Array(body[journalled...]), start: journalled,
      arrivals: arrivals[firstArrival(at: journalled + 1)...], decode: decode)
  }

  /// Notes that a stream is in the journal up to a position, which is nil when nothing was whole.
  ///
  /// - Parameters:
  ///   - position: The position in the body.
  ///   - piece: What was to be written.
  ///   - count: How much of the body has come by now.
  package mutating func noteJournalled(upTo position: Int?, of piece: StreamPiece, _ count: Int) {
    journalled = position ?? journalled
    mayHaveWhole = count > piece.start + piece.bytes.count
  }

  /// The first arrival that reaches a position.
  private func arrival(ofByteBefore end: Int) -> StreamArrival? {
    let first = firstArrival(at: end)
    return first < arrivals.count ? arrivals[first] : nil
  }

  /// The index of the first arrival that reaches a position; their number for none.
  private func firstArrival(at end: Int) -> Int {
    arrivals.partitioningIndex { $0.end >= end }
  }
}
