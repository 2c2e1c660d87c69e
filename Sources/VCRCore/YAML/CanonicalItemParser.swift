/// Parses an item in the form that `CassetteWriter` writes, several times faster than libyaml.
///
/// It supports a subset: block mappings and sequences, one-line scalars, literal blocks. Anything
/// else is left to libyaml. Within the subset the result is exactly libyaml's tree, places
/// included; a test compares the two on mutated cassettes.
package struct CanonicalItemParser {
  /// Thrown for anything outside the subset.
  private struct Unusual: Error {}

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")

  /// Beyond these limits the item is left to libyaml, which has its own.
  private static let maximumDepth = 20
  private static let maximumKeys = 64
  private static let maximumKeyLength = 500

  private let bytes: [UInt8]
  private let end: Int
  private var index: Int
  private var line: Int32 = 0
  private var lineStart: Int
  private var tree = YAMLTree()

  /// The tree of an item, as a sequence of one; nil when the item is not in the subset.
  package static func parse(_ bytes: [UInt8], _ range: Range<Int>) -> YAMLTree? {
    let item = bytes[range]
    guard item.last == newline, hasOnlyPlainCharacters(item) else { return nil }
    var parser = CanonicalItemParser(bytes: bytes, range: range)
    do throws(Unusual) {
      try parser.item()
    } catch {
      return nil
    }
    return parser.tree
  }

  private init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    end = range.upperBound
    index = range.lowerBound
    lineStart = range.lowerBound
    tree.nodes.reserveCapacity(64)
    tree.text.reserveCapacity(range.count)
  }

  /// True when every character is literal: no control character but tab and line feed, no YAML 1.1
  /// line break but the line feed, valid UTF-8.
  private static func hasOnlyPlainCharacters(_ item: ArraySlice<UInt8>) -> Bool {
    if item.isPlainASCII { return true }
    var safety = TextSafety()
    for byte in item where byte != newline && byte != 0x09 {
      if safety.needsEscape(byte) { return false }
    }
    return String(validating: item, as: UTF8.self) != nil
  }

  private mutating func item() throws(Unusual) {
    let root = begin(.sequence, at: index)
    guard index + 2 < end, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == Self.space else {
      throw Unusual()
    }
    index += 2
    try mapping(column: 2, depth: 1)
    guard index == end else { throw Unusual() }
    close(root)
  }

  /// Reads a mapping whose first key begins here, at the column.
  private mutating func mapping(column: Int, depth: Int) throws(Unusual) {
    guard depth < Self.maximumDepth else { throw Unusual() }
    let node = begin(.mapping, at: index)
    var keys = 0
    while true {
      keys += 1
      guard keys <= Self.maximumKeys else { throw Unusual() }
      let key = tree.nodes.count
      try self.key()
      try refuseRepeated(key, in: node)
      try value(column: column, depth: depth)
      guard spacesAhead() == column, bytes[index + column] != Self.space else { break }
      // A dash at this column is no key: the sequence's own loop would have taken it.
      index += column
    }
    close(node)
  }

  /// Reads the value after a key's colon, to the end of its last line.
  private mutating func value(column: Int, depth: Int) throws(Unusual) {
    guard index < end else { throw Unusual() }
    if bytes[index] == Self.newline {
      nextLine()
      let spaces = spacesAhead()
      guard index + spaces < end else { throw Unusual() }
      if spaces == column {
        try sequence(column: column, depth: depth + 1)
      } else if spaces > column {
        index += spaces
        try mapping(column: spaces, depth: depth + 1)
      } else {
        throw Unusual()
      }
      return
    }
    guard bytes[index] == Self.space, index + 1 < end else { throw Unusual() }
    index += 1
    if bytes[index] == UInt8(ascii: "|") {
      try literal(column: column)
    } else {
      try scalar(isKey: false)
    }
  }

  /// Reads a sequence whose dashes are in the column of its key.
  private mutating func sequence(column: Int, depth: Int) throws(Unusual) {
    guard depth < Self.maximumDepth else { throw Unusual() }
    let node = begin(.sequence, at: index + column)
    var count = 0
    while spacesAhead() == column, index + column + 2 < end,
      bytes[index + column] == UInt8(ascii: "-"), bytes[index + column + 1] == Self.space
    {
      count += 1
      index += column + 2
      let first = bytes[index]
      if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") || !isMappingAhead() {
        try scalar(isKey: false)
      } else {
        try mapping(column: column + 2, depth: depth + 1)
      }
    }
    guard count > 0 else { throw Unusual() }
    close(node)
  }

  /// True when the rest of the line holds a colon that ends a key.
  private func isMappingAhead() -> Bool {
    var position = index
    while position + 1 < end, bytes[position] != Self.newline {
      if bytes[position] == UInt8(ascii: ":"), bytes[position + 1] <= Self.space { return true }
      position += 1
    }
    return false
  }

  /// Reads a key and its colon.
  private mutating func key() throws(Unusual) {
    let start = index
    try scalar(isKey: true)
    guard index - start <= Self.maximumKeyLength, index < end, bytes[index] == UInt8(ascii: ":")
    else { throw Unusual() }
    // Columns count characters, and the rest of the line must know its own.
    for position in start..<index where bytes[position] >= 0x80 { throw Unusual() }
    index += 1
  }

  /// Reads a scalar on one line: up to its colon for a key, else past the end of its line.
  private mutating func scalar(isKey: Bool) throws(Unusual) {
    guard index < end else { throw Unusual() }
    let kind: YAMLTree.Kind
    let place = index
    let content = tree.text.count
    switch bytes[index] {
    case UInt8(ascii: "'"):
      kind = .singleQuoted
      try singleQuoted()
    case UInt8(ascii: "\""):
      kind = .doubleQuoted
      try doubleQuoted()
    default:
      kind = .plain
      try plain(isKey: isKey)
    }
    add(kind, at: place, content: content..<tree.text.count)
    if !isKey {
      guard index < end, bytes[index] == Self.newline else { throw Unusual() }
      nextLine()
    }
  }

  private mutating func plain(isKey: Bool) throws(Unusual) {
    let start = index
    let first = bytes[index]
    let isDigit = first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
    let isOther =
      first == UInt8(ascii: "/") || first == UInt8(ascii: "_") || first == UInt8(ascii: "(")
      || first == UInt8(ascii: ".") || first == UInt8(ascii: "+") || first == UInt8(ascii: "$")
      || first == UInt8(ascii: ";")
    // The item ends with a line feed, so a byte follows the sign.
    let isNegative =
      first == UInt8(ascii: "-") && bytes[index + 1] >= UInt8(ascii: "0")
      && bytes[index + 1] <= UInt8(ascii: "9")
    guard first.isASCIILetter || isDigit || isOther || isNegative || first >= 0x80 else {
      throw Unusual()
    }
    while index < end {
      let byte = bytes[index]
      if byte == Self.newline { break }
      if byte == UInt8(ascii: ":") {
        guard index + 1 < end else { throw Unusual() }
        let next = bytes[index + 1]
        if next == Self.space || next == Self.newline || next == 0x09 {
          if isKey { break }
          throw Unusual()
        }
      } else if byte == UInt8(ascii: "#") {
        guard bytes[index - 1] != Self.space else { throw Unusual() }
      } else if byte == 0x09 {
        throw Unusual()
      }
      index += 1
    }
    guard index < end, bytes[index - 1] != Self.space else { throw Unusual() }
    tree.text.append(contentsOf: bytes[start..<index])
  }

  private mutating func singleQuoted() throws(Unusual) {
    index += 1
    var start = index
    while index < end, bytes[index] != Self.newline {
      guard bytes[index] == UInt8(ascii: "'") else {
        index += 1
        continue
      }
      if bytes[index + 1] == UInt8(ascii: "'") {
        tree.text.append(contentsOf: bytes[start...index])
        index += 2
        start = index
      } else {
        tree.text.append(contentsOf: bytes[start..<index])
        index += 1
        return
      }
    }
    throw Unusual()
  }

  private mutating func doubleQuoted() throws(Unusual) {
    index += 1
    var start = index
    while index < end, bytes[index] != Self.newline {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        tree.text.append(contentsOf: bytes[start..<index])
        index += 1
        return
      case UInt8(ascii: "\\"):
        tree.text.append(contentsOf: bytes[start..<index])
        try escape()
        start = index
      default: index += 1
      }
    }
    throw Unusual()
  }

  /// Reads an escape (YAML 1.2 §5.7).
  private mutating func escape() throws(Unusual) {
    // The item ends with a line feed, so a byte follows the backslash.
    let letter = bytes[index + 1]
    index += 2
    let code: UInt32
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): code = UInt32(letter)
    case UInt8(ascii: "n"): code = 0x0A
    case UInt8(ascii: "r"): code = 0x0D
    case UInt8(ascii: "t"): code = 0x09
    case UInt8(ascii: "0"): code = 0
    case UInt8(ascii: "a"): code = 7
    case UInt8(ascii: "b"): code = 8
    case UInt8(ascii: "v"): code = 0x0B
    case UInt8(ascii: "f"): code = 0x0C
    case UInt8(ascii: "e"): code = 0x1B
    case UInt8(ascii: "N"): code = 0x85
    case UInt8(ascii: "L"): code = 0x2028
    case UInt8(ascii: "P"): code = 0x2029
    case UInt8(ascii: "x"): code = try hexadecimal(digits: 2)
    case UInt8(ascii: "u"): code = try hexadecimal(digits: 4)
    default: throw Unusual()
    }
    guard let scalar = Unicode.Scalar(code) else { throw Unusual() }
    tree.text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func hexadecimal(digits: Int) throws(Unusual) -> UInt32 {
    guard index + digits < end else { throw Unusual() }
    var code: UInt32 = 0
    for _ in 0..<digits {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): code = code << 4 | UInt32(byte - 0x37)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): code = code << 4 | UInt32(byte - 0x57)
      default: throw Unusual()
      }
    }
    return code
  }

  /// Reads a literal block for a key at the column.
  private mutating func literal(column: Int) throws(Unusual) {
    let content = tree.text.count
    let placeLine = line
    let placeColumn = Int32(index - lineStart)
    index += 1
    var indentation = 0
    if bytes[index] >= UInt8(ascii: "1"), bytes[index] <= UInt8(ascii: "9") {
      indentation = column + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    let chomping = bytes[index]
    if chomping == UInt8(ascii: "-") || chomping == UInt8(ascii: "+") { index += 1 }
    guard index < end, bytes[index] == Self.newline else { throw Unusual() }
    nextLine()
    if indentation == 0 {
      indentation = spacesAhead()
      guard indentation > column, index + indentation < end else { throw Unusual() }
      let first = bytes[index + indentation]
      guard first != Self.newline, first != 0x09 else { throw Unusual() }
    }
    // The end of the text if no further line has content.
    var endOfContent = content
    while index < end {
      let lineEnd = bytes.firstNewline(from: index, to: end)
      if lineEnd == index {
        tree.text.append(Self.newline)
      } else {
        guard spacesAhead(atLeast: indentation) else { break }
        tree.text.append(contentsOf: bytes[(index + indentation)...lineEnd])
        // libyaml reads a line of indentation alone as a blank line.
        if lineEnd > index + indentation { endOfContent = tree.text.count }
      }
      index = lineEnd
      nextLine()
    }
    guard endOfContent > content else { throw Unusual() }
    switch chomping {
    case UInt8(ascii: "+"): break
    case UInt8(ascii: "-"): tree.text.removeLast(tree.text.count - endOfContent + 1)
    default: tree.text.removeLast(tree.text.count - endOfContent)
    }
    tree.nodes.append(
      YAMLTree.Node(
        kind: .literal, line: placeLine, column: placeColumn, end: Int32(tree.nodes.count + 1),
        content: content..<tree.text.count))
  }

  /// True when the line begins with at least that many spaces.
  @inline(__always)
  private func spacesAhead(atLeast count: Int) -> Bool {
    guard index + count <= end else { return false }
    for position in index..<index + count where bytes[position] != Self.space { return false }
    return true
  }

  /// The number of spaces at the start of the line.
  @inline(__always)
  private func spacesAhead() -> Int {
    var position = index
    while position < end, bytes[position] == Self.space { position += 1 }
    return position - index
  }

  /// Steps over the line feed.
  @inline(__always)
  private mutating func nextLine() {
    index += 1
    line += 1
    lineStart = index
  }

  private mutating func begin(_ kind: YAMLTree.Kind, at place: Int) -> Int {
    add(kind, at: place, content: 0..<0)
    return tree.nodes.count - 1
  }

  private mutating func close(_ node: Int) {
    tree.nodes[node].end = Int32(tree.nodes.count)
  }

  private mutating func add(_ kind: YAMLTree.Kind, at place: Int, content: Range<Int>) {
    tree.nodes.append(
      YAMLTree.Node(
        kind: kind, line: line, column: Int32(place - lineStart),
        end: Int32(tree.nodes.count + 1), content: content))
  }

  /// Repeated keys are left to libyaml's wrapper, which reports them.
  private func refuseRepeated(_ key: Int, in mapping: Int) throws(Unusual) {
    let content = tree.nodes[key].content
    var other = mapping + 1
    while other < key {
      let range = tree.nodes[other].content
      // Slices are compared where their last bytes are the same alone.
      if range.count == content.count,
        range.isEmpty
          || tree.text[range.upperBound - 1] == tree.text[content.upperBound - 1],
        tree.text[range] == tree.text[content]
      {
        throw Unusual()
      }
      // Moves from the key to its value, and from there to the next key.
      other = Int(tree.nodes[other].end)
      other = Int(tree.nodes[other].end)
    }
  }
}
