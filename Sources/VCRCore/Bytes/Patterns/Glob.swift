/// A text with `*` and `**`; all ways through it are followed at once, so that no pattern makes
/// matching slow.
package struct Glob: Sendable {
  private enum Token: Sendable {
    /// This byte.
    case byte(UInt8)
    /// Any bytes but the separator.
    case star
    /// Any bytes.
    case globstar
    /// Nothing, or what `segments` matches.
    case maybeSegments
    /// Any bytes, the last of which is a separator.
    case segments
  }

  private var tokens: [Token] = []
  private let separator: UInt8?

  /// Reads a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The text.
  ///   - separator: What `*` does not match; nil for nothing.
  package init(_ pattern: [UInt8], separator: UInt8?) {
    self.separator = separator
    let star = UInt8(ascii: "*")
    var index = 0
    while index < pattern.count {
      guard pattern[index] == star else {
        tokens.append(.byte(pattern[index]))
        index += 1
        continue
      }
      var end = index
      while end < pattern.count, pattern[end] == star { end += 1 }
      let isWholeSegment =
        index > 0 && pattern[index - 1] == separator && end < pattern.count
        && pattern[end] == separator
      if end - index == 1 {
        tokens.append(.star)
      } else if isWholeSegment {
        tokens.append(.maybeSegments)
        tokens.append(.segments)
        end += 1
      } else {
        tokens.append(.globstar)
      }
      index = end
    }
  }

  /// True when the pattern matches the whole text.
  package func matches(_ text: Span<UInt8>) -> Bool {
    var current = [Bool](repeating: false, count: tokens.count + 1)
    var next = current
    enter(0, &current)
    for position in 0..<text.count {
      let byte = text[position]
      var isAlive = false
      for index in next.indices { next[index] = false }
      for (index, token) in tokens.enumerated() where current[index] {
        switch token {
        case .byte(let expected):
          if byte == expected { enter(index + 1, &next) } else { continue }
        case .star:
          if byte != separator { enter(index, &next) } else { continue }
        case .globstar:
          enter(index, &next)
        case .segments:
          enter(index, &next)
          if byte == separator { enter(index + 1, &next) }
        case .maybeSegments:
          continue
        }
        isAlive = true
      }
      guard isAlive else { return false }
      swap(&current, &next)
    }
    return current[tokens.count]
  }

  /// Marks a position and those that can be reached from it without consuming a byte.
  private func enter(_ index: Int, _ places: inout [Bool]) {
    var index = index
    while !places[index] {
      places[index] = true
      guard index < tokens.count else { return }
      switch tokens[index] {
      case .star, .globstar:
        index += 1
      case .maybeSegments:
        places[index + 1] = true
        index += 2
      case .byte, .segments:
        return
      }
    }
  }
}
