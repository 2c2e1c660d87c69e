#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The side files of a cassette, which hold bodies that nobody would read in it: images, archives,
/// long texts.
///
/// Those of `users.yaml` are in the folder `users.yaml.files`, each named by the first 32
/// hexadecimal digits of the SHA-256 of its content, with the suffix of its media type, so that a
/// review shows the image. Where the cassette's path is a link, they are next to the file to which
/// it leads. The same content is stored once. A file with another name, to which a person made the
/// cassette refer, is read without a digest check.
package struct SideFiles {
  /// The cassette's path, no link.
  let cassette: String

  /// The number of hexadecimal digits of the digest in a name.
  private static let digits = BodyFile.digestLength

  /// The suffix of the name of a cassette's folder for side files.
  package static let suffix = ".files"

  /// The files of a cassette.
  ///
  /// - Parameter path: The cassette's path, or that of its journal.
  package init(path: String) {
    cassette = FileSystem.followingLink(JournalPath.cassette(of: path) ?? path)
  }

  /// The files of a cassette whose path is known to be no link.
  init(resolvedPath path: String) { cassette = path }

  /// The name of the folder of the side files, next to the cassette.
  package var folderName: String {
    let name = cassette.utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { String(cassette[cassette.utf8.index(after: $0)...]) }
    return (name ?? cassette) + Self.suffix
  }

  private var folder: String { FileSystem.folder(of: cassette) }

  /// The reference to a content.
  static func reference(to bytes: [UInt8], in folderName: String, suffix: String) -> String {
    "\(folderName)/\(SHA256.hexadecimal(bytes).prefix(digits)).\(suffix)"
  }

  // MARK: Reading

  /// Reads a side file.
  ///
  /// - Parameters:
  ///   - reference: The path relative to the cassette's folder.
  ///   - path: The cassette's path, or that of its journal.
  /// - Returns: The content; that of a file of more than `Body.memoryLimit` bytes stays there.
  /// - Throws: `SideFileError` when it is missing, is no file, or is not within the folder.
  package static func read(_ reference: String, besideCassette path: String) throws -> Body {
    guard isWithinFolder(reference) else { throw SideFileError.leavesFolder(reference) }
    let folder = FileSystem.folder(of: FileSystem.followingLink(path))
    let file = folder == "/" ? "/" + reference : folder + "/" + reference
    guard let realFolder = FileSystem.resolved(folder), let realFile = FileSystem.resolved(file)
    else {
      // Where cassette and folder were renamed, the cassette may still name the folder of before.
      let name = reference.split(separator: "/").last.map(String.init) ?? reference
      let renamed = "\(SideFiles(path: path).folderName)/\(name)"
      let isThere =
        FileSystem.resolved(folder == "/" ? "/" + renamed : folder + "/" + renamed) != nil
      throw SideFileError(
        reason: "the file \(reference) beside the cassette is missing; "
          + (isThere
            ? "write “file: \(renamed)”, where one of its name is"
            : "get it back with “git restore \(file.typedPath)”, or record again"))
    }
    // A link may lead out of it.
    guard realFile.hasPrefix(realFolder == "/" ? "/" : realFolder + "/") else {
      throw SideFileError.leavesFolder(reference)
    }
    var status = stat()
    guard unsafe stat(realFile, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SideFileError(reason: "\(reference) beside the cassette is no file")
    }
    guard Int(status.st_size) <= Body.memoryLimit else {
      return Body(
        BodyFile(
          path: realFile, count: Int(status.st_size), digest: digest(in: reference),
          isTemporary: false))
    }
    do {
      return Body(try FileContents.read(realFile))
    } catch {
      throw SideFileError(reason: "the file \(reference) cannot be read: \(error.reason)")
    }
  }

  /// Reads a side file into memory, for whoever has to look at all of it.
  ///
  /// - Parameters:
  ///   - reference: The path relative to the cassette's folder.
  ///   - path: The cassette's path, or that of its journal.
  /// - Returns: The content, in memory.
  /// - Throws: As ``read(_:besideCassette:)``, and for more than ``maximumSize`` bytes.
  package static func load(_ reference: String, besideCassette path: String) throws -> Body {
    let body = try read(reference, besideCassette: path)
    guard let file = body.file else { return body }
    guard file.count <= maximumSize else {
      throw SideFileError(
        reason: "the file \(reference) has \(file.count >> 20) MiB; "
          + "the most is \(maximumSize >> 20) MiB")
    }
    do {
      return Body(try FileContents.read(file.path))
    } catch {
      throw SideFileError(reason: "the file \(reference) cannot be read: \(error.reason)")
    }
  }

  /// The largest file that is held in memory, in bytes.
  static let maximumSize = CassetteLimit.itemSize

  /// Checks a content against the digest in its file's name.
  ///
  /// - Throws: `SideFileError` with both digests when they differ.
  static func check(_ body: Body, reference: String) throws(SideFileError) {
    // One that stays in its file is checked when it is read, see `BodyReplay`.
    guard body.file == nil, let expected = digest(in: reference) else { return }
    var hash = SHA256()
    hash.update(body.bytes)
    try SideFileError.check(hash, against: expected, of: reference)
  }

  /// The digest in the name of a recorded file; nil for a name that a person gave.
  private static func digest(in reference: String) -> String? {
    let name = reference.utf8.split(separator: UInt8(ascii: "/")).last ?? [][...]
    let stem = Array(name.prefix { $0 != UInt8(ascii: ".") })
    guard stem.count == digits, stem.allSatisfy(isDigit) else { return nil }
    return String(decoding: stem, as: UTF8.self)
  }

  /// True when a text may refer to a file by a name that a person gave, which says nothing of what
  /// is in the file.
  ///
  /// A text that only looks like a reference counts as well.
  package static func hasNameGivenByHand(_ text: ArraySlice<UInt8>) -> Bool {
    let key = Array(BodyKey.file.rawValue.utf8)
    let bytes = Array(text)
    var start = 0
    while let found = bytes.firstRange(of: key, from: start) {
      start = found.upperBound
      // A key in block or flow style, with quotes or without.
      guard found.lowerBound > 0, !ByteSet.word.contains(bytes[found.lowerBound - 1]) else {
        continue
      }
      var end = start
      while end < bytes.count, bytes[end] == 0x22 || bytes[end] == 0x27 { end += 1 }
      guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else { continue }
      let line = bytes[(end + 1)..<bytes.firstNewline(from: end, to: bytes.count)]
      let name = line.split(separator: UInt8(ascii: "/")).last ?? line
      let stem = name.prefix { isDigit($0) }
      if stem.count != digits || stem.endIndex == name.endIndex || name[stem.endIndex] != 0x2E {
        return true
      }
    }
    return false
  }

  /// True for a relative path that stays within its start folder.
  private static func isWithinFolder(_ reference: String) -> Bool {
    let parts = reference.split(separator: "/", omittingEmptySubsequences: false)
    return !reference.utf8.contains(0) && !reference.utf8.contains(UInt8(ascii: "\\"))
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  /// The contents of the existing side files to which a text of this cassette refers.
  func contents(referredToBy text: [UInt8]) -> some Sequence<Body> {
    Self.names(in: [text[...]]).lazy.compactMap {
      try? Self.read("\(folderName)/\($0)", besideCassette: cassette)
    }
  }

  /// The existing files with these names.
  func files(_ names: Set<String>) -> [SideFile] {
    // They are to be written again after they were removed, so they are held in memory.
    names.sorted().compactMap { name in
      (try? FileSystem.read("\(folder)/\(folderName)/\(name)")).map {
        SideFile(reference: "\(folderName)/\(name)", bytes: $0)
      }
    }
  }

  // MARK: Writing

  /// Writes files, each as a whole or not at all, with the permissions of the cassette; until that
  /// exists, only its user can read them, as with the journal.
  ///
  /// - Throws: The system's error.
  package func write(_ files: [SideFile]) throws(SystemError) {
    for file in files {
      let path = folder + "/" + file.reference
      try FileSystem.createFolder(of: path)
      if let known = file.body.file {
        try known.keep(as: path, permissionsOf: cassette)
        continue
      }
      let bytes = file.body.bytes
      if let known = try? FileSystem.read(path), known == bytes { continue }
      try FileSystem.write([bytes[...]], to: path, permissionsOf: cassette)
    }
  }

  /// A path for a file whose digest is not known yet; ``removeLeftovers()`` removes what a kill
  /// leaves there.
  func temporaryPath() -> String {
    let stem = String(repeating: "0", count: Self.digits)
    return FileSystem.temporary(for: "\(folder)/\(folderName)/\(stem).\(Self.spoolSuffix)")
  }

  /// The word in the place of the digest that is not known yet in such a path.
  static let spoolSuffix = "body"

  /// The part of a body that an interrupted recording left at such a path.
  ///
  /// - Parameter name: The name of the file.
  /// - Returns: The body, empty where nothing is there.
  /// - Throws: The system's error.
  func spooledBody(_ name: String) throws(SystemError) -> Body {
    let path = "\(folder)/\(folderName)/\(name)"
    guard Self.isUnfinished(name), FileSystem.exists(path) else { return [] }
    try SpoolRest(beside: path)?.append(to: path)
    guard let size = FileSystem.size(ofFile: path), size > Body.memoryLimit else {
      return Body(try FileSystem.read(path))
    }
    // What the journal names stays until the journal goes.
    let copy = temporaryPath()
    let isCopied = unsafe link(path, copy) == 0
    let digest = BodyFile(path: path, count: size, digest: nil, isTemporary: false).identity
    return Body(
      BodyFile(path: isCopied ? copy : path, count: size, digest: digest, isTemporary: true))
  }

  /// Creates a file for bytes as they came, without a name, as they may hold secrets.
  func spool() -> SpooledBytes {
    SpooledBytes(path: FileSystem.temporary(for: cassette))
  }

  /// Gives the side files of a new cassette its permissions.
  func copyCassettePermissions(to names: Set<String>) {
    for name in names {
      FileSystem.setPermissions(of: "\(folder)/\(folderName)/\(name)", like: cassette)
    }
  }

  // MARK: Removing

  /// True when the cassette has a folder of side files.
  var isInUse: Bool { FileSystem.exists(folder + "/" + folderName) }

  /// The names, without their folder, of the files to which the parts of a text may refer.
  ///
  /// A text that only looks like a reference counts as well.
  package static func names(in parts: some Sequence<ArraySlice<UInt8>>) -> Set<String> {
    var names: Set<String> = []
    for part in parts { appendNames(in: part, of: nil, to: &names) }
    return names
  }

  /// The names of those that are in the folder of this cassette: another one may have a file with
  /// the same content, and thus the same name, in its own.
  private func ownNames(in text: ArraySlice<UInt8>) -> Set<String> {
    let owner = Array(folderName.utf8.dropLast(Self.suffix.utf8.count))
    var names: Set<String> = []
    // A name of unusual characters may be written with escapes.
    Self.appendNames(in: text, of: owner.allSatisfy(Self.isPlain) ? owner : nil, to: &names)
    return names
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || [0x2D, 0x2E, 0x5F].contains(byte)
  }

  private static func appendNames(
    in text: ArraySlice<UInt8>, of owner: [UInt8]?, to names: inout Set<String>
  ) {
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      // As `c.yaml.files/NAME`.
      let mark = Array("\(suffix)/".utf8)
      var start = 0
      while let found = unsafe memchr(base + start, 0x2E, bytes.count - start) {
        let dot = unsafe UnsafeRawPointer(found) - base
        let name = dot + mark.count
        start = dot + 1
        guard name < bytes.count, unsafe memcmp(base + dot, mark, mark.count) == 0 else { continue }
        var end = name
        while end < bytes.count, unsafe isDigit(bytes[end]) { end += 1 }
        guard end - name == digits, end < bytes.count, unsafe bytes[end] == UInt8(ascii: ".") else {
          continue
        }
        end += 1
        while end < bytes.count, unsafe isSuffix(bytes[end]) { end += 1 }
        if let owner {
          let first = dot - owner.count
          guard first >= 0, unsafe bytes[first..<dot].elementsEqual(owner),
            unsafe first == 0 || !isPlain(bytes[first - 1])
          else { continue }
        }
        names.insert(
          unsafe String(
            decoding: UnsafeRawBufferPointer(rebasing: bytes[name..<end]), as: UTF8.self))
        start = end
      }
    }
  }

  /// Removes the folder of the side files if it is empty, as it is when a body could not be kept.
  func removeEmptyFolder() { unsafe rmdir(folder + "/" + folderName) }

  /// Removes side files to which a rewritten cassette or journal referred before.
  ///
  /// A file stays if the cassette, its journal or another cassette of the same folder refers to it,
  /// or if it is not in the cassette's own folder of side files.
  ///
  /// - Parameter names: The names in the folder of side files.
  func removeUnreferenced(among names: Set<String>) {
    let own = folder + "/" + folderName
    let orphans = unreferenced(among: names.filter { FileSystem.exists("\(own)/\($0)") })
    guard !orphans.isEmpty else { return }
    for name in orphans { unsafe unlink("\(own)/\(name)") }
    removeEmptyFolder()
  }

  /// Removes what a killed recording left: files that it wrote before anything referred to them,
  /// and incomplete files.
  func removeLeftovers() {
    let own = folder + "/" + folderName
    guard let names = try? FolderListing.names(in: own) else { return }
    for name in names where Self.isUnfinished(name) { unsafe unlink("\(own)/\(name)") }
    removeUnreferenced(among: Set(names.filter(Self.isOwn)))
    removeEmptyFolder()
  }

  /// The paths of the recorded files in a folder of side files to which no cassette or journal next
  /// to that folder refers.
  ///
  /// - Parameter path: The folder's path, `NAME.yaml.files`.
  /// - Returns: The paths in order.
  package static func orphans(inFolder path: String) -> [String] {
    guard path.hasSuffix(suffix), let names = try? FolderListing.names(in: path) else { return [] }
    let files = SideFiles(path: String(path.dropLast(suffix.count)))
    return files.unreferenced(among: Set(names.filter(isOwn))).sorted().map { "\(path)/\($0)" }
  }

  /// The path of the folder of a cassette's side files.
  ///
  /// - Parameter path: The path of the cassette, or of its journal.
  /// - Returns: The path, whether the folder exists or not.
  package static func folder(besideCassette path: String) -> String {
    SideFiles(path: path).cassette + suffix
  }

  /// True for the name of a folder of side files.
  package static func isFolder(_ path: String) -> Bool { path.hasSuffix(suffix) }

  /// The names to which neither the cassette nor any file next to it refers.
  private func unreferenced(among names: Set<String>) -> Set<String> {
    var orphans = names
    guard !orphans.isEmpty else { return [] }
    // Usually the cassette itself refers to all of them.
    if let text = try? FileSystem.read(cassette) { orphans.subtract(ownNames(in: text[...])) }
    guard !orphans.isEmpty else { return [] }
    for name in (try? FolderListing.names(in: folder)) ?? [] where Self.mayRefer(name) {
      let path = folder + "/" + name
      // What COMMAND leaves beside a cassette may be as large as a body, and is no text as a rule.
      if FileNature(ofFile: path) != nil { continue }
      // A file that cannot be read might refer to any of them.
      guard let text = try? FileSystem.read(path) else {
        if FileSystem.isFile(path) { return [] }
        continue
      }
      orphans.subtract(ownNames(in: text[...]))
    }
    return orphans
  }

  /// True for a name in the form that recordings use.
  private static func isOwn(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && isStem(parts[0]) && !parts[1].isEmpty
      && parts[1].allSatisfy(isSuffix)
  }

  /// True for the temporary name of such a file while it is written, see `FileSystem`.
  private static func isUnfinished(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 5 && isStem(parts[0]) && parts[2].allSatisfy(\.isASCIIDigit)
      && parts[3].allSatisfy(\.isASCIIDigit) && parts[4].elementsEqual("tmp".utf8)
  }

  private static func isStem(_ part: Substring.UTF8View) -> Bool {
    part.count == digits && part.allSatisfy(isDigit)
  }

  private static func mayRefer(_ name: String) -> Bool {
    (RecordingSuffix.replayed + [RecordingSuffix.journal])
      .contains { name.hasSuffix($0) } || !name.contains(".")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f")
  }

  private static func isSuffix(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
  }
}
