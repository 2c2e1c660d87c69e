#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Serves a large body piece by piece, as fast as the client takes it, so that it is never in
  /// memory a second time.
  final class LargeReplay: ClientObserver {
    /// The size in bytes above which a body is not written at once.
    static let threshold = 1 << 20

    private static let pieceSize = 256 << 10

    private let response: Interaction.Response
    private var client: (any ClientResponse)?
    private var offset = 0
    private var isSending = false

    init(_ response: Interaction.Response, to client: any ClientResponse) {
      self.response = response
      self.client = client
    }

    /// Sends the head and as much of the body as the client takes.
    func start() {
      client?.live = self
      var head = response.withoutEncoding()
      // Trailers need chunks, which a length rules out (RFC 9112 §6.2).
      if response.trailers.isEmpty {
        head.headers.set("Content-Length", String(response.body.bytes.count))
      }
      client?.begin(head)
      send()
    }

    func clientWritabilityChanged(isWritable: Bool) { if isWritable { send() } }

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func send() {
      // Sending may change the writability, which calls back here.
      guard !isSending else { return }
      isSending = true
      let bytes = response.body.bytes
      while let client, client.isWritable, offset < bytes.count {
        let end = min(offset + Self.pieceSize, bytes.count)
        let piece = ByteBuffer(bytes: bytes[offset..<end])
        offset = end
        client.send(piece)
      }
      isSending = false
      if offset == bytes.count, let client {
        clientGone()
        client.finish(trailers: response.trailers)
      }
    }
  }
#endif
