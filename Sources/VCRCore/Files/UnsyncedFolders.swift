import VCRLocks

/// The folders of files that were written and whose names may not be on the disk yet.
///
/// A folder is synced once for all files that a long run writes into it; to sync it for each takes
/// most of the time of such a run. Until then a power cut leaves a whole file or none.
package final class UnsyncedFolders: Sendable {
  private let folders = Mutex<Set<String>>([])

  /// Creates an empty collection.
  package init() {}

  /// Adds a folder.
  func insert(_ folder: String) { folders.withLock { _ = $0.insert(folder) } }

  /// Syncs all folders and forgets them.
  package func sync() {
    let all = folders.withLock { folders in
      defer { folders = [] }
      return folders
    }
    for folder in all { FileSystem.sync(folder: folder) }
  }
}
