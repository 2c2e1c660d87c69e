#if CommandLineTool
  /// Why the proxy rejects a request with an error response of its own.
  struct HTTP1Refusal: Error, Equatable {
    /// The status of the response.
    var status: Int
    /// Its reason phrase.
    var reason: String
    /// A description of the problem, and what to do about it.
    var message: String
    /// Who is refused, if it is none of COMMAND's: such clients are counted, and not reported each.
    var stranger: String?

    /// The request cannot be understood (RFC 9110 §15.5.1).
    static func badRequest(_ message: String) -> HTTP1Refusal {
      HTTP1Refusal(status: 400, reason: "Bad Request", message: message)
    }

    /// The bytes are not HTTP, or are HTTP that two parsers could read differently.
    static func malformed(_ message: String) -> HTTP1Refusal {
      badRequest("The request is not valid HTTP: \(message)")
    }

    /// The client may not make the request (RFC 9110 §15.5.4).
    static func forbidden(_ message: String) -> HTTP1Refusal {
      HTTP1Refusal(status: 403, reason: "Forbidden", message: message)
    }

    /// The client does not show that it is one of the run's (RFC 9110 §15.5.8).
    static let proxyCredentialMissing = HTTP1Refusal(
      status: 407, reason: "Proxy Authentication Required",
      message: """
        This proxy serves COMMAND of its run alone, and the request has not the credential of the run
        Take the whole URL of http_proxy, with what stands before @; COMMAND has it
        """,
      stranger: "a client without the credential of http_proxy")

    /// The head did not arrive in time (RFC 9110 §15.5.9).
    static func timedOut(after seconds: Double) -> HTTP1Refusal {
      let time = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
      return HTTP1Refusal(
        status: 408, reason: "Request Timeout",
        message: "The head of the request did not arrive within \(time) seconds")
    }

    /// The request line is longer than the limit (RFC 9110 §15.5.15).
    static func targetTooLong(_ limit: Int) -> HTTP1Refusal {
      HTTP1Refusal(
        status: 414, reason: "URI Too Long",
        message: "The request line is longer than the \(limit) bytes that are read of one\n"
          + "To read more:  --max-header-size BYTES")
    }

    /// The header or trailer section has more bytes than the limit (RFC 6585 §5).
    static func fieldsTooLarge(_ limit: Int) -> HTTP1Refusal {
      tooMuch("\(limit) bytes", option: "--max-header-size BYTES")
    }

    /// The header or trailer section has more fields than the limit (RFC 6585 §5).
    static func tooManyFields(_ limit: Int) -> HTTP1Refusal {
      tooMuch("\(limit) fields", option: "--max-headers COUNT")
    }

    private static func tooMuch(_ limit: String, option: String) -> HTTP1Refusal {
      HTTP1Refusal(
        status: 431, reason: "Request Header Fields Too Large",
        message:
          "The header section of the request has more than the \(limit) that are read of one\n"
          + "To read more:  \(option)")
    }

    /// The request needs a feature that is not implemented (RFC 9110 §15.6.2).
    static func notImplemented(_ message: String) -> HTTP1Refusal {
      HTTP1Refusal(status: 501, reason: "Not Implemented", message: message)
    }

    /// The request uses another major version of HTTP (RFC 9110 §15.6.6).
    static func versionNotSupported(_ version: String) -> HTTP1Refusal {
      HTTP1Refusal(
        status: 505, reason: "HTTP Version Not Supported",
        message: "The request is in \(version); HTTP/1.1, HTTP/1.0 and HTTP/2 are read")
    }
  }
#endif
