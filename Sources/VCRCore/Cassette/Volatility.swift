/// The parts of an exchange that differ from run to run although the service has not changed.
///
/// One list for merging, diff, verify and the choice among equivalent interactions: what is built
/// in, and what a project names.
///
/// ```swift
/// options.volatility = .standard.adding(headers: ["X-Build"], jsonPaths: ["$.generated_at"])
/// ```
public struct Volatility: Sendable, Equatable {
  /// What is built in: dates, request ids, counters, trace context, signatures and the like.
  public static let standard = Volatility()

  /// More header and trailer names, in lower case.
  public private(set) var headers: Set<String> = []

  /// Places in JSON bodies.
  public private(set) var jsonPaths: [JSONPath] = []

  /// The same, and what a project names.
  ///
  /// - Parameters:
  ///   - headers: Header and trailer names, in any case.
  ///   - jsonPaths: Places in JSON bodies (RFC 9535).
  /// - Returns: Both together.
  public func adding(headers: [String] = [], jsonPaths: [JSONPath] = []) -> Volatility {
    var sum = self
    sum.headers.formUnion(headers.map { $0.lowercased() })
    sum.jsonPaths += jsonPaths.filter { !sum.jsonPaths.contains($0) }
    return sum
  }

  /// The same, and what another names.
  package func adding(_ other: Volatility) -> Volatility {
    adding(headers: Array(other.headers), jsonPaths: other.jsonPaths)
  }

  /// Why a field's value says nothing about the service; nil when it does.
  ///
  /// - Parameter name: The field's name in any case.
  /// - Returns: The category.
  package func reason(ofHeader name: String) -> Reason? {
    let name = name.lowercased()
    return Self.headers[name] ?? (headers.contains(name) ? .named : nil)
  }

  /// Why a value says nothing about the service.
  package enum Reason: String, Sendable {
    /// The time of the answer or of a copy's making.
    case time
    /// An id made for one request.
    case requestID
    /// A counter that every request moves.
    case counter
    /// Trace context (W3C Trace Context, B3 and the vendors' own).
    case trace
    /// A signature over the time or a nonce.
    case signature
    /// What a cache or a server said about itself.
    case infrastructure
    /// What the client's library says about one call.
    case call
    /// Describes the transfer, not the message.
    case transfer
    /// The project named it.
    case named
  }

  /// Header names in lower case, each with its reason.
  static let headers: [String: Reason] = [
    "date": .time, "age": .time, "expires": .time,
    "x-runtime": .time, "x-response-time": .time, "server-timing": .time, "x-timer": .time,
    "x-request-id": .requestID, "request-id": .requestID, "x-correlation-id": .requestID,
    "x-amzn-requestid": .requestID, "x-amz-request-id": .requestID, "x-amz-id-2": .requestID,
    "x-ms-request-id": .requestID, "x-github-request-id": .requestID, "cf-ray": .requestID,
    "x-amz-cf-id": .requestID, "x-request-guid": .requestID, "x-transaction-id": .requestID,
    "x-served-by": .infrastructure, "x-cache": .infrastructure, "x-cache-hits": .infrastructure,
    "via": .infrastructure, "x-amz-cf-pop": .infrastructure, "x-varnish": .infrastructure,
    "report-to": .infrastructure, "nel": .infrastructure, "alt-svc": .infrastructure,
    "cf-cache-status": .infrastructure,
    "x-ratelimit-remaining": .counter, "x-ratelimit-reset": .counter,
    "x-ratelimit-used": .counter, "ratelimit-remaining": .counter, "ratelimit-reset": .counter,
    "ratelimit": .counter, "retry-after": .counter,
    "traceparent": .trace, "tracestate": .trace, "x-b3-traceid": .trace, "x-b3-spanid": .trace,
    "x-b3-parentspanid": .trace, "b3": .trace, "x-amzn-trace-id": .trace,
    "x-cloud-trace-context": .trace, "x-datadog-trace-id": .trace,
    "x-datadog-parent-id": .trace, "sentry-trace": .trace, "baggage": .trace,
    "x-amz-date": .signature, "x-amz-content-sha256": .signature, "idempotency-key": .call,
    "amz-sdk-invocation-id": .call, "amz-sdk-request": .call,
    "x-ms-client-request-id": .call, "x-stainless-retry-count": .call,
    "connection": .transfer, "content-length": .transfer, "keep-alive": .transfer,
    "proxy-connection": .transfer, "te": .transfer, "trailer": .transfer,
    "transfer-encoding": .transfer, "upgrade": .transfer, "host": .transfer,
    "expect": .transfer,
  ]

  /// True when a request header (its name in lower case) may differ between equivalent requests.
  static func isVolatile(requestHeader name: String) -> Bool { headers[name] != nil }

  /// True when both interactions say the same apart from what differs from run to run.
  func isSame(_ left: Interaction, _ right: Interaction) -> Bool {
    stable(left) == stable(right)
  }

  /// An interaction with all that is volatile taken out.
  private func stable(_ interaction: Interaction) -> Interaction {
    var stable = interaction
    stable.seconds = nil
    stable.recordedAt = nil
    stable.rule = nil
    stable.request.headers = stableFields(interaction.request.headers)
    stable.request.trailers = stableFields(interaction.request.trailers)
    if case .response(var response) = interaction.outcome {
      response.headers = stableFields(response.headers)
      response.trailers = stableFields(response.trailers)
      for chunk in response.body.chunks.indices { response.body.chunks[chunk].after = nil }
      stable.outcome = .response(response)
    }
    return stable
  }

  private func stableFields(_ fields: HeaderFields) -> HeaderFields {
    HeaderFields(fields.fields.filter { reason(ofHeader: $0.name) == nil })
  }
}
