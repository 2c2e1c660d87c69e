#if CommandLineTool
  /// Why a request is answered with an error of the proxy's own and not taken further.
  struct HTTP1Refusal: Error, Equatable {
    /// The status of the answer.
    var status: Int
    /// Its reason phrase.
    var reason: String
    /// What is wrong and what to do, in words.
    var message: String

    /// The request cannot be understood (RFC 9110 §15.5.1).
    static func badRequest(_ message: String) -> HTTP1Refusal {
      HTTP1Refusal(status: 400, reason: "Bad Request", message: message)
    }

    /// What was received is no HTTP, or HTTP that two readers could read in two ways.
    static func malformed(_ message: String) -> HTTP1Refusal {
      badRequest("The request is not valid HTTP: \(message)")
    }

    /// The request is not for whom it comes from (RFC 9110 §15.5.4).
    static func forbidden(_ message: String) -> HTTP1Refusal {
      HTTP1Refusal(status: 403, reason: "Forbidden", message: message)
    }

    /// The request line is longer than is read (RFC 9110 §15.5.15).
    static func targetTooLong(_ limit: Int) -> HTTP1Refusal {
      HTTP1Refusal(
        status: 414, reason: "URI Too Long",
        message: "The request line is longer than the \(limit) bytes that are read of one")
    }

    /// The header or trailer section is larger than is read (RFC 6585 §5).
    static func fieldsTooLarge(_ limit: String) -> HTTP1Refusal {
      HTTP1Refusal(
        status: 431, reason: "Request Header Fields Too Large",
        message:
          "The header section of the request has more than the \(limit) that are read of one"
      )
    }

    /// The request needs what is not implemented (RFC 9110 §15.6.2).
    static func notImplemented(_ message: String) -> HTTP1Refusal {
      HTTP1Refusal(status: 501, reason: "Not Implemented", message: message)
    }

    /// The request is in another major version of HTTP (RFC 9110 §15.6.6).
    static func versionNotSupported(_ version: String) -> HTTP1Refusal {
      HTTP1Refusal(
        status: 505, reason: "HTTP Version Not Supported",
        message: "The request is in \(version); HTTP/1.1, HTTP/1.0 and HTTP/2 are read")
    }
  }
#endif
