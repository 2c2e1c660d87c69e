/// The folder for temporary files that a user chose, or that of the system.
package struct TemporaryFolder: Sendable {
  /// Its path.
  package private(set) var path: String

  /// The environment variable that names it; nil when none does.
  package let variable: String?

  /// Finds the folder.
  ///
  /// - Parameter environment: The environment. `TMPDIR` names the folder (POSIX, Base Definitions
  ///   8.3); an empty value names none.
  package init(_ environment: [String: String]) {
    let named = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
    path = named ?? "/tmp"
    variable = named.map { _ in "TMPDIR" }
  }

  /// The same folder from the root, as who reads a variable may be in another folder; or `/tmp`
  /// where its path has a sign that means something in a variable which names files: between paths
  /// (`:`), or around and within a word (quotes, a backslash, a line end).
  package var forVariables: TemporaryFolder {
    var folder = self
    // An absolute one stays as it is: `..` behind a link leads elsewhere.
    if !path.hasPrefix("/") { folder.path = AbsolutePath.of(path) }
    let isPlain = folder.path.utf8.allSatisfy { !":\"'\\\n\r".utf8.contains($0) }
    return isPlain ? folder : TemporaryFolder([:])
  }
}
