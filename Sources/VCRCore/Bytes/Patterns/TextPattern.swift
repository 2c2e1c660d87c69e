/// A pattern for places in text, as `text(/…/)` writes it.
///
/// The time that a search takes is proportional to the length of the text: all ways to match are
/// followed at once (K. Thompson, "Regular Expression Search Algorithm", 1968, with the priorities
/// and groups of R. Pike's machine), and nothing is ever tried a second time. So there is nothing
/// in a pattern that would need that: no back reference and no look-around.
///
/// It has `.`, classes, `\d \w \s \b` and their opposites, groups, alternatives, the repetitions
/// `* + ? {n,m}` (lazy with `?`), and `^` and `$` for the begin and end of a line. The flag `i`
/// ignores the case of ASCII letters. Text is UTF-8; a character that is not ASCII counts as one.
package struct TextPattern: Sendable, Hashable {
  /// The text that stands before a pattern.
  package static let opening = "text(/"

  /// A fault in a pattern.
  package struct Fault: Error, Equatable {
    /// The offset of the fault in characters.
    package var offset: Int
    /// A description of the problem, and what to write instead where that is clear.
    package var reason: String
  }

  /// A step of the machine.
  enum Step: Sendable, Hashable {
    /// Goes on with a byte from one of the ranges.
    case bytes(TextPatternSet)
    /// Goes on at two places, the first preferred.
    case split(Int, Int)
    case jump(Int)
    /// Notes the beginning or end of the first group.
    case note(isEnd: Bool)
    case lineStart, lineEnd
    case wordEdge(isEdge: Bool)
    case match
  }

  /// How many times the length of a text is spent on looking beyond matches for longer ones.
  ///
  /// A pattern whose matches are short and whose attempts are long would else take the square of
  /// the length. After that the match that was found counts.
  private static let patience = 16

  /// The pattern as it was written, between the slashes.
  package let source: String
  /// True when ASCII letters match in either case.
  package let ignoresCase: Bool
  private let steps: [Step]
  /// The bytes with which a match may begin; nil where it may begin with nothing.
  private let first: TextPatternSet?

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - source: The pattern, without the slashes.
  ///   - ignoresCase: True when ASCII letters match in either case.
  /// - Throws: ``Fault``.
  package init(_ source: String, ignoresCase: Bool = false) throws(Fault) {
    self.source = source
    self.ignoresCase = ignoresCase
    var parser = TextPatternParser(source, ignoresCase: ignoresCase)
    let node = try parser.parse()
    var compiler = TextPatternCompiler()
    try compiler.add(node, at: source.count)
    steps = compiler.steps + [.match]
    first = Self.first(of: steps)
  }

  package static func == (left: TextPattern, right: TextPattern) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8) && left.ignoresCase == right.ignoresCase
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(ignoresCase)
  }

  /// The end of a pattern that stands in parentheses: `…/)` or `…/i)`.
  ///
  /// - Parameter text: The text that follows ``opening``.
  /// - Returns: The slash that ends it, whether the flag `i` follows, and what comes after the
  ///   parenthesis; nil when there is no end.
  package static func end(
    of text: Substring
  ) -> (slash: String.Index, ignoresCase: Bool, rest: String.Index)? {
    var isEscaped = false
    for index in text.indices {
      if isEscaped {
        isEscaped = false
      } else if text[index] == "\\" {
        isEscaped = true
      } else if text[index] == "/" {
        let tail = text[text.index(after: index)...]
        for (flags, ignoresCase) in [(")", false), ("i)", true)] where tail.hasPrefix(flags) {
          return (index, ignoresCase, tail.index(tail.startIndex, offsetBy: flags.count))
        }
        return nil
      }
    }
    return nil
  }

  /// The places of a text: of each match its first group, or where there is none the whole match.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: The ranges in ascending order, none empty, none overlapping.
  package func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var machine = TextPatternMachine(
      stepCount: steps.count, spare: Self.patience * bytes.count + 4096)
    var start = 0
    while start <= bytes.count, let match = machine.match(steps, first, bytes, from: start) {
      let place = match.group ?? match.whole
      if !place.isEmpty { found.append(place) }
      start = match.whole.isEmpty ? match.whole.upperBound + 1 : match.whole.upperBound
    }
    return found
  }

  /// The bytes with which a match may begin; nil where it may be empty or begin with an assertion.
  private static func first(of steps: [Step]) -> TextPatternSet? {
    var set = TextPatternSet()
    var seen = Set<Int>()
    var open = [0]
    while let place = open.popLast() {
      guard seen.insert(place).inserted else { continue }
      switch steps[place] {
      case .bytes(let bytes): set.formUnion(bytes)
      case .split(let one, let other): open += [one, other]
      case .jump(let target): open.append(target)
      case .note, .wordEdge: open.append(place + 1)
      case .lineStart: open.append(place + 1)
      case .lineEnd, .match: return nil
      }
    }
    return set
  }
}

