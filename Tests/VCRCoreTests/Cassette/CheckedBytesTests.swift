import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Bodies that are read from their files in one piece.
struct CheckedBytesTests {
  private func body(_ path: String, _ bytes: [UInt8], digest: String? = nil) -> BodyFile {
    let own = String(SHA256.hexadecimal(bytes).prefix(BodyFile.digestLength))
    return BodyFile(path: path, count: bytes.count, digest: digest ?? own, isTemporary: false)
  }

  @Test func `a file that was changed is not served, cut short or not`() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("recorded", to: "body.bin")
    let recorded = body(file.path, Array("recorded".utf8))
    #expect(try Array(recorded.checkedBytes()) == Array("recorded".utf8))
    for text in ["Recorded", "record", ""] {
      try Data(text.utf8).write(to: file)
      #expect(throws: SideFileError.self) { try recorded.checkedBytes() }
    }
  }

  @Test func `what was checked is known until the file changes`() throws {
    // This file is older than the second in which a change would go unseen.
    let path = #filePath
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let file = body(path, bytes)
    for _ in 1...2 { #expect(try Array(file.checkedBytes()) == bytes) }
    let digest = try #require(file.digest)
    #expect(CheckedFiles.contains(path, digest, FileStamp(path)))
    #expect(!CheckedFiles.contains(path, digest, FileStamp("/")))
    let other = body(path, bytes, digest: String(repeating: "0", count: BodyFile.digestLength))
    #expect(throws: SideFileError.self) { try other.checkedBytes() }
  }

  @Test func `a file of this moment is checked each time`() throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write("recorded", to: "body.bin")
    let recorded = body(file.path, Array("recorded".utf8))
    let stamp = try #require(FileStamp(file.path))
    #expect(!stamp.isSettled)
    _ = try recorded.checkedBytes()
    #expect(!CheckedFiles.contains(file.path, try #require(recorded.digest), stamp))
  }
}
