import VCRCore

/// The text of a cassette that belongs to no message and that a person wrote: comments, and keys that
/// this version does not know.
struct UnreadPieces {
  /// A comment, or a key with its value.
  struct Piece: Hashable {
    /// What it is: `comment`, or the name of the key.
    var label: String
    /// The text in one line, without the sign of a comment.
    var text: String
    /// True for a comment.
    var isComment: Bool { label == UnreadPieces.comment }
  }

  private static let comment = "comment"

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
        // What begins in column 1 stands before the next interaction.
        isBelow ? min(index + 2, file.count) : index + 1
      }
      addKeys(of: item.tree, item.node, number: index + 1)
    }
  }

  private mutating func add(_ label: String, _ text: some Collection<UInt8>, number: Int) {
    let end = text.reversed().drop { $0 <= 0x20 }.count
    let piece = Piece(label: label, text: Excerpt.line(Array(text.prefix(end).drop { $0 <= 0x20 })))
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
    addKeys(of: tree, YAMLTree.root, number: 0, HeadingKey.self)
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
        Self.comment, text[range].drop { $0 == UInt8(ascii: "#") },
        number: isFirst(range.lowerBound) ? 1 : number(isBelow))
    }
  }

  private mutating func addKeys(of tree: YAMLTree, _ item: Int, number: Int) {
    addKeys(of: tree, item, number: number, ItemKey.self)
    if let request = tree.value(ItemKey.request, in: item) {
      addKeys(of: tree, request, number: number, RequestKey.self)
    }
    if let response = tree.value(ItemKey.response, in: item) {
      addKeys(of: tree, response, number: number, ResponseKey.self)
    }
  }

  private mutating func addKeys<Key: CassetteKeys>(
    of tree: YAMLTree, _ mapping: Int, number: Int, _ known: Key.Type
  ) {
    guard tree.nodes[mapping].kind == .mapping else { return }
    for key in tree.children(mapping) where tree.key(key, as: Key.self) == nil {
      var text: [UInt8] = []
      YAMLTreeWriter(tree: tree).pairs(
        of: mapping, indent: 0, except: { $0 != key }, to: &text)
      let name = tree.string(key)
      let value = text.drop { $0 != UInt8(ascii: ":") }.dropFirst()
      add("key \(Excerpt.line(name.utf8))", value, number: number)
    }
  }

  // MARK: - Screening

  private static let knownKeys: [[[UInt8]]] = [
    [], [], ItemKey.allCases.map { Array($0.rawValue.utf8) }, [],
    Set(
      RequestKey.allCases.map(\.rawValue) + ResponseKey.allCases.map(\.rawValue)
        + ErrorKey.allCases.map(\.rawValue)
    ).map { Array($0.utf8) },
  ]

  /// True unless the lines of an item show that it has no such piece, without parsing it.
  private static func mayHold(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var line = range.lowerBound
    while line < range.upperBound {
      let end = bytes.firstNewline(from: line, to: range.upperBound)
      defer { line = end + 1 }
      var index = line
      while index < end, index < line + 5, bytes[index] == 0x20 { index += 1 }
      guard index < line + 5, index < end else { continue }
      let column = index - line
      // The first line of an item is its first key.
      if column == 0, line == range.lowerBound { continue }
      guard column == 2 || column == 4 else { return true }
      // An element of a list, as of the messages of a WebSocket.
      if bytes[index] == UInt8(ascii: "-") { continue }
      let isKnown = knownKeys[column].contains { key in
        bytes.holds(key, at: index, to: end) && index + key.count < end
          && bytes[index + key.count] == UInt8(ascii: ":")
      }
      if !isKnown { return true }
    }
    return hasSign(bytes, range)
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
