#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Serves a recorded response that began before its request had ended: each piece of it after as
  /// many messages of the request as the service had when it sent the piece.
  final class StreamedReplay: ClientObserver {
    private let response: Interaction.Response
    private var client: (any ClientResponse)?
    private var messages = 0
    private var nextPiece = 0
    private var offset = 0
    private var isSending = false

    init(_ response: Interaction.Response, to client: any ClientResponse) {
      self.response = response
      self.client = client
    }

    /// Sends the head, and what is due.
    ///
    /// - Parameter messages: How many messages of the request have arrived.
    func start(messages: Int) {
      self.messages = messages
      client?.live = self
      client?.begin(response)
      send()
    }

    /// Sends what is due after more messages of the request; `Int.max` is the whole request.
    func received(messages: Int) {
      self.messages = messages
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
      let chunks = response.body.chunks
      while let client, client.isWritable, nextPiece < chunks.count,
        isDue(chunks[nextPiece].awaits)
      {
        let end = min(offset + chunks[nextPiece].length, response.body.bytes.count)
        let piece = ByteBuffer(bytes: response.body.bytes[offset..<end])
        nextPiece += 1
        offset = end
        client.send(piece)
      }
      isSending = false
      guard nextPiece == chunks.count, isDue(response.awaits), let client else { return }
      clientGone()
      client.finish(trailers: response.trailers)
    }

    private func isDue(_ awaited: Int?) -> Bool { (awaited ?? .max) <= messages }
  }
#endif
