/// A cassette that is opened for inspection, interaction by interaction; nothing is used up.
package struct CassetteListing: Sendable {
  private let file: CassetteFile

  /// Opens a cassette.
  ///
  /// - Parameter path: The path of a cassette, or of a journal, whose complete items count.
  /// - Throws: `CassetteError` when it cannot be read, `DeckError` when there is none.
  package init(path: String) throws {
    guard FileSystem.exists(path) else {
      throw DeckError(kind: .missing, path: path, reason: "there is no such cassette")
    }
    guard path.hasSuffix(Journal.path(besideCassette: "")) else {
      file = try CassetteFile(reading: path)
      return
    }
    let content = try FileContents.read(path)
    file = try CassetteFile(
      path: path, content: Array(content[..<JournalLeftover(content).completeLength]))
  }

  private init(file: CassetteFile) { self.file = file }

  /// The first interactions of a large cassette, for a reader who need not wait for the others.
  ///
  /// - Parameter path: The path of a cassette.
  /// - Returns: The interactions, and about how many there are in all; nil where there may be no
  ///   more than a few hundred, and for whatever is no cassette in the writer's layout.
  package static func beginning(of path: String) -> (listing: CassetteListing, total: Int)? {
    guard let size = FileSystem.size(ofFile: path), size >= smallestWithBeginning,
      let head = try? FileSystem.read(path, atMost: sizeOfBeginning),
      head.starts(with: CassetteWriter.prologue),
      let last = head.lastRange(of: Array("\n- ".utf8)),
      let file = try? CassetteFile(path: path, content: Array(head[...last.lowerBound])),
      file.count >= fewestAtBeginning
    else { return nil }
    return (CassetteListing(file: file), file.count * (size / last.lowerBound))
  }

  private static let smallestWithBeginning = 4 << 20
  private static let sizeOfBeginning = 256 << 10
  private static let fewestAtBeginning = 100

  /// What a user has to know of another tool's recording, one line each; empty for a cassette.
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
