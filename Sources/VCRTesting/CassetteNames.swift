import Synchronization
import VCR
import VCRCore

/// Makes sure that two tests with similar names do not share a cassette by accident.
///
/// Names that differ only in spaces and dashes become the same file name, and names that differ
/// only in case become the same file on many disks. Then the first in alphabetical order gets the
/// plain name, and the others get a digest. A test whose file with a digest exists keeps that file,
/// whichever tests run with it.
enum CassetteNames {
  private struct Name {
    /// The identity of the test with the plain name; nil until a test asks.
    var owner: String?
    /// The identities of all tests in the run that would have this name.
    var known: Set<String> = []
  }

  private static let table = Mutex<[String: Name]>([:])

  /// Notes a test of the run before any runs.
  ///
  /// - Parameters:
  ///   - path: The path that its cassette would have.
  ///   - identity: A text that is unique to the test.
  static func note(_ path: String, of identity: String) {
    table.withLock { table in _ = table[path.lowercased(), default: Name()].known.insert(identity) }
  }

  /// The path of a test's cassette.
  ///
  /// - Parameters:
  ///   - path: The path that it would have.
  ///   - identity: A text that is unique to the test.
  /// - Returns: This path, or one with a digest when the path belongs to another test.
  static func path(_ path: String, of identity: String) -> String {
    let ending = ".yaml"
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
    let own = "\(stem)-\(FNV1a<UInt32>(identity.utf8).hexadecimal)\(ending)"
    if FileSystem.exists(own) { return own }
    let owner = table.withLock { table in
      var name = table[path.lowercased()] ?? Name()
      let owner = name.owner ?? name.known.min() ?? identity
      name.owner = owner
      table[path.lowercased()] = name
      return owner
    }
    return owner == identity ? path : own
  }
}
