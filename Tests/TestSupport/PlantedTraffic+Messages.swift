import Foundation

extension PlantedTraffic {
  /// A request with a secret in every possible place.
  public struct Message: Sendable {
    /// The path and query.
    public var target: String
    /// The header section.
    public var headers: [(name: String, value: String)]
    /// The content.
    public var body: String
  }

  /// The request for a planting.
  ///
  /// - Parameters:
  ///   - planting: The planting.
  ///   - text: The text to use instead of the secret; nil for the secret.
  /// - Returns: The request.
  public static func request(_ planting: Planting, text: String? = nil) -> Message {
    let text = text ?? planting.text
    let number = "n=\(planting.number)"
    let pair = base64("user:\(text)")
    let named = [
      (
        "Authorization",
        planting.number.isMultiple(of: 2) ? "Bearer \(header(text))" : "Basic \(pair)"
      ),
      ("X-Api-Key", header(text)), ("Cookie", "sid=\(percent(text)); theme=\(percent(text))"),
    ]
    if case .place = planting.secret.discovery {
      return Message(
        target: "/p?\(number)&api_key=\(percent(text))&access_token=\(percent(text))",
        headers: named + [("Content-Type", "application/x-www-form-urlencoded")],
        body: "user=ada&password=\(form(text))")
    }
    let (type, body) = content(text, planting.number % 4)
    return Message(
      target: "/p/\(percent(text))/x?\(number)&q=\(percent(text))&api_key=\(percent(text))",
      headers: named + [
        ("X-Custom", header(text)), ("X-Repeat", "1 \(header(text))"),
        ("X-Repeat", "2 \(header(text))"), ("Content-Type", type),
      ], body: body)
  }

  /// The response to a request, which also has the secret in every possible place.
  public static func response(to request: ServerRequest) -> ServerResponse {
    guard
      let number = request.target.split(separator: "n=").dropFirst().first?
        .prefix(while: \.isNumber), let number = Int(number), plantings.indices.contains(number)
    else { return ServerResponse(status: 404, reason: "Not Found") }
    let planting = plantings[number]
    let text = planting.text
    var headers = [
      ("Set-Cookie", "back=\(percent(text)); Path=/"),
      ("Location", "/next?access_token=\(percent(text))&state=1"), ("X-Auth-Token", header(text)),
      ("Link", "<https://user:\(percent(text))@example.com/2>; rel=next"),
    ]
    if case .place = planting.secret.discovery {
      let body = #"{"user":{"password":"\#(json(text))","client_secret":"\#(json(text))"}}"#
      headers.append(("Content-Type", "application/json"))
      return ServerResponse(
        status: 201, reason: "Created", headers: headers, body: Array(body.utf8))
    }
    headers += [("X-Echo", header(text)), ("X-Again", header(text)), ("X-Again", header(text))]
    var (type, body) = content(text, number / 4 % 4)
    if number % 5 == 4 {
      (type, body) = ("text/html", "<p>\(html(text))</p><a href=\"/?x=\(percent(text))\">x</a>")
    }
    headers.append(("Content-Type", type))
    var bytes = Array(body.utf8)
    if number % 3 == 1 {
      headers.append(("Content-Encoding", "gzip"))
      bytes = gzip(bytes)
    }
    return ServerResponse(status: 201, reason: "Created", headers: headers, body: bytes)
  }

  /// A body of one of four types with the secret in it.
  private static func content(_ text: String, _ kind: Int) -> (type: String, body: String) {
    switch kind {
    case 0: ("application/x-www-form-urlencoded", "a=1&v=\(form(text))&b=2")
    case 1: ("application/json", #"{"a":{"b":[{"v":"\#(json(text))","n":1.0}]}}"#)
    case 2:
      (
        "multipart/form-data; boundary=XX",
        "--XX\r\nContent-Disposition: form-data; name=\"v\"\r\n\r\n\(text)\r\n--XX--\r\n"
      )
    default: ("text/plain; charset=utf-8", "before \(text) after\n")
    }
  }

  /// A text in the form that a header field can contain.
  private static func header(_ text: String) -> String {
    text.allSatisfy { $0.isASCII && $0 != "\n" } ? text : percent(text)
  }

  /// A gzip file (RFC 1952) of one stored block (RFC 1951 §3.2.4).
  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    let length = UInt32(bytes.count)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(length, 2)
      + little(~length & 0xFFFF, 2) + bytes + little(~crc, 4) + little(length, 4)
  }

  /// Searches files for the secrets with `grep`.
  ///
  /// - Parameter places: Files and folders.
  /// - Returns: The matching lines; empty when no secret leaked.
  /// - Throws: An error when `grep` cannot be run.
  public static func leaks(in places: [String]) async throws -> String {
    let folder = try TemporaryDirectory()
    try folder.write(forbidden, to: "forbidden")
    let result = try await Child.run(
      "grep",
      ["-r", "-F", "-a", "-o", "-f", folder.file("forbidden").path(percentEncoded: false), "--"]
        + places)
    return result.status == 1 ? "" : String((result.text + result.errorText).prefix(2000))
  }
}
