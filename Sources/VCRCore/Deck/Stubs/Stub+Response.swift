#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Stub {
  /// The response of a stub: a response or a failure, and how long it takes.
  public struct Response: Sendable, Equatable {
    /// The outcome of the request.
    public var outcome: Cassette.Interaction.Outcome
    /// Seconds from the request to the end of the response, or to the failure.
    public var seconds: Double

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the request.
    ///   - seconds: Seconds from the request to the end of the response, or to the failure.
    public init(_ outcome: Cassette.Interaction.Outcome, seconds: Double = 0) {
      self.outcome = outcome
      self.seconds = seconds
    }

    /// A response with an optional JSON body.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields; `Content-Type` is added when there is a body and it is
    ///     missing.
    ///   - json: The body; nil for none.
    /// - Returns: The response.
    public static func response(
      status: Int = 200, headers: Cassette.HeaderFields = [:], json: Cassette.JSONValue? = nil
    ) -> Response {
      guard let json else { return make(status, headers, []) }
      return make(status, headers, Body(Array(json.text.utf8)), type: "application/json")
    }

    /// A response with a value encoded as JSON, its members sorted by name.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields; `Content-Type` is added when it is missing.
    ///   - value: The body.
    /// - Returns: The response.
    /// - Throws: `EncodingError` when the value cannot be encoded.
    public static func response(
      status: Int = 200, headers: Cassette.HeaderFields = [:], encoding value: some Encodable
    ) throws -> Response {
      make(status, headers, try Body(json: value), type: "application/json")
    }

    /// A response with a text.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields; `Content-Type` is added when it is missing.
    ///   - text: The body, sent as UTF-8.
    /// - Returns: The response.
    public static func response(
      status: Int = 200, headers: Cassette.HeaderFields = [:], text: String
    ) -> Response {
      make(status, headers, Body(Array(text.utf8)), type: "text/plain; charset=utf-8")
    }

    /// A response with bytes.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields; `Content-Type` is added when it is missing.
    ///   - bytes: The body.
    ///   - type: Its media type.
    /// - Returns: The response.
    public static func response(
      status: Int = 200, headers: Cassette.HeaderFields = [:], bytes: some Sequence<UInt8>,
      type: String = "application/octet-stream"
    ) -> Response {
      make(status, headers, Body(Array(bytes)), type: type)
    }

    /// A response whose body comes in pieces.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields; `Content-Type` is added when it is missing.
    ///   - pieces: The pieces of the body, sent as UTF-8.
    ///   - interval: The time between the head and the first piece, and between pieces.
    ///   - type: The media type.
    /// - Returns: The response.
    public static func chunks(
      status: Int = 200, headers: Cassette.HeaderFields = [:], _ pieces: [String],
      every interval: Duration = .zero, type: String = "text/event-stream"
    ) -> Response {
      let step = interval / .seconds(1)
      var body: Body = []
      for (index, piece) in pieces.enumerated() {
        body.bytes += Array(piece.utf8)
        body.chunks.append(
          Body.Chunk(length: piece.utf8.count, after: step > 0 ? step * Double(index + 1) : nil))
      }
      var response = make(status, headers, body, type: type)
      response.seconds = step * Double(pieces.count)
      return response
    }

    /// Makes the response of a scheme of your own, in place of HTTP: bytes with a media type, and
    /// no status.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - mediaType: Its media type, without parameters.
    ///   - textEncoding: The IANA name of its character set; nil when it is no text.
    /// - Returns: The response.
    public static func resource(
      _ bytes: some Sequence<UInt8>, mediaType: String, textEncoding: String? = nil
    ) -> Response {
      Response(
        .response(
          Interaction.Response(
            status: nil, body: Body(Array(bytes)), mediaType: mediaType,
            textEncoding: textEncoding)), seconds: 0)
    }

    /// A failure, as the same `URLError` that the network would give.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: A description of the failure; nil for a text made from the code.
    /// - Returns: The response.
    public static func failure(_ code: FailureCode, message: String? = nil) -> Response {
      Response(.failure(Interaction.Failure(code, message: message ?? "stubbed: \(code.name)")))
    }

    /// The same response, later.
    ///
    /// - Parameter delay: How long to wait first.
    /// - Returns: The response.
    public func delayed(by delay: Duration) -> Response {
      Response(outcome, seconds: seconds + delay / .seconds(1))
    }

    private static func make(
      _ status: Int, _ headers: HeaderFields, _ body: Body, type: String? = nil
    ) -> Response {
      var headers = headers
      if let type, headers["Content-Type"] == nil { headers.append("Content-Type", type) }
      let response = Interaction.Response(status: status, headers: headers, body: body)
      return Response(.response(response), seconds: 0)
    }
  }
}
