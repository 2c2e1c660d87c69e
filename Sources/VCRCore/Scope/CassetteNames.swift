import VCRLocks

/// Makes sure that two tests with similar names do not share a cassette by accident.
///
/// Names that differ only in case become the same file name on many disks, and names that differ
/// only in spaces and dashes may, see ``FileName``. Then the first in alphabetical order gets the
/// plain name, and the others get a digest. A test whose file with a digest exists keeps that file,
/// whichever tests run with it. Where the plain name is taken in another spelling it gets a digest,
/// too, unless its own spelling is there beside that.
///
/// Private suites in two files may have one name, and so may their tests: the file decides then.
package enum CassetteNames {
  /// A test that would have a name.
  private struct Holder: Hashable, Comparable {
    var identity: String
    var file: String
    /// The path with the plain name, in the spelling of this test.
    var path: String

    static func < (first: Self, second: Self) -> Bool {
      (first.identity, first.file) < (second.identity, second.file)
    }
  }

  private struct Name {
    /// The test with the plain name; nil until one asks.
    var owner: Holder?
    /// All tests in the run that would have this name.
    var known: Set<Holder> = []
    /// All tests that have asked for it.
    var asked: Set<Holder> = []
  }

  private static let table = Mutex<[String: Name]>([:])

  /// Notes a test of the run before any runs.
  ///
  /// - Parameters:
  ///   - path: The path that its cassette would have.
  ///   - identity: A text that is unique to the test among those of its file.
  ///   - file: The file with the test; empty when it is not needed.
  package static func note(_ path: String, of identity: String, in file: String = "") {
    let test = Holder(identity: identity, file: file, path: path)
    table.withLock { table in _ = table[path.lowercased(), default: Name()].known.insert(test) }
  }

  /// The path of a test's cassette.
  ///
  /// - Parameters:
  ///   - path: The path that it would have.
  ///   - earlier: A path that is the test's alone, and kept where its file is there; nil for none.
  ///   - identity: A text that is unique to the test among those of its file.
  ///   - file: The file with the test; empty when it is not needed.
  /// - Returns: This path, or one with a digest when the path belongs to another test.
  package static func path(
    _ path: String, earlier: String? = nil, of identity: String, in file: String = ""
  ) -> String {
    if let earlier, FileSystem.exists(earlier) { return earlier }
    let test = Holder(identity: identity, file: file, path: path)
    let ending = ".yaml"
    let stem = path.hasSuffix(ending) ? String(path.dropLast(ending.count)) : path
    func own(_ text: String) -> String {
      "\(stem)-\(FNV1a<UInt32>(text.utf8).hexadecimal)\(ending)"
    }
    let ownOfFile = own(identity + "\0" + file)
    if FileSystem.exists(ownOfFile) { return ownOfFile }
    // Of tests that nothing noted the first to ask has the plain name. Where one has a file with a
    // digest, from a run in which others came first, it leaves the plain name to them.
    let hasOwn = FileSystem.exists(own(identity))
    let (owner, isAloneInSpelling, firstOfIdentity) = table.withLock { table in
      var name = table[path.lowercased()] ?? Name()
      let owner = name.owner ?? name.known.min() ?? (hasOwn ? nil : test)
      name.owner = owner
      name.asked.insert(test)
      table[path.lowercased()] = name
      let holders = owner.map { name.known.union([$0]) } ?? name.known
      let namesakes = holders.filter { $0.identity == identity }
      let isAlone = !name.known.union(name.asked).contains { $0.path == path && $0 != test }
      return (owner, isAlone, namesakes.min() ?? test)
    }
    let other = firstOfIdentity == test ? own(identity) : ownOfFile
    if FileSystem.exists(other) { return other }
    return switch presence(of: path) {
    case .asSpelled: owner == test || isAloneInSpelling ? path : other
    case .inOtherCase: other
    case .none: owner == test ? path : other
    }
  }

  /// How a file is there.
  private enum Presence { case none, asSpelled, inOtherCase }

  /// Whether the file at the path is there, or what would be it on a disk that disregards case.
  private static func presence(of path: String) -> Presence {
    guard let slash = path.lastIndex(of: "/") else { return .none }
    let name = path[path.index(after: slash)...]
    let folder = String(path[..<slash])
    guard FileSystem.exists(folder), let names = try? FolderListing.names(in: folder) else {
      return .none
    }
    if names.contains(String(name)) { return .asSpelled }
    let folded = name.lowercased()
    return names.contains { $0.lowercased() == folded } ? .inOtherCase : .none
  }
}
