#if Recording
  import VCRCore

  /// Decodes the content codings of one body while it arrives (RFC 9110 §8.4).
  package struct PieceDecoding {
    /// The decoders; that of the coding applied last comes first.
    private var decoders: [any ContentDecoder] = []
    private var received = 0
    private var count = 0
    /// True when bytes were left out that belong to no coding.
    private var hasRest = false
    /// True when the content is larger than the limit.
    package private(set) var isTooLarge = false
    private let limit: @Sendable (Int) -> Int

    /// Creates the decoders for a body.
    ///
    /// - Parameters:
    ///   - encoding: A `Content-Encoding` value; the result is nil for an unknown coding.
    ///   - limit: The most bytes that a number of encoded bytes may decode to; one GiB by default.
    package init?(
      encoding: String,
      limit: @escaping @Sendable (Int) -> Int = { _ in ContentDecoding.limit }
    ) {
      self.limit = limit
      for name in ContentDecoding.codings(in: encoding).reversed() {
        guard let decoder = ContentDecoding.decoder(for: name) else { return nil }
        decoders.append(decoder)
      }
    }

    /// Decodes the bytes that have arrived.
    ///
    /// - Parameter piece: The next bytes of the body.
    /// - Returns: The content that these bytes complete, which may be empty; nil when the bytes are
    ///   broken or the content is larger than the limit.
    package mutating func decode(_ piece: [UInt8]) -> [UInt8]? {
      var content: [UInt8] = []
      let isSound = decode(piece) { (decoded: [UInt8]) in content += decoded }
      return isSound ? content : nil
    }
  }

  extension PieceDecoding: PieceDecoder {
    /// Decodes the bytes that have arrived, in steps of some KiB.
    package mutating func decode<Failure: Error>(
      _ piece: [UInt8], _ give: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
      received += piece.count
      return try decode(piece, from: 0, give)
    }

    /// True when there is no coding to undo.
    var isEmpty: Bool { decoders.isEmpty }

    /// True when every coding has come to its end mark, and nothing follows it.
    package var isWhole: Bool { !hasRest && isComplete }

    private var isComplete: Bool { decoders.allSatisfy(\.isComplete) }

    /// True when clients read the content: most take what a coding gave until the bytes ended, and
    /// leave out those behind its end mark.
    package var isReadable: Bool { isWhole || count > 0 }

    /// The number of bytes, from the first one, that all content so far came from; nil when that
    /// cannot be known.
    package var visibleLength: Int? {
      let lengths = decoders.compactMap(\.wholeLength)
      guard let length = lengths.first, !isComplete else { return received }
      return decoders.count == 1 ? length : nil
    }

    private mutating func decode<Failure: Error>(
      _ piece: [UInt8], from index: Int, _ give: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
      guard !piece.isEmpty else { return true }
      guard index < decoders.count else {
        count += piece.count
        guard count <= limit(received) else {
          isTooLarge = true
          return false
        }
        try give(piece)
        return true
      }
      var rest = piece[...]
      while true {
        var output: [UInt8] = []
        let step = decoders[index].step(&rest, into: &output)
        guard step != .failed, try decode(output, from: index + 1, give) else { return false }
        if step == .ended { hasRest = true }
        if step == .needsInput || step == .ended { return true }
      }
    }
  }
#endif
