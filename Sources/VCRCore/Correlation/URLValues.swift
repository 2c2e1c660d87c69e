/// The parts of a URL, or of a path alone, that may hold a value: each segment of the path and each
/// value of the query, decoded.
package struct URLValues {
  /// One part.
  package struct Value {
    /// The range of the part in the text.
    var range: Range<Int>
    /// The decoded text of the part.
    package var text: String
    /// The name of a query's value; nil for a segment.
    package var name: String?
    /// The segment before a segment; nil for the first and for a query's value.
    package var before: String?
    /// The number of the segment, counted from 0.
    package var number: Int
  }

  /// The parts in their order.
  package private(set) var values: [Value] = []

  /// Takes a URL apart.
  package init(_ url: String) {
    url.withUTF8Span { text in
      let ranges = URLRanges(text)
      addSegments(text, ranges.path)
      if let query = ranges.query { addPairs(text, query) }
    }
  }

  /// Splits the pairs of a form.
  package init(form: Span<UInt8>) { addPairs(form, 0..<form.count) }

  private mutating func addSegments(_ text: Span<UInt8>, _ path: Range<Int>) {
    var start = path.lowerBound
    var before: String?
    var number = 0
    while start <= path.upperBound {
      let end =
        text.firstIndex(of: UInt8(ascii: "/"), in: start..<path.upperBound)
        ?? path.upperBound
      if start < end {
        let segment = Self.decoded(text, start..<end, isForm: false)
        values.append(
          Value(range: start..<end, text: segment, name: nil, before: before, number: number))
        before = segment
        number += 1
      }
      start = end + 1
    }
  }

  private mutating func addPairs(_ text: Span<UInt8>, _ query: Range<Int>) {
    text.forEachFormPair(in: query) { name, value in
      guard let value else { return }
      values.append(
        Value(
          range: value, text: Self.decoded(text, value, isForm: true),
          name: Self.decoded(text, name, isForm: true), before: nil, number: 0))
    }
  }

  /// A text with the encoding of a form undone.
  package static func decoded(form text: String) -> String {
    text.withUTF8Span { decoded($0, 0..<$0.count, isForm: true) }
  }

  private static func decoded(_ text: Span<UInt8>, _ range: Range<Int>, isForm: Bool) -> String {
    var bytes: [UInt8] = []
    bytes.appendPercentDecoded(text, range, isForm: isForm)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONText {
  /// A number, a string or a word, and its place.
  package struct Scalar {
    /// The value's node.
    package var node: Int
    /// The content of a string unescaped, any other value as it is written.
    package var text: String
    /// The names of the members that contain it, the outermost first.
    package var names: [String]
    /// The path, such as `$.items[3].id`.
    package var path: String
    /// The path with any element of the arrays that contain it, such as `$.items[*].id`.
    package var anyPath: String
  }

  /// All numbers and strings, in their order.
  package var scalars: [Scalar] {
    var scalars: [Scalar] = []
    var open: [(end: Int, isArray: Bool, next: Int, names: [String], path: String, anyPath: String)]
    open = []
    for (index, node) in nodes.enumerated() {
      while let last = open.last, last.end <= index { open.removeLast() }
      var (names, path, anyPath): ([String], String, String) = ([], "$", "$")
      if let parent = open.last {
        (names, path, anyPath) = (parent.names, parent.path, parent.anyPath)
        if parent.isArray {
          path += "[\(parent.next)]"
          anyPath += "[*]"
          open[open.count - 1].next += 1
        } else {
          let name = String(decoding: name(of: index), as: UTF8.self)
          names.append(name)
          path += "." + name
          anyPath += "." + name
        }
      }
      switch node.kind {
      case .object, .array:
        open.append((Int(node.next), node.kind == .array, 0, names, path, anyPath))
      case .string:
        var value: [UInt8] = []
        JSONString.appendUnescaped(bytes.view, Int(node.start) + 1..<Int(node.end) - 1, to: &value)
        scalars.append(
          Scalar(
            node: index, text: String(decoding: value, as: UTF8.self), names: names, path: path,
            anyPath: anyPath))
      case .number:
        scalars.append(
          Scalar(
            node: index, text: String(decoding: text(of: index), as: UTF8.self), names: names,
            path: path, anyPath: anyPath))
      case .null, .true, .false: break
      }
    }
    return scalars
  }
}
