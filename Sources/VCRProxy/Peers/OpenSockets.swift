#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The sockets that one process, or a thread of it, has open, as its folder of `/proc` shows them
  /// (proc(5)).
  ///
  /// The folder stays open, and stays that of its process: once this has ended nothing is found in
  /// it, even if another process has got its number since.
  @safe final class OpenSockets {
    /// The process's number.
    let process: Int32
    /// True for those of the process as a whole, as far as its threads have none of their own.
    let isOfProcess: Bool
    private let folder: OpaquePointer
    /// The numbers of descriptors that sockets were found under, the last one first: a process that
    /// opens one connection after the other gets the same few numbers (POSIX.1-2017 2.14).
    private var frequent: [Int32] = []
    private static let frequentLimit = 16

    /// Opens the folder of a process; nil, with the reason in `errno`, when it has ended or hides
    /// its descriptors.
    convenience init?(of process: Int32) { self.init(of: process, thread: nil) }

    private init?(of process: Int32, thread: Int32?) {
      let part = thread.map { "task/\($0)/" } ?? ""
      guard let folder = unsafe opendir("/proc/\(process)/\(part)fd") else { return nil }
      (self.process, isOfProcess) = (process, thread == nil)
      unsafe self.folder = folder
    }

    /// The sockets of the threads of a process beside its first one, whose are the process's.
    ///
    /// The other threads go on when the first one ends, after which the process has none; and each
    /// may have sockets of its own (CLONE_FILES of unshare(2)).
    static func ofThreads(of process: Int32) -> some Sequence<OpenSockets> {
      Descendants.numbers(in: "/proc/\(process)/task").lazy.filter { $0 != process }
        .compactMap { OpenSockets(of: process, thread: $0) }
    }

    deinit { unsafe closedir(folder) }

    /// True while the process has not ended.
    var isThere: Bool {
      unsafe rewinddir(folder)
      // A folder always has an entry for itself.
      return unsafe readdir(folder) != nil
    }

    /// Whether the process has a socket open.
    ///
    /// - Parameters:
    ///   - socket: The inode number of the socket.
    ///   - note: Called with the inode numbers of the sockets that are met before it.
    /// - Returns: Nil when that cannot be seen.
    func contains(_ socket: UInt32, passing note: (UInt32) -> Void = { _ in }) -> Bool? {
      for (index, number) in frequent.enumerated() {
        guard let other = target(of: number).flatMap(Self.inode) else { continue }
        if other == socket {
          frequent.remove(at: index)
          frequent.insert(number, at: 0)
          return true
        }
        note(other)
      }
      // A new socket has a high number.
      for number in numbers().sorted(by: >) where !frequent.contains(number) {
        guard let target = target(of: number) else {
          if errno == EACCES || errno == EPERM { return nil }
          continue
        }
        guard let other = Self.inode(in: target) else { continue }
        if other == socket {
          frequent.insert(number, at: 0)
          if frequent.count > Self.frequentLimit { frequent.removeLast() }
          return true
        }
        note(other)
      }
      return false
    }

    private func numbers() -> [Int32] {
      unsafe rewinddir(folder)
      return unsafe Descendants.numbers(in: folder)
    }

    /// Returns the target of a descriptor, as far as it is short; nil, with the reason in `errno`,
    /// when it cannot be read.
    private func target(of number: Int32) -> [UInt8]? {
      unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let start = buffer.baseAddress else { return nil }
        let count = unsafe readlinkat(dirfd(folder), "\(number)", start, buffer.count)
        guard count >= 0 else { return nil }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
      }
    }

    /// The number in `socket:[NUMBER]`; nil for what is no socket.
    private static func inode(in target: [UInt8]) -> UInt32? {
      guard target.starts(with: "socket:[".utf8) else { return nil }
      return target.dropFirst(8).dropLast().reduce(into: 0) { $0 = $0 &* 10 &+ UInt32($1 & 15) }
    }
  }
#endif
