import VCRCore

/// The text of a cassette that belongs to no message and that a person wrote: comments, and keys
/// that this version does not know.
struct UnreadPieces {
  /// A comment, or a key with its value.
  struct Piece: Hashable {
    /// The name of the key; nil for a comment.
    var name: [UInt8]?
    /// The whole text, without the sign of a comment.
    var text: [UInt8]
    /// True for a comment.
    var isComment: Bool { name == nil }
    /// A name for it, in words.
    var label: String { name.map { "key " + Excerpt.line($0) } ?? "comment" }
  }

  /// A piece and where it stands.
  struct Placed {
    /// The piece.
    var piece: Piece
    /// The number of the interaction that it belongs to, counted from 1; 0 for the top of the file.
    var number: Int
  }

  /// The pieces in the order of the file.
  private(set) var all: [Placed] = []

  /// Finds the pieces at the top of a cassette and in some of its items.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - items: The items that are examined, in order.
  init(_ file: CassetteFile, items: some Sequence<Int>) {
    if file.prologue != CassetteWriter.prologue[...] { addHeading(file) }
    guard file.count > 0, file.range(ofItem: 0) != nil else {
      addWhole(file)
      return
    }
    for index in items {
      guard let range = file.range(ofItem: index), Self.mayHold(file.bytes, range),
        let item = try? file.placedItems([index]).first
      else { continue }
      addComments(of: item.tree, in: file.bytes[range]) { isBelow in
        // A comment that begins in column 1 stands before the next interaction.
        isBelow ? min(index + 2, file.count) : index + 1
      }
      addKeys(of: item.tree, item.node, number: index + 1)
    }
  }

  private mutating func add(_ name: [UInt8]?, _ text: some Collection<UInt8>, number: Int) {
    let end = text.reversed().drop { $0 <= 0x20 }.count
    let piece = Piece(name: name, text: Array(text.prefix(end).drop { $0 <= 0x20 }))
    all.append(Placed(piece: piece, number: number))
  }

  private mutating func addHeading(_ file: CassetteFile) {
    guard let tree = try? YAMLParser.parse(Array(file.prologue), keepsPlaces: true),
      !tree.nodes.isEmpty
    else { return }
    let list = file.prologue.firstRange(of: Array("\ninteractions:".utf8))?.lowerBound
    addComments(of: tree, in: Array(file.prologue)[...]) { _ in
      0
    } isFirst: {
      $0 > (list ?? .max)
    }
    addUnknown(of: tree, YAMLTree.root, number: 0) { HeadingKey(rawValue: $0) != nil }
  }

  /// Adds the pieces of a cassette whose items are not separate ranges of lines.
  private mutating func addWhole(_ file: CassetteFile) {
    guard let items = try? file.placedItems(Array(0..<file.count)), let tree = items.first?.tree
    else { return }
    addComments(of: tree, in: file.bytes[...]) { _ in 0 }
    for (index, item) in items.enumerated() { addKeys(of: tree, item.node, number: index + 1) }
  }

  // MARK: - Comments and keys

  private mutating func addComments(
    of tree: YAMLTree, in text: ArraySlice<UInt8>, number: (_ isBelow: Bool) -> Int,
    isFirst: (Int) -> Bool = { _ in false }
  ) {
    for range in tree.comments(in: text) {
      let isBelow = range.lowerBound == text.startIndex || text[range.lowerBound - 1] == 0x0A
      add(
        nil, text[range].drop { $0 == UInt8(ascii: "#") },
        number: isFirst(range.lowerBound) ? 1 : number(isBelow))
    }
  }

  /// Adds the keys of an item, and of all mappings below it, that this version does not know.
  private mutating func addKeys(
    of tree: YAMLTree, _ node: Int, number: Int, _ kind: CassetteNode = .item
  ) {
    if tree.nodes[node].kind == .sequence {
      for element in tree.children(node) { addKeys(of: tree, element, number: number, kind) }
      return
    }
    guard tree.nodes[node].kind == .mapping else { return }
    addUnknown(of: tree, node, number: number, isKnown: kind.knows)
    for key in tree.children(node) {
      let (name, value) = (tree.string(key), tree.value(ofKey: key))
      if let below = kind.below(name) {
        addKeys(of: tree, value, number: number, below)
      } else if Self.sections.contains(name), tree.nodes[value].kind == .mapping {
        for field in tree.children(value) {
          addKeys(ofField: tree.value(ofKey: field), of: tree, number: number)
        }
      }
    }
  }

  /// Adds the keys beside that of a value whose characters are bytes.
  private mutating func addKeys(ofField node: Int, of tree: YAMLTree, number: Int) {
    switch tree.nodes[node].kind {
    case .sequence:
      for value in tree.children(node) { addKeys(ofField: value, of: tree, number: number) }
    case .mapping where tree.value(FieldValueKey.latin1, in: node) != nil:
      addUnknown(of: tree, node, number: number) { FieldValueKey(rawValue: $0) != nil }
    case .mapping:
      // A value under its own spelling of the name.
      for key in tree.children(node) {
        addKeys(ofField: tree.value(ofKey: key), of: tree, number: number)
      }
    default: break
    }
  }

  private static let sections = [ResponseKey.headers, .trailers].map(\.rawValue)

