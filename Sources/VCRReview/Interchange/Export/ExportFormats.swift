import VCRCore

/// The formats that can be written.
package enum ExportFormats {
  /// All formats, in the order of the documentation.
  static let all: [any ExportFormat.Type] = [
    HARExport.self, RubyVCRExport.self, VCRPyExport.self, GoVCRExport.self, CassetterExport.self,
    K6Export.self, LocustExport.self,
  ]

  /// The words that name the formats on the command line.
  package static var words: [String] { all.map { $0.word } }

  /// The suffix of what is written, with the dot.
  ///
  /// - Parameter word: The format's word; nil for a cassette of ours.
  /// - Returns: The suffix.
  package static func suffix(of word: String?) -> String {
    all.first { $0.word == word }?.suffix ?? ".yaml"
  }

  /// The word of the format that a file's name says, which is the only one with its suffix.
  ///
  /// - Parameter path: The path of a file to write.
  /// - Returns: The word; nil for a name that may be that of a cassette.
  package static func word(ofFile path: String) -> String? {
    let name = path.lowercased()
    return all.first { $0.suffix != ".yaml" && $0.suffix != ".yml" && name.hasSuffix($0.suffix) }?
      .word
  }

  /// The table of the documentation: which format keeps what.
  package static var table: String {
    let all = all.filter { $0.isReplayed }
    let parts = ExportedPart.allCases.filter { part in
      all.contains { $0.kept.contains(part) } || part.weight != .remark
    }
    var lines = ["| | \(all.map { "`\($0.word)`" }.joined(separator: " | ")) |"]
    lines.append("|---" + String(repeating: "|---", count: all.count) + "|")
    for part in parts {
      let cells = all.map { $0.kept.contains(part) ? "yes" : "–" }
      lines.append("| \(part.title) | \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }
}
