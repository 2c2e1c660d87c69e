#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif
package import VCRCore

extension FolderListing {
  /// A file or a folder that cannot be read.
  package struct Fault: Error, Sendable, CustomStringConvertible {
    /// The path.
    package let path: String
    /// The reason.
    package let reason: String
    /// The text `path: reason`.
    package var description: String { "\(path.relativeToCurrentFolder): \(reason)" }

    fileprivate init(_ path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - error: The system's error.
    package init(_ path: String, _ error: SystemError) {
      self.path = path
      // Bytes that are not UTF-8 were replaced in the path, so that it no longer names the file.
      reason =
        error.code == ENOENT && path.unicodeScalars.contains("\u{FFFD}")
        ? "the name is not UTF-8, so that it cannot be opened; rename it" : error.description
    }
  }

  /// Refuses a pipe with a name, which would keep the check waiting for somebody to write to it.
  ///
  /// - Parameter path: A path that the user named. What a shell gives in place of `<(…)` passes.
  /// - Throws: ``Fault``.
  package static func refusePipe(_ path: String) throws(Fault) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
      !["/dev/", "/proc/"].contains(where: path.hasPrefix)
    else { return }
    throw Fault(path, reason: "a named pipe, which is no file to look at")
  }

  /// The paths of all cassettes and journals below a folder, of what may be a recording of another
  /// tool, and of the folders of side files.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The paths in order; nil when the path names a file.
  /// - Throws: ``Fault`` when the path does not exist, or a folder cannot be read.
  package static func checkedFiles(
    in path: String
  ) throws(Fault) -> (cassettes: [String], sideFolders: [String])? {
    var folders: [String] = []
    var last = path
    do throws(SystemError) {
      // Comparing the last letter first excludes nearly all names.
      let files = try files(in: path, endingIn: lastLetters) { folder in
        last = folder
        if SideFiles.isFolder(folder) { folders.append(folder) }
      }
      return files.map { paths in
        (paths.filter { isChecked($0) || CassetteLocationCheck.mayShowForeign($0) }, folders)
      }
    } catch {
      throw Fault(last, error)
    }
  }

  /// The last letters of the files that a check takes.
  private static let lastLetters =
    Set(RecordingSuffix.all.compactMap(\.last)).flatMap {
      ["\($0)", $0.uppercased()]
    } + [RecordingSuffix.journal]

  /// True for the path of a file that a check of its folder takes whatever it holds.
  package static func isChecked(_ path: String) -> Bool {
    path.hasSuffix(RecordingSuffix.journal) || isYAML(path)
      || CassetteLocationCheck.mayHoldForeign(path)
  }
}