  private mutating func addUnknown(
    of tree: YAMLTree, _ mapping: Int, number: Int, isKnown: (String) -> Bool
  ) {
    guard tree.nodes[mapping].kind == .mapping else { return }
    for key in tree.children(mapping) where !isKnown(tree.string(key)) {
      var text: [UInt8] = []
      YAMLTreeWriter(tree: tree).pairs(
        of: mapping, indent: 0, except: { $0 != key }, to: &text)
      let value = text.drop { $0 != UInt8(ascii: ":") }.dropFirst()
      add(Array(tree.string(key).utf8), value, number: number)
    }
  }

  // MARK: - Screening

  /// Keys by the digests of their names, which are compared at each line of a cassette.
  private struct Names {
    private let hashes: [UInt64]

    init(_ names: some Sequence<String>) { hashes = names.map { Self.hash(Array($0.utf8)) } }

    func contains(_ hash: UInt64) -> Bool { hashes.contains(hash) }

    static func hash(_ name: [UInt8]) -> UInt64 {
      FNV1a<UInt64>(name.view, in: name.indices).value
    }

    /// The digest of the key at an offset; nil where no short key with its colon stands.
    static func hash(ofKeyIn bytes: [UInt8], at index: Int, to end: Int) -> UInt64? {
      let last = min(end, index + longest)
      let colon = bytes.first(UInt8(ascii: ":"), from: index, to: last)
      return colon < last ? FNV1a<UInt64>(bytes.view, in: index..<colon).value : nil
    }

    private static let longest = 32
  }

  private static let itemKeys = Names(ItemKey.allCases.map(\.rawValue))

  /// The keys below each key of an item that has any.
  private static let keysBelow: [UInt64: Names] = {
    func names<Key: CassetteKeys>(_ keys: Key.Type) -> Names {
      Names(keys.allCases.map(\.rawValue))
    }
    let below: [(ItemKey, Names)] = [
      (.request, names(RequestKey.self)), (.response, names(ResponseKey.self)),
      (.error, names(ErrorKey.self)), (.messages, names(MessageKey.self)),
    ]
    return Dictionary(
      uniqueKeysWithValues: below.map { (Names.hash(Array($0.rawValue.utf8)), $1) })
  }()

  /// True unless the lines of an item show that it has no such piece, without parsing it.
  private static func mayHold(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var line = range.lowerBound
    var messageKeys: Names?
    let (itemKeys, keysBelow, parsedKeys, body) = (itemKeys, keysBelow, parsedKeys, bodyKey)
    while line < range.upperBound {
      let end = bytes.firstNewline(from: line, to: range.upperBound)
      defer { line = end + 1 }
      var index = line
      while index < end, index < line + 5, bytes[index] == 0x20 { index += 1 }
      guard index < line + 5, index < end else { continue }
      let column = index - line
      if column == 0, line == range.lowerBound {
        // The first line of an item is its first key.
        guard let key = Names.hash(ofKeyIn: bytes, at: line + 2, to: end), itemKeys.contains(key)
        else { return true }
        messageKeys = keysBelow[key]
        continue
      }
      guard column == 2 || column == 4 else { return true }
      // An element of a list, as of the messages of a WebSocket.
      if bytes[index] == UInt8(ascii: "-") { continue }
      guard let key = Names.hash(ofKeyIn: bytes, at: index, to: end),
        column == 2 ? itemKeys.contains(key) : messageKeys?.contains(key) == true
      else { return true }
      if column == 2 { messageKeys = keysBelow[key] }
      // A value that has keys of its own further below is rare enough to be parsed.
      if parsedKeys.contains(key) { return true }
      if key == body, mayHoldKeys(bytes, bodyIn: end + 1..<range.upperBound) { return true }
    }
    return hasSign(bytes, range) || bytes.contains(latin1Key, in: range)
  }

  private static let latin1Key = Array("\(FieldValueKey.latin1.rawValue):".utf8)

  private static let bodyKey = Names.hash(Array(RequestKey.body.rawValue.utf8))
  private static let parsedKeys = Names([
    ItemKey.messages.rawValue, ResponseKey.interim.rawValue,
  ])

  /// The keys of a body below which there is content alone.
  private static let contentKeys = Names(
    BodyKey.allCases.filter { $0 != .chunks && $0 != .multipart && $0 != .encoded }
      .map(\.rawValue))

  /// True unless the lines of a body show that all its keys are known, and have none below them.
  private static func mayHoldKeys(_ bytes: [UInt8], bodyIn range: Range<Int>) -> Bool {
    var line = range.lowerBound
    let contentKeys = contentKeys
    while line < range.upperBound {
      let end = bytes.firstNewline(from: line, to: range.upperBound)
      defer { line = end + 1 }
      var index = line
      while index < end, index < line + 7, bytes[index] == 0x20 { index += 1 }
      guard index < line + 7, index < end else { continue }
      guard index == line + 6 else { return false }
      guard let key = Names.hash(ofKeyIn: bytes, at: index, to: end), contentKeys.contains(key)
      else { return true }
    }
    return false
  }

  /// True when a sign that begins a comment stands anywhere, in a text of a message as well.
  private static func hasSign(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let sign = UInt8(ascii: "#")
    var found = bytes.first(sign, from: range.lowerBound, to: range.upperBound)
    while found < range.upperBound {
      if found == range.lowerBound || bytes[found - 1] <= 0x20 { return true }
      found = bytes.first(sign, from: found + 1, to: range.upperBound)
    }
    return false
  }
}
