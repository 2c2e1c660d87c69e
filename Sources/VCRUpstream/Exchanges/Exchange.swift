#if Recording
  package import NIOCore
  package import VCRCore

  extension Upstream {
    /// A request under way.
    package final class Exchange: Sendable {
      let eventLoop: any EventLoop
      let task: NIOLoopBoundBox<ExchangeTask>
      private let cancellation: Cancellation

      init(
        _ request: Interaction.Request, _ sending: Sending, eventLoop: any EventLoop,
        idleTimeout: TimeAmount?, onEvent: @escaping @Sendable (Event) -> Void
      ) {
        self.eventLoop = eventLoop
        let cancellation = Cancellation()
        self.cancellation = cancellation
        task = .makeBoxSendingValue(
          ExchangeTask(
            request, sending, eventLoop: eventLoop, idleTimeout: idleTimeout,
            cancellation: cancellation, onEvent: onEvent),
          eventLoop: eventLoop)
      }

      /// Ends the exchange; no further event is delivered.
      package func cancel() {
        cancellation.cancel()
        let task = task
        if eventLoop.inEventLoop {
          task.value.cancel()
        } else {
          eventLoop.execute { task.value.cancel() }
        }
      }

      /// Finds out when something last arrived from the service, or went there.
      ///
      /// This is used on the event loop only.
      package func lookForActivity() -> NIODeadline { task.value.lookForActivity() }

      /// Stops or restarts reading from the service, for a client that reads slowly.
      ///
      /// Bytes that were read already are still delivered.
      package func setReadingPaused(_ isPaused: Bool) {
        let task = task
        if eventLoop.inEventLoop {
          task.value.setReadingPaused(isPaused)
        } else {
          eventLoop.execute { task.value.setReadingPaused(isPaused) }
        }
      }
    }
  }

  extension Upstream {
    /// How a request is sent.
    package struct Sending: Sendable {
      /// Whether only the head is known, and the content follows piece by piece.
      package var isStreamed = false
      /// Whether a plaintext service is spoken to in HTTP/2 from the start (RFC 9113 §3.3).
      package var hasPriorKnowledge = false
      /// The bytes of path and query that are sent, which the URL can only hold percent-encoded;
      /// nil to send those of the URL.
      package var rawPath: [UInt8]?
      /// The protocol to switch to (RFC 9110 §7.8), for which HTTP/1 is spoken; nil for none.
      package var upgrade: String?

      /// Creates the way in which a whole request is sent over HTTP/1, or what TLS negotiates.
      package init() {}
    }
  }

  /// The content of a request that is streamed. All of this is used on the event loop only.
  extension Upstream.Exchange {
    /// True while more content may be sent without collecting it.
    package var isWritable: Bool { task.value.isWritable }

    /// Notifies of changes of ``isWritable``.
    package func onWritabilityChange(_ body: @escaping () -> Void) {
      task.value.onWritabilityChange = body
    }

    /// Sends a piece of the content, as soon as there is a connection.
    package func send(_ bytes: ByteBuffer) { task.value.send(bytes) }

    /// Ends the content.
    package func endContent(trailers: HeaderFields) { task.value.endContent(trailers) }
  }
#endif
