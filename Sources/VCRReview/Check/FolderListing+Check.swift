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
    package var description: String { "\(path): \(reason)" }

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

  /// The paths of all cassettes and journals below a folder, and of the folders of side files.
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
      let files = try files(in: path, endingIn: ["l", "L", ".recording"]) { folder in
        last = folder
        if SideFiles.isFolder(folder) { folders.append(folder) }
      }
      return files.map { ($0.filter { $0.hasSuffix(".recording") || isYAML($0) }, folders) }
    } catch {
      throw Fault(last, error)
    }
  }

  /// True for the name of a file that ends in `.yaml` or `.yml`, in letters of any case.
  package static func isYAML(_ path: String) -> Bool {
    RecordingSuffix.cassette.contains { (suffix: String) in
      path.utf8.count >= suffix.utf8.count
        && zip(path.utf8.reversed(), suffix.utf8.reversed()).allSatisfy {
          $0.asciiLowercased == $1
        }
    }
  }
}
