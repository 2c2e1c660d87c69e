/// A call of gRPC, as a reader knows it: a method of a service, and the status that it ended with.
package struct GRPCCall: Sendable {
  /// The service and its method: `helloworld.Greeter/SayHello`.
  package let method: String

  /// The scheme and host of the URL: `https://example.com`.
  package let origin: String

  /// The number of the status; nil where there is none, as in a response that broke off.
  package private(set) var status: Int?

  /// The message of the status, percent-decoded; empty for none.
  package private(set) var message = ""

  /// The names of the status codes, in the order of their numbers (gRPC, "Status codes").
  private static let names = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
    "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
    "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
  ]

  /// The call that a request makes; nil when it is not one of gRPC.
  package init?(_ request: Interaction.Request) {
    guard GRPCMessages.isMediaType(request.headers["content-type"]),
      let mark = request.url.firstRange(of: "://"),
      let slash = request.url[mark.upperBound...].firstIndex(of: "/")
    else { return nil }
    method = String(request.url[request.url.index(after: slash)...])
    origin = String(request.url[..<slash])
  }

  /// The call of an interaction, with its status; nil when it is not one of gRPC.
  package init?(_ interaction: Interaction) {
    self.init(interaction.request)
    guard case .response(let response) = interaction.outcome else { return }
    // A response without content has its trailer fields in the header section.
    for fields in [response.trailers, response.headers] where status == nil {
      status = fields["grpc-status"].flatMap { Int($0) }
      message = fields["grpc-message"].map(Self.decoded) ?? ""
    }
  }

  /// True for an exchange in which trailer fields were taken, or would have been: gRPC asks for
  /// them (`te: trailers`) also where a call that failed at once has its status in the header
  /// section.
  ///
  /// That a client asks is a matter of its connection, and not recorded; without it a service
  /// leaves them out (RFC 9110 §6.5.1), and one of gRPC refuses the call.
  package static func asksForTrailers(_ interaction: Interaction) -> Bool {
    if GRPCMessages.isMediaType(interaction.request.headers["content-type"]) { return true }
    guard case .response(let response) = interaction.outcome else { return false }
    return !response.trailers.isEmpty
  }

  /// The name of the status: `NOT_FOUND`; nil where there is none.
  package var statusName: String? { status.map(Self.name(ofStatus:)) }

  /// The call in one line: `helloworld.Greeter/SayHello at https://example.com`.
  package var words: String { "\(method) at \(origin)" }

  /// The name of a status code: `NOT_FOUND`, or its number where it has no name.
  package static func name(ofStatus status: Int) -> String {
    names.indices.contains(status) ? names[status] : String(status)
  }

  /// The status of HTTP that means what a status code does, in the order of their numbers (the
  /// mapping that `google/rpc/code.proto` gives).
  private static let statusesOfHTTP = [
    200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401,
  ]

  /// The status of HTTP that means what a response says: that of a call of gRPC, whose own is 200
  /// whatever came of the call, by its status code, and of any other its own.
  ///
  /// - Parameter response: A response.
  /// - Returns: The status; nil for a response that has none.
  package static func statusOfHTTP(_ response: Interaction.Response) -> Int? {
    guard response.status == 200, GRPCMessages.isMediaType(response.headers["content-type"]),
      let text = response.trailers["grpc-status"] ?? response.headers["grpc-status"],
      let code = Int(text)
    else { return response.status }
    return statusesOfHTTP.indices.contains(code) ? statusesOfHTTP[code] : 500
  }

  /// The status code of a call to which a response of HTTP alone came (gRPC, "HTTP to gRPC Status
  /// Code Mapping"), and that of one which the recorder refuses.
  ///
  /// What the cassette lacks (501) is `FAILED_PRECONDITION`: sending the call again is in vain
  /// until it has been recorded. `UNIMPLEMENTED` would say that the service has no such method,
  /// after which clients do without it.
  ///
  /// - Parameter status: The status of HTTP.
  /// - Returns: The code; `UNKNOWN` for any other status.
  package static func status(ofHTTP status: Int) -> Int {
    switch status {
    case 400: 13
    case 401, 407: 16
    case 403: 7
    case 404: 12
    case 414, 431: 8
    case 429, 502, 503, 504: 14
    case 501: 9
    default: 2
    }
  }

  /// The characters of ASCII that a message has as they are: all but controls and `%`.
  private static let plain = ByteSet(.unreserved, " !\"#$&'()*+,/:;<=>?@[\\]^`{|}")

  /// A message of a status in the form of its field (gRPC over HTTP/2, "Percent-Encoded").
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - limit: How many bytes it may have; what is longer is cut after a character.
  /// - Returns: The value of the field.
  package static func encoded(_ message: String, limit: Int) -> String {
    var bytes: [UInt8] = []
    for character in message {
      let end = bytes.count
      bytes.appendPercentEncoded(character.utf8, keeping: plain)
      if bytes.count > limit {
        bytes.removeSubrange(end...)
        break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func decoded(_ message: String) -> String {
    guard message.utf8.contains(UInt8(ascii: "%")) else { return message }
    return message.withUTF8Span { text in
      var bytes: [UInt8] = []
      bytes.appendPercentDecoded(text, 0..<text.count, isForm: false)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// A body in one line for each message.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - read: Makes a line of a message whose type it knows; nil for any other.
  /// - Returns: The lines. Bytes that are not text are written as `\xNN`, and what is compressed in
  ///   another way than by gzip and deflate, or no whole message, says so.
  package static func lines(
    of bytes: [UInt8], reading read: (ArraySlice<UInt8>) -> String? = { _ in nil }
  ) -> [String] {
    var lines: [String] = []
    var start = 0
    for end in GRPCMessages.ends(in: bytes) {
      let message = bytes[start..<end]
      let content = GRPCMessages.content(of: message)
      if let content = content ?? GRPCMessages.inflated(message)?[...] {
        lines.append(read(content) ?? readable(content))
      } else {
        lines.append("(compressed) " + readable(message.dropFirst(GRPCMessages.prefixLength)))
      }
      start = end
    }
    if start < bytes.count { lines.append("(not whole) " + readable(bytes[start...])) }
    return lines
  }

  private static func readable(_ content: ArraySlice<UInt8>) -> String {
    var line = ""
    // Text in UTF-8 stays text, wherever it is among other bytes.
    var rest = content
    while let first = rest.first {
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      let piece = rest.prefix(length)
      if first >= 0x20, first != 0x7F, first != UInt8(ascii: "\\"),
        let text = String(validating: piece, as: UTF8.self),
        PrintableText.line(text).hasSameUTF8(as: text)
      {
        line += text
        rest = rest.dropFirst(length)
      } else {
        line +=
          first == UInt8(ascii: "\\")
          ? "\\\\" : "\\x" + UInt32(first).hexadecimal(digits: 2, isUpper: false)
        rest = rest.dropFirst()
      }
    }
    return line
  }
}
