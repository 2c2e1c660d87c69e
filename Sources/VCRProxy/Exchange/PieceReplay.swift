#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Serves a recorded response piece by piece, as fast as the client takes it.
  ///
  /// A large body is thus never in memory a second time, and a body that breaks off does so after
  /// its last byte. Of a response that began before its request had ended, each piece is sent after
  /// as much of the request as the service had when it sent the piece.
  final class PieceReplay: ClientObserver {
    /// The size in bytes above which a body is not written at once.
    static let threshold = 1 << 20

    private static let pieceSize = 256 << 10

    private var response: Interaction.Response
    private var end: (any ClientResponse) -> Void
    private var client: (any ClientResponse)?
    /// How much of the request has arrived, in messages of gRPC or in bytes; nil when the response
    /// waits for none of it.
    private var progress: Int?
    /// After how much of the request the response ends; nil for the whole of it.
    private var awaitedByEnd: Int?
    private var nextChunk = 0
    /// Where the next piece of the recording begins; some of it may be sent.
    private var chunkStart = 0
    private var offset = 0
    private var isSending = false
    /// Where a client that sends nothing for a while is sent more; nil where that may not be.
    private let impatience: Impatience?
    private var silence = SilenceTimer()
    /// True once all of the body is due, whatever it awaits.
    private var isBodyReleased = false
    /// Called before a client that sends nothing is sent what is not due.
    var beforeUnawaited: (() -> Void)?

    /// The way to deal with a client that waits for what is not due.
    struct Impatience {
      var eventLoop: any EventLoop
      /// How long it is waited for.
      var time = SilentReplay.grace
      /// True to send what awaits the whole request alone, and not the end.
      ///
      /// The messages of a call of gRPC are counted: only those that came after the request may
      /// have come so because its client was another one.
      var isForUncountedAlone = false
    }

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - client: The client.
    ///   - impatience: How more is sent to a client that sends nothing for a while: it may wait for
    ///     that, and its content may be shorter than the recorded one. nil to wait.
    ///   - end: Ends the response, once all of it was sent.
    init(
      _ response: Interaction.Response, to client: any ClientResponse,
      impatience: Impatience? = nil, end: @escaping (any ClientResponse) -> Void
    ) {
      self.response = response
      self.impatience = impatience
      self.end = end
      self.client = client
    }

    /// Sends the head and as much of the body as the client takes and is due.
    ///
    /// - Parameters:
    ///   - progress: How much of the request has arrived; nil when the response waits for none.
    ///   - awaitedByEnd: After how much of it the response ends; nil for the whole of it.
    func start(after progress: Int? = nil, endingAfter awaitedByEnd: Int? = nil) {
      self.progress = progress
      self.awaitedByEnd = awaitedByEnd
      client?.live = self
      // Of one that goes on with its request, nothing but its end says that it is whole.
      client?.begin(
        progress == nil
          ? response.head(ofSize: response.body.count) : response.withoutEncoding())
      send()
    }

    /// Sends what is due after more of the request; `Int.max` is the whole of it.
    func received(_ progress: Int) {
      self.progress = progress
      send()
    }

    /// Goes on with another response, which has begun as this one has.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - awaitedByEnd: After how much of the request it ends; nil for the whole of it.
    ///   - end: Ends it, once all of it was sent.
    func turn(
      into response: Interaction.Response, endingAfter awaitedByEnd: Int?,
      end: @escaping (any ClientResponse) -> Void
    ) {
      self.response = response
      self.awaitedByEnd = awaitedByEnd
      self.end = end
      (nextChunk, chunkStart) = (0, 0)
      let chunks = response.body.chunks
      while nextChunk < chunks.count, chunkStart + chunks[nextChunk].length <= offset {
        chunkStart += chunks[nextChunk].length
        nextChunk += 1
      }
    }

    /// Sends no more, and leaves the end of the response to another.
    func stop(_ end: (any ClientResponse) -> Void) {
      guard let client else { return }
      clientGone()
      end(client)
    }

    func clientWritabilityChanged(isWritable: Bool) { if isWritable { send() } }

    func clientGone() {
      silence.cancel()
      client?.live = nil
      client = nil
    }

    private func send() {
      // Sending may change the writability, which calls back here.
      guard !isSending else { return }
      isSending = true
      while let client, client.isWritable, let end = nextEnd() {
        let piece = ByteBuffer(bytes: response.body.bytes[offset..<end])
        offset = end
        if nextChunk < response.body.chunks.count {
          chunkStart += response.body.chunks[nextChunk].length
        }
        nextChunk += 1
        client.send(piece)
      }
      isSending = false
      guard isWhole, let client else { return awaitSilence() }
      clientGone()
      end(client)
    }

    /// Where the next piece ends; nil when none is due.
    private func nextEnd() -> Int? {
      let count = response.body.bytes.count
      guard offset < count || nextChunk < response.body.chunks.count, isDue(nextAwaited) else {
        return nil
      }
      guard progress != nil, nextChunk < response.body.chunks.count else {
        return min(offset + Self.pieceSize, count)
      }
      return min(chunkStart + response.body.chunks[nextChunk].length, count)
    }

    /// How much of the request the next piece awaits; nil for the whole of it.
    private var nextAwaited: Int? {
      if isBodyReleased { return 0 }
      let chunks = response.body.chunks
      return nextChunk < chunks.count ? chunks[nextChunk].awaits : nil
    }

    private var isWhole: Bool { offset == response.body.bytes.count && isDue(awaitedByEnd) }

    private func isDue(_ awaited: Int?) -> Bool { (awaited ?? .max) <= progress ?? .max }

    // MARK: Silence

    private func awaitSilence() {
      silence.cancel()
      guard client != nil, let impatience, let progress, progress < .max else { return }
      if impatience.isForUncountedAlone {
        guard isUncountedDue else { return }
      }
      silence.restart(after: impatience.time, on: impatience.eventLoop, for: self) {
        $0.sendUnawaited()
      }
    }

    /// True when the next piece awaits the whole request.
    private var isUncountedDue: Bool {
      !isBodyReleased && offset < response.body.bytes.count && nextAwaited == nil
    }

    /// Sends the next piece to a client that has sent nothing for a while, then the rest of the
    /// body, and at last the end.
    private func sendUnawaited() {
      // One that does not read has not seen yet what it was sent.
      guard let client, client.isWritable else { return awaitSilence() }
      beforeUnawaited?()
      if offset < response.body.bytes.count, let awaited = nextAwaited, awaited < .max {
        progress = max(progress ?? 0, awaited)
      } else if !isBodyReleased {
        isBodyReleased = true
      } else {
        progress = .max
      }
      send()
      if isBodyReleased { self.client?.sendRest() }
    }
  }
#endif
