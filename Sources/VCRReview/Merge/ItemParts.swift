import VCRCore

/// The text of an item, split into the parts that change independently: each header field, each
/// body, the status, the time, and the comments between them.
///
/// The concatenated parts are the item's text without its dash.
struct ItemParts {
  /// One part.
  struct Part: Equatable {
    /// The keys that lead to it, such as `response`, `headers`, `Content-Type`; for comments `#`
    /// and what they say.
    var path: [String]
    /// The part's lines; for a part that contains others, only the line with its key.
    var text: ArraySlice<UInt8>
    /// For comments on lines of their own, the keys that lead to the part below them, none at the
    /// end of the item; nil for any other part.
    var below: [String]?
  }

  /// The comments above the item's dash.
  let intro: ArraySlice<UInt8>
  /// The parts in their order.
  let parts: [Part]

  /// The keys whose values are split further.
  private static let containers: Set<[String]> = {
    let (request, response) = (ItemKey.request.rawValue, ItemKey.response.rawValue)
    return [
      [request], [response],
      [request, RequestKey.headers.rawValue], [response, ResponseKey.headers.rawValue],
      [request, RequestKey.trailers.rawValue], [response, ResponseKey.trailers.rawValue],
    ]
  }()

  /// Splits an item; nil when it is not YAML, when its keys do not stand on lines of their own, or
  /// when a key occurs twice.
  ///
  /// - Parameters:
  ///   - item: The item's text.
  ///   - indent: The column of its dash.
  init?(_ item: ArraySlice<UInt8>, indent: Int) {
    let dash = Self.startOfDashLine(item)
    guard dash < item.endIndex else { return nil }
    intro = item[..<dash]
    var text = Array(item[dash...])
    guard text.count > indent + 1, text[indent] == UInt8(ascii: "-"),
      text[indent + 1] == UInt8(ascii: " ")
    else { return nil }
    text[indent] = UInt8(ascii: " ")

    guard let tree = try? YAMLParser.parse(text, keepsPlaces: true),
      tree.nodes.first?.kind == .mapping,
      let keys = Self.keys(of: tree, YAMLTree.root, []), keys.first?.line == 0
    else { return nil }
    let lines = text[...].lines
    let remarks = Self.linesOfRemarks(lines, tree.comments(in: text[...]))
    var parts: [Part] = []
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for (index, key) in keys.enumerated() {
      let end = index + 1 < keys.count ? keys[index + 1].line : lines.count
      // Of two keys on one line, the second has no line of its own.
      guard key.line < end, lines[key.line].prefix(while: { $0 == 0x20 }).count == key.column else {
        return nil
      }
      let start = Self.startOfRemarks(lines, key.line + 1..<end, remarks)
      parts.append(
        Part(path: key.path, text: text[lines[key.line].startIndex..<lines[start - 1].endIndex]))
      guard start < end else { continue }
      let remark = text[lines[start].startIndex..<lines[end - 1].endIndex]
      let number = counts[remark, default: 0]
      counts[remark] = number + 1
      parts.append(
        Part(
          path: [Self.remark, "\(number) \(String(decoding: remark, as: UTF8.self))"], text: remark,
          below: index + 1 < keys.count ? keys[index + 1].path : []))
    }
    self.parts = parts
  }

  /// The beginning of the path of comments, which no key of an item is.
  private static let remark = "#"

  /// The lines that hold nothing but a comment.
  private static func linesOfRemarks(
    _ lines: [ArraySlice<UInt8>], _ comments: [Range<Int>]
  ) -> Set<Int> {
    var found: Set<Int> = []
    var line = 0
    for comment in comments {
      while line < lines.count, lines[line].endIndex <= comment.lowerBound { line += 1 }
      guard line < lines.count else { break }
      if lines[line][..<comment.lowerBound].allSatisfy({ $0 == 0x20 }) { found.insert(line) }
    }
    return found
  }

  /// The first of the comments, and of the empty lines between them, with which lines end; the end
  /// of the lines where there are none.
  private static func startOfRemarks(
    _ lines: [ArraySlice<UInt8>], _ range: Range<Int>, _ remarks: Set<Int>
  ) -> Int {
    var start = range.upperBound
    for line in range.reversed() {
      if remarks.contains(line) {
        start = line
      } else if !lines[line].allSatisfy({ $0 <= 0x20 }) {
        break
      }
    }
    return start
  }

  /// The keys of a mapping and of the containers in it, each with the place where its part begins;
  /// nil when one key is two.
  private static func keys(
    of tree: YAMLTree, _ mapping: Int, _ path: [String]
  ) -> [(path: [String], line: Int, column: Int)]? {
    var keys: [(path: [String], line: Int, column: Int)] = []
    var known: Set<String> = []
    for key in tree.children(mapping) {
      let name = tree.string(key)
      guard known.insert(name).inserted else { return nil }
      let node = tree.nodes[key]
      keys.append((path + [name], Int(node.line), Int(node.column)))
      let value = tree.value(ofKey: key)
      guard containers.contains(path + [name]), tree.nodes[value].kind == .mapping,
        !tree.places[value].isFlow
      else { continue }
      guard let inner = Self.keys(of: tree, value, path + [name]) else { return nil }
      keys += inner
    }
    return keys
  }

  /// The start of the line with the dash, after the comments.
  private static func startOfDashLine(_ item: ArraySlice<UInt8>) -> Int {
    for line in item.lines {
      let first = line.first { $0 != UInt8(ascii: " ") }
      if first == UInt8(ascii: "-") { return line.startIndex }
    }
    return item.endIndex
  }
}
