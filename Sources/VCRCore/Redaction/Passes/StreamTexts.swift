/// The texts that a stream or a WebSocket sends in parts.
///
/// The strings at one path of the events' JSON are read as one text, and so is the data of events
/// that are not JSON. Where several texts come by turns, they are also read one by one: by their
/// places in arrays and by the members that number them.
///
/// Most lists and streams hold no secret, so that nothing is copied here: a text is the places of
/// its parts.
struct StreamTexts {
  /// The part of a text in one event.
  struct Part {
    /// Its place in the body.
    let range: Range<Int>
    /// True for a string of JSON with escapes.
    let hasEscapes: Bool
  }

  /// A step from a value to one within it.
  private enum Step: Hashable {
    /// Any element of an array.
    case element
    case member([UInt8])
    /// The element of an array at a place.
    case place(Int)
    /// A member that numbers one of several texts, and its value.
    case number([UInt8], ArraySlice<UInt8>)
    /// A line of an event that is not JSON.
    case line(Int)
  }

  /// Ways from the whole of an event to a value, each of which has a number.
  private struct Ways {
    private struct Way: Hashable {
      let start: Int
      let step: Step
    }

    private var numbers: [Way: Int] = [:]
    /// The members to which ways go on, by the numbers of the ways.
    private var members: [[(name: [UInt8], number: Int)]] = []
    private var count = 0

    /// The way to the whole of an event.
    static let whole = 0

    /// The number of the way that goes on from another one with a step.
    mutating func from(_ start: Int, _ step: Step) -> Int {
      let way = Way(start: start, step: step)
      if let number = numbers[way] { return number }
      count += 1
      numbers[way] = count
      return count
    }

    /// The number of the way that goes on from another one to a member of an object.
    ///
    /// The objects of a list have the same few members, which are compared where they stand.
    mutating func from(_ start: Int, member: Int, of json: JSONText) -> Int {
      while members.count <= start { members.append([]) }
      for known in members[start] where json.hasName(member, known.name) { return known.number }
      let name = json.name(of: member)
      guard members[start].count < Self.fewMembers else { return from(start, .member(name)) }
      count += 1
      members[start].append((name, count))
      return count
    }

    private static let fewMembers = 16
  }

  private var paths = Ways()
  /// The paths of which the places in arrays and the members that number a text are steps, too.
  private var ownPaths = Ways()
  /// By the numbers of paths, the parts there.
  private var atPath: [[Part]] = []
  /// By the numbers of such paths, the parts there, and the path that several of them share.
  private var atOwnPath: [(path: Int, parts: [Part])] = []

  /// The texts of a stream, or of a list of objects, as which some services stream.
  init(of bytes: [UInt8]) {
    let isList = Self.isList(bytes)
    if isList, let json = JSONText(bytes) {
      collect(json, isList: true)
    } else {
      readLines(bytes, isList: isList)
    }
  }

