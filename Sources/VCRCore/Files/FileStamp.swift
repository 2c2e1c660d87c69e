#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The metadata that show that a file has changed, without reading it.
struct FileStamp: Sendable, Equatable {
  private let device: UInt64
  private let node: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  /// The time of the last change of content or metadata, which no program can set back.
  private let changed: Int

  /// Reads a file's metadata; nil when there is no file.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the metadata of an open file; nil when it is none.
  init?(of file: Int32) {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return nil }
    self.init(status)
  }

  /// True when so much time has passed since the last change that a later one has another time.
  var isSettled: Bool { time(nil) - changed > 1 }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (time, change) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (time, change) = (status.st_mtim, status.st_ctim)
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
    changed = Int(change.tv_sec)
  }
}
