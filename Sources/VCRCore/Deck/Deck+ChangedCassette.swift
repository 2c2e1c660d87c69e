extension Deck {
  /// The notice about a cassette that changed while it was recorded.
  static let changeNotice =
    "it was changed while it was recorded: what was recorded went into it as it is now"

  /// True when somebody has removed or emptied the cassette, so that it has to be written whatever
  /// was recorded.
  var isGone: Bool { !FileSystem.isFile(path) || FileSystem.isEmpty(path) }

  /// The cassette as it is now, when somebody has changed it since: an editor, git, another program
  /// that recorded it.
  ///
  /// - Parameters:
  ///   - stamp: The file as this run found it or wrote it last; nil when there was none.
  ///   - base: The cassette as this run found it; nil when there was none.
  ///   - journal: The path of the journal with what was recorded.
  /// - Returns: The cassette; nil when it is as it was, or is gone.
  /// - Throws: `DeckError` when it cannot be read as it is now; the journal stays.
  func changedCassette(
    since stamp: FileStamp?, from base: CassetteFile?, keptIn journal: String
  ) throws(DeckError) -> CassetteFile? {
    guard FileStamp(path) != stamp, !isGone else { return nil }
    let now: CassetteFile
    do {
      now = try CassetteFile(path: path)
    } catch {
      throw DeckError(
        kind: .unwritable, path: path,
        reason: "it was changed while it was recorded, and cannot be read as it is now: \(error); "
          + "what was recorded is kept in \(journal.relativeToCurrentFolder), to recover it when it "
          + "can be read: \(recovering)")
    }
    return now.bytes == base?.bytes ? nil : now
  }
}
