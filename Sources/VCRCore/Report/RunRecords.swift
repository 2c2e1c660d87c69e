/// The interactions that runs have used, read from the reports of these runs.
package struct RunRecords: Sendable {
  /// A record that cannot be read.
  package struct Fault: Error, Sendable, CustomStringConvertible {
    /// The file.
    package var path: String
    /// A description of the problem.
    package var reason: String
    /// `path: reason`.
    package var description: String { "\(path.relativeToCurrentFolder): \(reason)" }
  }

  /// Whether each digest was used, for each cassette by its place in the project.
  private var cassettes: [String: [String: Bool]] = [:]
  /// The number of reports that were read.
  package private(set) var count = 0
  /// The number of lines that are no reports: a run that was killed, or a full disk, tears one at
  /// most.
  package private(set) var torn = 0

  /// Creates records of nothing.
  package init() {}

  /// Reads a file, or the files of a folder, that `--report` or `VCR_REPORT` wrote.
  ///
  /// - Parameter path: A `.json` or `.jsonl` file, or a folder.
  /// - Throws: ``Fault`` when it cannot be read or holds no report.
  package mutating func read(_ path: String) throws(Fault) {
    let files: [String]
    do {
      files = try FolderListing.files(in: path, endingIn: [".json", ".jsonl"]) ?? [path]
    } catch {
      throw Fault(path: path, reason: "\(error)")
    }
    let before = count
    for file in files {
      let content: [UInt8]
      do {
        content = try FileSystem.read(file)
      } catch {
        throw Fault(path: file, reason: "\(error)")
      }
      for line in content.split(separator: UInt8(ascii: "\n")) { add(line) }
    }
    if count == before {
      throw Fault(
        path: path,
        reason: "there is no run record in it; a test run writes one with VCR_REPORT=FILE.jsonl, a "
          + "command with --report FILE.jsonl")
    }
  }

  /// Whether each known digest of a cassette was used in some run.
  ///
  /// - Parameter path: The cassette's path.
  /// - Returns: Nil when no run opened it.
  package func uses(ofCassette path: String) -> [String: Bool]? {
    cassettes[CassetteIdentifier.name(ofCassette: path)]
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    guard let text = JSONText(Array(line)), add(text, 0) else {
      torn += 1
      return
    }
  }

  /// Adds a report and those of its scopes.
  ///
  /// - Returns: False when it is no report.
  private mutating func add(_ text: JSONText, _ report: Int) -> Bool {
    guard let cassette = text.member("cassette", of: report),
      text.member("vcr_run", of: report).map({ text.text(of: $0).elementsEqual("1".utf8) }) == true,
      let name = text.string(cassette), let list = text.member("interactions", of: report)
    else { return false }
    count += 1
    if let scopes = text.member("scopes", of: report) {
      for scope in text.children(of: scopes) where !add(text, scope) { torn += 1 }
    }
    // A run that failed at once does not show which interactions it needs.
    guard text.member("error", of: report) == nil else { return true }
    var uses = cassettes.removeValue(forKey: name) ?? [:]
    for entry in text.children(of: list) {
      guard let digest = text.member("digest", of: entry).flatMap(text.string) else { continue }
      let isUsed = text.member("used", of: entry).map { text.nodes[$0].kind == .true } ?? false
      uses[digest] = uses[digest] == true || isUsed
    }
    cassettes[name] = uses
    return true
  }
}

extension JSONText {
  /// The first member of an object with a name; nil for none, and when the node is no object.
  fileprivate func member(_ name: String, of index: Int) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    let name = Array(name.utf8)
    return children(of: index).first { hasName($0, name) }
  }

  /// The text of a string; nil for another value.
  fileprivate func string(_ index: Int) -> String? {
    guard nodes[index].kind == .string else { return nil }
    let range = range(of: index)
    var bytes: [UInt8] = []
    JSONString.appendUnescaped(
      self.bytes.view, range.lowerBound + 1..<range.upperBound - 1, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
