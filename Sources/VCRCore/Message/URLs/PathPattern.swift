extension Cassette {
  /// A path of URLs in which segments may be anything, as settings, the diff and reports write it:
  /// `/users/*/orders`.
  ///
  /// It fits paths with equally many segments. `*` stands for one whole segment that is not empty;
  /// the others are equal after their percent-encoding is undone (`%2A` is an asterisk).
  public struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    /// The pattern as it was written.
    public let description: String

    /// The segments, decoded; nil for any.
    private let segments: [[UInt8]?]

    private static let slash = UInt8(ascii: "/")

    /// Reads a pattern; nil for a text without a `*` between slashes, and for one that holds what
    /// no path holds: white space, `?`, `#`.
    ///
    /// - Parameter text: The pattern, which begins with a slash.
    public init?(parsing text: String) {
      guard Self.isPattern(text),
        !text.unicodeScalars.contains(where: { " \t\r\n?#".unicodeScalars.contains($0) })
      else { return nil }
      let bytes = Array(text.utf8)
      segments = Self.ranges(of: bytes.view, in: bytes.indices).map { range in
        bytes[range] == [UInt8(ascii: "*")] ? nil : Self.decoded(bytes.view, range)
      }
      guard segments.contains(nil) else { return nil }
      description = text
    }

    /// The pattern of a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - places: Which of its segments may be anything, counted from 0.
    package init?(_ path: String, any places: Set<Int>) {
      let bytes = Array(path.utf8)
      let segments = Self.ranges(of: bytes.view, in: bytes.indices).enumerated().map {
        place, range in
        places.contains(place) ? "*" : Self.plain(bytes[range])
      }
      let text = "/" + segments.joined(separator: "/")
      // In a list in YAML a colon at the end would be that of a key.
      self.init(parsing: text.last == ":" ? "\(text.dropLast())%3A" : text)
    }

    /// True for a word that is meant as a pattern.
    package static func isPattern(_ word: String) -> Bool { word.utf8.first == slash }

    /// The ranges of the segments that may be anything; nil for a path that the pattern does not
    /// fit.
    ///
    /// - Parameters:
    ///   - text: A text.
    ///   - path: The range of a path in it.
    /// - Returns: The ranges, in their order.
    package func ranges(in text: Span<UInt8>, path: Range<Int>) -> [Range<Int>]? {
      let found = Self.ranges(of: text, in: path)
      guard found.count == segments.count else { return nil }
      var ranges: [Range<Int>] = []
      for (segment, range) in zip(segments, found) {
        if let segment {
          guard Self.decoded(text, range) == segment else { return nil }
        } else {
          guard !range.isEmpty else { return nil }
          ranges.append(range)
        }
      }
      return ranges
    }

    /// The ranges of the segments of a path, without its first slash.
    package static func ranges(of text: Span<UInt8>, in path: Range<Int>) -> [Range<Int>] {
      var ranges: [Range<Int>] = []
      var start = path.lowerBound
      if !path.isEmpty, text[start] == slash { start += 1 }
      for index in path where index >= start && text[index] == slash {
        ranges.append(start..<index)
        start = index + 1
      }
      return ranges + [start..<path.upperBound]
    }

    private static func decoded(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.appendPercentDecoded(text, range, isForm: false)
      return bytes
    }

    /// A segment in which nothing has a meaning in a setting.
    private static func plain(_ segment: ArraySlice<UInt8>) -> String {
      var text: [UInt8] = []
      text.appendPercentEncoded(segment, keeping: kept)
      return String(decoding: text, as: UTF8.self)
    }

    private static let kept = ByteSet(.unreserved, "%:@!$&+;=")
  }
}

/// The short name of ``Cassette/PathPattern`` within this package.
package typealias PathPattern = Cassette.PathPattern

extension PathPattern: ExpressibleByStringLiteral {
  /// Creates a pattern from a literal in source code.
  ///
  /// > Precondition: The literal is a pattern. Use `init(parsing:)` for text that may not be one.
  ///
  /// - Parameter value: The pattern.
  public init(stringLiteral value: String) {
    guard let pattern = Self(parsing: value) else {
      preconditionFailure("'\(value)' is no path with a segment that is *")
    }
    self = pattern
  }
}

extension [PathPattern] {
  /// The ranges of the segments that the first pattern that fits lets be anything; none where no
  /// pattern fits.
  func ranges(in text: Span<UInt8>, path: Range<Int>) -> [Range<Int>] {
    for pattern in self {
      if let ranges = pattern.ranges(in: text, path: path) { return ranges }
    }
    return []
  }

  /// Puts `*` in the place of the segments that may be anything.
  ///
  /// - Parameters:
  ///   - start: Where the path begins.
  ///   - text: A text that ends with the path.
  func mark(pathFrom start: Int, in text: inout [UInt8]) {
    guard !isEmpty else { return }
    for range in ranges(in: text.view, path: start..<text.count).reversed() {
      text.replaceSubrange(range, with: [UInt8(ascii: "*")])
    }
  }
}
