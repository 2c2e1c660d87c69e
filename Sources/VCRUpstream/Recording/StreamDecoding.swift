#if Recording
  import VCRCore
  import VCRLocks

  /// Undoes the content coding of a stream while it passes, so that its events, lines or messages
  /// are known as they come.
  ///
  /// What comes of it is in the journal before the client gets the bytes, as with a stream in no
  /// coding. The encoded bytes stand beside it as long as they hold nothing that is not there.
  final class StreamDecoding: Sendable {
    private struct State {
      var decoder: (any PieceDecoder)?
      /// How many of the encoded bytes have been decoded.
      var consumed = 0
      /// The encoded bytes since the last ones that stand in the journal.
      var encoded: [UInt8] = []
      /// The content behind the last event that was whole.
      var rest: [UInt8] = []
      /// True as long as all content that stands in the journal has its encoded bytes there.
      var isAligned = true
      var isBroken = false
    }

    private let coding: String
    private let cut: StreamCut
    private let makeDecoder: @Sendable () -> (any PieceDecoder)?
    private let state = Mutex(State())

    /// Creates a decoding.
    ///
    /// - Parameters:
    ///   - coding: The value of `Content-Encoding`.
    ///   - cut: Where the content is split.
    ///   - makeDecoder: Returns what undoes the coding.
    init(
      _ coding: String, cut: StreamCut,
      makeDecoder: @escaping @Sendable () -> (any PieceDecoder)?
    ) {
      self.coding = coding
      self.cut = cut
      self.makeDecoder = makeDecoder
    }

    /// How many of the encoded bytes have been decoded.
    var consumed: Int { state.withLock { $0.consumed } }

    /// True when the bytes are not in the coding, or decode to too much: nothing more is known of
    /// the stream before its end.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// The events, lines or messages that the next bytes complete; nil for none.
    ///
    /// It takes as long as the content is large.
    func whole(in bytes: [UInt8]) -> Body? {
      let (coding, cut, makeDecoder) = (coding, cut, makeDecoder)
      return state.withLock { state in
        guard !state.isBroken, var decoder = state.decoder ?? makeDecoder() else { return nil }
        var content = state.rest
        do throws(SystemError) {
          state.isBroken = try !decoder.decode(bytes) { content += $0 }
        } catch {
          state.isBroken = true
        }
        state.decoder = decoder
        state.consumed += bytes.count
        state.encoded += bytes
        let chunks = cut.endedChunks(of: content) { _ in nil }
        let count = chunks.reduce(0) { $0 + $1.length }
        state.rest = Array(content[count...])
        guard count > 0, !state.isBroken else { return nil }
        var body = Body(Array(content[..<count]), encoding: coding, chunks: chunks)
        state.isAligned =
          state.isAligned && state.rest.isEmpty && decoder.visibleLength == state.consumed
        if state.isAligned { body.encoded = .bytes(state.encoded) }
        state.encoded = []
        return body
      }
    }
  }
#endif
