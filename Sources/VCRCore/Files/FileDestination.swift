#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The kind of target that a path leads to when it is written: only a regular file may be replaced.
///
/// A device, a FIFO or a socket passes bytes on to somebody. If a rename replaced it by a file, the
/// bytes would not arrive, and a node such as `/dev/null` would be gone for everybody.
package enum FileDestination: Equatable {
  /// A descriptor that this process has: `/dev/stdout`, `/dev/fd/63`, or a link to one.
  case descriptor(Int32)
  /// A device, a FIFO or a socket, which is opened and written to.
  case stream(String)
  /// A regular file, or nothing yet, at a path without a link at its end.
  case file(String)

  /// The most links that Linux follows in a row (path_resolution(7)).
  private static let linkLimit = 40

  /// Follows a path, link by link, to where it leads.
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
    // Opening the path fails with the system's message that the links form a circle.
    self = .stream(path)
  }

  /// True for a target that is replaced in one step.
  package var isFile: Bool {
    if case .file = self { true } else { false }
  }

  /// The descriptor that a path in the folder of this process's descriptors names.
  ///
  /// On Linux such a path looks like a link to the open file, but a pipe or a socket has no path,
  /// and a file that a shell opened for appending must not be replaced.
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
