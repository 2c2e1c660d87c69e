#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The kind of a file that is no text, recognised by its first bytes, for a user who named the
/// wrong file.
package struct FileNature: CustomStringConvertible {
  /// The kind, with its article (`a PDF document`).
  package let description: String

  /// The number of bytes that are examined.
  static let headLength = 4096

  /// Recognises the kind of content that is no text; nil for content that may be a text.
  ///
  /// - Parameter bytes: The beginning of a file, or all of it.
  package init?(_ bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(Self.headLength))
    if let packing = Packing(head) {
      description = "\(packing.description); unpack it first"
    } else if let known = Self.beginnings.first(where: { head.starts(with: $0.bytes) }) {
      description = known.name
    } else if head.count > 261, head[257..<262].elementsEqual("ustar".utf8) {
      description = "a tar archive"
    } else if Self.ownRecording(head) != nil {
      // It is no text, but a recording.
      return nil
    } else if let page = Self.markup(head) {
      description = page
    } else if !Self.isUTF16(head), Self.isBinary(head) {
      description = "binary data"
    } else {
      return nil
    }
  }

  /// Recognises the kind of a file by its beginning; nil also when that cannot be read.
  ///
  /// - Parameter path: The file's path.
  package init?(ofFile path: String) {
    guard let file = try? FileSystem.openFile(path, O_RDONLY) else { return nil }
    defer { close(file) }
    var head = [UInt8](repeating: 0, count: Self.headLength)
    guard
      let count = try? FileSystem.read(
        file, into: &head, isRegular: true, limit: Self.headLength)
    else { return nil }
    self.init(head.prefix(count))
  }

  /// True for the byte order mark of UTF-16, where every other byte of a text may be NUL.
  package static func isUTF16(_ head: some Collection<UInt8>) -> Bool {
    head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
  }

  /// The first bytes of common file formats, as these define them.
  private static let beginnings: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0xFE, 0, 0], "a text in UTF-32"),
    ([0, 0, 0xFE, 0xFF], "a text in UTF-32"),
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x89] + Array("PNG\r\n".utf8), "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("GIF8".utf8), "a GIF picture"),
    (Array("RIFF".utf8), "a RIFF file (a WebP picture, or sound)"),
    (Array("BZh".utf8), "compressed with bzip2; unpack it first"),
    ([0xFD] + Array("7zXZ".utf8), "compressed with xz; unpack it first"),
    ([0x7F] + Array("ELF".utf8), "a program"),
    ([0xCF, 0xFA, 0xED, 0xFE], "a program"),
    ([0xCA, 0xFE, 0xBA, 0xBE], "a program"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("bplist".utf8), "a binary property list"),
    ([0x0A, 0x0D, 0x0D, 0x0A], "a capture of packets (pcapng)"),
    ([0xD4, 0xC3, 0xB2, 0xA1], "a capture of packets (pcap)"),
    (
      Array("version https://git-lfs.github.com/".utf8),
      "a pointer of Git LFS; to fetch the file itself: git lfs pull"
    ),
  ]

  /// True for mitmproxy's netstrings: a length, a colon, and the members of a mapping.
  ///
  /// - Parameter bytes: The beginning of a file, or all of it.
  /// - Returns: Whether mitmproxy wrote it.
  package static func isFlowDump(_ bytes: some Collection<UInt8>) -> Bool {
    func length(_ text: inout ArraySlice<UInt8>) -> Int? {
      let digits = text.prefix(while: \.isASCIIDigit)
      text = text.dropFirst(digits.count)
      guard (1...12).contains(digits.count), text.popFirst() == UInt8(ascii: ":") else {
        return nil
      }
      return Int(String(decoding: digits, as: UTF8.self))
    }
    var text = Array(bytes.prefix(64))[...]
    guard length(&text) != nil, let count = length(&text), (1...24).contains(count) else {
      return false
    }
    let name = text.prefix(count)
    let type = text.dropFirst(count).first
    return name.count == count
      && name.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }
      && (type == UInt8(ascii: ",") || type == UInt8(ascii: ";"))
  }

  /// True for the beginning of the items that Burp Suite saves as XML, into which it may write NUL
  /// bytes.
  ///
  /// - Parameter bytes: The beginning of a file, or all of it.
  /// - Returns: Whether it is one.
  package static func isItemExport(_ bytes: some Collection<UInt8>) -> Bool {
    let head = String(decoding: bytes.prefix(64), as: UTF8.self).drop { $0 == "\u{FEFF}" }
    let start = head.hasPrefix("<?xml") ? head.drop { $0 != ">" }.dropFirst() : head
    return ["<!DOCTYPE items", "<items", "<!-- NOTE: Any NULL bytes"]
      .contains(where: start.drop(while: \.isWhitespace).hasPrefix)
  }

  /// The nature of a file that begins as the recording of a certain tool alone does.
  ///
  /// - Parameter bytes: The beginning of a file, or all of it.
  /// - Returns: The kind, with its article; nil for any other file.
  package static func ownRecording(_ bytes: some Collection<UInt8>) -> String? {
    isFlowDump(bytes)
      ? "a dump of mitmproxy" : isItemExport(bytes) ? "an export of Burp Suite" : nil
  }

  /// Pages and documents, which YAML would read as plain scalars.
  private static func markup(_ head: [UInt8]) -> String? {
    let start = head.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard start.first == UInt8(ascii: "<") else { return nil }
    let word = String(decoding: start.prefix(14), as: UTF8.self).lowercased()
    if word.hasPrefix("<!doctype html") || word.hasPrefix("<html") { return "an HTML page" }
    return word.hasPrefix("<?xml") ? "an XML document" : nil
  }

  /// True when a byte is NUL, or more than a few are control characters that no text has.
  private static func isBinary(_ head: [UInt8]) -> Bool {
    let controls = head.count {
      $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1B || $0 == 0x7F
    }
    return head.contains(0) || controls > 8 && controls * 50 > head.count
  }
}
