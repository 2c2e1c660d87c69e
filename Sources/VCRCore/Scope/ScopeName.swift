/// The name of a scope: a part of a run, such as a test, that has a cassette of its own.
package struct ScopeName: Sendable, Hashable {
  /// The names from the outermost to the scope's own: the file of a test, its groups, its own name.
  ///
  /// In the first, slashes separate folders.
  package let parts: [String]

  /// Creates a name; nil when nothing is named.
  ///
  /// - Parameter parts: The names from the outermost to the scope's own.
  package init?(_ parts: [String]) {
    self.parts = parts.filter { !$0.isEmpty }
    if self.parts.isEmpty { return nil }
  }

  /// The path of the scope's cassette.
  ///
  /// Different names have different paths, whichever other scopes there are: a space becomes a
  /// plus, and what loses more gets a digest.
  ///
  /// - Parameters:
  ///   - folder: The folder of the run's scopes.
  ///   - occurrence: 1 for the first scope of this name in a run, 2 for the second, and so on.
  /// - Returns: The path.
  package func path(in folder: String, occurrence: Int = 1) -> String {
    var folders = parts[0].split(separator: "/").map(String.init) + parts.dropFirst()
    if occurrence > 1, let last = folders.popLast() { folders.append("\(last) #\(occurrence)") }
    let files = folders.map { FileName.of($0, space: "+") }
    let path = ([folder] + files).joined(separator: "/") + ".yaml"
    return CassetteNames.path(path, of: parts.joined(separator: "\0") + "\0#\(occurrence)")
  }

  /// True when the scope of this name is around one of another name, as a test is around its parts.
  ///
  /// - Parameter other: The other name.
  /// - Returns: True when this name is the beginning of the other.
  package func contains(_ other: ScopeName) -> Bool {
    self != other && other.description.hasPrefix(description + "/")
      || parts.count < other.parts.count && other.parts.starts(with: parts)
  }
}

extension ScopeName: CustomStringConvertible {
  /// The name in one line, as pytest writes it.
  package var description: String { parts.joined(separator: "::") }
}
