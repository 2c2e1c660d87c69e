/// Finds known secrets that a stream sends in parts: a value that begins in one event and ends in a
/// later one, as in the output of a language model.
///
/// The strings at one path of the events' JSON are read as one text, and so is the data of events
/// that are not JSON. The placeholder replaces the part of the secret in the event in which it
/// begins. The parts in later events are removed.
struct StreamSecrets {
  /// The secrets.
  let values: SecretValues

  /// The text at one path of all events together.
  private struct Text {
    /// The bytes without escapes.
    var bytes: [UInt8] = []
    /// For each byte its range in the body, which is longer than one byte for an escape.
    var places: [Range<Int>] = []
    /// The position at which the part of each event begins.
    var starts: [Int] = []
  }

  /// True for a body that is a stream of events or of lines of JSON.
  static func isStream(_ type: MediaType?) -> Bool { StreamFormat(type) != nil }

  /// The places of the secrets that extend over more than one event.
  func find(in bytes: [UInt8]) -> Replacements {
    var texts: [String: Text] = [:]
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      read(bytes, start..<end, into: &texts)
      start = end + 1
    }
    var items: [Replacements.Item] = []
    for text in texts.values { search(text, into: &items) }
    var found = Replacements()
    var end = 0
    for item in items.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where item.range.lowerBound >= end {
      found.add(item.range, item.bytes, in: bytes.view)
      end = item.range.upperBound
    }
    return found
  }

  /// Reads the strings of a line of JSON, or the data of an event's line.
  private func read(_ bytes: [UInt8], _ line: Range<Int>, into texts: inout [String: Text]) {
    var line = line
    if line.last.map({ bytes[$0] }) == 0x0D { line = line.lowerBound..<line.upperBound - 1 }
    if bytes[line].starts(with: "data:".utf8) {
      let hasSpace = line.lowerBound + 5 < line.upperBound && bytes[line.lowerBound + 5] == 0x20
      line = line.lowerBound + (hasSpace ? 6 : 5)..<line.upperBound
      if JSONText(Array(bytes[line])) == nil {
        return append(bytes, line, hasEscapes: false, to: "", of: &texts)
      }
    }
    guard let first = line.first, bytes[first] == UInt8(ascii: "{") || bytes[first] == 0x5B,
      let json = JSONText(Array(bytes[line]))
    else { return }
    collect(json, 0, path: "$", offset: line.lowerBound, bytes, into: &texts)
  }

  private func collect(
    _ json: JSONText, _ index: Int, path: String, offset: Int, _ bytes: [UInt8],
    into texts: inout [String: Text]
  ) {
    switch json.nodes[index].kind {
    case .string:
      let range = json.range(of: index)
      append(
        bytes, offset + range.lowerBound + 1..<offset + range.upperBound - 1,
        hasEscapes: json.nodes[index].hasEscapes, to: path, of: &texts)
    case .array:
      for child in json.children(of: index) {
        collect(json, child, path: path + "[]", offset: offset, bytes, into: &texts)
      }
    case .object:
      for child in json.children(of: index) {
        let name = String(decoding: json.name(of: child), as: UTF8.self)
        collect(json, child, path: path + "." + name, offset: offset, bytes, into: &texts)
      }
    default: break
    }
  }

  private func append(
    _ bytes: [UInt8], _ range: Range<Int>, hasEscapes: Bool, to path: String,
    of texts: inout [String: Text]
  ) {
    var text = texts.removeValue(forKey: path) ?? Text()
    text.starts.append(text.bytes.count)
    let part = Array(bytes[range])
    if hasEscapes, let decoded = DecodedText(part.view, .json) {
      for index in decoded.bytes.indices {
        let place = decoded.original(index..<index + 1)
        text.bytes.append(decoded.bytes[index])
        text.places.append(
          range.lowerBound + place.lowerBound..<range.lowerBound + place.upperBound)
      }
    } else {
      text.bytes += part
      text.places += range.map { $0..<$0 + 1 }
    }
    texts[path] = text
  }

  private func search(_ text: Text, into items: inout [Replacements.Item]) {
    var index = 0
    var event = 0
    while index < text.bytes.count {
      while event + 1 < text.starts.count, text.starts[event + 1] <= index { event += 1 }
      guard let entry = values.longest(in: text.bytes.view, at: index), entry.form == .plain else {
        index += 1
        continue
      }
      let end = index + entry.bytes.count
      defer { index = end }
      // A secret within one event was found before.
      guard event + 1 < text.starts.count, text.starts[event + 1] < end else { continue }
      var placeholder = Placeholder.bytes(values.secrets[entry.secret].name)
      var part = index
      var next = event + 1
      while part < end {
        let stop = next < text.starts.count ? min(end, text.starts[next]) : end
        if stop > part {
          let range = text.places[part].lowerBound..<text.places[stop - 1].upperBound
          items.append(Replacements.Item(range: range, bytes: placeholder))
          placeholder = []
        }
        part = stop
        next += 1
      }
    }
  }
}
