package import VCRCore

/// A format of another tool in which interactions can be written.
///
/// To support another format, write a type that conforms and add it to ``ExportFormats``.
protocol ExportFormat: Sendable {
  /// The word for the format on the command line (`ruby-vcr`).
  static var word: String { get }

  /// The tool or format, for messages (`Ruby VCR`).
  static var title: String { get }

  /// The suffix of its files, with the dot.
  static var suffix: String { get }

  /// The parts of an interaction, of those that not every format has, that the format keeps.
  static var kept: Set<ExportedPart> { get }

  /// True for the format of a tool that replays responses; false for one that sends the requests.
  static var isReplayed: Bool { get }

  /// The content of a file.
  ///
  /// - Parameter interactions: The interactions, each with a response, in recorded order.
  /// - Returns: The file's bytes.
  static func write(_ interactions: [Interaction]) -> [UInt8]

  /// The content of a file, and what of these interactions it lacks.
  ///
  /// - Parameter interactions: The interactions, each with a response, in recorded order.
  /// - Returns: The file's bytes, and what is missing, with the index of the interaction.
  static func write(
    _ interactions: [Interaction]
  ) -> (content: [UInt8], unwritten: [(index: Int, text: String)])
}

extension ExportFormat {
  static var isReplayed: Bool { true }

  static func write(
    _ interactions: [Interaction]
  ) -> (content: [UInt8], unwritten: [(index: Int, text: String)]) {
    (write(interactions), [])
  }
}

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

/// Interactions in the format of another tool.
package struct ForeignExport: Sendable {
  /// The tool or format, for messages.
  package let format: String

  /// The content of the file.
  package let content: [UInt8]

  /// The number of interactions in it.
  package let count: Int

  /// The data that the format has no place for and a replay lacks.
  package let losses: [ForeignLoss]

  /// The data that the format has no place for and no replay gives, such as
  /// `the time of the recording`.
  package let remarks: [String]

  /// Writes interactions.
  ///
  /// - Parameters:
  ///   - interactions: The interactions, in recorded order.
  ///   - lines: The line of the cassette in which each begins, counted from 1.
  ///   - word: The format's word; nil is returned for one that is not known.
  package init?(_ interactions: [Interaction], lines: [Int], as word: String) {
    guard let format = ExportFormats.all.first(where: { $0.word == word }) else { return nil }
    self.format = format.title
    var written: [Interaction] = []
    var places: [Int] = []
    var losses: [ForeignLoss] = []
    var remarks: [String] = []
    let missing = ExportedPart.allCases.filter { !format.kept.contains($0) }
    func add(_ text: String, _ kind: ForeignLoss.Kind, at index: Int) {
      losses.append(
        ForeignLoss(
          kind: kind, interaction: index + 1, line: index < lines.count ? lines[index] : 1,
          text: text))
    }
    for (index, interaction) in interactions.enumerated() {
      let lost = missing.filter { $0.isPresent(in: interaction) }
      func note(_ part: ExportedPart, _ kind: ForeignLoss.Kind) {
        add("\(format.title) has no place for \(part.loss)", kind, at: index)
      }
      if let whole = lost.first(where: { $0.weight == .interaction }) {
        note(whole, .interaction)
        continue
      }
      for part in lost {
        if part.weight == .part {
          note(part, .unwritten)
        } else if !remarks.contains(part.loss) {
          remarks.append(part.loss)
        }
      }
      written.append(interaction)
      places.append(index)
    }
    let made: (content: [UInt8], unwritten: [(index: Int, text: String)]) = format.write(written)
    for (index, text) in made.unwritten { add(text, .unwritten, at: places[index]) }
    content = made.content
    count = written.count
    self.losses = losses
    self.remarks = remarks
  }
}

extension HeaderFields {
  /// The fields by name, in the order of the first of each, in the case in which that was sent.
  func grouped<Value>(_ value: (HeaderField) -> Value) -> [(name: String, values: [Value])] {
    var groups: [(name: String, values: [Value])] = []
    var places: [String: Int] = [:]
    for field in fields {
      let key = field.name.lowercased()
      if let place = places[key] {
        groups[place].values.append(value(field))
      } else {
        places[key] = groups.count
        groups.append((field.name, [value(field)]))
      }
    }
    return groups
  }
}

extension Interaction {
  /// The response of an interaction that is written; every one has a response and a status.
  var exported: (status: Int, response: Interaction.Response) {
    guard case .response(let response) = outcome else {
      return (0, Interaction.Response(status: 0))
    }
    return (response.status ?? 0, response)
  }
}
