#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a path leads to when something is written there: only a regular file may be replaced.
///
/// A device, a FIFO or a socket is somebody's way to receive bytes. If a rename put a file in its
/// place, the bytes would not arrive, and a node such as `/dev/null` would be gone for everybody.
package enum FileDestination: Equatable {
  /// A descriptor that this process has: `/dev/stdout`, `/dev/fd/63`, or a link that leads there.
  case descriptor(Int32)
  /// A device, a FIFO or a socket, which is opened and written to.
  case stream(String)
  /// A regular file, or nothing as yet, at a path without a link at its end.
  case file(String)

  /// As many links one after the other as Linux follows (path_resolution(7)).
  private static let linkLimit = 40

  /// Finds out where a path leads, link by link.
  ///
  /// - Parameter path: The path.
  package init(_ path: String) {
    var place = path
    for _ in 0..<Self.linkLimit {
      if let descriptor = Self.descriptor(at: place) {
        self = .descriptor(descriptor)
        return
      }
      guard let target = Self.target(ofLink: place) else {
        self = Self.isStream(place) ? .stream(place) : .file(FileSystem.resolvingLink(place))
        return
      }
      place = target.hasPrefix("/") ? target : FileSystem.folder(of: place) + "/" + target
    }
    // Opening it says that the links go round in a circle.
    self = .stream(path)
  }

  /// True for what is replaced in one step.
  package var isFile: Bool {
    if case .file = self { true } else { false }
  }

  /// The descriptor that a path in the folder of this process's descriptors stands for.
  ///
  /// On Linux it looks like a link to what is open, but a pipe or a socket has no path, and a file
  /// that a shell opened for appending must not be replaced.
  private static func descriptor(at path: String) -> Int32? {
    guard let name = path.split(separator: "/").last, let number = Int32(name), number >= 0 else {
      return nil
    }
    let folder = FileSystem.resolvingLink(FileSystem.folder(of: path))
    let own = ["/dev/fd", "/proc/self/fd"].filter(FileSystem.exists)
    return own.contains { FileSystem.resolvingLink($0) == folder } ? number : nil
  }

  private static func target(ofLink path: String) -> String? {
    let limit = Int(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: limit)
    let count = unsafe readlink(path, &buffer, limit)
    guard count > 0 else { return nil }
    return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func isStream(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }
}