  /// The texts of messages, with their places in all of them together.
  init(ofMessages messages: [[UInt8]]) {
    var start = 0
    for message in messages {
      let first = message.first { $0 > 0x20 }
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), let json = JSONText(message) {
        collect(json, offset: start, isList: start == 0 && Self.isList(message))
      } else {
        add(start..<start + message.count, line: 0)
      }
      start += message.count
    }
  }

  /// The texts at all paths that come in more than one part.
  var mixed: [[Part]] { atPath.filter { $0.count > 1 } }

  /// The parts of several texts at one path that alternate, each text by itself.
  var byTurns: [[Part]] {
    atOwnPath.filter { $0.parts.count > 1 && $0.parts.count != atPath[$0.path].count }.map(\.parts)
  }

  /// True for a JSON array whose first element is an object.
  static func isList(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }), bytes[first] == UInt8(ascii: "["),
      let second = bytes[(first + 1)...].first(where: { $0 > 0x20 })
    else { return false }
    return second == UInt8(ascii: "{")
  }

  // MARK: - Reading

  private mutating func readLines(_ bytes: [UInt8], isList: Bool) {
    var start = 0
    // Which line of its event a line is.
    var number = 0
    while start < bytes.count {
      let end = bytes.firstNewline(from: start, to: bytes.count)
      var line = start..<end
      if line.last.map({ bytes[$0] }) == 0x0D { line = line.lowerBound..<line.upperBound - 1 }
      number = line.isEmpty ? 0 : number + 1
      read(bytes, line, number, isList: isList)
      start = end + 1
    }
  }

  /// Reads the strings of a line of JSON, or the data of an event's line.
  private mutating func read(
    _ bytes: [UInt8], _ line: Range<Int>, _ number: Int, isList: Bool
  ) {
    var line = line
    let isData = bytes.view.equals("data:", at: line.lowerBound)
    if isData {
      let hasSpace = line.lowerBound + 5 < line.upperBound && bytes[line.lowerBound + 5] == 0x20
      line = line.lowerBound + (hasSpace ? 6 : 5)..<line.upperBound
    }
    // A number or a word alone is a part of a text rather than JSON.
    let first = line.first.map { bytes[$0] }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || isData && first == 0x22,
      let json = JSONText(Array(bytes[line]))
    {
      collect(json, offset: line.lowerBound, isList: isList && line.lowerBound == 0)
    } else if isData {
      add(line, line: number)
    }
  }

  private mutating func add(_ range: Range<Int>, line number: Int) {
    add(
      Part(range: range, hasEscapes: false), at: paths.from(Ways.whole, .line(0)),
      ownPaths.from(Ways.whole, .line(number)))
  }

  /// Collects the strings of an event.
  ///
  /// - Parameters:
  ///   - json: The event.
  ///   - offset: Where it begins in the body.
  ///   - isList: True for a list, whose elements are the events.
  private mutating func collect(_ json: JSONText, offset: Int = 0, isList: Bool) {
    if isList {
      let element = paths.from(Ways.whole, .element)
      for child in json.children(of: 0) { collect(json, child, element, Ways.whole, offset) }
    } else {
      collect(json, 0, Ways.whole, Ways.whole, offset)
    }
  }

  private mutating func collect(
    _ json: JSONText, _ index: Int, _ path: Int, _ ownPath: Int, _ offset: Int
  ) {
    switch json.nodes[index].kind {
    case .string:
      let range = json.range(of: index)
      add(
        Part(
          range: offset + range.lowerBound + 1..<offset + range.upperBound - 1,
          hasEscapes: json.nodes[index].hasEscapes),
        at: path, ownPath)
    case .array:
      let element = paths.from(path, .element)
      for (place, child) in json.children(of: index).enumerated() {
        collect(json, child, element, ownPaths.from(ownPath, .place(place)), offset)
      }
    case .object:
      let members = json.children(of: index)
      let ownPath = members.reduce(ownPath) { way, member in
        guard json.withName(of: member, Self.mayBeNumber),
          let name = Self.numbers.first(where: { json.hasName(member, $0) }),
          json.range(of: member).count <= Self.longestNumber
        else { return way }
        return ownPaths.from(way, .number(name, json.text(of: member)))
      }
      for member in members where Self.mayHaveText.contains(json.nodes[member].kind) {
        collect(
          json, member, paths.from(path, member: member, of: json),
          ownPaths.from(ownPath, member: member, of: json), offset)
      }
    default: break
    }
  }

  private static let mayHaveText: [JSONText.Kind] = [.string, .array, .object]

  /// The members that number one of several texts.
  private static let numbers = [
    "index", "output_index", "content_index", "choice_index", "item_id", "stream", "channel",
  ].map { Array($0.utf8) }
  private static let longestNumber = 80
  private static let firstsOfNumbers = ByteSet("iocs")

  /// False for nearly all names of members.
  private static func mayBeNumber(_ name: Span<UInt8>) -> Bool {
    name.count >= 5 && firstsOfNumbers.contains(name[0])
  }

  private mutating func add(_ part: Part, at path: Int, _ ownPath: Int) {
    while atPath.count <= path { atPath.append([]) }
    atPath[path].append(part)
    while atOwnPath.count <= ownPath { atOwnPath.append((path, [])) }
    if atOwnPath[ownPath].parts.isEmpty { atOwnPath[ownPath].path = path }
    atOwnPath[ownPath].parts.append(part)
  }
}
