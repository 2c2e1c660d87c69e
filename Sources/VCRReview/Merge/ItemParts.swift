import VCRCore

/// The text of an item, split into the parts that change independently: each header field, each
/// body, the status, the time.
///
/// The concatenated parts are the item's text without its dash.
struct ItemParts {
  /// One part.
  struct Part: Equatable {
    /// The keys that lead to it, such as `response`, `headers`, `Content-Type`.
    var path: [String]
    /// The part's lines; for a part that contains others, only the line with its key.
    var text: ArraySlice<UInt8>
  }

  /// The comments above the item's dash.
  let intro: ArraySlice<UInt8>
  /// The parts in their order.
  let parts: [Part]
  /// The column of the dash.
  let indent: Int

  /// The keys whose values are split further.
  private static let containers: Set<[String]> = {
    let (request, response) = (ItemKey.request.rawValue, ItemKey.response.rawValue)
    return [
      [request], [response],
      [request, RequestKey.headers.rawValue], [response, ResponseKey.headers.rawValue],
      [request, RequestKey.trailers.rawValue], [response, ResponseKey.trailers.rawValue],
    ]
  }()

  /// Splits an item; nil when its keys do not stand on lines of their own, or when a key occurs
  /// twice.
  ///
  /// - Parameters:
  ///   - item: The item's text.
  ///   - indent: The column of its dash.
  init?(_ item: ArraySlice<UInt8>, indent: Int) {
    self.indent = indent
    let dash = Self.startOfDashLine(item)
    guard dash < item.endIndex else { return nil }
    intro = item[..<dash]
    var text = Array(item[dash...])
    guard text.count > indent + 1, text[indent] == UInt8(ascii: "-"),
      text[indent + 1] == UInt8(ascii: " ")
    else { return nil }
    text[indent] = UInt8(ascii: " ")

    var parts: [Part] = []
    var known: Set<[String]> = []
    /// The open containers, each with the column of its keys once the first key was read.
    var open: [(path: [String], column: Int?)] = [([], nil)]
    /// The column of the last part that contains no others.
    var leaf: Int?
    for line in text[...].lines {
      let column = line.prefix { $0 == UInt8(ascii: " ") }.count
      let rest = line.dropFirst(column)
      let isContent = rest.first.map { $0 != UInt8(ascii: "\n") } ?? false
      let goesOn =
        leaf.map { column > $0 || column == $0 && Self.isElement(rest) } ?? false
      if !isContent || goesOn || rest.first == UInt8(ascii: "#") {
        guard let last = parts.indices.last else { return nil }
        // A comment or a blank line may also follow the key of a container.
        parts[last].text = text[parts[last].text.startIndex..<line.endIndex]
        continue
      }
      while open.count > 1, let known = open[open.count - 1].column, column < known {
        open.removeLast()
      }
      if open[open.count - 1].column == nil {
        // A container is empty when the next key is not indented deeper than its own.
        if open.count > 1, let parent = open[open.count - 2].column, column <= parent {
          open.removeLast()
        } else {
          open[open.count - 1].column = column
        }
      }
      guard open[open.count - 1].column == column, let key = Self.key(rest) else { return nil }
      let path = open[open.count - 1].path + [key.name]
      guard known.insert(path).inserted else { return nil }
      parts.append(Part(path: path, text: line))
      if key.isOpen, Self.containers.contains(path) {
        open.append((path, nil))
        leaf = nil
      } else {
        leaf = column
      }
    }
    self.parts = parts
  }

  /// The key at the start of a line, and whether its value begins on a later one.
  private static func key(_ line: ArraySlice<UInt8>) -> (name: String, isOpen: Bool)? {
    var text = line
    if text.last == UInt8(ascii: "\n") { text.removeLast() }
    guard let first = text.first, !"?[{&*!|>%@`".utf8.contains(first) else { return nil }
    let end: Int
    if first == UInt8(ascii: "'") || first == UInt8(ascii: "\"") {
      guard let quote = text.dropFirst().firstIndex(of: first), quote + 1 < text.endIndex,
        text[quote + 1] == UInt8(ascii: ":")
      else { return nil }
      end = quote + 1
    } else {
      guard
        let colon = text.indices.first(where: { index in
          text[index] == UInt8(ascii: ":")
            && (index + 1 == text.endIndex || text[index + 1] == UInt8(ascii: " "))
        })
      else { return nil }
      end = colon
    }
    let value = text[(end + 1)...].drop { $0 == UInt8(ascii: " ") }
    return (
      String(decoding: text[..<end], as: UTF8.self),
      value.isEmpty || value.first == UInt8(ascii: "#")
    )
  }

  private static func isElement(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == UInt8(ascii: "-")
      && (line.dropFirst().first.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") } ?? true)
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
