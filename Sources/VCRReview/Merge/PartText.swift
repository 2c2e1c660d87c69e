import VCRCore

/// The text of one part of an item, with its YAML tree.
///
/// What the text says about a key is read from the tree alone: a line of a body, or a header field,
/// may look like any key.
struct PartText {
  private let bytes: [UInt8]
  /// The tree; nil for what is no YAML by itself.
  private let tree: YAMLTree?
  /// The kind of the mapping, or of a list's mappings, that is the part's value; nil for others.
  private let kind: CassetteNode?

  /// Reads a part.
  ///
  /// - Parameters:
  ///   - text: The lines of the part.
  ///   - path: The keys that lead to it.
  init(_ text: ArraySlice<UInt8>, at path: [String]) {
    bytes = Array(text)
    let parsed = try? YAMLParser.parse(bytes, keepsPlaces: true)
    tree = parsed?.nodes.first?.kind == .mapping ? parsed : nil
    kind = path.reduce(CassetteNode.item as CassetteNode?) { $0?.below($1) }
  }

  /// The node of the part's value; nil when the text is no YAML.
  private var value: Int? {
    guard let tree, let key = tree.children(YAMLTree.root).first(where: { _ in true }) else {
      return nil
    }
    return tree.value(ofKey: key)
  }

  /// Calls a function with each mapping of the part that has keys of the format.
  private func forEachMapping(_ body: (YAMLTree, Int, CassetteNode) -> Void) {
    guard let tree, let value, let kind else { return }
    func visit(_ node: Int, _ kind: CassetteNode) {
      switch tree.nodes[node].kind {
      case .sequence: for element in tree.children(node) { visit(element, kind) }
      case .mapping:
        body(tree, node, kind)
        for key in tree.children(node) {
          if let below = kind.below(tree.string(key)) { visit(tree.value(ofKey: key), below) }
        }
      default: break
      }
    }
    visit(value, kind)
  }

  /// The text without the times at which a stream's pieces and a WebSocket's messages came.
  var untimed: [UInt8] { without(times) }

  /// The text without times and comments, which say nothing of an exchange.
  var said: [UInt8] { without(times + comments) }

  private var times: [Range<Int>] {
    var times: [Range<Int>] = []
    forEachMapping { tree, mapping, kind in
      for key in tree.children(mapping) where Self.isTime(tree, key, in: kind) {
        let value = tree.value(ofKey: key)
        if tree.isScalar(value) { times.append(tree.places[value].range) }
      }
    }
    return times
  }

  /// The comments with the spaces before them, those on lines of their own with the lines.
  private var comments: [Range<Int>] {
    guard let tree, bytes.contains(UInt8(ascii: "#")) else { return [] }
    return tree.comments(in: bytes[...]).map { comment in
      var (start, end) = (comment.lowerBound, comment.upperBound)
      while start > 0, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
      let isWholeLine = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
      if isWholeLine, end < bytes.count { end += 1 }
      return start..<end
    }
  }

  /// The text without ranges that do not overlap.
  private func without(_ ranges: [Range<Int>]) -> [UInt8] {
    guard !ranges.isEmpty else { return bytes }
    var rest: [UInt8] = []
    var end = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      rest += bytes[end..<max(end, range.lowerBound)]
      end = max(end, range.upperBound)
    }
    return rest + bytes[end...]
  }

  private static func isTime(_ tree: YAMLTree, _ key: Int, in kind: CassetteNode) -> Bool {
    switch kind {
    case .chunk: [.after, .awaits].contains(tree.key(key, as: ChunkKey.self))
    case .message: tree.key(key, as: MessageKey.self) == .after
    default: false
    }
  }

  /// The comments: behind values, and on lines of their own; the lines of what is no YAML.
  var remarks: [ArraySlice<UInt8>] {
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    guard let tree else { return bytes[...].lines }
    return tree.comments(in: bytes[...]).map { bytes[$0] }
  }

  /// The keys that this version does not know, with their values: for each mapping that has some
  /// its number, and their text.
  var unknownKeys: [Int: [UInt8]] {
    var found: [Int: [UInt8]] = [:]
    var number = 0
    forEachMapping { tree, mapping, kind in
      number += 1
      var text: [UInt8] = []
      YAMLTreeWriter(tree: tree).pairs(
        of: mapping, indent: 0, except: { kind.knows(tree.string($0)) }, to: &text)
      if !text.isEmpty { found[number] = text }
    }
    return found
  }

  /// The messages of a WebSocket that its client sent, without their times; nil for what is no
  /// list of messages.
  var saidByClient: [[UInt8]]? {
    guard let tree, let value, kind == .message, tree.nodes[value].kind == .sequence else {
      return nil
    }
    return tree.children(value).compactMap { message in
      guard tree.nodes[message].kind == .mapping else { return nil }
      let sender = tree.value(MessageKey.by, in: message).map(tree.string)
      guard
        sender == MessageKey.client.rawValue
          || tree.value(MessageKey.client, in: message) != nil
      else { return nil }
      var said: [UInt8] = []
      YAMLTreeWriter(tree: tree).pairs(
        of: message, indent: 0, except: { Self.isTime(tree, $0, in: .message) }, to: &said)
      return said
    }
  }

  /// The status of gRPC among the fields of the part: of a section, or of one field; nil for none.
  var grpcStatus: [UInt8]? {
    guard let tree else { return nil }
    func status(in mapping: Int) -> Int? {
      guard tree.nodes[mapping].kind == .mapping else { return nil }
      return tree.children(mapping)
        .first { tree.string($0).equalsIgnoringASCIICase("grpc-status") }
        .map { tree.value(ofKey: $0) }
    }
    guard let node = status(in: YAMLTree.root) ?? value.flatMap(status), tree.isScalar(node) else {
      return nil
    }
    return Array(tree.content(node))
  }

  // MARK: - Placeholders

  /// The placeholders of a text by their names, each with its number of occurrences.
  ///
  /// - Parameter text: Any text of a cassette.
  /// - Returns: The counts.
  static func placeholders(in text: ArraySlice<UInt8>) -> [[UInt8]: Int] {
    let bytes = Array(text)
    var counts: [[UInt8]: Int] = [:]
    for name in Placeholder.all(in: bytes.view) { counts[name, default: 0] += 1 }
    var index = 0
    while let sign = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
      index = sign + 1
      guard let name = Placeholder.nameInForm(bytes.view, at: sign) else { continue }
      counts[Array(bytes[name]), default: 0] += 1
      index = name.upperBound
    }
    return counts
  }

  /// True when a text has all placeholders of another one.
  ///
  /// - Parameters:
  ///   - text: The placeholders of a text.
  ///   - other: Those of the other one.
  /// - Returns: Whether it has them, each at least as often.
  static func has(_ text: [[UInt8]: Int], allOf other: [[UInt8]: Int]) -> Bool {
    other.allSatisfy { text[$0.key, default: 0] >= $0.value }
  }
}
