#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a pair of `request` and `response` as Ruby VCR, vcrpy, go-vcr and their like write it.
///
/// They differ in names (`uri` and `url`, `status: {code: 200}` and `code: 200`), which is all that is
/// looked at.
enum ForeignEntry {
  /// Reads an entry.
  static func read(_ entry: ForeignValue) throws(ForeignEntryError) -> Interaction {
    guard let request = entry["request"], let response = entry["response"] else {
      throw ForeignEntryError(description: "has no request, or no response")
    }
    guard let url = request["uri", "url"]?.text, !url.isEmpty else {
      throw ForeignEntryError(description: "its request has no URL")
    }
    // Ruby writes a symbol.
    let method = (request["method"]?.text ?? "GET").trimmingPrefix(":").uppercased()
    return Interaction(
      request: Interaction.Request(
        method: method, url: url, headers: headers(request["headers"]),
        body: Body(try body(request["body"]))),
      outcome: .response(try read(response: response)),
      seconds: seconds(response["duration"] ?? entry["duration"]),
      recordedAt: date(entry["recorded_at", "recordedAt"]))
  }

  private static func read(response: ForeignValue) throws(ForeignEntryError)
    -> Interaction.Response
  {
    let status = response["status"]
    let words = status?["message", "reason"]?.text ?? status?.text.flatMap(reason)
    let code =
      status?["code", "status_code"]?.number
      ?? response["code", "status_code", "statusCode"]?.number
      ?? status?.text?.split(separator: " ").first.flatMap { Double($0) }
    guard let code, code >= 100, code < 1000 else {
      throw ForeignEntryError(description: "its response has no status")
    }
    return Interaction.Response(
      status: Int(code), reason: words.flatMap { $0.isEmpty ? nil : $0 },
      http: version(status?["http_version"] ?? response["http_version", "proto"]),
      headers: headers(response["headers"]), body: Body(try body(response["body"])))
  }

  /// The reason in `207 Multi-Status`; nil when there is only the number.
  private static func reason(_ status: String) -> String? {
    let parts = status.split(separator: " ", maxSplits: 1)
    return parts.count == 2 ? String(parts[1]) : nil
  }

  /// `HTTP/2` for `2`, `2.0` and `HTTP/2.0`; nil for HTTP/1.1, which goes without saying.
  static func version(_ value: ForeignValue?) -> String? {
    guard let text = value?.text?.uppercased() else { return nil }
    let number = text.hasPrefix("HTTP/") ? String(text.dropFirst(5)) : text
    switch number {
    case "2", "2.0", "H2": return "HTTP/2"
    case "1.0": return "HTTP/1.0"
    default: return nil
    }
  }

  /// Header fields: names with one value or several, in the order written.
  private static func headers(_ value: ForeignValue?) -> HeaderFields {
    guard case .map(let members) = value else { return [:] }
    var fields: [HeaderField] = []
    for (name, value) in members where name != "null" && !name.isEmpty {
      let values = value.bytes.map { [$0] } ?? value.elements.compactMap(\.bytes)
      for value in values { fields.append(HeaderField(name, octets: value)) }
    }
    return HeaderFields(fields)
  }

  /// A body: a scalar, or a mapping that says how it is encoded.
  private static func body(_ value: ForeignValue?) throws(ForeignEntryError) -> [UInt8] {
    guard let value else { return [] }
    if let bytes = value.bytes { return bytes }
    if let text = value["base64_string"]?.text { return try base64(text) }
    guard let text = value["string", "text"] else {
      let isEmpty = value == .map([]) || value == .list([]) || value["encoding"] != nil
      guard isEmpty else {
        throw ForeignEntryError(description: "its body is in a form that vcr does not know")
      }
      return []
    }
    if value["encoding"]?.text?.lowercased() == "base64" { return try base64(text.text ?? "") }
    return text.bytes ?? []
  }

  /// The bytes of Base64 text.
  static func base64(_ text: String) throws(ForeignEntryError) -> [UInt8] {
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw ForeignEntryError(description: "its body is not the Base64 that it says it is")
    }
    return [UInt8](data)
  }

  /// A moment, as ISO 8601 or RFC 9110 §5.6.7 write it, or in seconds; nil when it is neither.
  static func date(_ value: ForeignValue?) -> Date? {
    guard let text = value?.text else { return nil }
    let date =
      (try? Date(text, strategy: .iso8601))
      ?? (try? Date(
        text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? HTTPDate.date(text) ?? Double(text).map { Date(timeIntervalSince1970: $0) }
    return date.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
  }

  /// Go's notation of a duration (`1.2s`, `340.5ms`, `12µs`) in seconds; nil for anything else.
  private static func seconds(_ value: ForeignValue?) -> Double? {
    guard let text = value?.text else { return nil }
    let units: [(String, Double)] = [
      ("ms", 1e-3), ("µs", 1e-6), ("us", 1e-6), ("ns", 1e-9), ("s", 1),
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
      guard let number = Double(text.dropLast(unit.count)), number > 0 else { return nil }
      return (number * factor * 1000).rounded() / 1000
    }
    return nil
  }
}
