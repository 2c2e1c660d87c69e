import Testing
import VCRCore
import VCRLocks

/// The names of the cassettes of a parameterised test's cases.
///
/// A case has the name that reads well where no other case of its test has the same, as `plain` for
/// the case of an enumeration, which describes itself as `.plain`. Otherwise a name that another
/// case might get, too, has a digest.
enum CaseNames {
  /// How many cases of a test have each name without a digest, in lower case.
  private static let table = Mutex<[Test.ID: [String: Int]]>([:])

  /// The name of a case's cassette.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the case.
  ///   - test: Its test, while it runs.
  /// - Returns: The name.
  static func name(_ arguments: CaseArguments, of test: Test) -> String {
    guard let name = nameWithoutDigest(arguments), isUnique(name, in: test) else {
      return nameByItself(arguments)
    }
    return name
  }

  /// The name of a case's cassette that does not depend on the other cases of its test.
  ///
  /// Cassettes had it before the other cases were looked at. A name that another case might get too
  /// has a digest: when an argument contains a space, which becomes a dash; when one of several
  /// contains a dash, which also separates them; and when the arguments of two cases are equal.
  ///
  /// - Parameter arguments: The arguments of the case.
  /// - Returns: The name.
  static func nameByItself(_ arguments: CaseArguments) -> String {
    let text = arguments.texts.joined(separator: " ")
    let isAmbiguous = arguments.texts.contains { text in
      text.contains(" ") || arguments.texts.count > 1 && text.contains("-")
    }
    guard arguments.number > 0 || isAmbiguous else { return FileName.of(text) }
    return FileName.of(
      text,
      digestOf: arguments.texts.joined(separator: "\0")
        + (arguments.number > 0 ? "\0\(arguments.number)" : ""))
  }

  private static func nameWithoutDigest(_ arguments: CaseArguments) -> String? {
    FileName.withoutDigest(of: arguments.texts.joined(separator: " "))
  }

  /// True when no two cases of a test have a name, also on a disk that disregards case.
  private static func isUnique(_ name: String, in test: Test) -> Bool {
    table.withLock { table in
      if let counts = table[test.id] { return counts[name.lowercased()] == 1 }
      var counts: [String: Int] = [:]
      for arguments in CaseArguments.all(of: test) ?? [] {
        guard let name = nameWithoutDigest(arguments) else { continue }
        counts[name.lowercased(), default: 0] += 1
      }
      table[test.id] = counts
      return counts[name.lowercased()] == 1
    }
  }
}
