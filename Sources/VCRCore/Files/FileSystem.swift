#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that are either whole or absent, and the system calls that all writing shares.
package enum FileSystem {
  /// Writes to the target of a path (see `FileDestination`): a regular file is replaced in one
  /// step; a device, a FIFO or an open descriptor is written to.
  ///
  /// To replace a file, a temporary one next to it is written, synced and renamed over it, so that
  /// a reader or a power cut finds either the old content or the new one. The permissions of an
  /// existing file are kept; a link is followed and stays a link. Until the rename only the user
  /// can read the new content.
  ///
  /// - Parameters:
  ///   - parts: The content.
  ///   - path: The file's path.
  ///   - model: Another file whose permissions a new file gets; while that file does not exist,
  ///     only the user can read the new one.
  ///   - unsynced: Takes the folder of a file, to be synced later; nil to sync it at once.
  /// - Throws: The system's error; a file is then unchanged.
  package static func write(
    _ parts: [ArraySlice<UInt8>], to path: String, permissionsOf model: String? = nil,
    syncingLater unsynced: UnsyncedFolders? = nil
  ) throws(SystemError) {
    try write(to: path, permissionsOf: model, syncingLater: unsynced) {
      (output: inout BufferedOutput) throws(SystemError) in
      for part in parts { try output.write(part) }
    }
  }

  /// The same for a content that is made while it is written.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - model: As above.
  ///   - unsynced: As above.
  ///   - content: Writes the content.
  /// - Throws: The system's error, or that of the closure; a file is then unchanged.
  package static func write(
    to path: String, permissionsOf model: String? = nil,
    syncingLater unsynced: UnsyncedFolders? = nil,
    _ content: (inout BufferedOutput) throws(SystemError) -> Void
  ) throws(SystemError) {
    switch FileDestination(path) {
    case .descriptor(let descriptor): try write(content, to: descriptor)
    case .stream(let path):
      let file = try openFile(path, O_WRONLY | O_NOCTTY)
      defer { close(file) }
      try write(content, to: file)
    case .file(let path):
      try replace(path, with: content, permissionsOf: model)
      if let unsynced { unsynced.insert(folder(of: path)) } else { syncFolder(of: path) }
    }
  }

  private static func write(
    _ content: (inout BufferedOutput) throws(SystemError) -> Void, to file: Int32
  ) throws(SystemError) {
    var output = BufferedOutput(to: file)
    try content(&output)
    try output.finish()
  }

  private static func replace(
    _ target: String, with content: (inout BufferedOutput) throws(SystemError) -> Void,
    permissionsOf model: String?
  ) throws(SystemError) {
    let temporary = temporary(for: target)
    let known = permissions(of: target) ?? model.map { permissions(of: $0) ?? 0o600 }
    let file = try openFile(
      temporary, O_WRONLY | O_CREAT | O_EXCL, mode: known == nil ? 0o666 : 0o600)
    do {
      defer { close(file) }
      // The umask shows in the mode of a new file. It cannot be queried without changing it for a
      // moment, which other threads would notice.
      let mode: mode_t
      if let known { mode = known } else { mode = try permissions(of: file) }
      try SystemError.check { Int(fchmod(file, 0o600)) }
      try write(content, to: file)
      try SystemError.check { Int(fsync(file)) }
      try SystemError.check { Int(fchmod(file, mode)) }
    } catch {
      unsafe unlink(temporary)
      throw error
    }
    guard unsafe rename(temporary, target) == 0 else {
      let error = SystemError.current
      unsafe unlink(temporary)
      throw error
    }
  }

  /// A name for a temporary file next to a path, which no other one has.
  static func temporary(for path: String) -> String {
    "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max)).tmp"
  }

  /// The name of a file and the process that writes it; nil for a name that is no temporary one.
  ///
  /// - Parameter name: A name as `temporary(for:)` makes it.
  /// - Returns: The name without what was added to it, and the process.
  static func written(byTemporary name: String) -> (name: String, process: pid_t)? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 3, parts.last == "tmp", UInt32(parts[parts.count - 2]) != nil,
      let process = pid_t(parts[parts.count - 3]), process > 0
    else { return nil }
    return (parts.dropLast(3).joined(separator: "."), process)
  }

  /// Renames a file that was written, so that a power cut leaves the whole of it or nothing.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - target: Its new name; a file of that name is replaced.
  ///   - model: A file whose permissions it gets; while that does not exist, it keeps its own.
  /// - Throws: The system's error; the file then has its old name.
  static func moveDurably(
    _ path: String, to target: String, permissionsOf model: String
  ) throws(SystemError) {
    let file = try openFile(path, O_RDONLY)
    defer { close(file) }
    try SystemError.check { Int(fsync(file)) }
    if let mode = permissions(of: model) { fchmod(file, mode) }
    try SystemError.check { Int(unsafe rename(path, target)) }
    syncFolder(of: target)
  }

  /// Writes every byte, however many calls it takes.
  package static func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      do {
        let count = try SystemError.check {
          unsafe rest.withUnsafeBytes { unsafe systemWrite(file, $0) }
        }
        rest = rest.dropFirst(count)
      } catch {
        // Another process that shares a pipe with us may have made it non-blocking, as Node does.
        guard error.code == EAGAIN else { throw error }
        var room = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        try SystemError.check { Int(unsafe poll(&room, 1, -1)) }
      }
    }
  }

  /// Opens a file that a child process does not inherit.
  static func openFile(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError)
    -> Int32
  {
    Int32(try SystemError.check { unsafe Int(open(path, flags | O_CLOEXEC, mode)) })
  }

  /// Opens a file for a body, of which clients can make any number.
  ///
  /// - Throws: The system's error, or that of too many open files.
  static func openBody(_ path: String, _ flags: Int32) throws(SystemError) -> Int32 {
    let file = try openFile(path, flags)
    // Of many that are opened at once each counts by now.
    guard DescriptorReserve.bodies.isLeft else {
      close(file)
      throw SystemError(code: EMFILE)
    }
    return file
  }

  /// A file's whole content.
  package static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try openFile(path, O_RDONLY)
    defer { close(file) }
    return try read(file)
  }

  /// The rest of an open file's content.
  package static func read(_ file: Int32) throws(SystemError) -> [UInt8] {
    var content = [UInt8](repeating: 0, count: 1 << 16)
    let count = try read(file, into: &content, isRegular: false)
    content.removeSubrange(count...)
    return content
  }

  /// The next bytes of an open file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - count: The most of them; fewer are returned at the end of the file alone.
  /// - Returns: The bytes.
  /// - Throws: The system's error.
  static func read(_ file: Int32, atMost count: Int) throws(SystemError) -> [UInt8] {
    var content = [UInt8](repeating: 0, count: count)
    var failure: SystemError?
    let got = unsafe content.withUnsafeMutableBytes { bytes -> Int in
      do throws(SystemError) {
        return unsafe try read(file, into: bytes)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    content.removeSubrange(got...)
    return content
  }

  /// Reads from an open file into memory until that is full or the file ends.
  ///
  /// - Returns: The number of bytes.
  /// - Throws: The system's error.
  static func read(
    _ file: Int32, into memory: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    var count = 0
    while count < memory.count {
      let got = try SystemError.check {
        unsafe systemRead(file, UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
      }
      if got == 0 { break }
      count += got
    }
    return count
  }

  /// Reads the rest of an open file into memory that grows as needed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - buffer: The memory, not empty.
  ///   - isRegular: True when it is known to be a regular file, so that a read that returns fewer
  ///     bytes than requested has reached its end.
  ///   - start: The number of bytes that the memory already holds.
  ///   - limit: The number of bytes that are enough, at most what the memory has room for.
  /// - Returns: The number of bytes that the memory holds.
  /// - Throws: The system's error.
  static func read(
    _ file: Int32, into buffer: inout [UInt8], isRegular: Bool, from start: Int = 0,
    limit: Int = .max
  ) throws(SystemError) -> Int {
    var count = start
    // Arrays of zeros, as a debug build takes 400 ns for each of `repeatElement`.
    if count == buffer.count {
      buffer += [UInt8](repeating: 0, count: buffer.count)
    }
    while true {
      let got = try SystemError.check {
        unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe systemRead(file, UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
        }
      }
      count += got
      if got == 0 || count >= limit { return count }
      if count == buffer.count {
        buffer += [UInt8](repeating: 0, count: buffer.count)
      } else if isRegular {
        return count
      }
    }
  }

  /// True when a file is there; a dangling link does not count.
  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// True when two paths lead to the same file, through any links.
  package static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return unsafe stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// True for a regular file, or a link to one.
  static func isFile(_ path: String) -> Bool { size(ofFile: path) != nil }

  /// The number of bytes of a regular file, or of the one that a link leads to; nil for anything
  /// else.
  package static func size(ofFile path: String) -> Int? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Creates the folder of a path, and all folders above it.
  package static func createFolder(of path: String) throws(SystemError) {
    let folder = self.folder(of: path)
    if folder == "." || exists(folder) { return }
    try createFolder(of: folder)
    if unsafe mkdir(folder, 0o777) != 0 && errno != EEXIST { throw .current }
  }

  /// The folder of a path; `.` for a bare name.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A path with all links resolved; nil when nothing is there.
  package static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// A path without links; the path itself when nothing is there.
  package static func resolvingLink(_ path: String) -> String { resolved(path) ?? path }

  /// The file that a link leads to: side files and journals are next to that file, not next to the
  /// link.
  ///
  /// - Parameter path: A path.
  /// - Returns: The path itself, as it was given, when it is no link or leads nowhere.
  package static func followingLink(_ path: String) -> String {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
    return resolvingLink(path)
  }

  /// True for a regular file of no bytes, which is no cassette yet.
  package static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size == 0
  }

  /// True when a file or folder belongs to our user and grants no access to others.
  ///
  /// - Parameters:
  ///   - file: Its descriptor.
  ///   - entering: True for a folder that others may enter, though neither list nor change.
  /// - Returns: False also when the system cannot say.
  package static func isPrivate(_ file: Int32, butFor entering: Bool = false) -> Bool {
    var status = stat()
    return unsafe fstat(file, &status) == 0 && status.st_uid == geteuid()
      && status.st_mode & (entering ? 0o066 : 0o077) == 0
  }

  /// Gives a file the permissions of another one, where the file system has permissions.
  static func setPermissions(of path: String, like model: String) {
    guard let mode = permissions(of: model) else { return }
    unsafe chmod(path, mode)
  }

  private static func permissions(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  private static func permissions(of file: Int32) throws(SystemError) -> mode_t {
    var status = stat()
    try SystemError.check { Int(unsafe fstat(file, &status)) }
    return status.st_mode & 0o7777
  }

  /// A rename is durable only once its folder is synced; a file system that cannot sync is no
  /// failure.
  private static func syncFolder(of path: String) { sync(folder: folder(of: path)) }

  static func sync(folder: String) {
    guard let handle = try? openFile(folder, O_RDONLY) else { return }
    fsync(handle)
    close(handle)
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  unsafe write(file, bytes.baseAddress, bytes.count)
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(file, bytes.baseAddress, bytes.count)
}
