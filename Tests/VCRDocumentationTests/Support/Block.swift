/// A block of code in a document or a doc comment.
struct Block {
  /// The path of its file.
  var file: String
  /// The line of its first line, counted from 1.
  var line: Int
  /// What stands behind the three accents.
  var language: String
  /// Its lines, as they are.
  var lines: [String]

  /// Its text, for messages.
  var text: String { lines.joined(separator: "\n") }

  /// The blocks of a file.
  ///
  /// - Parameter file: Its path within the package; in a Swift file the doc comments are read.
  /// - Returns: The blocks in order.
  /// - Throws: When the file cannot be read.
  static func all(in file: String) throws -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    let isSwift = file.hasSuffix(".swift")
    let lines = try Sources.text(file).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var text = String(line)
      if isSwift {
        guard let comment = line.drop(while: { $0 == " " }).wholeMatch(of: /\/\/\/ ?(.*)/) else {
          open = nil
          continue
        }
        text = String(comment.1)
      }
      if let fence = text.drop(while: { $0 == " " }).wholeMatch(of: /```(.*)/) {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(file: file, line: index + 2, language: String(fence.1), lines: [])
        }
      } else {
        open?.lines.append(text)
      }
    }
    return blocks
  }

  /// The blocks of the read-me, the articles and the doc comments of the libraries.
  ///
  /// - Parameter language: What stands behind the three accents.
  /// - Returns: The blocks.
  /// - Throws: When a file cannot be read.
  static func all(_ language: String) throws -> [Block] {
    let files = ["README.md"] + Sources.articles + Sources.files(in: "Sources", ".swift")
    return try files.flatMap { try all(in: $0) }.filter { $0.language == language }
  }
}
