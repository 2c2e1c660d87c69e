import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// One file after another in the same memory.
struct FileReaderTests {
  /// The bytes that are read before a file is known to be a text.
  private static let piece = 1 << 18

  private static let sizes = [
    0, 1, piece - 1, piece, piece + 1, 2 * piece - 1, 2 * piece, 5 * piece + 7, 3, piece, 0,
  ]

  private func text(_ count: Int, _ seed: Int) -> [UInt8] {
    (0..<count).map { UInt8(ascii: "a") + UInt8(truncatingIfNeeded: ($0 &* 7 &+ seed) % 26) }
  }

  @Test(arguments: [false, true])
  func `a file is read whole, whatever was read before it`(isRegular: Bool) throws {
    let folder = try TemporaryDirectory()
    var reader = FileReader()
    for (number, size) in Self.sizes.enumerated() {
      let bytes = text(size, number)
      let file = folder.file("\(number).txt")
      try Data(bytes).write(to: file)
      try reader.read(file.path(percentEncoded: false), isRegular: isRegular)
      let isSame = reader.withContent { content in
        unsafe content.withUnsafeBufferPointer { unsafe bytes.isEqual(to: $0) }
      }
      #expect(isSame, "\(size) bytes")
    }
  }

  @Test func `what is handed over is the last file, and the next one is read as before`() throws {
    let folder = try TemporaryDirectory()
    var reader = FileReader()
    for (number, size) in [3 * Self.piece, 10, Self.piece + 1].enumerated() {
      let bytes = text(size, number)
      let file = folder.file("\(number).txt")
      try Data(bytes).write(to: file)
      try reader.read(file.path(percentEncoded: false), isRegular: true)
      #expect(reader.takeContent() == bytes, "\(size) bytes")
    }
  }

  @Test func `a file that is not there is an error with the system's reason`() throws {
    let folder = try TemporaryDirectory()
    var reader = FileReader()
    #expect(throws: SystemError.self) {
      try reader.read(folder.path + "/none.txt", isRegular: true)
    }
  }
}
