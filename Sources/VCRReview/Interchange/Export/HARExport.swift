#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// HTTP archives (HAR 1.2), with WebSockets as Chrome writes them.
enum HARExport: ExportFormat {
  static let word = "har"
  static let title = "HAR"
  static let suffix = ".har"
  static let kept: Set<ExportedPart> = [
    .reason, .version, .requestVersion, .time, .seconds, .beyondASCII, .webSocket,
  ]

  static func write(_ interactions: [Interaction]) -> [UInt8] {
    var out = Array(
      #"{"log":{"version":"1.2","creator":{"name":"vcr","version":"1"},"pages":[],"entries":["#.utf8
    )
    for (index, interaction) in interactions.enumerated() {
      // An entry a line, so that a difference is of entries.
      out += Array((index == 0 ? "\n" : ",\n").utf8)
      out += Array(entry(interaction).text.utf8)
    }
    return out + Array("\n]}}\n".utf8)
  }

  private static func entry(_ interaction: Interaction) -> JSONValue {
    let (status, response) = interaction.exported
    let request = interaction.request
    let milliseconds = (interaction.seconds ?? 0).inCassette * 1000
    let start = interaction.recordedAt ?? Date(timeIntervalSince1970: 0)
    var asked: [JSONValue.Member] = [
      .init("method", .string(request.method)), .init("url", .string(request.url)),
      .init("httpVersion", .string(request.http ?? "HTTP/1.1")),
      .init(
        "cookies", cookies(request.headers.values("Cookie").flatMap { $0.split(separator: ";") })),
      .init("headers", headers(request.headers)), .init("queryString", query(request.url)),
      .init("headersSize", -1), .init("bodySize", .number("\(request.body.count)")),
    ]
    if !request.body.isEmpty {
      asked.append(.init("postData", content(request.body, request.headers, isResponse: false)))
    }
    let came: [JSONValue.Member] = [
      .init("status", .number("\(status)")), .init("statusText", .string(response.reason ?? "")),
      .init("httpVersion", .string(response.http ?? "HTTP/1.1")),
      .init(
        "cookies",
        cookies(response.headers.values("Set-Cookie").map { $0.prefix { $0 != ";" } })),
      .init("headers", headers(response.headers)),
      .init("content", content(response.body, response.headers, isResponse: true)),
      .init("redirectURL", .string(response.headers["Location"] ?? "")),
      .init("headersSize", -1), .init("bodySize", .number("\(response.body.count)")),
    ]
    let time = number(milliseconds)
    var members: [JSONValue.Member] = [
      .init("startedDateTime", .string(isoText(start))), .init("time", time),
      .init("request", .object(asked)), .init("response", .object(came)),
      .init("cache", .object([])),
      .init(
        "timings",
        .object([.init("send", 0), .init("wait", time), .init("receive", 0)])),
    ]
    if response.opensWebSocket {
      let first = start.timeIntervalSince1970
      members.append(.init("_resourceType", "websocket"))
      members.append(
        .init("_webSocketMessages", .array(response.messages.map { message($0, from: first) })))
    }
    return .object(members)
  }

  private static func number(_ value: Double) -> JSONValue {
    let rounded = value.rounded()
    return .number(abs(value - rounded) < 0.001 ? "\(Int(rounded))" : "\(value)")
  }

  /// A time with milliseconds, which Chrome requires.
  private static func isoText(_ date: Date) -> String {
    var text: [UInt8] = []
    Timestamp.append(date, to: &text)
    return String(decoding: text.dropLast(), as: UTF8.self) + ".000Z"
  }

  private static func pair(_ name: String, _ value: String) -> JSONValue {
    .object([.init("name", .string(name)), .init("value", .string(value))])
  }

  private static func headers(_ headers: HeaderFields) -> JSONValue {
    .array(headers.fields.map { pair($0.name, $0.value) })
  }

  private static func cookies(_ pairs: [Substring]) -> JSONValue {
    .array(
      pairs.map { text in
        let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = words.first.map { String($0.drop { $0 == " " }) } ?? ""
        return pair(name, words.count > 1 ? String(words[1]) : "")
      })
  }

  /// The pairs of a query, decoded.
  private static func query(_ url: String) -> JSONValue {
    let beforeFragment = url.prefix { $0 != "#" }
    guard let mark = beforeFragment.firstIndex(of: "?") else { return .array([]) }
    let query = Array(beforeFragment[beforeFragment.index(after: mark)...].utf8)
    let pairs = QueryPairs(query.view, in: query.indices)
    return .array(
      pairs.pairs.map { pair in
        HARExport.pair(
          String(decoding: pairs.name(pair), as: UTF8.self),
          String(decoding: pairs.value(pair), as: UTF8.self))
      })
  }

  /// A body; what is no text stands in Base64, also in a request, for which HAR 1.2 names no
  /// encoding: the member is the same as that of a response.
  private static func content(
    _ body: Body, _ headers: HeaderFields, isResponse: Bool
  ) -> JSONValue {
    let bytes = body.bytes
    var members: [JSONValue.Member] = [
      .init("mimeType", .string(headers["Content-Type"] ?? (isResponse ? "x-unknown" : "")))
    ]
    if isResponse { members.insert(.init("size", .number("\(bytes.count)")), at: 0) }
    if let text = String(validating: bytes, as: UTF8.self) {
      members.append(.init("text", .string(text)))
    } else {
      members.append(.init("text", .string(Data(bytes).base64EncodedString())))
      members.append(.init("encoding", "base64"))
    }
    return .object(members)
  }

  /// A message of a WebSocket, as `HARWebSocket` reads it.
  private static func message(
    _ message: Interaction.WebSocketMessage, from start: Double
  ) -> JSONValue {
    let opcode: Int
    let data: String
    switch message.content {
    case .text(let body): (opcode, data) = (1, String(decoding: body.bytes, as: UTF8.self))
    case .binary(let body): (opcode, data) = (2, Data(body.bytes).base64EncodedString())
    case .close(let code, let reason):
      let number = code.map { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] } ?? []
      (opcode, data) = (8, Data(number + Array(reason.utf8)).base64EncodedString())
    }
    return .object([
      .init("type", message.sender == .client ? "send" : "receive"),
      .init("time", number(start + (message.after ?? 0).inCassette)),
      .init("opcode", .number("\(opcode)")),
      .init("data", .string(data)),
    ])
  }
}
