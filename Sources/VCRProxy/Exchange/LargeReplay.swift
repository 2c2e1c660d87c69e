#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Serves a large body piece by piece, as fast as the client takes it, so that it is never in
  /// memory a second time; and a body of any size that breaks off.
  final class LargeReplay: ClientObserver {
    /// The size in bytes above which a body is not written at once.
    static let threshold = 1 << 20

    private static let pieceSize = 256 << 10

    private let response: Interaction.Response
    private let end: (any ClientResponse) -> Void
    private var client: (any ClientResponse)?
    private var offset = 0
    private var isSending = false

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - client: The client.
    ///   - end: Ends the response, once all of it was sent.
    init(
      _ response: Interaction.Response, to client: any ClientResponse,
      end: @escaping (any ClientResponse) -> Void
    ) {
      self.response = response
      self.end = end
      self.client = client
    }

    /// Sends the head and as much of the body as the client takes.
    func start() {
      client?.live = self
      var head = response.withoutEncoding()
      // Trailers need chunks, which a length rules out (RFC 9112 §6.2).
      // One that breaks off has announced another length, or none.
      if response.trailers.isEmpty, response.failure == nil {
        head.headers.set("Content-Length", String(response.body.bytes.count))
      }
      // Placeholders may be longer than what they stand for; the end must not seem to be reached.
      if response.failure != nil, let length = head.headers["Content-Length"].flatMap({ Int($0) }),
        length < response.body.bytes.count
      {
        head.headers.set("Content-Length", String(response.body.bytes.count + 1))
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
        end(client)
      }
    }
  }
#endif
