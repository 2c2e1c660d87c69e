#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// Says that a run lives: a lock on a file in its folder, which the system lets go of however the
  /// process ends.
  final class RunLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of a folder that was just made; nil when the system does not let us, `errno`
    /// says why.
    init?(folder: String) {
      let path = folder + "/" + RunFolder.File.lock.rawValue
      let fresh = path + ".new"
      descriptor = unsafe open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      // Under its own name the file is locked from the first moment.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe rename(fresh, path) == 0 else {
        close(descriptor)
        return nil
      }
    }

    deinit { close(descriptor) }
  }

  /// The folders of runs that were killed, which the next run clears away.
  enum AbandonedRunFolders {
    /// Removes the folders of our user's runs that no longer live.
    ///
    /// A folder is one of a run when it has the name, the owner, the mode and the lock file of one;
    /// links are not followed, and nothing is removed but the files that a run makes.
    ///
    /// - Parameters:
    ///   - names: All that is in the folder of runs' folders.
    ///   - parent: Where runs make their folders.
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
      guard FileSystem.isPrivate(folder) else { return }
      let lock = unsafe openat(folder, RunFolder.File.lock.rawValue, O_RDWR | flags)
      guard lock >= 0 else { return }
      defer { close(lock) }
      guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { return }
      // A folder after what is in it, the lock last.
      for file in RunFolder.File.allCases.reversed() {
        _ = unsafe unlinkat(folder, file.rawValue, file == .phpFolder ? AT_REMOVEDIR : 0)
      }
      _ = unsafe rmdir(path)
    }
  }
#endif
