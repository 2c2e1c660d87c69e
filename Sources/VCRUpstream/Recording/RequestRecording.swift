#if Recording
  import Dispatch
  package import NIOCore
  package import VCRCore

  /// Collects the content of a request as it passes.
  ///
  /// A content that is too large for the memory goes to a file, as that of a response does.
  package struct RequestRecording: Sendable {
    /// A closure that begins the file of a request's body, by the request and what undoes its
    /// coding.
    package typealias Spills =
      @Sendable (
        Interaction.Request, (@Sendable () -> (any PieceDecoder)?)?
      ) -> BodyCollector.Spill

    let head: Interaction.Request
    private var content: BodyCollector

    /// Creates the recording of a request without its content.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - spills: The closure that begins the file of a large body; nil to hold any in memory.
    package init(_ head: Interaction.Request, spills: Spills?) {
      self.head = head
      let spill = spills?(head, ExchangeRecording.decoder(for: head.headers))
      // The messages of a call are looked at while they come.
      let isCall = GRPCMessages.isMediaType(head.headers["content-type"])
      content = BodyCollector(spill: isCall ? spill?.withoutWaiting : spill)
    }

    /// Adds a piece of the content.
    package mutating func append(_ bytes: ByteBuffer) { content.append(bytes.readableBytesView) }

    /// The content as far as it goes to a file; nil while it is in memory.
    package var large: LargeBody? { content.large }

    /// The content in memory, still in its coding; all of it unless it ``isWaiting``.
    package var bytes: [UInt8] { content.bytes }

    /// True while a part of the content waits in a file, as many others are in memory.
    package var isWaiting: Bool { content.isWaiting }

    /// Reads what waits into the memory.
    ///
    /// - Throws: The system's error.
    package mutating func takeBack() throws(SystemError) { try content.takeBack() }

    /// True when the request costs next to nothing, so that it may be made on an event loop.
    package var isSmall: Bool {
      content.large == nil && content.count <= ExchangeRecording.smallSize
        && head.headers["Content-Encoding"] == nil
    }

    /// The request with a content in memory, its coding undone.
    ///
    /// - Parameter trailers: The trailer section.
    /// - Returns: The request.
    package func request(trailers: HeaderFields) -> Interaction.Request {
      var request = head
      request.trailers = trailers
      request.body.bytes = content.bytes
      return ExchangeRecording.decoding(request)
    }

    /// Makes the request on another thread.
    ///
    /// - Parameters:
    ///   - trailers: The trailer section.
    ///   - deliver: Called with the request, its coding undone, or why its body could not be
    ///     written.
    package func complete(
      trailers: HeaderFields,
      _ deliver: @escaping @Sendable (Result<Interaction.Request, SystemError>) -> Void
    ) {
      guard let large = content.large else {
        DispatchQueue.global().async {
          var whole = self
          deliver(
            Result { () throws(SystemError) in
              try whole.takeBack()
              return whole.request(trailers: trailers)
            })
        }
        return
      }
      large.finish { result in
        deliver(
          result.map { result in
            var request = head
            request.trailers = trailers
            request.body = result.body
            if result.isDecoded, ExchangeRecording.decoder(for: head.headers) != nil {
              request.body.encoding = request.headers["Content-Encoding"]
              request.headers.remove("Content-Encoding")
            }
            return request
          })
      }
    }

    /// Drops the content.
    package mutating func discard() { content.discard() }
  }
#endif
