#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// The folders of runs that were killed, which the next run removes.
  enum AbandonedRunFolders {
    /// Removes the folders of this user's runs that have ended.
    ///
    /// A folder belongs to a run when its name, owner, mode and lock file are those of one. Links
    /// are not followed, and only files that a run creates are removed.
    ///
    /// - Parameters:
    ///   - names: The names of everything in `parent`.
    ///   - parent: The folder in which runs create their folders.
    static func clear(_ names: [String], in parent: String) {
      for name in names where name.hasPrefix("vcr-") && name.utf8.count == 10 {
        clear(parent + "/" + name)
      }
    }

    private static func clear(_ path: String) {
      let flags = O_NOFOLLOW | O_CLOEXEC
      let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | flags)
      guard folder >= 0 else { return }
      defer { close(folder) }
      // That of a run whose COMMAND has changed its user can be entered.
      guard FileSystem.isPrivate(folder, butFor: true) else { return }
      let lock = unsafe openat(folder, RunFolder.File.lock.rawValue, O_RDWR | flags)
      guard lock >= 0 else { return }
      defer { close(lock) }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
      for variable in ClientVariable.allCases where variable.namesRoots {
        _ = unsafe unlinkat(folder, variable.fileOfOwnRoots, 0)
      }
      for number in 0..<NamedRoots.limit {
        _ = unsafe unlinkat(folder, NamedRoots.name(number), 0)
      }
      // A folder is removed after its content, and the lock last.
      for file in RunFolder.File.allCases.reversed() {
        _ = unsafe unlinkat(folder, file.rawValue, file.isFolder ? AT_REMOVEDIR : 0)
      }
      _ = unsafe rmdir(path)
    }
  }
#endif
