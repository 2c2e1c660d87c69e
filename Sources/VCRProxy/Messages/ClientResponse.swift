#if CommandLineTool
  import NIOCore
  import VCRCore

  /// The way back to the client for one request, whatever protocol it speaks.
  ///
  /// Either ``respond(_:index:)`` once, or ``begin(_:)``, any number of ``send(_:)`` and one
  /// ``finish(trailers:)``; ``abort()`` at any point instead of the rest.
  protocol ClientResponse: AnyObject {
    /// Relays an interim response (RFC 9110 §15.2), if the client's protocol has them; `100
    /// Continue` only to a client that waits for it.
    func relay(interim response: Interaction.Response)

    /// Sends a response whose body is known whole.
    ///
    /// - Parameters:
    ///   - response: The response; its content coding is undone.
    ///   - index: Its position in the cassette when it will be served again, else nil.
    func respond(_ response: Interaction.Response, index: Int?)

    /// Sends the head of a response whose body follows piece by piece.
    func begin(_ response: Interaction.Response)

    /// Sends a piece of the body; the last one of a known length is held back.
    func send(_ bytes: ByteBuffer)

    /// True once all of the announced bytes were given to ``send(_:)``, or there are none.
    ///
    /// To some clients the response is whole with them, so they are sent with the end, or by
    /// ``sendRest()``, after the exchange was recorded.
    var hasRest: Bool { get }

    /// Sends what is held back, since it is recorded, or the request is not whole.
    func sendRest()

    /// True when the response has no other end than its length, so that nothing can be sent after
    /// what is held back.
    var endsByLength: Bool { get }

    /// Notes that nothing but ``finish(trailers:)`` follows, which may take a while.
    func expectEnd()

    /// Ends the response.
    func finish(trailers: HeaderFields)

    /// True for a client that makes a call of gRPC, which reads a status of that alone.
    var isForCall: Bool { get }

    /// True when this end has given the request up, as it breaks the rules of its protocol.
    var isMalformed: Bool { get }

    /// Responds that the connection switches to another protocol (RFC 9110 §15.2.2), which ends the
    /// part of HTTP in it.
    ///
    /// - Parameters:
    ///   - name: The protocol.
    ///   - response: The response, `101`.
    ///   - addHandlers: Adds the handlers that serve the protocol, and end the exchange in time.
    func switchProtocols(
      to name: String, with response: Interaction.Response,
      adding addHandlers: (any Channel) throws -> Void)

    /// Aborts the response after what was sent of it, so that the client can see that it is not
    /// complete.
    ///
    /// - Parameter reset: How the service reset its connection or stream; nil when it closed it.
    func abort(_ reset: Interaction.Failure.Reset?)

    /// The service takes more of a request that is streamed, or takes no more for now.
    func requestPauseChanged()

    /// True while the client reads fast enough for more to be sent.
    var isWritable: Bool { get }

    /// The observer that is notified of backpressure and of a client that disconnects.
    var live: (any ClientObserver)? { get set }

    /// The client as one that can get a response just as others got it; nil for one that cannot.
    var rendering: (any RenderingClient)? { get }
  }

  extension ClientResponse {
    var isMalformed: Bool { false }

    var isForCall: Bool { false }

    /// Asks a client to send its content, if it waits for that (RFC 9110 §10.1.1).
    func relayContinue() {
      relay(interim: Interaction.Response(status: 100, reason: "Continue"))
    }

    var rendering: (any RenderingClient)? { nil }
  }
#endif
