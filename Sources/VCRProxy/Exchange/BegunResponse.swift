#if CommandLineTool
  import NIOCore
  import VCRCore

  /// The way back to the client of a call of gRPC that has the head of the response already, before
  /// it is known which one it gets.
  ///
  /// Fields that would come in the head alone, as the status of a call without messages does, come
  /// in the trailer section.
  final class BegunResponse: ClientResponse {
    private let client: any ClientResponse
    /// The status that came in the head of what is served.
    private var status: HeaderFields = [:]

    /// Sends the head.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - head: The response without its body.
    init(_ client: any ClientResponse, head: Interaction.Response) {
      self.client = client
      client.begin(head)
    }

    /// Goes on where the head was sent by another.
    init(continuing client: any ClientResponse) { self.client = client }

    var isForCall: Bool { true }

    func relay(interim response: Interaction.Response) {}

    func respond(_ response: Interaction.Response, index: Int?) {
      begin(response)
      if status["grpc-status"] == nil, !GRPCMessages.isMediaType(response.headers["content-type"]) {
        // A response that is not of gRPC has no messages.
        status = Self.failure(response)
      } else if !response.body.isEmpty {
        client.send(ByteBuffer(bytes: response.body.bytes))
      }
      finish(trailers: response.trailers)
    }

    /// The status of a call for which there is no response of gRPC, but one of HTTP.
    private static func failure(_ response: Interaction.Response) -> HeaderFields {
      let status = response.status ?? 0
      return [
        "grpc-status": "\(GRPCCall.status(ofHTTP: status))",
        "grpc-message": "the response has the status \(status)",
      ]
    }

    func begin(_ response: Interaction.Response) {
      status.fields = response.headers.fields.filter { $0.name.lowercased().hasPrefix("grpc-") }
      if status["grpc-status"] == nil { status = [:] }
    }

    func send(_ bytes: ByteBuffer) { client.send(bytes) }

    var hasRest: Bool { client.hasRest }

    func sendRest() { client.sendRest() }

    var endsByLength: Bool { client.endsByLength }

    func expectEnd() { client.expectEnd() }

    func finish(trailers: HeaderFields) {
      client.finish(trailers: trailers.isEmpty ? status : trailers)
    }

    func switchProtocols(
      to name: String, with response: Interaction.Response,
      adding addHandlers: (any Channel) throws -> Void
    ) {
      client.abort(nil)
    }

    func abort(_ reset: Interaction.Failure.Reset?) { client.abort(reset) }

    func requestPauseChanged() { client.requestPauseChanged() }

    var isWritable: Bool { client.isWritable }

    var live: (any ClientObserver)? {
      get { client.live }
      set { client.live = newValue }
    }
  }
#endif
