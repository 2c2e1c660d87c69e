/// Reads the text of a pattern.
struct TextPatternParser {
  private let text: [Unicode.Scalar]
  private let ignoresCase: Bool
  private var index = 0
  private var depth = 0
  private var hasGroup = false

  /// The deepest nesting of groups.
  private static let depthLimit = 50
  /// The largest number of a repetition.
  private static let repetitionLimit = 1000

  init(_ source: String, ignoresCase: Bool) {
    text = Array(source.unicodeScalars)
    self.ignoresCase = ignoresCase
  }

  /// The tree of the whole text.
  mutating func parse() throws(TextPattern.Fault) -> TextPatternNode {
    guard !text.isEmpty else { throw fault("the pattern is empty") }
    let node = try alternatives()
    guard index == text.count else { throw fault("this parenthesis closes nothing; write \\)") }
    return node
  }

  private var peek: Unicode.Scalar? { index < text.count ? text[index] : nil }

  private func fault(_ reason: String) -> TextPattern.Fault {
    TextPattern.Fault(offset: index, reason: reason)
  }

  private mutating func alternatives() throws(TextPattern.Fault) -> TextPatternNode {
    var branches: [TextPatternNode] = []
    while true {
      var items: [TextPatternNode] = []
      while let next = peek, next != "|", next != ")" { items.append(try item()) }
      branches.append(.sequence(items))
      guard peek == "|" else { break }
      index += 1
    }
    return branches.count == 1 ? branches[0] : .either(branches)
  }

  private mutating func item() throws(TextPattern.Fault) -> TextPatternNode {
    var node = try atom()
    while let next = peek, let bounds = try repetition(next) {
      if case .step(let step) = node, step != .match { throw fault("there is nothing to repeat") }
      let isLazy = peek == "?"
      if isLazy { index += 1 }
      if peek == "+" {
        throw fault("a repetition that never gives back is not supported; leave out the second +")
      }
      node = .repeated(node, from: bounds.from, to: bounds.to, isLazy: isLazy)
    }
    return node
  }

  /// The bounds of `*`, `+`, `?` and `{n,m}`; nil for any other character.
  private mutating func repetition(
    _ next: Unicode.Scalar
  ) throws(TextPattern.Fault) -> (from: Int, to: Int?)? {
    switch next {
    case "*", "+", "?":
      index += 1
      return next == "?" ? (0, 1) : (next == "+" ? 1 : 0, nil)
    case "{":
      let open = index
      index += 1
      let from = try number()
      guard let from else {
        // A brace that holds no number stands for itself.
        index = open
        return nil
      }
      var to: Int? = from
      if peek == "," {
        index += 1
        to = try number()
      }
      guard peek == "}" else { throw fault("a repetition is written {3}, {3,} or {3,5}") }
      index += 1
      guard from <= to ?? from else { throw fault("the second number is less than the first") }
      return (from, to)
    default: return nil
    }
  }

  private mutating func number() throws(TextPattern.Fault) -> Int? {
    var value: Int?
    while let next = peek, ("0"..."9").contains(next) {
      value = (value ?? 0) * 10 + Int(next.value - 0x30)
      guard value ?? 0 <= Self.repetitionLimit else {
        throw fault("a repetition is at most \(Self.repetitionLimit) times; write * or +")
      }
      index += 1
    }
    return value
  }

