/// Finds secrets that a stream or a WebSocket sends in parts: a value that begins in one event and
/// ends in a later one, as in the output of a language model.
///
/// The strings at one path of the events' JSON are read as one text, and so is the data of events
/// that are not JSON. Where several texts come by turns, they are also read one by one: by their
/// places in arrays and by the members that number them. The placeholder replaces the part of the
/// secret in the event in which it begins. The parts in later events are removed.
struct StreamSecrets {
  /// The secrets that are looked for.
  enum Search {
    /// Secrets that are known, and the rules for the text around one.
    case values(SecretValues, TextSecrets)
    /// Tokens by their shapes, and in a text that comes word by word what its name gives away.
    case shapes(TextSecrets)
  }

  /// The secrets that are looked for.
  let search: Search

  /// The text at one path of all events together.
  private struct Text {
    /// The bytes without escapes.
    var bytes: [UInt8] = []
    /// For each byte its range in the body, which is longer than one byte for an escape.
    var places: [Range<Int>] = []
    /// The position at which the part of each event begins.
    var starts: [Int] = []
  }

  /// The texts of a body.
  private struct Texts {
    /// The texts at each path.
    var all: [String: Text] = [:]
    /// The texts of one of several paths that come by turns, by these paths, with the common path.
    var single: [String: (path: String, text: Text)] = [:]
  }

  /// Longer streams are not searched for shapes: no model responds at such length.
  static let longestForShapes = 1 << 20

  /// True for a body that is a stream of events or of lines of JSON, or a list of objects, as which
  /// some services stream.
  static func isStream(_ type: MediaType?, _ bytes: [UInt8]) -> Bool {
    if StreamFormat(type) != nil { return true }
    return type?.isJSON == true && isList(bytes)
  }

