#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// Cassettes of Ruby VCR, in the form of its versions 2 to 6.
enum RubyVCRExport: ExportFormat {
  static let word = "ruby-vcr"
  static let title = "Ruby VCR"
  static let suffix = ".yml"
  static let kept: Set<ExportedPart> = [
    .reason, .version, .coding, .time, .otherBytes, .beyondASCII,
  ]

  static func write(_ interactions: [Interaction]) -> [UInt8] {
    ExportedYAML.document([
      ("http_interactions", .list(interactions.map(item))),
      ("recorded_with", .text("VCR 6.0.0")),
    ])
  }

  static func write(
    _ interactions: [Interaction]
  ) -> (content: [UInt8], unwritten: [(index: Int, text: String)]) {
    var unwritten: [(index: Int, text: String)] = []
    for (index, interaction) in interactions.enumerated() {
      let pairs = pairs(of: interaction.request.url)
      guard let query = WebMockQuery(pairs) else {
        unwritten.append(
          (
            index,
            "its query names a value and an array or a hash alike, which WebMock, by which \(title) "
              + "sees requests, refuses"
          ))
        continue
      }
      guard query.items.count(where: { !$0.name.isEmpty }) < pairs.count else { continue }
      unwritten.append(
        (
          index,
          "of the items of its query with one name WebMock, by which \(title) sees requests, has the "
            + "last alone"
        ))
    }
    let content: [UInt8] = write(interactions)
    return (content, unwritten)
  }

  private static func item(_ interaction: Interaction) -> ExportedYAML {
    let (status, response) = interaction.exported
    let request = interaction.request
    var came: [(name: String, value: ExportedYAML)] = [
      ("status", .map([("code", .number(status)), ("message", .text(response.reason ?? ""))])),
      ("headers", headers(response.headers)),
      ("body", body(response.body)),
    ]
    if let version = response.http {
      came.append(("http_version", .text(String(version.trimmingPrefix("HTTP/")))))
    }
    if let coding = response.body.encoding, ExportedPart.coding.isPresent(in: interaction) {
      // Ruby VCR applies the coding again where a cassette asks for it (`recompress_response`).
      came.append(("adapter_metadata", .map([("vcr_decompressed", .text(coding))])))
    }
    // A file without the time cannot be loaded, and any other would be a lie as well.
    let date = interaction.recordedAt ?? Date(timeIntervalSince1970: 0)
    return .map([
      (
        "request",
        .map([
          ("method", .text(request.method.lowercased())), ("uri", .text(address(request.url))),
          ("body", body(request.body)), ("headers", headers(request.headers)),
        ])
      ),
      ("response", .map(came)),
      ("recorded_at", .text(HTTPDate.text(date))),
    ])
  }

  /// The URL as WebMock, by which Ruby VCR sees most requests, spells it: a path, and the items of
  /// the query.
  ///
  /// A URL with a placeholder stays as it is, so that `define_cassette_placeholder` finds it.
  private static func address(_ url: String) -> String {
    guard !url.contains("{{"), url.contains("://") else { return url }
    let whole = URLNormalization.form(of: url)
    let mark = whole.firstIndex(of: "?") ?? whole.endIndex
    let address = path(whole[..<mark])
    let pairs = pairs(of: url)
    if pairs.isEmpty { return address }
    // Ruby VCR takes a standard port away with Ruby's own URL, which encodes an apostrophe.
    let hasPort = URLRanges(Array(whole.utf8).view).port.isEmpty == false
    let query = (WebMockQuery(pairs)?.items ?? pairs).map { item in
      let text = encoded(item.name) + (item.value.map { "=" + encoded($0) } ?? "")
      return hasPort ? text : text.replacing("'", with: "%27")
    }
    return address + "?" + query.joined(separator: "&")
  }

  /// The items of a query, decoded; none for a URL with a placeholder.
  private static func pairs(of url: String) -> [WebMockQuery.Item] {
    url.contains("{{") ? [] : WebMockQuery.items(of: url)
  }

  /// The characters of a path that Addressable writes without encoding, beside letters and digits.
  private static let plainInPath = Set("-._~!$&'()*+,;=:@".utf8)

  /// The scheme, the authority and the path, of which nothing is encoded that need not be.
  private static func path(_ address: Substring) -> String {
    let bytes = Array(address.utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let byte = bytes.view.percentDecoded(at: index, before: bytes.count),
        plainInPath.contains(byte)
      {
        text.append(byte)
        index += 3
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The characters of a query that Addressable leaves as they are, of those that separate nothing.
  private static let plain = Set("-._~!$'()*,=:@/?".utf8)

  private static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if byte.isASCIIAlphanumeric || plain.contains(byte) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "%"))
        text.appendHexadecimal(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func headers(_ headers: HeaderFields) -> ExportedYAML {
    .map(
      headers.grouped { ExportedYAML.bytes($0.bytes, tag: "!binary") }
        .map { ($0.name, .list($0.values)) })
  }

  private static func body(_ body: Body) -> ExportedYAML {
    let bytes = body.bytes
    guard String(validating: bytes, as: UTF8.self) == nil else {
      return .map([("encoding", .text("UTF-8")), ("string", .text(bytes))])
    }
    return .map([
      ("encoding", .text("ASCII-8BIT")), ("string", .binary(bytes, tag: "!binary")),
    ])
  }
}
