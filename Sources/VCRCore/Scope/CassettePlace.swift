/// Where the cassettes are that the code of one source file names.
///
/// One rule for the trait, `withCassette`, the members of `XCTestCase` and `CassetteProxy`, so that
/// one name is one file everywhere.
package struct CassettePlace: Sendable {
  /// The folder of cassettes, absolute or relative to that of the source file.
  package var directory: String
  /// The path of the source file, as the compiler knew it.
  package var sourceFile: String
  /// The folder of a bundle's resources; nil for none.
  package var resources: String?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - directory: The folder of cassettes, absolute or relative to that of the source file.
  ///   - sourceFile: The path of the source file.
  ///   - resources: The folder of a bundle's resources; nil for none.
  package init(directory: String, sourceFile: String, resources: String? = nil) {
    self.directory = directory
    self.sourceFile = sourceFile
    self.resources = resources
  }

  /// The path of a cassette.
  ///
  /// - Parameter name: Its name, with or without its ending. The name of a recording of another
  ///   tool, such as `old.json`, and an absolute path are kept where that file is there; a new
  ///   cassette is always YAML.
  /// - Returns: The path: in the folder that the environment names; otherwise beside the source
  ///   file; otherwise, where that is not on this machine, among the resources.
  package func path(of name: String) -> String {
    if FolderListing.isYAML(name) { return path(ofFile: name) }
    if name.hasPrefix("/") || RecordingSuffix.isForeign(name) {
      let path = path(ofFile: name)
      if FileSystem.isFile(path) { return path }
    }
    return path(ofFile: name + ".yaml")
  }

  private func path(ofFile file: String) -> String {
    let beside = VCREnvironment.current.path(of: file, in: folder)
    guard isAway, !file.hasPrefix("/"), let resources else { return beside }
    return Self.path(of: file, directory, in: resources)
  }

  /// The path of a cassette among the resources of a bundle.
  ///
  /// A folder that is copied keeps its own name and leaves out those above it, and one whose files
  /// are processed leaves out all names. So it is the longest end of the path that is there.
  private static func path(of file: String, _ directory: String, in resources: String) -> String {
    let names = "\(directory)/\(file)".split(separator: "/").filter { $0 != "." }
    let below = names.suffix(from: names.lastIndex(of: "..").map { $0 + 1 } ?? 0)
    let paths = below.indices.map { "\(resources)/\(below[$0...].joined(separator: "/"))" }
    return paths.first { FileSystem.exists($0) } ?? paths.first ?? resources
  }

  /// True when the cassettes belong beside a source file that is not on this machine: a device, or
  /// a service that runs tests which were built elsewhere.
  var isAway: Bool {
    VCREnvironment.current.cassetteFolder == nil && !directory.hasPrefix("/")
      && !FileSystem.exists(sourceFolder)
  }

  /// True when the tests were built by Xcode on a machine of continuous integration, as far as the
  /// path of the sources shows, since Xcode passes `CI` on to no test.
  var isBuiltByCI: Bool {
    VCREnvironment.current.isXcode
      && Self.foldersOfCI.contains { sourceFile.hasPrefix($0) }
  }

  /// Where continuous integration on Apple machines checks sources out: Xcode Cloud, GitHub,
  /// CircleCI, Bitrise and Codemagic.
  private static let foldersOfCI = [
    "/Volumes/workspace/", "/Users/runner/", "/Users/distiller/", "/Users/vagrant/git/",
    "/Users/builder/clone/",
  ]

  private var sourceFolder: String {
    guard let slash = sourceFile.lastIndex(of: "/") else { return "." }
    return slash == sourceFile.startIndex ? "/" : String(sourceFile[..<slash])
  }

  private var folder: String {
    if directory.hasPrefix("/") { return directory }
    return directory.isEmpty ? sourceFolder : "\(sourceFolder)/\(directory)"
  }
}
