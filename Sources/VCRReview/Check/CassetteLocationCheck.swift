import VCRCore

/// Recognises places where only cassettes are expected.
package enum CassetteLocationCheck {
  /// The name of a folder for cassettes.
  private static let folder = "Cassettes"

  /// True for the path of a file that must be a cassette by its place and name: a YAML file in or
  /// below a folder named `Cassettes`.
  ///
  /// Hidden files are settings, and the files in a cassette's folder of side files are bodies.
  ///
  /// - Parameter path: The path.
  /// - Returns: Whether it is one.
  package static func holds(_ path: String) -> Bool {
    FolderListing.isYAML(path) && isAmongCassettes(path)
  }

  /// True for the path of a file that may be the recording of another tool by its place and name:
  /// an HTTP archive anywhere, and in or below a folder named `Cassettes` any text that a tool
  /// records.
  package static func mayHoldForeign(_ path: String) -> Bool {
    FolderListing.endsInAny(path, of: RecordingSuffix.archives)
      || (FolderListing.endsInAny(path, of: RecordingSuffix.text) && isAmongCassettes(path))
  }

  /// True for the path of a text that may show by its content that another tool recorded it,
  /// wherever it is.
  ///
  /// - Parameter path: A path below a folder that the user named.
  /// - Returns: False for a hidden file, and for a body beside a cassette.
  package static func mayShowForeign(_ path: String) -> Bool {
    guard FolderListing.endsInAny(path, of: RecordingSuffix.text) else { return false }
    let names = path.split(separator: "/")
    return names.last?.hasPrefix(".") == false
      && !names.dropLast().contains { SideFiles.isFolder(String($0)) }
  }

  private static func isAmongCassettes(_ path: String) -> Bool {
    let names = AbsolutePath.of(path).split(separator: "/")
    guard let name = names.last, !name.hasPrefix(".") else { return false }
    let folders = names.dropLast()
    return folders.contains { $0 == folder } && !folders.contains { SideFiles.isFolder(String($0)) }
  }
}
