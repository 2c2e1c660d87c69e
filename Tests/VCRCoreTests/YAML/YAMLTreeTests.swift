import Testing

@testable import VCRCore

/// Trees of YAML: what they hold, and how they are written in the cassette's own layout.
struct YAMLTreeTests {
  private static func tree(_ text: String) throws -> YAMLTree {
    try YAMLParser.parse(Array(text.utf8))
  }

  /// What a tree says: its structure, its contents and tags, and which scalars are no strings.
  private static func meaning(_ tree: YAMLTree) -> [String] {
    tree.nodes.indices.map { node in
      if let tag = tree.tags[node] { return "\(tag): \(tree.string(node))" }
      return switch tree.nodes[node].kind {
      case .sequence: "["
      case .mapping: "{"
      case .plain where isNoString(tree.string(node)): "\(tree.string(node)) as it is"
      case .plain, .singleQuoted, .doubleQuoted, .literal, .folded: tree.string(node)
      }
    }
  }

  /// True for what YAML reads as null, a word or a number (YAML 1.2 §10.3.2), or a time (YAML 1.1).
  private static func isNoString(_ text: String) -> Bool {
    ["", "~", "null", "true", "false", "yes", "no", ".inf", "-.inf", ".nan"].contains(text)
      || Double(text) != nil || text.hasPrefix("0o") || text.hasPrefix("20")
  }

  @Test func `the children of a sequence are its elements, those of a mapping its keys`() throws {
    let tree = try Self.tree("a: [1, [2, 3], {b: 4}]\nc: {}\nd:\n")
    let keys = Array(tree.children(YAMLTree.root))
    #expect(keys.map(tree.string) == ["a", "c", "d"])
    let list = tree.value(ofKey: keys[0])
    let elements = Array(tree.children(list))
    #expect(elements.map { tree.nodes[$0].kind } == [.plain, .sequence, .mapping])
    #expect(Array(tree.children(elements[1])).map(tree.string) == ["2", "3"])
    #expect(Array(tree.children(tree.value(ofKey: keys[1]))).isEmpty)
    let last = tree.value(ofKey: keys[2])
    #expect(tree.isNothing(last) && tree.isScalar(last) && !tree.isScalar(list))
    #expect(Int(tree.nodes[YAMLTree.root].end) == tree.nodes.count)
  }

  @Test func `a fault stands where its node begins`() throws {
    let tree = try Self.tree("a:\n  é: [x, 'y']\n")
    let scalar = try #require(tree.nodes.indices.last)
    let fault = tree.fault(at: scalar, "no list")
    #expect((fault.line, fault.column, fault.reason) == (1, 9, "no list"))
  }

  @Test(arguments: [
    "a: {b: [1, 2], c: {}}\nd: []\n", "- [a, [b, [c]], {d: [e: f]}]\n- - - g\n",
    "a: 'it''s'\nb: \"x\\ty\\n\"\nc: |\n  one\n\n  two\nd: >-\n  folded\n  text\ne: |+\n  kept\n\n",
    "a:\nb: ~\nc: null\nd: 'null'\ne: ''\nf: \"\"\ng: '~'\n",
    "n: 42\nm: '42'\nx: 1.5e3\nt: 2026-11-20T10:00:00Z\nu: '2026-11-20'\n",
    "a: -5\nb: '-5'\nc: +7\nd: .inf\ne: -.inf\nf: '.nan'\ng: 0x1F\nh: -0.5\n-1: 0o17\n",
    "a: yes, it is so\nb: 'x: y'\nc: x#y\nd: '#x'\ne: '- f'\ng: '? h'\ni: '[j]'\n",
    "'': 1\n' ': 2\n'a: b': 3\n\"\\n\": 4\n'# x': 5\n",
    "a: \"\\e[0m\\u00A0\\uFEFF\"\n\"\\u2028\": b\n", "a: 1 two\n  three\nb: one\n\n  two\n",
    "- a: 1\n  b:\n  - c\n  - - d\n    - e\n-\n- {}\n- []\n",
    "a: 'trailing '\nb: ' leading'\nc: \"tab\\t\"\nd: '%x'\ne: '@x'\nf: '`x'\ng: '---'\nh: '...'\n",
    "a: |2\n    indented\n  less\nb: |\n  a\n  \ttab\n", "a: 日本語\nb: 🙂\n🙂: \"\\U0001F642\"\n",
    "a: !!str 5\nb: [!!float 5, !!int '7', !!null ~]\n!!int 1: !!str\nc: !!str |\n  d\n  e\n",
    "a: <<\nb: =\nc: -x\nd: ?x\ne: :x\nf: a:b\ng: {h: i:j, ---: ..., k: -1}\n",
  ])
  func `a tree in the cassette's own layout has the same meaning`(text: String) throws {
    let tree = try Self.tree(text)
    let item = YAMLTreeWriter(tree: tree).item(YAMLTree.root)
    let read = try YAMLParser.parse(item)
    #expect(
      Self.meaning(read) == ["["] + Self.meaning(tree), "\(String(decoding: item, as: UTF8.self))")
    // What is written in that layout stays as it is.
    let child = try #require(Array(read.children(YAMLTree.root)).first)
    #expect(YAMLTreeWriter(tree: read).item(child) == item)
  }

  @Test func `a word for null that is tagged as a text is one`() throws {
    let tree = try Self.tree("[~, null, !!str null, !!str ~, !!null null]")
    let elements = Array(tree.children(YAMLTree.root))
    #expect(elements.map(tree.isNothing) == [true, true, false, false, true])
  }

  @Test func `keys that are left out go with their values`() throws {
    let tree = try Self.tree("a: {b: 1}\nc: [2]\nd: 3\n")
    var out: [UInt8] = []
    YAMLTreeWriter(tree: tree).pairs(
      of: YAMLTree.root, indent: 2, except: { tree.string($0) == "c" }, to: &out)
    #expect(String(decoding: out, as: UTF8.self) == "  a:\n    b: 1\n  d: 3\n")
  }

  @Test func `a key that is too long for one line has a sign of its own`() throws {
    let key = String(repeating: "k", count: 1_500)
    let tree = try Self.tree("? \(key)\n: [1]\n")
    let item = YAMLTreeWriter(tree: tree).item(YAMLTree.root)
    #expect(String(decoding: item, as: UTF8.self) == "- ? \(key)\n  :\n  - 1\n")
    #expect(Self.meaning(try YAMLParser.parse(item)).dropFirst().contains(key))
  }
}
