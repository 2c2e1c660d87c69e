import VCRCore

/// Cassettes of vcrpy, version 1.
enum VCRPyExport: ExportFormat {
  static let word = "vcrpy"
  static let title = "vcrpy"
  static let suffix = ".yaml"
  static let kept: Set<ExportedPart> = [.reason, .beyondASCII]

  static func write(_ interactions: [Interaction]) -> [UInt8] {
    ExportedYAML.document([
      ("interactions", .list(interactions.map(item))), ("version", .number(1)),
    ])
  }

  private static func item(_ interaction: Interaction) -> ExportedYAML {
    let (status, response) = interaction.exported
    let request = interaction.request
    return .map([
      (
        "request",
        .map([
          ("body", request.body.isEmpty ? .null : body(request.body)),
          ("headers", headers(request.headers)), ("method", .text(request.method)),
          ("uri", .text(request.url)),
        ])
      ),
      (
        "response",
        .map([
          ("body", .map([("string", body(response.body))])),
          ("headers", headers(response.headers)),
          ("status", .map([("code", .number(status)), ("message", .text(response.reason ?? ""))])),
        ])
      ),
    ])
  }

  /// Python's clients read the bytes of a value as ISO-8859-1.
  private static func headers(_ headers: HeaderFields) -> ExportedYAML {
    .map(headers.grouped { ExportedYAML.text($0.value) }.map { ($0.name, .list($0.values)) })
  }

  private static func body(_ body: Body) -> ExportedYAML { .bytes(body.bytes, tag: "!!binary") }
}
