#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Paths that do not depend on the current folder.
package enum AbsolutePath {
  /// A path from the root, without `.` and `..`; the file need not exist.
  package static func of(_ path: String) -> String {
    let whole =
      path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var names: [Substring] = []
    for name in whole.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }
}

extension String {
  /// A path as a user would type it: relative to the current folder when it lies within it, and
  /// without `.` and `..` where it is from the root.
  package var relativeToCurrentFolder: String {
    guard hasPrefix("/") else { return self }
    let folder = FileManager.default.currentDirectoryPath + "/"
    let path = isWayBack ? AbsolutePath.of(self) : self
    if path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    // The system names the current folder without links, and a source file as it was called.
    let parent = FileSystem.resolved(FileSystem.folder(of: path)).map { $0 + "/" }
    guard let parent, parent.hasPrefix(folder) else { return path }
    let name = path[path.index(after: path.lastIndex(of: "/") ?? path.startIndex)...]
    return String(parent.dropFirst(folder.count)) + name
  }

  /// A path as a user would type it in a shell.
  package var typedPath: String { relativeToCurrentFolder.shellWord }

  /// True for a path that leaves a folder again, and comes to the same place without it.
  private var isWayBack: Bool {
    guard contains("/../") || contains("/./") || contains("//") else { return false }
    // Behind a link to a folder, `..` is another place.
    let folder = FileSystem.folder(of: self)
    guard let place = FileSystem.resolved(folder) else { return true }
    return place == FileSystem.resolved(AbsolutePath.of(folder))
  }
}
