internal import CBytes

/// The form of a token by which it is recognised anywhere.
///
/// Providers give their tokens a mark so that scanners find them: mostly a prefix, sometimes a text
/// within. Everything else follows from the form: the search, the marks of the fast check, and the
/// samples that a test puts into every carrier. A class, because a search visits many and copies
/// none.
package final class TokenShape: Sendable {
  /// The form: text as it is, `{A36}` for 36 characters of an alphabet, `{A20-40}` for 20 to 40.
  ///
  /// The part before `>` stands before the token and stays, as the host before the path of a
  /// webhook.
  package let form: String
  /// The name of its placeholder.
  let name: String
  /// Where the form is described.
  package let source: Source
  /// The text that finds the token: its prefix, or the longest text within it.
  package let mark: [UInt8]
  /// How many bytes of the mark are not part of the token: none, or all.
  package let kept: Int
  /// The part before the mark; nil for a prefix.
  let head: Part?
  /// The part that follows the mark.
  let tail: Part
  /// Letters and digits that stand somewhere after the mark; empty for most forms.
  let inner: [UInt8]
  /// True for a mark so short that the rest has to look random.
  let isWeak: Bool

  /// Where a form comes from, and the state with which it was compared.
  package struct Source: Sendable, Hashable {
    /// The scanner or the documentation.
    package let title: String
    /// The month of the state that the form was compared with.
    package let checked: String

    /// The rules of gitleaks, each with its form and examples.
    static let gitleaks = Source(title: "gitleaks, config/gitleaks.toml", checked: "2026-07")
    /// The detectors of TruffleHog.
    static let truffleHog = Source(title: "TruffleHog, pkg/detectors", checked: "2026-08")
    /// The rules of Betterleaks.
    static let betterleaks = Source(
      title: "Betterleaks, config/betterleaks.toml", checked: "2026-07")
    /// The rules of Nosey Parker.
    static let noseyParker = Source(title: "Nosey Parker, its default rules", checked: "2026-02")
    /// The models that Microsoft scans its own code with.
    static let microsoft = Source(
      title: "Microsoft Security Utilities, HighConfidenceSecurityModels", checked: "2025-11")
    /// The rules of Kingfisher, with the requests that try a key.
    static let kingfisher = Source(title: "Kingfisher, data/rules", checked: "2025-06")
    /// The rules of LeakTK.
    static let leakTK = Source(title: "LeakTK, patterns/gitleaks", checked: "2026-07")
    /// The detectors of KeyHog.
    static let keyHog = Source(title: "KeyHog, detectors", checked: "2026-05")
    /// Forms that no scanner lists, compared with values in public code, several of each.
    static let published = Source(title: "values in public code", checked: "2026-11")

    /// Makes the source for a form that a provider publishes itself: its code or its documentation.
    ///
    /// - Parameters:
    ///   - title: Where the form stands.
    ///   - checked: The month in which it was read there.
    /// - Returns: The source.
    static func own(_ title: String, _ checked: String = "2026-11") -> Source {
      Source(title: title, checked: checked)
    }
  }

  /// The bytes on one side of the mark.
  struct Part: Sendable {
    var bytes = ByteSet("")
    var least = 0
    var most = 0
  }

  /// The characters for which a letter stands in a form.
  package static let alphabets: [Character: String] = {
    let small = "abcdefghijklmnopqrstuvwxyz"
    let capitals = small.uppercased()
    let digits = "0123456789"
    let all = capitals + small + digits
    return [
      "A": all, "L": capitals + small, "l": small + digits, "C": capitals + digits, "9": digits,
      "h": digits + "abcdef", "H": digits + "abcdefABCDEF", "2": capitals + "234567",
      "u": all + "-_", "d": all + "-_.", "B": all + "+/", "b": all + "+/-_", "=": "=",
      "e": all + "-_=", "q": all + "_.~-", "p": all + "-_/", "w": all + "-_/@", "v": all + "-_.=+/",
      "g": all + "-_.=", "k": all + "./", "f": all + "./$=,+-_",
    ]
  }()

  private static let sets = alphabets.mapValues { characters in
    var set = ByteSet("")
    for byte in characters.utf8 { set.insert(byte) }
    return set
  }

  /// Reads a form.
  init(_ form: String, _ name: String, _ source: Source, isWeak: Bool) {
    self.form = form.replacing(">", with: "")
    self.name = name
    self.source = source
    self.isWeak = isWeak
    var texts: [(text: [UInt8], group: Int)] = []
    var parts: [Part] = []
    var rest = form[...]
    while !rest.isEmpty {
      if rest.first == "{", let close = rest.firstIndex(of: "}") {
        let group = rest[..<close].dropFirst()
        let bounds = group.dropFirst().split(separator: "-").compactMap { Int($0) }
        let least = bounds.first ?? 1
        parts.append(
          Part(
            bytes: group.first.flatMap { Self.sets[$0] } ?? ByteSet(""), least: least,
            most: bounds.last ?? least))
        rest = rest[rest.index(after: close)...]
      } else {
        let text = rest.prefix { $0 != "{" }
        texts.append((Array(text.utf8), parts.count))
        var part = Part(least: text.utf8.count, most: text.utf8.count)
        for byte in text.utf8 { part.bytes.insert(byte) }
        parts.append(part)
        rest = rest[text.endIndex...]
      }
    }
    let chosen =
      texts.first { $0.group == 0 } ?? texts.max { $0.text.count < $1.text.count }
      ?? (text: [], group: 0)
    kept = chosen.text.firstIndex(of: UInt8(ascii: ">")) ?? 0
    mark = chosen.text.filter { $0 != UInt8(ascii: ">") }
    head = chosen.group == 0 ? nil : Self.joined(parts[..<chosen.group])
    let others = texts.dropFirst(chosen.group == 0 ? 1 : texts.count)
    inner =
      others.map { Array($0.text.drop { !$0.isASCIIAlphanumeric }) }.first { text in
        text.count >= Self.shortestInner && text.allSatisfy(\.isASCIIAlphanumeric)
      } ?? []
    tail = Self.joined(parts[min(parts.count, chosen.group + 1)...])
  }

  private static let shortestInner = 6

  private static func joined(_ parts: ArraySlice<Part>) -> Part {
    var whole = Part()
    for part in parts {
      whole.bytes.formUnion(part.bytes)
      whole.least += part.least
      whole.most += part.most
    }
    return whole
  }

  /// The least length of a token of any shape, with its mark.
  ///
  /// A constant, because it is asked for each word.
  package static let shortest = 15

  /// The least length of a token of this shape, with its mark.
  package var least: Int { (head?.least ?? 0) + mark.count + tail.least }

  // MARK: - Search

  /// The range and the shape of a token whose mark begins at a position; nil if none does.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - start: A position.
  ///   - followsEscape: True when the byte before may end an escape, and then is no part of a word.
  /// - Returns: The token, and the shape.
  package static func find(
    in text: Span<UInt8>, at start: Int, followsEscape: Bool = false
  ) -> (range: Range<Int>, shape: TokenShape)? {
    let starts = starts
    guard let candidates = starts.candidates(text, at: start) else { return nil }
    let word = MarkStart(text, at: start)
    // Of two forms the longer one leaves nothing of the token.
    var longest: (range: Range<Int>, shape: TokenShape)?
    for candidate in candidates where starts.mayBegin(candidate, with: word) {
      let shape = starts.shape(of: candidate)
      if let range = shape.range(in: text, at: start, followsEscape),
        range.count > longest?.range.count ?? 0
      {
        longest = (range, shape)
      }
    }
    return longest
  }

  /// The shapes by the bytes with which their marks begin.
  static let starts = Starts(all)

  private func range(
    in text: Span<UInt8>, at start: Int, _ followsEscape: Bool
  ) -> Range<Int>? {
    var index = start
    for byte in mark {
      guard index < text.count else { return nil }
      if text[index] == byte {
        index += 1
      } else {
        guard index > start, let unit = Self.escaped(text, at: index), unit.byte == byte else {
          return nil
        }
        index += unit.count
      }
    }
    var first = kept == 0 ? start : index
    if let head {
      while first > 0, start - first < head.most, head.bytes.contains(text[first - 1]) {
        first -= 1
      }
      guard start - first >= head.least, start - first <= head.most else { return nil }
    }
    guard let end = end(in: text, from: index), holdsInner(text, index..<end) else { return nil }
    // The letter before a webhook's host belongs to a longer host.
    if !followsEscape, first > 0, kept == 0,
      text[first - 1].isASCIIAlphanumeric,
      !text.hasEscape(endingAt: first), Int(text[first - 1]) != end - first
    {
      return nil
    }
    // `pk_live_…`: the mark is a part of a longer one.
    if !followsEscape, first > 1, kept == 0, head == nil, text[first - 1] == UInt8(ascii: "_"),
      text[first].isASCIILetter, text[first - 2].isASCIIAlphanumeric
    {
      return nil
    }
    return first..<end
  }

  /// True for a token with the text that its form has within (`AAAA…:APA91b…`): a key of SSH has
  /// the same letters otherwise.
  private func holdsInner(_ text: Span<UInt8>, _ tail: Range<Int>) -> Bool {
    guard !inner.isEmpty else { return true }
    return tail.dropLast(inner.count - 1).contains { start in
      inner.indices.allSatisfy { text[start + $0] == inner[$0] }
    }
  }

  /// Where the token ends whose mark ends at a position.
  private func end(in text: Span<UInt8>, from tail: Int) -> Int? {
    var index = tail
    var count = 0
    while index < text.count, count < self.tail.most {
      if self.tail.bytes.contains(text[index]) {
        index += 1
      } else if let unit = Self.escaped(text, at: index), self.tail.bytes.contains(unit.byte) {
        index += unit.count
      } else {
        break
      }
      count += 1
    }
    // Of a path that goes on, as many segments are part of the token as it may have.
    if index < text.count, text[index].isASCIIAlphanumeric,
      self.tail.bytes.contains(UInt8(ascii: "/"))
    {
      while index > tail, text[index] != UInt8(ascii: "/") {
        index -= 1
        count -= 1
      }
    }
    // A dot that ends a sentence is not part of the token.
    while index > tail, text[index - 1] == UInt8(ascii: ".") {
      index -= 1
      count -= 1
    }
    guard count >= self.tail.least, count <= self.tail.most else { return nil }
    if index < text.count, text[index].isASCIIAlphanumeric { return nil }
    guard head != nil || isMixed(text, tail..<index) else { return nil }
    guard !isWeak || Entropy.looksRandom((tail..<index).map { text[$0] }[...]),
      !isWeak || !Self.isNameInCode(text, tail..<index)
    else { return nil }
    return index
  }

  /// A character that is percent-encoded, or a slash that JSON escapes.
  private static func escaped(_ text: Span<UInt8>, at index: Int) -> (byte: UInt8, count: Int)? {
    if text[index] == UInt8(ascii: "%") {
      return text.percentDecoded(at: index, before: text.count).map { ($0, 3) }
    }
    let isSlash =
      text[index] == UInt8(ascii: "\\") && index + 1 < text.count
      && text[index + 1] == UInt8(ascii: "/")
    return isSlash ? (UInt8(ascii: "/"), 2) : nil
  }

  /// True for words in small letters or in capitals that underscores join, with few digits, as
  /// programs name things: `sk_ASN1_UTF8STRING_new_reserve`.
  private static func isNameInCode(_ text: Span<UInt8>, _ tail: Range<Int>) -> Bool {
    var (words, digits, start) = (0, 0, tail.lowerBound)
    for index in tail.lowerBound...tail.upperBound {
      if index < tail.upperBound, text[index] != UInt8(ascii: "_") {
        if text[index].isASCIIDigit { digits += 1 }
        continue
      }
      let word = start..<index
      start = index + 1
      let isOfOneCase =
        word.allSatisfy { text[$0].isASCIIDigit || text[$0].isASCIILowercase }
        || word.allSatisfy { text[$0].isASCIIDigit || text[$0].isASCIIUppercase }
      guard !word.isEmpty, isOfOneCase else { return false }
      words += 1
    }
    return words >= 3 && digits * 6 <= tail.count
  }

  /// False for a sequence of words, which have few upper-case letters, and for a number.
  private func isMixed(_ text: Span<UInt8>, _ tail: Range<Int>) -> Bool {
    var (digits, capitals, small, others, run, longest) = (0, 0, 0, 0, 0, 0)
    for index in tail {
      let byte = text[index]
      if byte.isASCIIDigit {
        digits += 1
      } else if byte.isASCIIUppercase {
        capitals += 1
      } else if byte.isASCIILetter {
        small += 1
      } else {
        others += 1
      }
      run = byte.isASCIIAlphanumeric ? run + 1 : 0
      longest = max(longest, run)
    }
    if digits > 0 { return capitals + small + others > 0 || tail.count <= 13 }
    // Nearly all words are shorter, and those in one case are not of this very length.
    if self.tail.least == self.tail.most, self.tail.most > 0, longest == tail.count {
      return longest >= 16
    }
    // A short key has no digit now and then, and then more capitals than words have.
    if others == 0, tail.count < 16, tail.count >= 12 {
      return TokenLikeness.isTokenLike(text, in: tail)
    }
    // Names in code have such words between their underscores.
    guard others == 0 || longest >= 16 else { return false }
    // Of random letters without a digit few are shared out so unevenly that they look like words.
    let letters = capitals + small
    return longest >= 8 && letters >= 16 && capitals * 5 >= letters && small * 6 >= letters
  }

  /// The first bytes of a mark, or as many of a text.
  ///
  /// Most words that begin like a mark go on in another way, and to compare a number costs less
  /// than to ask the shape.
  fileprivate struct MarkStart {
    private var bytes: UInt64 = 0
    private var mask: UInt64 = 0
    /// True when some of the bytes may be an escape.
    private var mayBeEscaped = false

    /// The bytes of a text at a position, of which none need be there.
    init(_ text: Span<UInt8>, at start: Int) {
      for index in start..<min(start + 8, text.count) { add(text[index]) }
    }

    init(mark: [UInt8]) {
      for byte in mark.prefix(8) { add(byte) }
    }

    private mutating func add(_ byte: UInt8) {
      let place = UInt64(mask.nonzeroBitCount)
      bytes |= UInt64(byte) << place
      mask |= 0xFF << place
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "\\") { mayBeEscaped = true }
    }

    /// True unless a text cannot begin with the mark, in any spelling.
    @inline(__always)
    func mayBegin(_ text: MarkStart) -> Bool { text.mayBeEscaped || text.bytes & mask == bytes }
  }

  /// Finds the shapes whose mark may begin with the bytes at a position.
  struct Starts: Sendable {
    /// The bytes with which marks within a token begin.
    let innerFirsts: ByteSet
    /// The group of each pair of bytes; no mark begins with the pairs of the first group.
    private var groups = [UInt16](repeating: 0, count: 1 << 16)
    /// The third bytes of the marks of each group.
    private var thirds = [ByteSet("")]
    /// The candidates of each group.
    private var bounds: [Range<Int>] = []
    /// The start of the mark of each candidate.
    private var marks: [MarkStart] = []
    /// The shape of each candidate.
    private var shapes: [TokenShape] = []

    init(_ all: [TokenShape]) {
      var inner = ByteSet("")
      for shape in all where shape.head != nil { inner.insert(shape.mark[0]) }
      innerFirsts = inner
      var members: [[TokenShape]] = [[]]
      for shape in all {
        let third = shape.mark.count > 2 ? shape.mark[2] : nil
        add(shape, shape.mark[1], third.map(Self.spellings) ?? .ascii, to: &members)
        guard !ByteSet.word.contains(shape.mark[1]) else { continue }
        for escape in Self.escapes.utf8 { add(shape, escape, .ascii, to: &members) }
      }
      for group in members {
        bounds.append(shapes.count..<shapes.count + group.count)
        shapes += group
      }
      marks = shapes.map { MarkStart(mark: $0.mark) }
    }

    private mutating func add(
      _ shape: TokenShape, _ second: UInt8, _ third: ByteSet, to members: inout [[TokenShape]]
    ) {
      let pair = Int(shape.mark[0]) << 8 | Int(second)
      if groups[pair] == 0 {
        groups[pair] = UInt16(members.count)
        thirds.append(ByteSet(""))
        members.append([])
      }
      thirds[Int(groups[pair])].formUnion(third)
      members[Int(groups[pair])].append(shape)
    }

    /// With what an encoded byte begins: one that is no part of a word may be percent-encoded, and
    /// JSON escapes a slash.
    private static let escapes = "%\\"

    /// The bytes with which a byte of a mark may be written.
    private static func spellings(_ byte: UInt8) -> ByteSet {
      var set = ByteSet("")
      set.insert(byte)
      if !ByteSet.word.contains(byte) { for escape in escapes.utf8 { set.insert(escape) } }
      return set
    }

    /// True when a mark may begin at a position.
    @inline(__always)
    func mayBegin(_ text: Span<UInt8>, at index: Int) -> Bool { group(text, at: index) != 0 }

    /// The first position of a range at which a token may begin; its end, or the position behind
    /// it, when there is none.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - range: The positions.
    ///   - word: Where the word begins whose letters and digits they are, in which no token begins
    ///     behind another of them.
    ///   - isBinary: True where one may begin behind any byte.
    /// - Returns: The position of a mark, or of a letter with which a token in Base64 begins.
    func next(
      _ text: Span<UInt8>, in range: Range<Int>, ofWord word: Int, isBinary: Bool
    ) -> Int {
      precondition(range.lowerBound >= 0 && range.upperBound <= text.count)
      return unsafe text.withUnsafeBufferPointer { bytes in
        unsafe groups.withUnsafeBufferPointer { groups in
          unsafe thirds.withUnsafeBytes { thirds in
            var marks = unsafe vcr_marks(
              groups: groups.baseAddress, thirds: thirds.baseAddress, inner: innerFirsts.members,
              is_binary: isBinary ? 1 : 0)
            return unsafe vcr_next_mark(
              bytes.baseAddress, bytes.count, word, range.lowerBound, range.upperBound, &marks)
          }
        }
      }
    }

    /// The candidates whose mark may begin at a position; nil for none.
    @inline(__always)
    func candidates(_ text: Span<UInt8>, at index: Int) -> Range<Int>? {
      let group = group(text, at: index)
      return group == 0 ? nil : bounds[group]
    }

    @inline(__always)
    fileprivate func mayBegin(_ candidate: Int, with text: MarkStart) -> Bool {
      marks[candidate].mayBegin(text)
    }

    /// The shape of a candidate.
    func shape(of candidate: Int) -> TokenShape { shapes[candidate] }

    /// The group of the bytes at a position; the first, which is empty, where no mark begins.
    @inline(__always)
    private func group(_ text: Span<UInt8>, at index: Int) -> Int {
      // Every token has more bytes.
      guard index + 2 < text.count else { return 0 }
      let group = Int(groups[Int(text[index]) << 8 | Int(text[index + 1])])
      return thirds[group].contains(text[index + 2]) ? group : 0
    }
  }
}
