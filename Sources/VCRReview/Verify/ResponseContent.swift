import VCRCore

/// The content of a response, as far as it shows whether it is what was asked for.
struct ResponseContent {
  /// The response.
  let response: Interaction.Response
  /// The media type that it declares.
  let type: MediaType?
  /// True for a body without anything but white space.
  let isEmpty: Bool
  /// The values of a body that is a JSON object or list; nil for any other.
  let json: JSONContent?
  /// True for a body that is a single value of JSON, and said to be JSON or `null`.
  let isScalarJSON: Bool
  /// True for several values of JSON in lines.
  let isLinesOfJSON: Bool
  /// True for a body that is said to be JSON, and is none.
  let isBrokenJSON: Bool
  /// True for a page.
  let isHTML: Bool

  init(_ response: Interaction.Response) {
    self.response = response
    type = MediaType(response.headers) ?? response.mediaType.map { MediaType($0) }
    let bytes = Self.bytes(response)
    let start = bytes.drop { $0 <= 0x20 }
    isEmpty = response.body.file == nil && start.isEmpty
    let isStructure = start.first == UInt8(ascii: "{") || start.first == UInt8(ascii: "[")
    let declaresJSON = type?.isJSON == true
    let text = isStructure || declaresJSON ? JSONText(bytes) : nil
    json = isStructure ? text.map(JSONContent.init) : nil
    isScalarJSON = !isStructure && text != nil
    // What is said to be JSON may be several values in lines.
    isLinesOfJSON = text == nil && BodyReading.linesOfJSON(bytes, type) != nil
    isBrokenJSON = declaresJSON && !start.isEmpty && text == nil && !isLinesOfJSON
    let beginning = start.prefix(14).map(\.asciiLowercased)
    isHTML =
      !isStructure
      && (["text/html", "application/xhtml+xml"].contains(type?.essence)
        || beginning.starts(with: "<!doctype html".utf8) || beginning.starts(with: "<html".utf8))
  }

  /// The body; empty for one that is too large for memory.
  private static func bytes(_ response: Interaction.Response) -> [UInt8] {
    response.body.file == nil ? response.body.bytes : []
  }

  /// The kind of body, in words.
  var kind: String { json != nil ? "JSON" : type?.essence ?? "another body" }

  /// The beginning of the body, for the user.
  var words: String {
    PrintableText.line(String(decoding: Self.bytes(response).prefix(40), as: UTF8.self))
  }

  /// The first line of the body.
  var firstLine: ArraySlice<UInt8> { Self.bytes(response).prefix { $0 != 0x0A && $0 != 0x0D } }

  /// Where a redirect leads (RFC 9110 §15.4); nil for any other response.
  var redirect: String? {
    guard let status = response.status, (300..<400).contains(status) else { return nil }
    return response.headers["Location"]
  }

  /// The page; without a title and a kind for what is none.
  var page: ResponsePage { ResponsePage(Self.bytes(response)) }

  /// True for a stream with an event of the kind `error`, or with JSON that is one.
  var hasStreamError: Bool {
    guard StreamFormat(type) != nil else { return false }
    let parts = StreamParts(Self.bytes(response), type)
    return parts.parts.contains { part in
      part.kind == "error"
        || parts.json(of: part).map { JSONContent($0.text).objects.first?.has(["error"]) } == true
    }
  }

  /// The name of the root of an error in XML, and of a SOAP message the name of its fault.
  var xmlError: String? {
    let bytes = Self.bytes(response)
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<"), !isHTML,
      let root = Self.elements(bytes, most: 3).first
    else { return nil }
    let names = root == "Envelope" ? Self.elements(bytes, most: 8).filter { $0 == "Fault" } : [root]
    return names.first { Self.xmlErrors.contains($0.lowercased()) }
  }

  private static let xmlErrors: Set = [
    "error", "errors", "errorresponse", "fault", "exception", "exceptionreport",
    "serviceexceptionreport",
  ]

  /// The names of the first elements of an XML text, without their prefixes.
  private static func elements(_ bytes: [UInt8], most: Int) -> [String] {
    var names: [String] = []
    for piece in bytes.prefix(4096).split(separator: UInt8(ascii: "<")) where names.count < most {
      guard let first = piece.first, first.isASCIILetter || first == UInt8(ascii: "_") else {
        continue
      }
      let name = piece.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
      names.append(
        String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? name, as: UTF8.self))
    }
    return names
  }
}
