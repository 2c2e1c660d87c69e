#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The temporary files in which a file is written before it takes its name, as far as a process
/// that was killed left them.
package enum UnfinishedFiles {
  /// Removes those of processes that are gone.
  ///
  /// A file that cannot be read or removed stays.
  ///
  /// - Parameter paths: The files that were to be written.
  package static func remove(besides paths: some Sequence<String>) {
    var names: [String: Set<String>] = [:]
    for path in paths {
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
      names[String(path[..<start]), default: []].insert(String(path[start...]))
    }
    for (folder, names) in names {
      let found = try? FolderListing.names(in: folder.isEmpty ? "." : folder)
      for name in found ?? [] {
        guard let written = FileSystem.written(byTemporary: name), names.contains(written.name),
          written.process != getpid(), ProcessState.isGone(written.process)
        else { continue }
        unsafe unlink(folder + name)
      }
    }
  }
}
