#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Cassette {
  /// A request and its outcome: the unit of which a cassette consists.
  public struct Interaction: Sendable, Equatable {
    /// The request.
    public var request: Request

    /// The outcome of the request.
    public var outcome: Outcome

    /// Seconds from the request to the end of the response; nil when unknown.
    public var seconds: Double?

    /// The time of the recording in whole seconds; nil when unknown.
    public var recordedAt: Date?

    /// The entry's own matching rule; nil when the session's policy decides.
    public var rule: Rule?

    /// Creates an interaction.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - outcome: What came of it.
    ///   - seconds: Seconds from the request to the end of the response; nil when unknown.
    ///   - recordedAt: The time of the recording; nil when unknown.
    ///   - rule: The entry's own matching rule; nil when the session's policy decides.
    public init(
      request: Request, outcome: Outcome, seconds: Double? = nil, recordedAt: Date? = nil,
      rule: Rule? = nil
    ) {
      self.request = request
      self.outcome = outcome
      self.seconds = seconds
      self.recordedAt = recordedAt
      self.rule = rule
    }

    /// A response, or the failure that took its place.
    public enum Outcome: Sendable, Equatable {
      /// The service sent a response: a whole one, or one that broke off and says how
      /// (``Cassette/Interaction/Response/failure``), perhaps after interim responses alone.
      case response(Response)
      /// The exchange failed before a response began: no connection, a reset, a timeout, a client
      /// that left.
      case failure(Failure)

      /// How the exchange failed or broke off; nil for a whole response.
      public var failure: Failure? {
        switch self {
        case .response(let response): response.failure
        case .failure(let failure): failure
        }
      }

      /// The outcome without regard to interim responses: an exchange that failed after these,
      /// before a final response began, is a failure.
      package var byFinalResponse: Outcome {
        guard case .response(let response) = self, response.status == nil,
          !response.interim.isEmpty, let failure = response.failure
        else { return self }
        return .failure(failure)
      }

      /// The interim responses, in their order.
      package var interim: [Interim] {
        guard case .response(let response) = self else { return [] }
        return response.interim
      }

      /// The protocol version of the response, of which there may be interim ones alone; nil for
      /// HTTP/1.1 and where there is none.
      package var http: String? {
        guard case .response(let response) = self else { return nil }
        return response.http
      }
    }

    /// A request as it was on the wire.
    public struct Request: Sendable, Equatable {
      /// The method token, case-sensitive (RFC 9110 §9.1).
      public var method: String

      /// The absolute URL as the client requested it, not normalised.
      public var url: String

      /// The protocol version (`HTTP/2`, `HTTP/1.0`); nil for HTTP/1.1.
      public var http: String?

      /// The header section.
      public var headers: HeaderFields

      /// The content.
      public var body: Body

      /// The trailer section, usually empty.
      public var trailers: HeaderFields

      /// Creates a request.
      ///
      /// - Parameters:
      ///   - method: The method token, with regard to case.
      ///   - url: The absolute URL.
      ///   - http: The protocol version; nil for HTTP/1.1.
      ///   - headers: The header section.
      ///   - body: The content.
      ///   - trailers: The trailer section.
      public init(
        method: String = "GET", url: String, http: String? = nil, headers: HeaderFields = [:],
        body: Body = [], trailers: HeaderFields = [:]
      ) {
        self.method = method
        self.url = url
        self.http = http
        self.headers = headers
        self.body = body
        self.trailers = trailers
      }
    }

    /// A response as it was on the wire.
    public struct Response: Sendable, Equatable {
      /// The status code; nil for a custom scheme, and where the exchange failed after interim
      /// responses, before a final one began.
      public var status: Int?

      /// The reason phrase, which may be empty; nil where none is known (HTTP/2 has none).
      public var reason: String?

      /// The interim responses before it, in their order, except for `100 Continue`, which is about
      /// the transfer of the request (RFC 9110 §15.2).
      public var interim: [Interim] = []

      /// The protocol version (`HTTP/2`, `HTTP/1.0`); nil for HTTP/1.1.
      public var http: String?

      /// The header section.
      public var headers: HeaderFields

      /// The content.
      public var body: Body

      /// The trailer section, usually empty.
      public var trailers: HeaderFields

      /// How many messages of a request of gRPC the service had when the response ended.
      ///
      /// It is 0 for any other request that had not ended when its response began; the body of one
      /// that had not ended when its response did is left out. nil when the service had the whole
      /// request, as nearly always.
      public var awaits: Int?

      /// True when the response announced no length although most like it do: it ended with a last
      /// chunk, its stream or its connection (RFC 9112 §6.3).
      package var hasUnknownLength = false

      /// The order of the header section where it is known, for what follows from the body; the
      /// header section has its own fields in that order.
      package var fieldOrder: FieldOrder?

      /// The media type of a custom scheme's response.
      public var mediaType: String?

      /// The text encoding name of a custom scheme's response.
      public var textEncoding: String?

      /// The messages of a WebSocket after the response that opened it (`101`), in both directions
      /// in their order; empty for any other response.
      public var messages: [WebSocketMessage] = []

      /// How the response broke off after the bytes that are here (RFC 9112 §8); nil for a whole
      /// one.
      public var failure: Failure?

      /// Creates a response.
      ///
      /// - Parameters:
      ///   - status: The status code; nil for a custom scheme.
      ///   - reason: The reason phrase; nil where none is known.
      ///   - http: The protocol version; nil for HTTP/1.1.
      ///   - headers: The header section.
      ///   - body: The content.
      ///   - trailers: The trailer section.
      ///   - mediaType: The media type of a custom scheme's response.
      ///   - textEncoding: The text encoding name of a custom scheme's response.
      ///   - failure: How the response broke off after the content; nil for a whole one.
      public init(
        status: Int?, reason: String? = nil, http: String? = nil, headers: HeaderFields = [:],
        body: Body = [], trailers: HeaderFields = [:], mediaType: String? = nil,
        textEncoding: String? = nil, failure: Failure? = nil
      ) {
        self.status = status
        self.reason = reason
        self.http = http
        self.headers = headers
        self.body = body
        self.trailers = trailers
        self.mediaType = mediaType
        self.textEncoding = textEncoding
        self.failure = failure
      }
    }

    /// The head of an interim response (RFC 9110 §15.2), such as `103 Early Hints` (RFC 8297).
    public struct Interim: Sendable, Equatable {
      /// The status code, from 102 to 199.
      public var status: Int

      /// The reason phrase, which may be empty; nil where none is known (HTTP/2 has none).
      public var reason: String?

      /// The header section.
      public var headers: HeaderFields

      /// Creates an interim response.
      ///
      /// - Parameters:
      ///   - status: The status code, from 102 to 199.
      ///   - reason: The reason phrase; nil where none is known.
      ///   - headers: The header section.
      public init(status: Int, reason: String? = nil, headers: HeaderFields = [:]) {
        self.status = status
        self.reason = reason
        self.headers = headers
      }
    }

    /// A failed exchange, in the terms of Foundation's URL loading errors.
    public struct Failure: Error, Sendable, Equatable {
      /// The name of the code, as in `URLError.Code` (`timedOut`, `cannotFindHost`).
      public var code: String

      /// The error domain, `NSURLErrorDomain` for everything that the recorder writes.
      public var domain: String

      /// The code's number within its domain.
      public var number: Int

      /// A description of what happened.
      public var message: String

      /// How the connection or stream was reset; nil when it was closed, or nothing is known of it.
      public var reset: Reset?

      /// True when it was the client that left before the end, so that the failure says nothing
      /// about the service.
      public private(set) var isLeft = false

      /// True when the recorder itself caused the failure (it ran out of descriptors or reached a
      /// time limit of its own), which reveals nothing about the service and must not reach a
      /// cassette.
      package var isOwn = false

      /// Creates a failure.
      ///
      /// - Parameters:
      ///   - code: The name of the code, as in `URLError.Code`.
      ///   - domain: The error domain.
      ///   - number: The code's number within its domain.
      ///   - message: A description of what happened.
      ///   - reset: How the connection or stream was reset; nil when it was not, or nothing is
      ///     known of it.
      public init(
        code: String, domain: String = "NSURLErrorDomain", number: Int, message: String,
        reset: Reset? = nil
      ) {
        self.code = code
        self.domain = domain
        self.number = number
        self.message = message
        self.reset = reset
      }

      /// The client left before the end: it closed its connection, reset the stream or was ended.
      public static let left: Failure = {
        var failure = Failure(.cancelled, message: "the client left before the end")
        failure.isLeft = true
        return failure
      }()
    }

    /// An entry's own matching rule, written by hand in a cassette (`match:`, `times:`).
    public struct Rule: Sendable, Equatable {
      /// The parts that replace the session's policy for this entry, in the words of the policy;
      /// nil when only `times` is given.
      public var match: [String]?

      /// True when `url` holds wildcards (`match: pattern`).
      public var isPattern: Bool

      /// The number of times the entry may be served; nil for once, `Int.max` for `any`.
      public var times: Int?

      /// Creates a rule.
      ///
      /// - Parameters:
      ///   - match: The parts that replace the session's policy; nil when only `times` is given.
      ///   - isPattern: Whether the URL of the entry holds wildcards.
      ///   - times: The number of times the entry may be served; nil for once, `Int.max` for any.
      public init(match: [String]? = nil, isPattern: Bool = false, times: Int? = nil) {
        self.match = match
        self.isPattern = isPattern
        self.times = times
      }
    }
  }
}

