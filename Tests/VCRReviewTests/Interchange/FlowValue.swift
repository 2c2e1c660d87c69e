/// A value, as mitmproxy writes it.
indirect enum FlowValue {
  case bytes([UInt8])
  case text(String)
  case number(Int)
  case point(Double)
  case bool(Bool)
  case null
  case list([FlowValue])
  case map([(String, FlowValue)])

  var encoded: [UInt8] {
    let (content, type): ([UInt8], String) =
      switch self {
      case .bytes(let bytes): (bytes, ",")
      case .text(let text): (Array(text.utf8), ";")
      case .number(let number): (Array("\(number)".utf8), "#")
      case .point(let number): (Array("\(number)".utf8), "^")
      case .bool(let bool): (Array("\(bool)".utf8), "!")
      case .null: ([], "~")
      case .list(let values): (values.flatMap(\.encoded), "]")
      case .map(let members):
        (members.flatMap { FlowValue.text($0.0).encoded + $0.1.encoded }, "}")
      }
    return Array("\(content.count):".utf8) + content + Array(type.utf8)
  }
}

extension FlowValue {
  /// Header fields.
  static func headers(_ fields: [(String, String)]) -> FlowValue {
    .list(fields.map { .list([.bytes(Array($0.0.utf8)), .bytes(Array($0.1.utf8))]) })
  }

  /// The bytes of a flow: a POST to `https://x.test`.
  static func flow(
    headers fields: [(String, String)] = [], response: FlowValue = .null, error: FlowValue = .null,
    webSocket: FlowValue = .null, type: String = "http", port: Int = 8443
  ) -> [UInt8] {
    FlowValue.map([
      ("websocket", webSocket), ("response", response),
      (
        "request",
        .map([
          ("path", .bytes(Array("/a?b=1".utf8))), ("authority", .bytes([])),
          ("scheme", .bytes(Array("https".utf8))), ("method", .bytes(Array("POST".utf8))),
          ("port", .number(port)), ("host", .text("x.test")), ("timestamp_end", .point(11.5)),
          ("timestamp_start", .point(10.25)), ("trailers", .null),
          ("content", .bytes([0, 10, 255])), ("headers", headers(fields)),
          ("http_version", .bytes(Array("HTTP/2.0".utf8))),
        ])
      ), ("client_conn", .map([("id", .text("c"))])), ("server_conn", .map([])),
      ("error", error), ("type", .text(type)), ("version", .number(21)),
    ]).encoded
  }

  /// A response of a flow.
  static func response(status: Int = 200, content: FlowValue) -> FlowValue {
    .map([
      ("reason", .bytes(Array("Fine".utf8))), ("status_code", .number(status)),
      ("timestamp_end", .point(12.75)), ("timestamp_start", .point(12)), ("trailers", .null),
      ("content", content), ("headers", headers([("X-Two", "a"), ("X-Two", "b")])),
      ("http_version", .bytes(Array("HTTP/1.1".utf8))),
    ])
  }
}
