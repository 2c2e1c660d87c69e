/// The folder for temporary files that a user chose, or that of the system.
package struct TemporaryFolder: Sendable {
  /// Its path.
  package let path: String

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
}
