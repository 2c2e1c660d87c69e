import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Bodies in files, from their first byte to the name under which they stay.
struct BodyFileTests {
  private static let pieces = [
    Array("first ".utf8), [UInt8](repeating: 0x61, count: 300_000), [], Array("last".utf8),
  ]

  private func names(_ folder: TemporaryDirectory) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func written(to path: String?) throws -> BodyFile {
    let file = try HashedFile(path)
    for piece in Self.pieces { try file.write(piece) }
    return file.close()
  }

  @Test func `a file is hashed as it is written, and read piece by piece`() throws {
    let folder = try TemporaryDirectory()
    let whole = Self.pieces.flatMap(\.self)
    let body = try written(to: folder.path + "/inner/body.tmp")
    #expect(body.count == whole.count)
    #expect(body.digest == String(SHA256.hexadecimal(whole).prefix(BodyFile.digestLength)))
    let reader = try body.reader()
    var read: [UInt8] = []
    while case let piece = try reader.next(), !piece.isEmpty {
      #expect(piece.count <= BodyFile.Reader.pieceSize)
      read += piece
    }
    #expect(read == whole)
    #expect(try reader.next().isEmpty)
    #expect(try body.bytes() == whole)
  }

  @Test func `only the digest is kept where no file is wanted`() throws {
    let body = try written(to: nil)
    #expect(body.count == Self.pieces.flatMap(\.self).count)
    #expect(
      body.identity
        == String(SHA256.hexadecimal(Self.pieces.flatMap(\.self)).prefix(BodyFile.digestLength)))
  }

  @Test func `what nobody keeps goes with its last reference, complete or not`() throws {
    let folder = try TemporaryDirectory()
    do {
      let file = try HashedFile(folder.path + "/a.tmp")
      try file.write(Self.pieces[0])
      #expect(try names(folder) == ["a.tmp"])
    }
    #expect(try names(folder).isEmpty)
    do {
      let body = try written(to: folder.path + "/b.tmp")
      #expect(try names(folder) == ["b.tmp"])
      #expect(body.verbatim.isVerbatim)
    }
    #expect(try names(folder).isEmpty)
  }

  @Test func `a file that is kept stays, with its model's permissions`() throws {
    let folder = try TemporaryDirectory()
    let model = try folder.write("", to: "model").path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: model)
    do {
      let body = try written(to: folder.path + "/a.tmp")
      try body.keep(as: folder.path + "/kept", permissionsOf: model)
      #expect(body.path == folder.path + "/kept")
      // A second name is not taken: the file has one.
      try body.keep(as: folder.path + "/other", permissionsOf: model)
    }
    #expect(try names(folder) == ["kept", "model"])
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/kept")
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func `two files are the same when their bytes are, whoever named them`() throws {
    let folder = try TemporaryDirectory()
    let recorded = try written(to: folder.path + "/a.tmp")
    let path = folder.path + "/by-hand"
    try Data(Self.pieces.flatMap(\.self)).write(to: URL(fileURLWithPath: path))
    let byHand = BodyFile(path: path, count: recorded.count, digest: nil, isTemporary: false)
    #expect(byHand.hasSameBytes(as: recorded))
    let shorter = BodyFile(path: path, count: 1, digest: nil, isTemporary: false)
    #expect(!shorter.hasSameBytes(as: recorded))
  }

  @Test func `bytes that wait have no name, and are read from any place`() throws {
    let folder = try TemporaryDirectory()
    let spooled = SpooledBytes(path: folder.path + "/waiting")
    let whole = Self.pieces.flatMap(\.self)
    for piece in Self.pieces { try spooled.write(piece) }
    #expect(try names(folder).isEmpty)
    #expect(try spooled.piece(at: 0) == Array(whole.prefix(BodyFile.Reader.pieceSize)))
    #expect(try spooled.piece(at: whole.count - 4) == Array("last".utf8))
    #expect(try spooled.piece(at: whole.count).isEmpty)
    #expect(try spooled.piece(at: 6) == Array(whole[6...].prefix(BodyFile.Reader.pieceSize)))
  }
}
