import VCRLocks

/// Makes sure that two tests with similar names do not share a cassette by accident.
///
/// Names that differ only in case become the same file name on many disks, and names that differ
/// only in spaces and dashes may, see ``FileName``. Then the first in alphabetical order gets the
/// plain name, and the others get a digest. A test whose file with a digest exists keeps that file,
/// whichever tests run with it, and so does one whose plain name is taken in another spelling.
package enum CassetteNames {
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
  package static func note(_ path: String, of identity: String) {
    table.withLock { table in _ = table[path.lowercased(), default: Name()].known.insert(identity) }
  }

  /// The path of a test's cassette.
  ///
  /// - Parameters:
  ///   - path: The path that it would have.
  ///   - identity: A text that is unique to the test.
  /// - Returns: This path, or one with a digest when the path belongs to another test.
  package static func path(_ path: String, of identity: String) -> String {
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
    return owner == identity && !isInOtherCase(path) ? path : own
  }

  /// True when the file at the path, or what would be it on a disk that disregards case, is spelled
  /// in another case.
  private static func isInOtherCase(_ path: String) -> Bool {
    guard let slash = path.lastIndex(of: "/") else { return false }
    let name = path[path.index(after: slash)...]
    let folder = String(path[..<slash])
    guard FileSystem.exists(folder), let names = try? FolderListing.names(in: folder) else {
      return false
    }
    let folded = name.lowercased()
    return !names.contains(String(name)) && names.contains { $0.lowercased() == folded }
  }
}
