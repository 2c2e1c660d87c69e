/// A recording of another tool, read into interactions.
///
/// The tool is recognised by what the file holds, not by its name. Read are HAR (JSON or YAML), the
/// cassettes of Ruby VCR and what follows its format, of vcrpy, go-vcr and PHP-VCR, and others of the
/// same shape: a list of pairs of `request` and `response`.
public struct ForeignCassette: Sendable {
  /// What wrote the file, for messages (`Ruby VCR`, `HAR`).
  public var format: String

  /// The interactions, in recorded order.
  public var interactions: [Interaction]

  /// What could not be read, a line each, with the number of the entry.
  public var problems: [String]

  /// Reads a file.
  ///
  /// - Parameter path: The file's path.
  /// - Throws: `CassetteError` when it cannot be read or is of no known format.
  public init(path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try AtomicFile.read(path)
    } catch {
      throw CassetteError(path: path, line: 0, column: 0, reason: "cannot be read: \(error)")
    }
    try self.init(path: path, content: bytes)
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - path: The file's path, for messages.
  ///   - bytes: The content.
  /// - Throws: `CassetteError` when it is of no known format.
  init(path: String, content bytes: [UInt8]) throws {
    let root: ForeignValue
    do throws(YAMLFault) {
      if let json = ForeignValue(json: bytes) {
        root = json
      } else {
        root = try ForeignValue(yaml: bytes)
      }
    } catch {
      throw CassetteError(path: path, fault: error)
    }
    guard let form = ForeignForm(root) else {
      throw CassetteError(
        path: path, line: 0, column: 0,
        reason: root["vcr"] != nil
          ? "is a vcr cassette already"
          : "is no recording that vcr knows: HAR, Ruby VCR, vcrpy, go-vcr or one of their shape")
    }
    format = form.name
    interactions = []
    problems = []
    for (index, entry) in form.entries.enumerated() {
      do {
        interactions.append(try form.isArchive ? HAREntry.read(entry) : ForeignEntry.read(entry))
      } catch {
        problems.append("#\(index + 1): \(error)")
      }
    }
  }

  /// Writes the interactions as a cassette of ours, redacted, in one step.
  ///
  /// - Parameters:
  ///   - path: Where to write.
  ///   - redaction: What must not reach the disk.
  /// - Throws: `DeckError` when it cannot be written; what was there is then as it was.
  ///
  /// Large bodies that are no text go into files beside it, in the folder `NAME.yaml.files`; nothing
  /// lies beside a device, a FIFO or standard output, so there the cassette holds them itself.
  public func write(to path: String, redaction: Redaction = .standard) throws {
    let sideFiles = SideFiles(path: path)
    let isFile = FileDestination(path).isFile
    let writer = CassetteWriter(sideFolder: isFile ? sideFiles.folderName : nil)
    let redactor = Redactor(redaction)
    // What one interaction hands out is looked for in all, also in those before it.
    for interaction in interactions { redactor.learn(from: interaction) }
    var files: [SideFile] = []
    let items = interactions.map { writer.item(redactor.redacting($0), files: &files)[...] }
    do throws(SystemError) {
      try sideFiles.write(files)
    } catch {
      throw DeckError(
        kind: .unwritable, path: path,
        reason: "the files beside the cassette could not be written: \(error)")
    }
    try CassetteContent(prologue: CassetteWriter.prologue[...], items: items).write(to: path)
  }
}

/// Which tool a recording is of, and where its entries are.
struct ForeignForm {
  /// The tool's name.
  let name: String
  /// The entries, in order.
  let entries: [ForeignValue]
  /// True for an HTTP archive, whose entries have a form of their own.
  let isArchive: Bool

  /// Recognises a recording; nil when it is none that is known.
  init?(_ root: ForeignValue) {
    if let log = root["log"], let entries = log["entries"] {
      (name, self.entries, isArchive) = ("HAR", entries.elements, true)
    } else if let entries = root["http_interactions"] {
      (name, self.entries, isArchive) = (Self.writer(of: root), entries.elements, false)
    } else if root["vcr"] == nil, let entries = root["interactions", "records"] {
      let first = entries.elements.first
      let isGo = root["version"] != nil && first?["request"]?["url"] != nil
      let isPython = first?["request"]?["uri"] != nil
      (name, self.entries, isArchive) = (
        isGo ? "go-vcr" : isPython ? "vcrpy" : Self.other, entries.elements, false
      )
    } else if let first = root.elements.first, first["request"] != nil, first["response"] != nil {
      (name, self.entries, isArchive) = (Self.other, root.elements, false)
    } else {
      return nil
    }
  }

  /// What many tools write, too many to tell apart.
  private static let other = "another tool"

  private static func writer(of root: ForeignValue) -> String {
    let words = root["recorded_with"]?.text ?? ""
    return words.contains("betamax") ? "Betamax" : "Ruby VCR"
  }
}

/// Why an entry of another tool's recording cannot be read.
struct ForeignEntryError: Error, CustomStringConvertible {
  var description: String
}
