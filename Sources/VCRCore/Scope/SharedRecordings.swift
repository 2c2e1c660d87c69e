import Synchronization

/// Knows which cassettes the scopes of this process recorded anew, and what that took out of them.
///
/// A test alone cannot tell an interaction that no longer occurs from one that is another test's. The
/// second test of a run that records a cassette tells: what the first took out is put back then, as it
/// was, and nothing is removed any more.
enum SharedRecordings {
  private static let removals = Mutex<[String: Removal?]>([:])

  /// Notes that a scope recorded a cassette anew.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - removal: What the recording took out; nil for nothing.
  static func note(_ path: String, _ removal: Removal?) {
    removals.withLock { $0[path] = .some(removal) }
  }

  /// Takes part in a cassette that is to be recorded anew.
  ///
  /// - Parameter path: The cassette's path.
  /// - Returns: How many interactions were put back; nil when no scope recorded the cassette before.
  /// - Throws: `DeckError` when they cannot be written.
  static func join(_ path: String) throws(DeckError) -> Int? {
    guard let known = removals.withLock({ $0[path] }) else { return nil }
    guard let known, try known.putBack(at: path) else { return 0 }
    note(path, nil)
    return known.count
  }
}

/// What a recording in mode `all` took out of a cassette.
struct Removal: Sendable {
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
  fileprivate func putBack(at path: String) throws(DeckError) -> Bool {
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
