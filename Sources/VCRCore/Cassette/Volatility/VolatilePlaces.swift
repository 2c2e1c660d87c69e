/// The places of a body that differ from run to run: the values that JSON paths select, and the
/// boundary of a multipart body.
struct VolatilePlaces {
  /// A place.
  struct Place {
    /// The path of the place in the body; empty unless names were requested.
    var name = JSONPlaceNames.Name()
    /// The range of the place in the body's bytes.
    package var range: Range<Int>
  }

  /// The places in ascending order, none of which contains another.
  private(set) var places: [Place] = []

  private let isNamed: Bool

  /// True when there is none.
  var isEmpty: Bool { places.isEmpty }

  /// Finds the places of a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - type: Its declared media type.
  ///   - paths: Places in JSON.
  ///   - isNamed: True to name them, so that those of two bodies can be matched.
  init(_ body: Body, _ type: MediaType?, paths: [JSONPath], isNamed: Bool = false) {
    self.isNamed = isNamed
    // What is in a file is the same when all of its bytes are.
    guard body.file == nil else { return }
    if let type, type.isMultipart, let boundary = type.parameter("boundary"), !boundary.isEmpty {
      places = Self.boundaries(body.bytes, Array(boundary.utf8)).map {
        Place(range: $0)
      }
      return
    }
    guard !paths.isEmpty, Self.mayHoldJSON(body.bytes) else { return }
    if let text = JSONText(perhapsCutOff: body.bytes) {
      add(text, at: 0, prefix: "", paths)
    } else {
      addLines(body.bytes, paths)
    }
  }

  private static func mayHoldJSON(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "{")) || bytes.contains(UInt8(ascii: "["))
  }

  /// JSON lines, and the data of events (`data: {…}`), where each line is a text of its own.
  private mutating func addLines(_ bytes: [UInt8], _ paths: [JSONPath]) {
    var start = 0
    var number = 0
    while start < bytes.count {
      let end = bytes.firstNewline(from: start, to: bytes.count)
      var first = start
      if bytes[start..<end].starts(with: "data:".utf8) { first += 5 }
      while first < end, bytes[first] == 0x20 { first += 1 }
      if first < end, bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "[") {
        if let text = JSONText(perhapsCutOff: Array(bytes[first..<end])) {
          add(text, at: first, prefix: "\(number)", paths)
          number += 1
        }
      }
      start = end + 1
    }
  }

  private mutating func add(
    _ text: JSONText, at offset: Int, prefix: String, _ paths: [JSONPath]
  ) {
    var selected: Set<Int> = []
    for path in paths { selected.formUnion(path.select(in: text)) }
    guard !selected.isEmpty else { return }
    var names = isNamed ? JSONPlaceNames(text, selected: selected) : nil
    var end = 0
    for index in selected.sorted() where index >= end {
      end = Int(text.nodes[index].next)
      let range = text.range(of: index)
      places.append(
        Place(
          name: names?.name(of: index, prefix: prefix) ?? JSONPlaceNames.Name(),
          range: range.lowerBound + offset..<range.upperBound + offset))
    }
  }

  /// The places of the boundary in a body: at the start of lines, after two dashes.
  static func boundaries(_ bytes: [UInt8], _ boundary: [UInt8]) -> [Range<Int>] {
    let delimiter = Array("--".utf8) + boundary
    var ranges: [Range<Int>] = []
    var line = 0
    while line < bytes.count {
      let end = bytes.firstNewline(from: line, to: bytes.count)
      if bytes[line..<end].starts(with: delimiter) {
        ranges.append(line + 2..<line + delimiter.count)
      }
      line = end + 1
    }
    return ranges
  }
}
