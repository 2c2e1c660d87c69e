#if CommandLineTool
  import Foundation
  import VCRCore
  import VCRReview

  /// The one rule by which a cassette's name becomes its path.
  enum CassettePath {
    /// The path of a cassette that was named.
    ///
    /// - Parameter name: The name that the user wrote: a path that ends in `.yaml` or `.yml`, in
    ///   letters of any case, is taken as it stands, and so is an archive (`.har`, `.harp`,
    ///   `.chlsj`, `.saz`), a `.json` or a `.toml` that is there, as other tools write them, packed
    ///   or not, a folder of WireMock or Talkback, and a dump of mitmproxy or items of Burp by
    ///   any name; any other name gets `.yaml` and, when it is relative, is looked for in
    ///   `Cassettes`.
    /// - Returns: The path.
    static func path(named name: String) -> String {
      if FolderListing.isYAML(name) || isArchive(name) { return name }
      return (name.hasPrefix("/") ? "" : "Cassettes/") + name + ".yaml"
    }

    /// The path of a cassette that is read alone.
    ///
    /// - Parameter name: The name that the user wrote: `-` is standard input, and a FIFO or device
    ///   that is there, such as `<(git show HEAD:users.yaml)` of a shell, is taken as it stands.
    /// - Returns: The path.
    static func path(ofInputNamed name: String) -> String {
      let source = StandardStream.source(name)
      return FileSystem.exists(source) && !FileDestination(source).isFile
        ? source : path(named: source)
    }

    /// The path of a cassette that a run was given, which may have to be made.
    ///
    /// - Parameter name: The name that the user wrote.
    /// - Returns: The path, as ``path(named:)`` makes it.
    /// - Throws: `CommandFailure` for what names a folder, a device or nothing: the ending would
    ///   make it a file that nobody meant.
    static func path(ofRunNamed name: String) throws(CommandFailure) -> String {
      let path = path(named: name)
      guard path != name else { return path }
      let last = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      // A relative name may be that of a folder that has nothing to do with cassettes.
      var isFolder: ObjCBool = false
      let isFound = unsafe FileManager.default.fileExists(atPath: name, isDirectory: &isFolder)
      let isThere = isFound && name.hasPrefix("/")
      let fault: String? =
        if name.allSatisfy(\.isWhitespace) {
          "a cassette needs a name"
        } else if name == "-" {
          "a cassette is a file, as its recording is locked, kept and merged"
        } else if last.isEmpty || last == "." || last == ".." || isThere && isFolder.boolValue {
          "this is a folder, and a cassette is a file"
        } else if isThere, !FileDestination(name).isFile {
          "this is no file that could be replaced, as a cassette is"
        } else {
          nil
        }
      guard let fault else { return path }
      throw CommandFailure(
        .usage,
        "cassette '\(PrintableText.line(name))': \(fault); name one, such as Cassettes/users.yaml")
    }

    /// True for the name of a recording in JSON or TOML that exists, of a folder of WireMock or
    /// Talkback, or of a dump of mitmproxy or items of Burp Suite.
    private static func isArchive(_ name: String) -> Bool {
      let suffixes = RecordingSuffix.all + Packing.allCases.flatMap(\.suffixes)
      if FolderListing.endsInAny(name, of: suffixes) {
        return FileSystem.exists(name)
      }
      if ForeignCassette.isOneRecording(folder: name) { return true }
      guard FileSystem.size(ofFile: name) != nil, let file = FileHandle(forReadingAtPath: name)
      else { return false }
      return (try? file.read(upToCount: 64)).flatMap { FileNature.ownRecording($0) } != nil
    }

    /// Returns a note about the file that is there in place of a missing cassette, and what to do
    /// with it.
    ///
    /// - Parameter path: The path of a cassette that was named, as ``path(named:)`` made it.
    /// - Returns: A sentence; nil where nothing else can have been meant.
    static func note(onMissing path: String) -> String? {
      guard !FileSystem.exists(path), path.hasSuffix(".yaml") else { return nil }
      let whole = String(path.dropLast(".yaml".count))
      let folder = "Cassettes/"
      let names = [whole] + (whole.hasPrefix(folder) ? [String(whole.dropFirst(folder.count))] : [])
      for name in names where !name.isEmpty {
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: name, isDirectory: &isFolder) else {
          continue
        }
        if isFolder.boolValue { return "\(name) is a folder; name a cassette in it" }
        guard FileSystem.size(ofFile: name) != nil else { continue }
        return "\(name) is there, but the name of a cassette ends in .yaml; rename it, or convert "
          + "what another tool wrote: vcr convert \(name.shellWord) NEW.yaml"
      }
      return nil
    }

    /// The folder with the cassettes of tests.
    ///
    /// - Parameter cassette: The path of the run's cassette, if it was named; else the folder is
    ///   the same for every way to run the tests.
    /// - Returns: The path.
    static func folder(ofScopes cassette: String?) -> String {
      guard let cassette else { return "Cassettes" }
      let dot = cassette.lastIndex(of: ".") ?? cassette.endIndex
      return String(cassette[..<dot])
    }

    /// The path of the cassette that belongs to a command.
    ///
    /// - Parameter command: The command's name or path.
    /// - Returns: `Cassettes/NAME.yaml`.
    static func path(ofCommand command: String) -> String {
      let name = command.split(separator: "/").last.map(String.init) ?? command
      return "Cassettes/" + name + ".yaml"
    }
  }

  extension CommandFailure {
    /// The failure of what was to read a cassette that somebody named.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - path: The path of the cassette.
    init(_ error: any Error, named path: String) {
      self.init(error)
      if let note = CassettePath.note(onMissing: path) { description += "; " + note }
    }
  }
#endif
