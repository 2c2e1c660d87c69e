import VCRCore

/// Blocks recordings to a cassette while it is updated, since the update would overwrite them.
final class UpdateLock: Sendable {
  private let journal: Journal

  /// Locks a cassette.
  ///
  /// - Parameter path: The cassette's path.
  /// - Throws: `DeckError` when it is being recorded, or an unfinished recording lies next to it.
  init(cassette path: String) throws(DeckError) {
    let journal = try Journal(besideCassette: FileSystem.followingLink(path), mode: .once)
    guard journal.leftover.items.isEmpty else {
      throw DeckError(
        kind: .inUse, path: path,
        reason: "an unfinished recording lies beside it, so nothing was sent; take that up first: "
          + "vcr recover \(path.typedPath)")
    }
    self.journal = journal
  }

  deinit { journal.remove() }
}
