#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Sends the content of a request that was held in a file until it was decided about, piece by
  /// piece, as fast as the service takes it.
  ///
  /// The file is read beside the event loop.
  final class SpooledSending {
    private let content: ClientRequest.SpooledContent
    private let proxy: ProxyContext
    private weak var live: LiveExchange?
    private var position = 0
    private var isReading = false
    private var isOver = false

    init(_ content: ClientRequest.SpooledContent, to live: LiveExchange, from proxy: ProxyContext) {
      self.content = content
      self.live = live
      self.proxy = proxy
    }

    /// Sends as much as the service takes, and the rest as it takes more.
    func start() {
      live?.spooledSending = self
      sendNext()
    }

    /// Sends the next piece, if the service takes more.
    func sendNext() {
      guard !isReading, !isOver, let live, !live.isRequestPaused else { return }
      isReading = true
      let eventLoop = proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      DispatchQueue.global().async { [bytes = content.bytes, position] in
        let piece = Result { () throws(SystemError) in try bytes.piece(at: position) }
        eventLoop.execute { bound.value.send(piece) }
      }
    }

    private func send(_ piece: Result<[UInt8], SystemError>) {
      isReading = false
      guard let live, live.client != nil else { return }
      switch piece {
      case .success(let piece) where piece.isEmpty:
        isOver = true
        live.spooledSending = nil
        live.endRequest(trailers: content.trailers)
      case .success(let piece):
        position += piece.count
        live.send(ByteBuffer(bytes: piece))
        sendNext()
      case .failure(let error):
        isOver = true
        live.spooledSending = nil
        live.exchange?.cancel()
        live.receive(.failure(.unwritable("the body of a request", error)))
      }
    }
  }
#endif
