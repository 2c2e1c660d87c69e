#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import VCRCore

/// Responses that report the service's state instead of its content: too many requests (429,
/// RFC 6585 §4) and server errors (5xx, RFC 9110 §15.6), in gRPC the codes that mean these.
///
/// Like network failures, they count neither as equal nor as drift.
package enum ServiceTrouble {
  /// The longest wait before a request is sent again, in seconds.
  package static let longestWait = 60.0

  /// True for a status that reports trouble, unless that status was recorded.
  ///
  /// - Parameters:
  ///   - response: The live response.
  ///   - recorded: The recorded status, as `GRPCCall.statusOfHTTP` has it; nil for none.
  /// - Returns: True when the interaction cannot be checked.
  package static func isTrouble(_ response: Interaction.Response, recorded: Int?) -> Bool {
    guard let status = GRPCCall.statusOfHTTP(response), status != recorded else { return false }
    return status == 429 || (500...599).contains(status)
  }

  /// The reason why an interaction cannot be checked.
  ///
  /// - Parameter response: The live response.
  /// - Returns: The reason, for the user.
  static func reason(_ response: Interaction.Response) -> String {
    let call = (response.trailers["grpc-status"] ?? response.headers["grpc-status"])
      .flatMap { Int($0) }.map { "(gRPC: \(GRPCCall.name(ofStatus: $0)))" }
    let status = [response.status.map(String.init), response.reason, call].compactMap(\.self)
      .joined(separator: " ")
    let retryAfter = response.headers["Retry-After"].map { " (Retry-After: \($0))" } ?? ""
    return "the service is in trouble: \(status)\(retryAfter); "
      + "--accept-errors takes that for a response"
  }

  /// The wait before a request is sent again: as long as the service asks for, or else 1, 2, 4 …
  /// seconds.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - outcome: Its outcome.
  ///   - recorded: The recorded status; nil for none.
  ///   - attempt: How many times it has been sent so far, at least 1.
  ///   - now: The current time.
  /// - Returns: The wait in seconds. Nil when the request must not be sent again: the service is
  ///   not too busy, asks for more than a minute, or may already have executed the request.
  package static func wait(
    toRepeat request: Interaction.Request, after outcome: Interaction.Outcome, recorded: Int?,
    attempt: Int, now: Date = Date()
  ) -> Double? {
    guard case .response(let response) = outcome, isTrouble(response, recorded: recorded),
      let status = GRPCCall.statusOfHTTP(response), status == 429 || status == 503
    else { return nil }
    let retryAfter = response.headers["Retry-After"]
    guard status == 429 || retryAfter != nil || request.isIdempotent else {
      return nil
    }
    let requested = retryAfter.flatMap { text in
      // RFC 9110 §10.2.3: seconds, or a date; some services write a fraction of a second.
      Self.seconds(text) ?? HTTPDate.date(text).map { $0.timeIntervalSince(now) }
    }
    let seconds = max(0, requested ?? Double(1 << min(attempt - 1, 6)))
    return seconds <= longestWait ? seconds : nil
  }

  /// A number of seconds in digits; nil for any other text, such as `nan`, which is a `Double` too.
  private static func seconds(_ text: String) -> Double? {
    text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") } ? Double(text) : nil
  }
}
