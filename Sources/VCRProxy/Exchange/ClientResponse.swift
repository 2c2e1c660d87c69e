#if CommandLineTool
  import NIOCore
  import VCRCore

  /// The way back to the client for one request, whatever protocol it speaks.
  ///
  /// Either ``respond(_:index:)`` once, or ``begin(_:)``, any number of ``send(_:)`` and one
  /// ``finish(trailers:)``; ``abort()`` at any point instead of the rest.
  protocol ClientResponse: AnyObject {
    /// Relays an interim response (RFC 9110 §15.2), where the client's protocol knows them.
    func relay(interim response: Interaction.Response)

    /// Sends a response whose body is known whole.
    ///
    /// - Parameters:
    ///   - response: The response; its content coding is undone.
    ///   - index: Its position in the cassette when it will be served again, else nil.
    func respond(_ response: Interaction.Response, index: Int?)

    /// Sends the head of a response whose body follows piece by piece.
    func begin(_ response: Interaction.Response)

    /// Sends a piece of the body.
    func send(_ bytes: ByteBuffer)

    /// Ends the response.
    func finish(trailers: HeaderFields)

    /// Gives the response up, so that the client can tell that it is not complete.
    func abort()

    /// True while the client takes what it is sent.
    var isWritable: Bool { get }

    /// The live exchange that is to be told of backpressure and of a client that goes away.
    var live: (any ClientObserver)? { get set }
  }

  /// What waits on a client: told when it is slow and when it is gone.
  protocol ClientObserver: AnyObject {
    /// The client takes bytes again, or takes no more for now.
    func clientWritabilityChanged(isWritable: Bool)

    /// The client is gone; nothing more can be sent.
    func clientGone()
  }
#endif
