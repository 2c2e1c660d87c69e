import VCRCore

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
