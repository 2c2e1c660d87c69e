import VCRCore

/// Tells where nothing but cassettes is expected.
enum CassetteLocationCheck {
  /// The name of the folder in which cassettes are kept.
  private static let folder = "Cassettes"

  /// True for the path of a file that its place and its name make a cassette: one of YAML, in or below
  /// a folder named `Cassettes`.
  ///
  /// Hidden files are settings, and what is in the folder beside a cassette is the body of a message.
  static func holds(_ path: String) -> Bool {
    guard FolderListing.isYAML(path) else { return false }
    let names = AbsolutePath.of(path).split(separator: "/")
    guard let name = names.last, !name.hasPrefix(".") else { return false }
    let folders = names.dropLast()
    return folders.contains { $0 == folder } && !folders.contains { SideFiles.isFolder(String($0)) }
  }
}
