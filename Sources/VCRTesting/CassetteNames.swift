import Synchronization
import VCR
import VCRCore

/// Sees to it that no two tests have one cassette because their names are alike.
///
/// Names that differ in blanks and dashes alone become the same file name, and names that differ in
/// case alone the same file on many disks. The one that comes first in the alphabet has the plain
/// name then, and the others a digest. A test that has such a file keeps it, whichever run with it.
enum CassetteNames {
  private struct Name {
    /// Who has the plain name; nil until somebody asks.
    var owner: String?
    /// Those of the run that would have it.
    var known: Set<String> = []
  }

  private static let table = Mutex<[String: Name]>([:])

  /// Notes a test of the run before any runs.
  ///
  /// - Parameters:
  ///   - path: The path that its cassette would have.
  ///   - identity: What tells the test from all others.
  static func note(_ path: String, of identity: String) {
    table.withLock { table in _ = table[path.lowercased(), default: Name()].known.insert(identity) }
  }

  /// The path of a test's cassette.
  ///
  /// - Parameters:
  ///   - path: The path that it would have.
  ///   - identity: What tells the test from all others.
  /// - Returns: That path, or one with a digest when it is another test's.
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
