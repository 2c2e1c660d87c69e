/// The interactions that a recording in mode `all` took out of a cassette.
struct RemovedInteractions: Sendable {
  /// How many interactions.
  let count: Int
  /// The cassette with all of them in their places, and with what was recorded.
  private let whole: CassetteContent
  /// The files beside the cassette that they alone refer to.
  private let files: [SideFile]
  /// The digest of the cassette without them.
  private let digest: String

  /// Notes what is about to be removed.
  ///
  /// - Parameters:
  ///   - whole: The cassette with everything in it.
  ///   - content: The cassette as it is going to be written.
  ///   - count: How many interactions are gone.
  ///   - path: The cassette's path.
  init(from whole: CassetteContent, to content: CassetteContent, count: Int, path: String) {
    self.count = count
    self.whole = whole
    files = SideFiles(path: path).files(
      SideFiles.names(in: whole.parts).subtracting(SideFiles.names(in: content.parts)))
    digest = SHA256.hexadecimal(content.bytes)
  }

  /// Puts back what was removed.
  ///
  /// - Parameter path: The cassette's path.
  /// - Returns: False when the cassette has been changed since; it stays as it is then.
  /// - Throws: `DeckError` when it cannot be written.
  func putBack(at path: String) throws(DeckError) -> Bool {
    guard let current = try? FileContents.read(path), SHA256.hexadecimal(current) == digest else {
      return false
    }
    do throws(SystemError) {
      try SideFiles(path: path).write(files)
    } catch {
      throw DeckError(
        kind: .unwritable, path: path,
        reason: "what another test had recorded cannot be written back: \(error)")
    }
    try whole.write(to: path)
    return true
  }
}
