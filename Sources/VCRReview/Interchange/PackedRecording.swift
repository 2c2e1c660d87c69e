import VCRCore

/// A recording that is compressed, or in a ZIP archive, as browsers and testers export one.
struct PackedRecording {
  /// Why it is not unpacked.
  struct Fault: Error {
    /// The reason, for messages.
    let reason: String
    /// True when nothing speaks for a recording in it.
    let isNoRecording: Bool
  }

  /// The form in which a recording was packed.
  enum Content {
    /// One file.
    case text([UInt8])
    /// Many files, read into one value.
    case value(ForeignValue)
  }

  /// The recording.
  let content: Content

  /// All texts in it, for a search that does not read its interactions.
  var text: [UInt8] {
    switch content {
    case .text(let text): text
    case .value(let value):
      Array(Self.scalars(of: value).joined(separator: [UInt8(ascii: "\n")]))
    }
  }

  private static func scalars(of value: ForeignValue) -> [[UInt8]] {
    if let bytes = value.bytes { return [bytes] }
    return (value.members?.map(\.value) ?? value.elements).flatMap(scalars)
  }

  /// The size of what it was unpacked from, by which a recording's demands are limited.
  let packedSize: Int

  /// The files beside it; nil where it came in no archive.
  var archive: ArchivedFiles?

  /// The most bytes that come of packed ones: a kilobyte can become a megabyte of zeros, whereas a
  /// recording shrinks to a tenth, rarely to less than a thirtieth.
  private static func room(ofPacked count: Int) -> Int { min(1 << 30, max(16 << 20, 32 * count)) }

  /// Unpacks a recording.
  ///
  /// - Parameters:
  ///   - bytes: The packed file.
  ///   - packing: How it is packed.
  ///   - inflating: Decompresses data.
  /// - Throws: `Fault` when it is damaged, too large, or holds no recording, or several.
  init(
    _ bytes: [UInt8], _ packing: Packing, inflating: @escaping ForeignCassette.Inflating
  ) throws(Fault) {
    packedSize = bytes.count
    let room = Self.room(ofPacked: bytes.count)
    let coding: String
    switch packing {
    case .zip:
      (content, archive) = try Self.unpack(archive: bytes, inflating: inflating, room: room)
      return
    case .gzip: coding = "gzip"
    case .zstd: coding = "zstd"
    case .zlib: coding = "deflate"
    }
    guard let text = inflating(bytes, coding, room) else {
      throw Fault(
        reason: "\(packing.description), and damaged, or larger than \(Quantity.bytes(room)) "
          + "without that; to see which: unpack it first", isNoRecording: false)
    }
    content = .text(text)
  }

  private static func unpack(
    archive bytes: [UInt8], inflating: @escaping ForeignCassette.Inflating, room: Int
  ) throws(Fault) -> (Content, ArchivedFiles?) {
    func fault(_ reason: String, isNoRecording: Bool = false) -> Fault {
      Fault(
        reason: "\(Packing.zip.description) \(reason); unpack it first",
        isNoRecording: isNoRecording)
    }
    guard let archive = ZIPArchive(bytes) else {
      throw fault("whose directory is damaged")
    }
    var left = room
    let sessions = try FiddlerFormat.sessions(in: archive) { entry throws(Fault) in
      guard let bytes = archive.content(of: entry, inflating: inflating, limit: left) else {
        throw fault(
          "whose file \(PrintableText.line(String(entry.name.prefix(80)))) is damaged, encrypted, or "
            + "too large")
      }
      left -= bytes.count
      return bytes
    }
    if let sessions { return (.value(sessions), nil) }
    let found = recordings(in: archive)
    guard let entry = found.first else {
      throw fault("without a recording (.har, .yaml, .json)", isNoRecording: true)
    }
    guard found.count == 1 else {
      let names = found.prefix(3).map { PrintableText.line(String($0.name.prefix(80))) }
      throw fault(
        "with \(found.count) files that may be recordings (\(names.joined(separator: ", "))"
          + (found.count > 3 ? ", …" : "") + ")", isNoRecording: true)
    }
    guard let text = archive.content(of: entry, inflating: inflating, limit: room) else {
      throw fault(
        entry.isKnownMethod
          ? "whose recording is damaged, encrypted, or larger than \(Quantity.bytes(room))"
          : "whose recording is packed in another way than vcr knows (method \(entry.method))")
    }
    let folder = entry.name.lastIndex(of: "/").map { String(entry.name[...$0]) } ?? ""
    return (.text(text), ArchivedFiles(archive, in: folder, inflating: inflating, room: room))
  }

  /// The files that may be the recording.
  ///
  /// These are the HTTP archives, or else what is named like a recording of another tool; bodies in
  /// files of their own are not meant.
  private static func recordings(in archive: ZIPArchive) -> [ZIPArchive.Entry] {
    let files = archive.entries.filter { entry in
      let name = entry.name.split(separator: "/").last ?? ""
      // macOS adds entries of its own.
      return !entry.name.hasPrefix("__MACOSX/") && !name.hasPrefix(".")
        && !ForeignBodyFiles.isDigestNamed(String(name))
    }
    func named(_ suffixes: [String]) -> [ZIPArchive.Entry] {
      files.filter { file in suffixes.contains { file.name.lowercased().hasSuffix($0) } }
    }
    let archives = named(RecordingSuffix.archives)
    return archives.isEmpty ? named(RecordingSuffix.text) : archives
  }
}