  private mutating func atom() throws(TextPattern.Fault) -> TextPatternNode {
    guard let next = peek else { return .empty }
    switch next {
    case "(": return try group()
    case "[": return try characterClass()
    case ".":
      index += 1
      return .either([.bytes(TextPatternSet(0x0A...0x0A).asciiComplement), .beyondASCII])
    case "^":
      index += 1
      return .step(.lineStart)
    case "$":
      index += 1
      return .step(.lineEnd)
    case "*", "+", "?": throw fault("there is nothing to repeat; write \\\(next)")
    case "\\": return try escape()
    default:
      index += 1
      return literal(next)
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> TextPatternNode {
    let bytes = Array(String(scalar).utf8)
    let nodes = bytes.map { TextPatternNode.bytes(cased(TextPatternSet($0...$0))) }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private func cased(_ set: TextPatternSet) -> TextPatternSet {
    ignoresCase ? set.inBothCases : set
  }

  private mutating func group() throws(TextPattern.Fault) -> TextPatternNode {
    index += 1
    var isNoted = !hasGroup
    if peek == "?" {
      guard index + 1 < text.count, text[index + 1] == ":" else {
        throw fault("of what begins with (? only (?:…) is supported, a group that marks no place")
      }
      index += 2
      isNoted = false
    }
    if isNoted { hasGroup = true }
    depth += 1
    guard depth <= Self.depthLimit else { throw fault("groups are nested too deeply") }
    let node = try alternatives()
    guard peek == ")" else {
      throw fault("a parenthesis is not closed; write \\( for the character")
    }
    index += 1
    depth -= 1
    return isNoted ? .group(node) : node
  }

  /// The set that `\d` and its kin stand for; nil for any other letter.
  private static func set(_ letter: Unicode.Scalar) -> (set: TextPatternSet, isOpposite: Bool)? {
    switch letter {
    case "d": (.digits, false)
    case "D": (.digits, true)
    case "w": (.word, false)
    case "W": (.word, true)
    case "s": (.space, false)
    case "S": (.space, true)
    default: nil
    }
  }

  private static let controls: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "f": "\u{C}", "v": "\u{B}", "0": "\0",
  ]

  private mutating func escape() throws(TextPattern.Fault) -> TextPatternNode {
    index += 1
    guard let next = peek else { throw fault("the pattern ends after a \\") }
    if let (set, isOpposite) = Self.set(next) {
      index += 1
      return isOpposite ? Self.opposite(of: set) : .bytes(set)
    }
    if next == "b" || next == "B" {
      index += 1
      return .step(.wordEdge(isEdge: next == "b"))
    }
    return literal(try escaped())
  }

  private static func opposite(of set: TextPatternSet) -> TextPatternNode {
    .either([.bytes(set.asciiComplement), .beyondASCII])
  }

  /// The character that an escape stands for; the place is that after the backslash.
  private mutating func escaped() throws(TextPattern.Fault) -> Unicode.Scalar {
    guard let next = peek else { throw fault("the pattern ends after a \\") }
    if let control = Self.controls[next] {
      index += 1
      return control
    }
    if next == "u" || next == "x" {
      let count = next == "u" ? 4 : 2
      let digits = text[(index + 1)...].prefix(count)
      guard digits.count == count,
        let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
        let scalar = Unicode.Scalar(value)
      else { throw fault("\\\(next) needs \(count) hexadecimal digits") }
      index += 1 + count
      return scalar
    }
    guard !next.properties.isAlphabetic, !("1"..."9").contains(next) else {
      throw fault(
        ("1"..."9").contains(next)
          ? "a reference to a group is not supported, as it takes more than one look at the text"
          : "\\\(next) has no meaning here")
    }
    index += 1
    return next
  }

  /// `[a-z_]` or `[^"]`.
  private mutating func characterClass() throws(TextPattern.Fault) -> TextPatternNode {
    let open = index
    index += 1
    let isOpposite = peek == "^"
    if isOpposite { index += 1 }
    var set = TextPatternSet()
    var others: [TextPatternNode] = []
    var isFirst = true
    while let next = peek, next != "]" || isFirst {
      isFirst = false
      if next == "\\", index + 1 < text.count, let (named, opposite) = Self.set(text[index + 1]) {
        index += 2
        set.formUnion(opposite ? named.asciiComplement : named)
        if opposite { others.append(.beyondASCII) }
        continue
      }
      let from = try member()
      guard peek == "-", index + 1 < text.count, text[index + 1] != "]" else {
        if from.isASCII {
          set.insert(UInt8(from.value)...UInt8(from.value))
        } else {
          others.append(literal(from))
        }
        continue
      }
      index += 1
      let to = try member()
      guard from.isASCII, to.isASCII else { throw fault("a range is one of ASCII characters") }
      guard from <= to else { throw fault("the range ends before it begins") }
      set.insert(UInt8(from.value)...UInt8(to.value))
    }
    guard peek == "]" else {
      index = open
      throw fault("a bracket is not closed; write \\[ for the character")
    }
    index += 1
    set = cased(set)
    guard isOpposite else { return others.isEmpty ? .bytes(set) : .either([.bytes(set)] + others) }
    guard others.isEmpty else {
      throw fault("after [^ only ASCII characters are supported; any other never belongs to them")
    }
    return Self.opposite(of: set)
  }

  private mutating func member() throws(TextPattern.Fault) -> Unicode.Scalar {
    guard let next = peek else {
      throw fault("a bracket is not closed; write \\[ for the character")
    }
    index += 1
    return next == "\\" ? try escaped() : next
  }
}
