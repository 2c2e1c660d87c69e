/// A cassette that is opened for inspection, interaction by interaction; nothing is used up.
package struct CassetteListing: Sendable {
  private let file: CassetteFile

  /// Opens a cassette.
  ///
  /// - Parameter path: The path of a cassette, or of a journal, whose complete items count.
  /// - Throws: `CassetteError` when it cannot be read, `DeckError` when there is none.
  package init(path: String) throws {
    try DeckError.requireCassette(at: path)
    guard path.hasSuffix(RecordingSuffix.journal) else {
      file = try CassetteFile(reading: path)
      return
    }
    let content = try FileContents.read(path)
    file = try CassetteFile(
      path: path, content: Array(content[..<JournalLeftover(content).completeLength]))
  }

  /// The notices about another tool's recording, one line each; empty for a cassette.
  package var notices: [String] { file.origin?.notices ?? [] }

  /// The number of interactions in the cassette.
  package var count: Int { file.count }

  /// An interaction.
  ///
  /// - Parameter index: Its position, counted from 0.
  /// - Returns: The whole interaction, decoded.
  /// - Throws: `CassetteError` when it cannot be decoded.
  package func interaction(at index: Int) throws -> Interaction { try file.interaction(at: index) }
}