  private static func isList(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), bytes[first] == UInt8(ascii: "["),
      let second = bytes[(first + 1)...].first(where: { $0 > 0x20 })
    else { return false }
    return second == UInt8(ascii: "{")
  }

  /// The places of the secrets that extend over more than one event.
  func find(in bytes: [UInt8]) -> Replacements {
    var texts = Texts()
    if Self.isList(bytes), let json = JSONText(bytes) {
      collect(json, 0, path: "$", own: "$", offset: 0, bytes, into: &texts)
    } else {
      readLines(bytes, into: &texts)
    }
    return find(texts, in: bytes)
  }

  /// The places of the secrets that extend over more than one of several messages.
  func find(inMessages messages: [[UInt8]]) -> [Replacements] {
    var texts = Texts()
    var starts: [Int] = []
    var bytes: [UInt8] = []
    for message in messages {
      starts.append(bytes.count)
      bytes += message
      let range = (starts.last ?? 0)..<bytes.count
      let first = message.first { $0 > 0x20 }
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let json = JSONText(message) {
        collect(json, 0, path: "$", own: "$", offset: range.lowerBound, bytes, into: &texts)
      } else {
        append(bytes, range, hasEscapes: false, to: "", own: "", of: &texts)
      }
    }
    var found = messages.map { _ in Replacements() }
    var message = 0
    for item in find(texts, in: bytes).items {
      while message + 1 < starts.count, starts[message + 1] <= item.range.lowerBound {
        message += 1
      }
      let (start, own) = (starts[message], messages[message])
      found[message].add(
        item.range.lowerBound - start..<item.range.upperBound - start, item.bytes, in: own.view)
    }
    return found
  }

  private func find(_ texts: Texts, in bytes: [UInt8]) -> Replacements {
    // A text by itself comes before what it is mixed with.
    let byTurns = texts.single.values.filter {
      $0.text.starts.count != texts.all[$0.path]?.starts.count
    }
    var items: [Replacements.Item] = []
    for text in byTurns.map(\.text) { search(text, in: bytes, into: &items) }
    if !byTurns.isEmpty { items.sort { $0.range.lowerBound < $1.range.lowerBound } }
    let known = items
    for text in texts.all.values { search(text, in: bytes, except: known, into: &items) }
    var found = Replacements()
    for item in items.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      found.add(item.range, item.bytes, in: bytes.view)
    }
    return found
  }

  private func readLines(_ bytes: [UInt8], into texts: inout Texts) {
    var start = 0
    // Which line of its event a line is.
    var number = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var line = start..<end
      if line.last.map({ bytes[$0] }) == 0x0D { line = line.lowerBound..<line.upperBound - 1 }
      number = line.isEmpty ? 0 : number + 1
      read(bytes, line, number, into: &texts)
      start = end + 1
    }
  }

  /// Reads the strings of a line of JSON, or the data of an event's line.
  private func read(
    _ bytes: [UInt8], _ line: Range<Int>, _ number: Int, into texts: inout Texts
  ) {
    var line = line
    let isData = bytes[line].starts(with: "data:".utf8)
    if isData {
      let hasSpace = line.lowerBound + 5 < line.upperBound && bytes[line.lowerBound + 5] == 0x20
      line = line.lowerBound + (hasSpace ? 6 : 5)..<line.upperBound
    }
    // A number or a word alone is a part of a text rather than JSON.
    let first = line.first.map { bytes[$0] }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || isData && first == 0x22,
      let json = JSONText(Array(bytes[line]))
    {
      collect(json, 0, path: "$", own: "$", offset: line.lowerBound, bytes, into: &texts)
    } else if isData {
      append(bytes, line, hasEscapes: false, to: "", own: "\(number)", of: &texts)
    }
  }

  /// The members that number one of several texts.
  private static let numbers: Set<String> = [
    "index", "output_index", "content_index", "choice_index", "item_id", "stream", "channel",
  ]
  private static let longestNumber = 80

  private func collect(
    _ json: JSONText, _ index: Int, path: String, own: String, offset: Int, _ bytes: [UInt8],
    into texts: inout Texts
  ) {
    switch json.nodes[index].kind {
    case .string:
      let range = json.range(of: index)
      append(
        bytes, offset + range.lowerBound + 1..<offset + range.upperBound - 1,
        hasEscapes: json.nodes[index].hasEscapes, to: path, own: own, of: &texts)
    case .array:
      // The events of a list follow one another.
      let isList = path == "$" && offset == 0 && Self.isList(bytes)
      for (place, child) in json.children(of: index).enumerated() {
        collect(
          json, child, path: path + "[]", own: isList ? own : "\(own)[\(place)]", offset: offset,
          bytes, into: &texts)
      }
    case .object:
      let members = json.children(of: index).map {
        (name: String(decoding: json.name(of: $0), as: UTF8.self), child: $0)
      }
      var own = own
      for (name, child) in members where Self.numbers.contains(name) {
        let range = json.range(of: child)
        guard range.count <= Self.longestNumber else { continue }
        let value = bytes[offset + range.lowerBound..<offset + range.upperBound]
        own += "(\(name) \(String(decoding: value, as: UTF8.self)))"
      }
      for (name, child) in members {
        collect(
          json, child, path: path + "." + name, own: own + "." + name, offset: offset, bytes,
          into: &texts)
      }
    default: break
    }
  }

  private func append(
    _ bytes: [UInt8], _ range: Range<Int>, hasEscapes: Bool, to path: String, own: String,
    of texts: inout Texts
  ) {
    append(bytes, range, hasEscapes, to: &texts.all[path, default: Text()])
    append(bytes, range, hasEscapes, to: &texts.single[own, default: (path, Text())].text)
  }

  private func append(
    _ bytes: [UInt8], _ range: Range<Int>, _ hasEscapes: Bool, to text: inout Text
  ) {
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
  }

  /// Adds the parts of the secrets of a text that extend over several events, but for those of
  /// which a part is known.
  private func search(
    _ text: Text, in body: [UInt8], except known: [Replacements.Item] = [],
    into items: inout [Replacements.Item]
  ) {
    var event = 0
    let isInWords = isInWords(text)
    for found in finds(in: text.bytes, isInWords: isInWords) {
      while event + 1 < text.starts.count, text.starts[event + 1] <= found.range.lowerBound {
        event += 1
      }
      let end = found.range.upperBound
      // A secret within one event was found before, unless its name stands in another one.
      guard isInWords || event + 1 < text.starts.count && text.starts[event + 1] < end else {
        continue
      }
      var placeholder = placeholder(of: found, text, in: body)
      var parts: [Replacements.Item] = []
      var part = found.range.lowerBound
      var next = event + 1
      while part < end {
        let stop = next < text.starts.count ? min(end, text.starts[next]) : end
        if stop > part {
          let range = text.places[part].lowerBound..<text.places[stop - 1].upperBound
          parts.append(Replacements.Item(range: range, bytes: placeholder))
          placeholder = []
        }
        part = stop
        next += 1
      }
      if !parts.contains(where: { Self.overlaps($0.range, known) }) { items += parts }
    }
  }

  /// The placeholder of a secret; of a known one that JSON escapes it says how.
  private func placeholder(
    of found: Replacements.Item, _ text: Text, in body: [UInt8]
  ) -> [UInt8] {
    guard case .values = search else { return found.bytes }
    let written = found.range.flatMap { index -> ArraySlice<UInt8> in
      // The bytes of one character share its place.
      index > found.range.lowerBound && text.places[index] == text.places[index - 1]
        ? [] : body[text.places[index]]
    }
    let plain = Array(text.bytes[found.range])
    guard written != plain else { return found.bytes }
    return Placeholder.encoded(
      EscapeSpelling.of(written, plain, in: .json).spelling.name, found.bytes)
  }

  /// True if a range overlaps one of some that are in order.
  private static func overlaps(_ range: Range<Int>, _ known: [Replacements.Item]) -> Bool {
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle].range.upperBound <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < known.count && known[low].range.lowerBound < range.upperBound
  }

  /// True for a text that comes word by word, as language models write, so that a name and its
  /// value are in parts of their own.
  ///
  /// Longer parts are records, of which one is no value of another.
  private func isInWords(_ text: Text) -> Bool {
    guard case .shapes = search else { return false }
    return text.starts.count >= Self.fewestWords
      && text.bytes.count <= Self.longestWord * text.starts.count
  }

  private static let fewestWords = 4
  private static let longestWord = 16

  /// The secrets of a text and their placeholders, in their order.
  private func finds(in text: [UInt8], isInWords: Bool) -> [Replacements.Item] {
    switch search {
    case .shapes(let texts) where isInWords:
      // A token that is known by its shape has the name of its shape in any text.
      return texts.findShapes(in: text.view)
        .merged(with: texts.find(in: text.view, kind: TextKind.of(text, nil))).items
    case .shapes(let texts): return texts.findShapes(in: text.view).items
    case .values(let values, let rules):
      // An encoded text is restored as it was, all of it in the event in which it begins.
      let search = EncodedSecrets(
        values: values, rules: rules, direction: .response, isForm: false)
      return search.find(in: text.view).items
    }
  }
}
