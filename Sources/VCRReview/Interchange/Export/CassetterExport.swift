#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// Cassettes of cassetter, version 1, in YAML.
enum CassetterExport: ExportFormat {
  static let word = "cassetter"
  static let title = "cassetter"
  static let suffix = ".yaml"
  static let kept: Set<ExportedPart> = [.time, .otherBytes, .webSocket]

  static func write(_ interactions: [Interaction]) -> [UInt8] {
    var members: [(name: String, value: ExportedYAML)] = [
      ("version", .number(1)),
      ("interactions", .list(interactions.filter { !isWebSocket($0) }.map(item))),
    ]
    let sockets = interactions.filter(isWebSocket)
    if !sockets.isEmpty { members.append(("ws_interactions", .list(sockets.map(socket)))) }
    return ExportedYAML.document(members)
  }

  private static func isWebSocket(_ interaction: Interaction) -> Bool {
    interaction.exported.response.opensWebSocket
  }

  private static func item(_ interaction: Interaction) -> ExportedYAML {
    let (status, response) = interaction.exported
    let request = interaction.request
    return .map([
      (
        "request",
        .map([
          ("method", .text(request.method)), ("uri", .text(request.url)),
          ("headers", headers(request.headers)),
          ("body", body(request.body, json(request.body, request.headers))),
        ])
      ),
      (
        "response",
        .map([
          ("status", .number(status)), ("headers", headers(response.headers)),
          ("body", body(response.body, served(response.body, response.headers))),
        ])
      ),
      ("recorded_at", time(interaction)),
    ])
  }

  private static func socket(_ interaction: Interaction) -> ExportedYAML {
    let frames = interaction.exported.response.messages.map { message -> ExportedYAML in
      let type: String
      let content: ExportedYAML
      switch message.content {
      case .text(let text): (type, content) = ("text", body(text, nil))
      case .binary(let bytes): (type, content) = ("binary", binary(bytes.bytes))
      case .close(let code, let reason):
        let number = code ?? 1000
        let bytes = [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] + Array(reason.utf8)
        (type, content) = ("close", binary(bytes))
      }
      return .map([
        ("direction", .text(message.sender == .client ? "send" : "recv")),
        ("frame_type", .text(type)), ("body", content),
        ("offset_ms", .number(Int(((message.after ?? 0).inCassette * 1000).rounded()))),
      ])
    }
    return .map([
      ("uri", .text(interaction.request.url)), ("headers", headers(interaction.request.headers)),
      ("frames", .list(frames)), ("recorded_at", time(interaction)),
    ])
  }

  private static func time(_ interaction: Interaction) -> ExportedYAML {
    var text: [UInt8] = []
    Timestamp.append(interaction.recordedAt ?? .init(timeIntervalSince1970: 0), to: &text)
    return .text(text)
  }

  /// cassetter compares names in lower case, and has each byte of a value as the character of the
  /// same number.
  private static func headers(_ headers: HeaderFields) -> ExportedYAML {
    .map(
      headers.grouped { ExportedYAML.text(Charset.latin1.decode($0.bytes) ?? $0.bytes) }
        .map { ($0.name.lowercased(), .list($0.values)) })
  }

  /// The value of a body that is JSON by its type; cassetter compares those of requests as values.
  private static func json(_ body: Body, _ headers: HeaderFields) -> ForeignValue? {
    guard !body.isEmpty, MediaType(headers)?.isJSON == true else { return nil }
    return try? ForeignValue(json: body.bytes)
  }

  /// The value of a JSON body of a response that cassetter serves with the same bytes.
  private static func served(_ body: Body, _ headers: HeaderFields) -> ForeignValue? {
    json(body, headers).flatMap {
      ForeignStructure.json($0, .python) == body.bytes ? $0 : nil
    }
  }

  private static func body(_ body: Body, _ json: ForeignValue?) -> ExportedYAML {
    if body.isEmpty { return .map([("type", .text("none"))]) }
    if let json { return .map([("type", .text("json")), ("content", .json(json))]) }
    let bytes = body.bytes
    guard String(validating: bytes, as: UTF8.self) != nil else { return binary(bytes) }
    return .map([("type", .text("text")), ("content", .text(bytes))])
  }

  private static func binary(_ bytes: [UInt8]) -> ExportedYAML {
    .map([("type", .text("binary")), ("content", .text(bytes.hexadecimal()))])
  }
}
