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
    .reason, .version, .time, .otherBytes, .beyondASCII,
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
      let query = pairs(of: interaction.request.url)
      guard query.all != query.counting.count else { continue }
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

  /// The URL as WebMock, by which Ruby VCR sees most requests, spells it: a path, and the pairs of
  /// the query in the order of their names, of which equal ones count once.
  ///
  /// A URL with a placeholder stays as it is, so that `define_cassette_placeholder` finds it.
  private static func address(_ url: String) -> String {
    guard !url.contains("{{"), let start = url.firstRange(of: "://")?.upperBound else { return url }
    let whole = url.prefix { $0 != "#" }
    let mark = whole.firstIndex(of: "?") ?? whole.endIndex
    var address = String(whole[..<mark])
    if !whole[start..<mark].contains("/") { address += "/" }
    guard mark < whole.endIndex else { return address }
    var pairs = pairs(of: url).counting
    pairs.sort { one, other in
      one.name == other.name
        ? (one.value ?? []).lexicographicallyPrecedes(other.value ?? [])
        : one.name.lexicographicallyPrecedes(other.name)
    }
    let query = pairs.map { encoded($0.name) + ($0.value.map { "=" + encoded($0) } ?? "") }
    return address + "?" + query.joined(separator: "&")
  }

  /// The pairs of a query, of which those count that have a name of their own, are the last of
  /// theirs, or are elements of an array (`a[]`); for a URL with a placeholder all do.
  private static func pairs(
    of url: String
  ) -> (all: Int, counting: [(name: [UInt8], value: [UInt8]?)]) {
    let whole = url.prefix { $0 != "#" }
    guard let mark = whole.firstIndex(of: "?"), !url.contains("{{") else { return (0, []) }
    var all = 0
    var pairs: [(name: [UInt8], value: [UInt8]?)] = []
    for text in whole[whole.index(after: mark)...].split(separator: "&") {
      let words = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = decoded(words[0])
      let value = words.count > 1 ? decoded(words[1].replacing("+", with: "%20")) : nil
      if !name.suffix(2).elementsEqual("[]".utf8) { pairs.removeAll { $0.name == name } }
      pairs.append((name, value))
      all += 1
    }
    return (all, pairs)
  }

  private static func decoded(_ text: Substring) -> [UInt8] {
    let bytes = Array(text.utf8)
    return DecodedText(bytes.view, .percent)?.bytes ?? bytes
  }

  /// The characters of a query that Addressable leaves as they are, of those that separate nothing.
  private static let plain = Set("-._~!$'()*,=:@/?".utf8)

  private static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if byte.isASCIILetter || byte.isASCIIDigit || plain.contains(byte) {
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
