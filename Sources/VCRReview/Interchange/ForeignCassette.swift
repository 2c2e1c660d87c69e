package import VCRCore

/// A recording of another tool, read into interactions.
///
/// The tool is recognised by what the file holds, not by its name. Read are HAR (JSON or YAML), the
/// cassettes of Ruby VCR and what follows its format, of vcrpy, go-vcr and PHP-VCR, and others of the
/// same shape: a list of pairs of `request` and `response`.
package struct ForeignCassette: Sendable {
  /// What wrote the file, for messages (`Ruby VCR`, `HAR`).
  package var format: String

  /// The interactions, in recorded order.
  package var interactions: [Interaction]

  /// What was lost on the way, in the order of the file.
  package private(set) var losses: [ForeignLoss]

  /// What was lost on the way, a line each, with the number of the entry and the line of the file.
  package var problems: [String] { losses.map(\.description) }

  /// Undoes a compression, by the name of its content coding; nil when it is not that, or when more
  /// than so many bytes would come of it.
  package typealias Inflating =
    @Sendable (_ bytes: [UInt8], _ coding: String, _ limit: Int) ->
    [UInt8]?

  /// Reads a file.
  ///
  /// - Parameter path: The file's path.
  /// - Throws: `CassetteError` when it cannot be read or is of no known format.
  package init(path: String) throws { try self.init(path: path, inflating: nil) }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - inflating: What undoes the compression of bodies, which R stores so; nil for nothing.
  /// - Throws: `CassetteError` when it cannot be read or is of no known format.
  package init(path: String, inflating: Inflating?) throws {
    try self.init(
      path: path, content: try FileContents.readText(path, expecting: "a recording"),
      inflating: inflating)
  }

  /// Reads the content of a file.
  ///
  /// - Parameters:
  ///   - path: The file's path, for messages.
  ///   - bytes: The content.
  ///   - inflating: What undoes the compression of bodies, which R stores so; nil for nothing.
  /// - Throws: `CassetteError` when it is of no known format.
  init(path: String, content bytes: [UInt8], inflating: Inflating? = nil) throws {
    func refused(_ reason: String, line: Int = 0) -> CassetteError {
      CassetteError(path: path, line: line, column: line == 0 ? 0 : 1, reason: reason)
    }
    if bytes.isEmpty { throw refused("an empty file, not a recording") }
    if let nature = FileNature(bytes) { throw refused("\(nature), not a recording") }
    let log = ForeignLog(byteCount: bytes.count, inflating: inflating)
    let root: ForeignValue
    do throws(YAMLFault) {
      root = try Self.parse(bytes, log)
    } catch {
      throw CassetteError(path: path, fault: error)
    }
    guard let form = ForeignFormats.form(of: root) else {
      throw refused(
        ForeignFormats.unread(root)
          ?? "is no recording that vcr knows: HAR, Ruby VCR, vcrpy, go-vcr or one of their shape")
    }
    guard form.list.isVoid || !form.list.elements.isEmpty else {
      throw refused("the interactions are \(form.list.kind), not a list", line: form.list.line)
    }
    format = form.name
    interactions = []
    for (index, entry) in form.list.elements.enumerated() {
      log.interaction = index + 1
      do {
        interactions.append(try form.read(entry, log))
      } catch {
        log.lost(.interaction, error.description, line: error.line ?? entry.line)
      }
    }
    // The note of a second document came first.
    losses = log.losses.filter { $0.kind != .document } + log.losses.filter { $0.kind == .document }
  }

  /// The value that a text holds.
  ///
  /// What begins as JSON is JSON: to try YAML on what is none would only bury the place of its fault.
  private static func parse(
    _ bytes: [UInt8], _ log: ForeignLog
  ) throws(YAMLFault) -> ForeignValue {
    let text = FileNature.isUTF16(bytes) ? try utf8(ofUTF16: bytes) : bytes
    let first = CassetteFile.withoutByteOrderMark(text).first { $0 > 0x20 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      return try ForeignValue(json: text)
    }
    do throws(YAMLFault) {
      var next: Int?
      let value = try ForeignValue(yaml: text, nextDocument: &next)
      if let next {
        log.lost(
          .document, "a second document begins, which is not read; make a file of each", line: next)
      }
      return value
    } catch {
      guard text.firstRange(of: Array("<%".utf8)) != nil else { throw error }
      var fault = error
      fault.reason += "; the file is a template with ERB (<% … %>): run it through erb first"
      throw fault
    }
  }

  /// A text in UTF-16 with its byte order mark, in UTF-8.
  private static func utf8(ofUTF16 bytes: [UInt8]) throws(YAMLFault) -> [UInt8] {
    let charset: Charset = bytes.starts(with: [0xFF, 0xFE]) ? .utf16LittleEndian : .utf16BigEndian
    guard let text = charset.decode(bytes.dropFirst(2)) else {
      throw YAMLFault(line: 0, column: 0, reason: "not the UTF-16 that its byte order mark says")
    }
    return text
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
  package func write(to path: String, redaction: Redaction = .standard) throws {
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
