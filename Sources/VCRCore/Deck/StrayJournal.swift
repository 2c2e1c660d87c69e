/// A journal that an interrupted run left of a part of a cassette, and that no other run takes up
/// meanwhile.
final class StrayJournal {
  private let journal: Journal
  private let sideFiles: SideFiles

  /// Opens it; nil when it cannot be read, a recording holds it, or its run failed: that is for
  /// `vcr recover` alone.
  ///
  /// - Parameters:
  ///   - path: The journal's path.
  ///   - cassette: The cassette's path, no link.
  init?(_ path: String, of cassette: String) {
    guard let journal = try? Journal(path: path, cassette: cassette, mode: .once) else {
      return nil
    }
    guard !journal.leftover.isFailed else { return nil }
    self.journal = journal
    sideFiles = SideFiles(path: cassette)
  }

  /// The journal's path.
  var path: String { journal.path }

  /// The items in it.
  var leftover: JournalLeftover { journal.leftover }

  /// Removes it once all of its contents are in the cassette, and the files that nothing else than
  /// it refers to.
  ///
  /// - Parameter isAlone: False while others record parts of the same cassette, whose files may not
  ///   be referred to yet.
  func remove(isAlone: Bool) {
    journal.remove()
    guard isAlone, sideFiles.isInUse else { return }
    sideFiles.removeUnreferenced(among: SideFiles.names(in: leftover.texts))
  }
}
