import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Files that are read as texts, and what is said of those that are none.
struct FileContentsTests {
  private func text(_ bytes: [UInt8], orPacked takesPacked: Bool = false) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    try Data(bytes).write(to: folder.file("a"))
    return try FileContents.readText(
      folder.path + "/a", expecting: "a cassette", orPacked: takesPacked)
  }

  /// The reason why bytes are no text, and the place of the fault.
  private func fault(_ bytes: [UInt8]) -> String? {
    do {
      _ = try text(bytes)
      return nil
    } catch let error as CassetteError {
      return "\(error.line):\(error.column): \(error.reason)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [0, 1, 1 << 20, 1 << 20 + 1, 5 << 19])
  func `a text is read whole, whatever its size`(size: Int) throws {
    let bytes = Array(String(repeating: "a: {b}\r\n", count: size / 8 + 1).utf8.prefix(size))
    #expect(try text(bytes) == bytes)
  }

  @Test(arguments: [1 << 17, 3 << 20])
  func `a NUL byte far in a text is named with its line and column`(start: Int) {
    let line = "- a line of sixty-four bytes, so that many of them make a piece\n"
    let number = start / line.utf8.count + 1
    var bytes = Array(String(repeating: line, count: number - 1).utf8)
    bytes += Array("- ab\0cd\n\0".utf8)
    #expect(
      fault(bytes)
        == "\(number):5: a NUL byte, which no text has: the file is damaged, or is not a cassette")
  }

  @Test func `UTF-16 is a text, and its NUL bytes are none`() throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in String(repeating: "vcr: 1\n", count: 1000).utf16 {
      bytes += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    }
    #expect(try text(bytes) == bytes)
  }

  @Test(arguments: Packing.allCases)
  func `a packed file is taken where that is wanted, and else named`(packing: Packing) throws {
    for beginning in packing.beginnings {
      let bytes = beginning + [UInt8](repeating: 0, count: 2 << 20)
      #expect(try text(bytes, orPacked: true) == bytes)
      #expect(fault(bytes) == "0:0: \(packing.description); unpack it first, not a cassette")
    }
  }

  @Test func `a folder and a file that is not there are named as such`() throws {
    let folder = try TemporaryDirectory()
    for (path, reason) in [
      (folder.path, "a folder, not a file"), (folder.path + "/none", "no such file"),
    ] {
      #expect(throws: CassetteError(path: path, line: 0, column: 0, reason: reason)) {
        try FileContents.readText(path, expecting: "a cassette")
      }
      #expect(throws: CassetteError(path: path, line: 0, column: 0, reason: reason)) {
        try FileContents.read(path)
      }
    }
  }

  @Test(arguments: [
    ("a.har.gz", "a.har"), ("A.HAR.GZ", "A.HAR"), ("a.zip", "a"), ("a.zst", "a"), ("a.zz", "a"),
    ("a.gz.zip", "a.gz"), ("a.har", "a.har"), ("gz", "gz"), (".gz", ""),
  ])
  func `an unpacked file has the name of the packed one without its end`(
    name: String, unpacked: String
  ) {
    #expect(Packing.unpackedName(of: name) == unpacked)
  }
}
