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
    guard FolderListing.isYAML(path) else { return false }
    let names = AbsolutePath.of(path).split(separator: "/")
    guard let name = names.last, !name.hasPrefix(".") else { return false }
    let folders = names.dropLast()
    return folders.contains { $0 == folder } && !folders.contains { SideFiles.isFolder(String($0)) }
  }
}
