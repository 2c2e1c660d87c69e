#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import VCRCore

/// Responses that tell of the service's state and not of what it would say: too many requests (429,
/// RFC 6585 §4) and its own failures (5xx, RFC 9110 §15.6).
///
/// Like trouble in the network they are neither the same nor drift.
package enum ServiceTrouble {
  /// The longest time that is waited before a request is sent again, in seconds.
  package static let longestWait = 60.0

  /// Methods that may be sent twice whatever became of the first time (RFC 9110 §9.2.2).
  private static let idempotentMethods = Verification.safeMethods.union(["PUT", "DELETE"])

  /// True for a status that tells of trouble, unless it is what was recorded.
  ///
  /// - Parameters:
  ///   - response: The live response.
  ///   - recorded: The recorded status; nil for none.
  /// - Returns: True where nothing can be said about the interaction.
  package static func isTrouble(_ response: Interaction.Response, recorded: Int?) -> Bool {
    guard let status = response.status, status != recorded else { return false }
    return status == 429 || (500...599).contains(status)
  }

  /// Why nothing can be said about an interaction.
  ///
  /// - Parameter response: The live response.
  /// - Returns: The reason, for a reader.
  static func reason(_ response: Interaction.Response) -> String {
    let status = [response.status.map(String.init), response.reason].compactMap(\.self)
      .joined(separator: " ")
    let wish = response.headers["Retry-After"].map { " (Retry-After: \($0))" } ?? ""
    return "the service is in trouble: \(status)\(wish); --accept-errors takes that for a response"
  }

  /// How long to wait before a request is sent again: as long as the service asks for, or 1, 2, 4 …
  /// seconds.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - outcome: What came of it.
  ///   - recorded: The recorded status; nil for none.
  ///   - attempt: How often it was sent so far, at least once.
  ///   - now: The current time.
  /// - Returns: Seconds; nil when it is not to be sent again, as the service is not too busy, asks for
  ///   more than a minute, or may have done already what the request asks for.
  package static func wait(
    toRepeat request: Interaction.Request, after outcome: Interaction.Outcome, recorded: Int?,
    attempt: Int, now: Date = Date()
  ) -> Double? {
    guard case .response(let response) = outcome, isTrouble(response, recorded: recorded),
      let status = response.status, status == 429 || status == 503
    else { return nil }
    let wish = response.headers["Retry-After"]
    guard status == 429 || wish != nil || idempotentMethods.contains(request.method) else {
      return nil
    }
    let asked = wish.flatMap { text in
      // RFC 9110 §10.2.3: seconds, or a moment; some services write a fraction of a second.
      Self.seconds(text) ?? HTTPDate.date(text).map { $0.timeIntervalSince(now) }
    }
    let seconds = max(0, asked ?? Double(1 << min(attempt - 1, 6)))
    return seconds <= longestWait ? seconds : nil
  }

  /// A number of seconds in digits; nil for any other text, such as `nan`, which is a `Double` too.
  private static func seconds(_ text: String) -> Double? {
    text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") } ? Double(text) : nil
  }
}
