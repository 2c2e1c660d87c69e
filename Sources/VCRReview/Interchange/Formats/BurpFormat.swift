#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// Items that Burp Suite saves as XML: of each the bytes of the request and of the response.
struct BurpFormat: ForeignFormat {
  static let title = "Burp Suite"

  static let tools = [
    ForeignTool(
      title,
      reads: "items saved as XML, in Base64 or not, reason phrase, version, trailers, time",
      losing: "WebSockets, projects in Burp's own format")
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let items = root["items"], let members = items.members, items["item"]?["request"] != nil
    else { return nil }
    list = ForeignValue(
      .list(members.filter { $0.name == "item" }.map(\.value)), line: items.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        [
          "host", "port", "protocol", "method", "path", "extension", "status", "responselength",
          "mimetype", "comment",
        ], because: "the URL and the messages say it, or it is about the list")
      guard let url = members.text("url") else { throw ForeignEntryError("its request has no URL") }
      let asked = try bytes(members.take("request"), of: "its request")
      let came = try bytes(members.take("response"), of: "its response")
      let request = try RawMessage(asked, of: "its request", line: entry.line, log).request(
        at: url, entry)
      let response = try RawMessage(
        came, of: "its response", line: entry.line, hasBody: request.method != "HEAD", log
      ).response(entry)
      return Interaction(
        request: request, outcome: .response(response),
        recordedAt: time(members.take("time"), response, log))
    }
  }

  /// The bytes of a message, which may stand in Base64.
  private func bytes(
    _ value: ForeignValue?, of part: String
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let value, let text = value["#text"] ?? value.bytes.map({ _ in value }),
      let bytes = text.bytes, !bytes.isEmpty
    else { throw ForeignEntryError("has no request, or no response", at: value) }
    guard value["base64"]?.text == "true" else { return bytes }
    guard let decoded = Base64Lines.decode(bytes[...]) else {
      throw ForeignEntryError("\(part) is not the Base64 that it says it is", at: value)
    }
    return decoded
  }

  /// The time of an item, which Java prints with the name of a zone.
  ///
  /// Names have a meaning for all where RFC 5322 §4.3 gives them one; where it does not, the
  /// response may say when it was made.
  private func time(
    _ value: ForeignValue?, _ response: Interaction.Response, _ log: ForeignLog
  ) -> Date? {
    guard let value, let text = value.text, !text.isEmpty else { return nil }
    let words = text.split(separator: " ")
    if words.count == 6, let hours = Self.zones[String(words[4])],
      let local = HTTPDate.date("\(words[0]), \(words[2]) \(words[1]) \(words[5]) \(words[3]) GMT")
    {
      return local.addingTimeInterval(-3600 * hours)
    }
    if let date = response.headers["Date"].flatMap(HTTPDate.date) { return date }
    log.lost(
      .member, "its time has a zone that vcr does not know, and is not read", line: value.line)
    return nil
  }

  private static let zones: [String: Double] = [
    "UTC": 0, "UT": 0, "GMT": 0, "Z": 0, "EDT": -4, "EST": -5, "CDT": -5, "CST": -6, "MDT": -6,
    "MST": -7, "PDT": -7, "PST": -8,
  ]
}
