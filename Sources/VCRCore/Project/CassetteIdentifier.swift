/// The name of a cassette by its place in its project, which is the same in every checkout, for run
/// records.
package enum CassetteIdentifier {
  /// The cassette's path from the root of its repository, or else from the nearest folder with a
  /// `.vcr.yaml`; its absolute path when it is in neither.
  ///
  /// - Parameter path: The cassette's path; nothing needs to be there.
  /// - Returns: The path, links resolved.
  package static func name(ofCassette path: String) -> String {
    let folder = FileSystem.resolvingLink(AbsolutePath.of(FileSystem.folder(of: path)))
    let file = path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(path[path.utf8.index(after: $0)...])
    }
    let whole = (folder == "/" ? "" : folder) + "/" + (file ?? path)
    guard let root = root(of: folder) else { return whole }
    return String(whole.dropFirst(root == "/" ? 1 : root.count + 1))
  }

  /// The root of the project that a folder belongs to; nil when there is none.
  ///
  /// - Parameter folder: An absolute path.
  /// - Returns: The nearest folder that holds `.git`, or else the nearest with a `.vcr.yaml`.
  package static func root(of folder: String) -> String? {
    var folder = folder
    var project: String?
    while true {
      let prefix = folder == "/" ? "/" : folder + "/"
      if FileSystem.exists(prefix + ".git") { return folder }
      if project == nil, FileSystem.exists(prefix + ProjectFile.name) { project = folder }
      if folder == "/" { return project }
      folder = FileSystem.folder(of: folder)
    }
  }
}
