#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Shows that a run is alive: a lock on a file in its folder, which the system releases however
  /// the process ends.
  final class RunLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of a folder that was just created; nil when that fails, and `errno` says why.
    init?(folder: String) {
      let path = folder + "/" + RunFolder.File.lock.rawValue
      let fresh = path + ".new"
      descriptor = unsafe open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      // The file gets its final name only once it is locked, so nobody sees it unlocked.
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe rename(fresh, path) == 0 else {
        close(descriptor)
        return nil
      }
    }

    deinit { close(descriptor) }
  }
#endif
