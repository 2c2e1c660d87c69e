#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the files in a folder that may be cassettes or journals.
package enum FolderListing {
  /// The paths of all files below a folder whose names end in `.yaml`, `.yml` or `.recording`.
  ///
  /// Hidden folders and links to folders are skipped, so that no file occurs twice.
  ///
  /// - Parameter path: The folder.
  /// - Returns: The paths in order; nil when the path is that of a file.
  /// - Throws: `SystemError` when nothing is there, or a folder cannot be read.
  package static func cassettes(in path: String) throws(SystemError) -> [String]? {
    try files(in: path, endingIn: RecordingSuffix.cassette + [RecordingSuffix.journal])
  }

  /// The paths of all files below a folder whose names end in certain ways; hidden folders and
  /// links to folders are skipped.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - suffixes: How the names may end.
  ///   - onFolder: Called with the path of every folder below.
  ///   - onFault: Called with the path of a folder below that cannot be read, or of a link that
  ///     leads nowhere, and the listing goes on; nil to end at such a folder and to skip such a
  ///     link.
  /// - Returns: The paths in order; nil when the path is that of a file.
  /// - Throws: `SystemError` when nothing is there, or a folder cannot be read.
  package static func files(
    in path: String, endingIn suffixes: [String], onFolder: (String) -> Void = { _ in },
    onFault: ((_ path: String, _ isLink: Bool, SystemError) -> Void)? = nil
  ) throws(SystemError) -> [String]? {
    var status = stat()
    try SystemError.check { unsafe Int(stat(path, &status)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { return nil }
    var found: [String] = []
    try append(folder: path, suffixes, onFolder, onFault, to: &found)
    return found
  }

  /// True for the name of a file that ends in `.yaml` or `.yml`, in letters of any case.
  package static func isYAML(_ path: String) -> Bool {
    endsInAny(path, of: RecordingSuffix.cassette)
  }

  /// True for the name of a file that ends in one of some ways, in letters of any case.
  package static func endsInAny(_ path: String, of suffixes: [String]) -> Bool {
    suffixes.contains { (suffix: String) in
      path.utf8.count >= suffix.utf8.count
        && zip(path.utf8.reversed(), suffix.utf8.reversed()).allSatisfy {
          $0.asciiLowercased == $1
        }
    }
  }

  /// The names of all entries of a folder.
  ///
  /// - Throws: `SystemError` when it cannot be read.
  static func names(in folder: String) throws(SystemError) -> [String] {
    guard let handle = unsafe opendir(folder) else { throw .current }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) { names.append(unsafe name(of: entry)) }
    return names
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
    }
  }

  /// The paths of all folders with a name, at a folder or below it; an unreadable folder
  /// contributes none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - path: The folder.
  /// - Returns: The paths in order, none of which lies within another.
  package static func folders(named name: String, in path: String) -> [String] {
    guard let entries = try? entries(of: path) else { return [] }
    return entries.folders.flatMap { folder in
      folder.hasSuffix("/" + name) || folder == name ? [folder] : folders(named: name, in: folder)
    }
  }

  private static func append(
    folder: String, _ suffixes: [String], _ onFolder: (String) -> Void,
    _ onFault: ((_ path: String, _ isLink: Bool, SystemError) -> Void)?, to found: inout [String]
  ) throws(SystemError) {
    let entries = try entries(of: folder, onFault)
    found += entries.files.filter { suffixes.contains(where: $0.hasSuffix) }
    for folder in entries.folders {
      onFolder(folder)
      do throws(SystemError) {
        try append(folder: folder, suffixes, onFolder, onFault, to: &found)
      } catch {
        guard let onFault else { throw error }
        onFault(folder, false, error)
      }
    }
  }

  /// The paths of the files and folders in a folder, each in order, without hidden folders.
  private static func entries(
    of folder: String, _ onFault: ((_ path: String, _ isLink: Bool, SystemError) -> Void)? = nil
  ) throws(SystemError) -> (files: [String], folders: [String]) {
    guard let handle = unsafe opendir(folder) else { throw .current }
    defer { unsafe closedir(handle) }
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    var files: [String] = []
    var folders: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe name(of: entry)
      var kind = unsafe Int32(entry.pointee.d_type)
      if kind == Int32(DT_UNKNOWN) || kind == Int32(DT_LNK) {
        do throws(SystemError) {
          kind = try self.kind(of: prefix + name, isLink: kind == Int32(DT_LNK))
        } catch {
          onFault?(prefix + name, true, error)
          continue
        }
      }
      if kind == Int32(DT_DIR) {
        if !name.hasPrefix(".") { folders.append(prefix + name) }
      } else if kind == Int32(DT_REG) {
        files.append(prefix + name)
      }
    }
    return (files.sorted(), folders.sorted())
  }

  /// The kind of an entry whose folder does not state it; a link counts when it leads to a file.
  ///
  /// - Throws: `SystemError` for a link that leads nowhere.
  private static func kind(of path: String, isLink: Bool) throws(SystemError) -> Int32 {
    var status = stat()
    try SystemError.check { unsafe Int(stat(path, &status)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int32(DT_REG)
    case S_IFDIR: return isLink ? Int32(DT_UNKNOWN) : Int32(DT_DIR)
    default: return Int32(DT_UNKNOWN)
    }
  }
}
