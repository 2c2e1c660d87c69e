import VCRCore

/// Reads an entry of an HTTP archive (HAR 1.2).
enum HAREntry {
  /// Reads an entry.
  static func read(_ entry: ForeignValue) throws(ForeignEntryError) -> Interaction {
    guard let request = entry["request"], let response = entry["response"] else {
      throw ForeignEntryError(description: "has no request, or no response")
    }
    guard let url = request["url"]?.text, let method = request["method"]?.text else {
      throw ForeignEntryError(description: "its request has no method, or no URL")
    }
    // Browsers write 0 for what never got an answer.
    guard let status = response["status"]?.number, status >= 100, status < 1000 else {
      throw ForeignEntryError(description: "its request got no response")
    }
    let reason = response["statusText"]?.text ?? ""
    return Interaction(
      request: Interaction.Request(
        method: method, url: url, http: ForeignEntry.version(request["httpVersion"]),
        headers: headers(request["headers"]), body: Body(try posted(request["postData"]))),
      outcome: .response(
        Interaction.Response(
          status: Int(status), reason: reason.isEmpty ? nil : reason,
          http: ForeignEntry.version(response["httpVersion"]),
          headers: headers(response["headers"]), body: Body(try content(response["content"])))),
      seconds: entry["time"]?.number.flatMap { $0 > 0 ? $0.rounded() / 1000 : nil },
      recordedAt: ForeignEntry.date(entry["startedDateTime"]))
  }

  private static func headers(_ value: ForeignValue?) -> HeaderFields {
    var fields: [HeaderField] = []
    for field in value?.elements ?? [] {
      // Pseudo-header fields of HTTP/2 are the request line.
      guard let name = field["name"]?.text, !name.hasPrefix(":"), !name.isEmpty else { continue }
      fields.append(HeaderField(name, octets: field["value"]?.bytes ?? []))
    }
    return HeaderFields(fields)
  }

  private static func content(_ content: ForeignValue?) throws(ForeignEntryError) -> [UInt8] {
    guard let text = content?["text"] else { return [] }
    if content?["encoding"]?.text?.lowercased() == "base64" {
      return try ForeignEntry.base64(text.text ?? "")
    }
    return text.bytes ?? []
  }

  /// What was posted: its text, or its fields as a form.
  private static func posted(_ data: ForeignValue?) throws(ForeignEntryError) -> [UInt8] {
    if let text = data?["text"] {
      if data?["encoding"]?.text?.lowercased() == "base64" {
        return try ForeignEntry.base64(text.text ?? "")
      }
      return text.bytes ?? []
    }
    let type = data?["mimeType"]?.text ?? ""
    guard let fields = data?["params"]?.elements, !fields.isEmpty,
      type.hasPrefix("application/x-www-form-urlencoded")
    else { return [] }
    // The names and values of a form are given as they were sent.
    let pairs = fields.map { ($0["name"]?.text ?? "") + "=" + ($0["value"]?.text ?? "") }
    return Array(pairs.joined(separator: "&").utf8)
  }
}
