import VCRCore

/// Two values for the reader: each in one line, and in hunks what does not fit there.
struct ShownValues {
  /// The old value in one line; nil when there is none.
  private(set) var old: String?
  /// The new value in one line; nil when there is none.
  private(set) var new: String?
  /// All that differs, unless the lines show it.
  private(set) var hunks: [TextHunk] = []
  /// True when more differs than is shown.
  private(set) var isCut = false

  /// Prepares two values.
  ///
  /// The lines hold the beginnings of both values, or the text around the first difference if these
  /// are equal. Canonically equivalent strings with different scalars are distinguished.
  ///
  /// - Parameters:
  ///   - old: The old value; nil for none.
  ///   - new: The new value; nil for none.
  ///   - areJSON: True for values of JSON, of which strings are compared by their lines, and
  ///     objects and arrays with a member or element a line.
  ///   - limits: How much of a change is shown.
  init(
    _ old: ArraySlice<UInt8>?, _ new: ArraySlice<UInt8>?, areJSON: Bool = false,
    limits: DiffLimits
  ) {
    let texts = (old.map(Excerpt.value), new.map(Excerpt.value))
    guard let old, let new else {
      (self.old, self.new) = texts
      if let value = old ?? new, !Excerpt.holds(value) { showHunks(old, new, areJSON, limits) }
      return
    }
    // Nearly all values fit as they are.
    if old.count <= Excerpt.width, new.count <= Excerpt.width, texts.0?.utf8.count == old.count,
      texts.1?.utf8.count == new.count
    {
      (self.old, self.new) = Self.distinct(texts.0, texts.1)
      return
    }
    var start = 0
    (self.old, self.new) = texts
    if texts.0.hasSameUTF8(as: texts.1) {
      start = zip(old, new).prefix { $0 == $1 }.count
      self.old = Excerpt.around(start, of: Array(old))
      self.new = Excerpt.around(start, of: Array(new))
      start = max(0, start - Excerpt.lead)
    }
    (self.old, self.new) = Self.distinct(self.old, self.new)
    tellEscapesApart(old, new)
    // The text that both have at the end need not be seen.
    let room = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
    let hidden = min(end, max(0, room))
    guard
      Excerpt.holds(old.dropLast(hidden).dropFirst(start), isExcerpt: true),
      Excerpt.holds(new.dropLast(hidden).dropFirst(start), isExcerpt: true)
    else {
      showHunks(old, new, areJSON, limits)
      return
    }
  }

  /// Shows two lines that are the same, although the values are not, with doubled backslashes.
  private mutating func tellEscapesApart(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) {
    guard let one = self.old, let other = self.new, one.hasSameUTF8(as: other), one.contains("\\")
    else { return }
    func doubled(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      bytes.flatMap { $0 == UInt8(ascii: "\\") ? [$0, $0] : [$0] }
    }
    let texts = (doubled(old), doubled(new))
    let start = zip(texts.0, texts.1).prefix { $0 == $1 }.count
    self.old = Excerpt.around(start, of: texts.0)
    self.new = Excerpt.around(start, of: texts.1)
  }

  /// Two texts; if they look equal but are not, with the numbers of their scalars.
  static func distinct(_ old: String?, _ new: String?) -> (String?, String?) {
    // Here `==` is right: it holds for texts that look equal.
    guard let old, let new, !old.hasSameUTF8(as: new), looks(old) == looks(new) else {
      return (old, new)
    }
    return (Excerpt.numbered(old), Excerpt.numbered(new))
  }

  /// A text in which every space is the usual one.
  private static func looks(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .spaceSeparator ? " " : $0 }))
  }

  private mutating func showHunks(
    _ old: ArraySlice<UInt8>?, _ new: ArraySlice<UInt8>?, _ areJSON: Bool,
    _ limits: DiffLimits
  ) {
    let (left, right) = (old.map(Array.init) ?? [], new.map(Array.init) ?? [])
    var texts = areJSON ? (Self.laidOut(left), Self.laidOut(right)) : (left, right)
    // The same string may be written in two ways.
    if texts.0 == texts.1 { texts = (left, right) }
    guard [texts.0, texts.1].allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) else {
      isCut = true
      return
    }
    let diff = LineDiff(texts.0, texts.1, limits)
    hunks = diff.hunks
    isCut = diff.isCut || hunks.isEmpty
  }

  /// A value of JSON by lines.
  private static func laidOut(_ value: [UInt8]) -> [UInt8] {
    guard value.first == UInt8(ascii: "\""), JSONText(value) != nil else {
      return ReadableText.of(value) ?? value
    }
    var text: [UInt8] = []
    JSONString.appendUnescaped(value.view, 1..<value.count - 1, to: &text)
    return String(validating: text, as: UTF8.self) == nil ? value : text
  }
}

extension MessageDifference {
  /// Shows two values, of which at least one is there.
  mutating func show(
    _ old: ArraySlice<UInt8>?, _ new: ArraySlice<UInt8>?, areJSON: Bool = false,
    limits: DiffLimits
  ) {
    let values = ShownValues(old, new, areJSON: areJSON, limits: limits)
    (self.old, self.new) = (values.old, values.new)
    (hunks, isCut) = (values.hunks, values.isCut)
  }
}
