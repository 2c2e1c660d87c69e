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
  /// A path as a user would type it: relative to the current folder when it lies within it.
  package var relativeToCurrentFolder: String {
    let folder = FileManager.default.currentDirectoryPath + "/"
    return hasPrefix(folder) ? String(dropFirst(folder.count)) : self
  }
}
