#if Recording
  import NIOCore
  import VCRCore

  /// The content of a request on its way to a connection: what has come in and was not sent yet.
  ///
  /// It is used on the pool's event loop only.
  final class OutgoingContent {
    /// The most bytes that wait for a connection, and that are kept to send them again.
    private static let limit = 64 << 10

    private var pieces: [ByteBuffer] = []
    /// The pieces that were taken already, for another connection; nil once they are too many.
    private var taken: [ByteBuffer]? = []
    private var takenSize = 0
    private(set) var waitingSize = 0
    /// The trailer fields; nil until the content is complete.
    private(set) var trailers: HeaderFields?

    /// True when no more may be added for now while there is no connection.
    var isFull: Bool { waitingSize >= Self.limit }

    /// True when everything that was taken can be taken again.
    var canRestart: Bool { taken != nil }

    /// Adds a piece.
    func add(_ bytes: ByteBuffer) {
      guard bytes.readableBytes > 0 else { return }
      pieces.append(bytes)
      waitingSize += bytes.readableBytes
    }

    /// Notes that the content is complete.
    func end(_ trailers: HeaderFields) { self.trailers = TransferFields.trailers(trailers) }

    /// Removes and returns what waits.
    func take() -> [ByteBuffer] {
      defer {
        takenSize += waitingSize
        if takenSize > Self.limit { taken = nil } else { taken? += pieces }
        pieces = []
        waitingSize = 0
      }
      return pieces
    }

    /// Starts from the beginning, for another connection.
    func restart() {
      guard let taken else { return }
      pieces = taken + pieces
      waitingSize += takenSize
      self.taken = []
      takenSize = 0
    }
  }
#endif
