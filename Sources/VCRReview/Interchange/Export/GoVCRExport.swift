import VCRCore

/// Cassettes of go-vcr: the names of its versions 2 to 4, which version 1 reads as well.
enum GoVCRExport: ExportFormat {
  static let word = "go-vcr"
  static let title = "go-vcr"
  static let suffix = ".yaml"
  static let kept: Set<ExportedPart> = [
    .reason, .version, .seconds, .trailers, .otherBytes, .beyondASCII,
  ]

  static func write(_ interactions: [Interaction]) -> [UInt8] {
    ExportedYAML.document([
      ("version", .number(2)),
      ("interactions", .list(interactions.enumerated().map { item($1, $0) })),
    ])
  }

  private static func item(_ interaction: Interaction, _ index: Int) -> ExportedYAML {
    let (status, response) = interaction.exported
    let request = interaction.request
    let seconds = (interaction.seconds ?? 0).inCassette
    // A `Request` of Go's `net/http` names HTTP/1.1, whatever is spoken later.
    var asked = version("HTTP/1.1")
    asked += [
      ("content_length", .number(request.body.count)), ("transfer_encoding", .list([])),
      ("trailer", headers(request.trailers)),
      ("host", .text(request.headers["Host"] ?? request.url.hostAndPort ?? "")),
      ("remote_addr", .text("")), ("request_uri", .text("")), ("body", body(request.body)),
      ("form", form(of: request)), ("headers", headers(requestFields(request.headers))),
      ("url", .text(request.url)), ("method", .text(request.method)),
    ]
    var came = version(response.http ?? "HTTP/1.1")
    let reason = response.reason.map { " " + $0 } ?? ""
    came += [
      ("transfer_encoding", .list([])), ("trailer", headers(response.trailers)),
      ("content_length", .number(response.body.count)), ("uncompressed", .plain("false")),
      ("body", body(response.body)), ("headers", headers(response.headers)),
      ("status", .text("\(status)\(reason)")), ("code", .number(status)),
      ("duration", .text("\(Int((seconds * 1000).rounded()))ms")),
    ]
    return .map([("id", .number(index)), ("request", .map(asked)), ("response", .map(came))])
  }

  private static func version(_ text: String) -> [(name: String, value: ExportedYAML)] {
    let numbers = text.trimmingPrefix("HTTP/").split(separator: ".").map { Int($0) ?? 0 }
    let (major, minor) = (numbers.first ?? 1, numbers.dropFirst().first ?? 0)
    return [
      ("proto", .text("HTTP/\(major).\(minor)")), ("proto_major", .number(major)),
      ("proto_minor", .number(minor)),
    ]
  }

  /// The fields that a program sets, which go-vcr compares: without those that Go adds on the way,
  /// and without `Host`, which it keeps apart.
  private static func requestFields(_ headers: HeaderFields) -> HeaderFields {
    let isGo = headers["User-Agent"]?.hasPrefix("Go-http-client/") == true
    return HeaderFields(
      headers.fields.filter { field in
        switch field.name.lowercased() {
        case "host": false
        case "user-agent": !isGo
        case "accept-encoding": !isGo || field.value != "gzip"
        default: true
        }
      })
  }

  private static func form(of request: Interaction.Request) -> ExportedYAML {
    .map(
      GoForm.fields(of: request).map { field in
        (field.name, .list(field.values.map { .bytes($0, tag: "!!binary") }))
      })
  }

  /// Go writes names as `Content-Type`, and finds no others.
  private static func headers(_ headers: HeaderFields) -> ExportedYAML {
    .map(
      headers.grouped { ExportedYAML.bytes($0.bytes, tag: "!!binary") }
        .map { (canonical($0.name), .list($0.values)) })
  }

  private static func canonical(_ name: String) -> String {
    name.split(separator: "-", omittingEmptySubsequences: false).map { word in
      word.prefix(1).uppercased() + word.dropFirst().lowercased()
    }.joined(separator: "-")
  }

  private static func body(_ body: Body) -> ExportedYAML { .bytes(body.bytes, tag: "!!binary") }
}