extension Cassette.Interaction {
  /// True when the response ended before the request had, so that what had passed of its body is
  /// left out; never for a call of gRPC, whose messages are counted.
  var isUploadLeftOut: Bool {
    guard request.body.isEmpty, case .response(let response) = outcome else { return false }
    return response.awaits == 0 && !GRPCMessages.isMediaType(request.headers["Content-Type"])
  }

  /// True when the response began before the request had ended, but did not end before it, so that
  /// its client may send the rest only once it has the beginning; never for a call of gRPC, nor for
  /// a response whose body is in a file.
  package var beganWithinUpload: Bool {
    guard !request.body.isEmpty, case .response(let response) = outcome else { return false }
    return response.awaits != nil && response.body.file == nil
      && !GRPCMessages.isMediaType(request.headers["Content-Type"])
  }
}

extension Cassette.Interaction {
  /// The response; nil for an exchange that failed before one began.
  ///
  /// A hook may change it in place: `interaction.response?.body = try Body(json: user)`.
  public var response: Response? {
    get { if case .response(let response) = outcome { response } else { nil } }
    set { if let newValue { outcome = .response(newValue) } }
  }
}

extension Cassette.Interaction.Response {
  /// True when the body is a stream of events or of JSON lines by its media type, which may never
  /// end.
  package var isStream: Bool { StreamFormat(MediaType(headers)) != nil }
}

/// The short name of ``Cassette/Interaction`` within this package.
package typealias Interaction = Cassette.Interaction