/// All ways through a pattern at one place of a text.
private struct TextPatternMachine {
  /// A way: where it goes on, and what it has noted.
  private struct Way {
    var step: Int
    var start: Int
    var groupStart = -1
    var groupEnd = -1
  }

  private var current: [Way] = []
  private var next: [Way] = []
  /// The place in the text at which a step was last reached, so that it is followed once.
  private var reached: [Int]
  private var open: [Way] = []

  /// How many bytes may still be read beyond matches.
  private var spare: Int

  init(stepCount: Int, spare: Int) {
    reached = Array(repeating: -1, count: stepCount)
    self.spare = spare
  }

  /// The first match from a place on; of those that begin there the one that the pattern prefers.
  mutating func match(
    _ steps: [TextPattern.Step], _ first: TextPatternSet?, _ bytes: [UInt8], from start: Int
  ) -> (whole: Range<Int>, group: Range<Int>?)? {
    var best: (whole: Range<Int>, group: Range<Int>?)?
    current.removeAll(keepingCapacity: true)
    for index in reached.indices { reached[index] = -1 }
    var place = start
    while true {
      if current.isEmpty {
        if best != nil { return best }
        if let first {
          while place < bytes.count, !first.contains(bytes[place]) { place += 1 }
          if place >= bytes.count { return nil }
        }
      }
      if best != nil {
        spare -= 1
        if spare < 0 { return best }
      }
      // A way that begins later is preferred less than all before it.
      if best == nil { follow(Way(step: 0, start: place), steps, bytes, place, into: \.current) }
      next.removeAll(keepingCapacity: true)
      for way in current {
        switch steps[way.step] {
        case .match:
          let group = way.groupEnd >= 0 ? way.groupStart..<way.groupEnd : nil
          best = (way.start..<place, group)
        case .bytes(let set):
          if place < bytes.count, set.contains(bytes[place]) {
            var on = way
            on.step += 1
            follow(on, steps, bytes, place + 1, into: \.next)
          }
          continue
        default: continue
        }
        // The ways that follow in the list are preferred less.
        break
      }
      swap(&current, &next)
      if place >= bytes.count { return best }
      place += 1
    }
  }

  /// Adds the steps that a way reaches without a byte, in the order of preference.
  private mutating func follow(
    _ way: Way, _ steps: [TextPattern.Step], _ bytes: [UInt8], _ place: Int,
    into list: WritableKeyPath<TextPatternMachine, [Way]>
  ) {
    open.append(way)
    while var way = open.popLast() {
      guard reached[way.step] != place else { continue }
      reached[way.step] = place
      switch steps[way.step] {
      case .bytes, .match:
        self[keyPath: list].append(way)
        continue
      case .split(let one, let other):
        var second = way
        second.step = other
        open.append(second)
        way.step = one
      case .jump(let target): way.step = target
      case .note(let isEnd):
        if isEnd { way.groupEnd = place } else { (way.groupStart, way.groupEnd) = (place, -1) }
        way.step += 1
      case .lineStart:
        guard place == 0 || bytes[place - 1] == 0x0A else { continue }
        way.step += 1
      case .lineEnd:
        guard
          place == bytes.count || bytes[place] == 0x0A
            || (bytes[place] == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A)
        else { continue }
        way.step += 1
      case .wordEdge(let isEdge):
        let before = place > 0 && TextPatternSet.word.contains(bytes[place - 1])
        let after = place < bytes.count && TextPatternSet.word.contains(bytes[place])
        guard (before != after) == isEdge else { continue }
        way.step += 1
      }
      open.append(way)
    }
  }
}
