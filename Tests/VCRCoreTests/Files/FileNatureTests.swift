import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// The kinds of files that are no text.
struct FileNatureTests {
  @Test(
    arguments: [
      (Array("%PDF-1.7\n".utf8), "a PDF document"),
      ([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A], "a PNG picture"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"), (Array("GIF89a".utf8), "a GIF picture"),
      ([0x7F] + Array("ELF".utf8), "a program"),
      (Array("SQLite format 3\u{0}".utf8), "an SQLite database"),
      ([UInt8](repeating: 0x30, count: 257) + Array("ustar".utf8), "a tar archive"),
      (Array("\u{FEFF}\n <!DOCTYPE HTML><p>".utf8), "an HTML page"),
      (Array("<?xml version=\"1.0\"?>".utf8), "an XML document"),
      (Array("a\u{0}b".utf8), "binary data"),
    ] as [([UInt8], String)])
  func `the first bytes say what a file is`(bytes: [UInt8], kind: String) {
    #expect(FileNature(bytes)?.description == kind)
  }

  @Test(arguments: Packing.allCases)
  func `a packed file is to be unpacked first`(packing: Packing) {
    for beginning in packing.beginnings {
      let nature = FileNature(beginning + [0, 1, 2, 3])
      #expect(nature?.description.hasSuffix("; unpack it first") == true)
    }
  }

  @Test(
    arguments: [
      [], Array("vcr: 1\ninteractions: []\n".utf8), Array("- request:\r\n    \u{1B}[1m é\t😀".utf8),
      [0xFF, 0xFE, 0x61, 0x00, 0x62, 0x00], [0xFE, 0xFF, 0x00, 0x61],
      Array("4:8:response;".utf8), Array("<htm".utf8),
    ] as [[UInt8]])
  func `a text, in whatever encoding, and the recording of another tool have none`(bytes: [UInt8]) {
    #expect(FileNature(bytes) == nil)
  }

  @Test func `few control characters are a text, and many are not`() {
    let text = Array(repeating: UInt8(ascii: "x"), count: 100)
    #expect(FileNature(text + [UInt8](repeating: 1, count: 8)) == nil)
    #expect(FileNature(text + [UInt8](repeating: 1, count: 9))?.description == "binary data")
  }

  @Test func `a file that cannot be read has no kind`() throws {
    let folder = try TemporaryDirectory()
    #expect(FileNature(ofFile: folder.path + "/none") == nil)
    let file = try folder.write("%PDF-1.7", to: "a.pdf").path(percentEncoded: false)
    #expect(FileNature(ofFile: file)?.description == "a PDF document")
  }
}
