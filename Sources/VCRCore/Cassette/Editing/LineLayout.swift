/// The differences of a cassette from the writer's layout when they are only line ends and the
/// indentation of its list, as editors and other YAML tools leave them.
///
/// Neither changes the content of the YAML. So such a file is merged as one of the writer's layout
/// and then gets its own line ends and indentation back.
struct LineLayout {
  /// True when lines end in CR LF.
  private let isCRLF: Bool
  /// The indentation of the items' dashes.
  private let indentation: Int

  /// A cassette in the writer's layout.
  ///
  /// - Parameter file: The cassette.
  /// - Returns: The same cassette and nil when it has that layout already, or cannot be brought
  ///   into it by moving lines; else another cassette with the same interactions, and the
  ///   differences.
  static func own(_ file: CassetteFile) -> (CassetteFile, LineLayout?) {
    guard file.count > 0, file.range(ofItem: 0) == nil,
      let (content, layout) = moved(file.bytes),
      let own = try? CassetteFile(path: file.path, content: content, sideFile: file.sideFile),
      own.count == file.count, own.range(ofItem: 0) != nil,
      let left = try? YAMLParser.parse(file.bytes), let right = try? YAMLParser.parse(content),
      haveEqualContent(left, right)
    else { return (file, nil) }
    return (own, layout)
  }

  /// A text with the ends and the indentation of this layout.
  ///
  /// - Parameter content: A cassette in the writer's layout.
  /// - Returns: The text.
  package func applied(to content: [UInt8]) -> [UInt8] {
    var text = content
    if indentation > 0, let start = CassetteFile.endOfKeyLine(content) {
      text = content[..<start] + LineIndentation.moved(content[start...], by: indentation)
    }
    return isCRLF ? LineEnds.withCarriageReturns(text) : text
  }

  /// The lines in the writer's layout.
  private static func moved(_ bytes: [UInt8]) -> ([UInt8], LineLayout)? {
    var (content, marked, ends) = LineEnds.withoutCarriageReturns(bytes)
    guard let start = CassetteFile.endOfKeyLine(content) else { return nil }
    let lines = content[start...].split(separator: UInt8(ascii: "\n"))
    func spaces(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == UInt8(ascii: " ") }.count }
    let first = lines.first { line in
      line.dropFirst(spaces(line)).first.map { $0 != UInt8(ascii: "#") } ?? false
    }
    guard let first else { return nil }
    let indentation = spaces(first)
    // A line with less indentation can only be a comment.
    let isOutside = lines.contains { line in
      spaces(line) < indentation
        && line.dropFirst(spaces(line)).first.map { $0 != UInt8(ascii: "#") } ?? false
    }
    guard !isOutside, marked > 0 || indentation > 0 else { return nil }
    content = content[..<start] + LineIndentation.moved(content[start...], by: -indentation)
    return (content, LineLayout(isCRLF: marked * 2 > ends, indentation: indentation))
  }

  /// True when two trees differ at most in the places of their nodes.
  private static func haveEqualContent(_ left: YAMLTree, _ right: YAMLTree) -> Bool {
    left.nodes.count == right.nodes.count && left.text == right.text
      && zip(left.nodes, right.nodes).allSatisfy {
        $0.kind == $1.kind && $0.end == $1.end && $0.content == $1.content
      }
  }
}
