#if CommandLineTool && os(Linux)
  import CIsolation
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore

  /// The file of a socket.
  final class SocketFile: Sendable {
    /// Its path, links resolved.
    let path: String
    private let descriptor: Int32
    private let device: dev_t
    private let number: ino_t

    /// Finds the file that a process means; nil, with `errno` set, when there is none, or no
    /// socket.
    init?(_ path: [UInt8], seenBy process: Int32) {
      let file = unsafe (path + [0]).withUnsafeBufferPointer { bytes in
        unsafe bytes.withMemoryRebound(to: CChar.self) { text in
          unsafe text.baseAddress.map { unsafe isolation_find_file(process, $0) } ?? -1
        }
      }
      guard file >= 0 else { return nil }
      var status = stat()
      guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
        close(file)
        errno = ENOTSOCK
        return nil
      }
      descriptor = file
      (device, number) = (status.st_dev, status.st_ino)
      var target = [UInt8](repeating: 0, count: 4096)
      let count = unsafe readlink("/proc/self/fd/\(file)", &target, target.count)
      self.path = String(
        decoding: count > 0 ? Array(target.prefix(count)) : path, as: UTF8.self)
    }

    deinit { close(descriptor) }

    /// Where a connection to this very file is opened.
    var address: CallAddress { CallAddress(file: descriptor) }

    /// True when its path leads to it for `vcr`, too: COMMAND may have mounts of its own.
    var isHere: Bool { isAt(path) }

    /// True when the path of a listed socket leads to this file.
    func isNamed(_ name: String, seenBy process: Int32) -> Bool {
      guard name != path else { return true }
      guard !name.hasPrefix("@") else { return false }
      // A socket that was bound by a relative path was most likely bound in the folder of the
      // process that asks for it.
      let root = "/proc/\(process)/"
      let places = name.hasPrefix("/") ? [name, root + "root" + name] : [root + "cwd/" + name]
      return places.contains(where: isAt)
    }

    private func isAt(_ place: String) -> Bool {
      var status = stat()
      return unsafe stat(place, &status) == 0 && status.st_dev == device
        && status.st_ino == number
    }
  }
#endif
