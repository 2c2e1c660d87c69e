#if Recording
  import Foundation
  import TestSupport
  import Testing
  import VCRUpstream

  @Suite struct ContentDecodingTests {
    /// Content that compresses in several steps of a decoder's buffer.
    static let content = Array((0..<40_000).map { "line \($0 % 977)\n" }.joined().utf8)

    /// The content compressed by the system's own tool.
    private func compress(_ content: [UInt8], _ command: [String]) throws -> [UInt8] {
      try Self.compress(content, command.joined(separator: " "))
    }

    /// The content compressed by a command of the shell.
    static func compress(_ content: [UInt8], _ command: String) throws -> [UInt8] {
      let folder = try TemporaryDirectory()
      try Data(content).write(to: folder.file("plain"))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", command + " <\(folder.path)/plain >\(folder.path)/packed"]
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0)
      return try [UInt8](Data(contentsOf: folder.file("packed")))
    }

    /// Tools that exist on every machine that builds and tests the package.
    static let tools: [(String, [String])] = [
      ("gzip", ["gzip", "-c"]),
      ("x-gzip", ["gzip", "-c"]),
      (
        "deflate",
        [
          "python3", "-c",
          "'import sys,zlib; b=sys.stdin.buffer.read(); sys.stdout.buffer.write(zlib.compress(b))'",
        ]
      ),
      (
        "Deflate",
        [
          "python3", "-c",
          "'import sys,zlib; c=zlib.compressobj(9,8,-15); b=sys.stdin.buffer.read(); sys.stdout.buffer.write(c.compress(b)+c.flush())'",
        ]
      ),
      (
        "gzip, deflate",
        [
          "python3", "-c",
          "'import sys,zlib,gzip; b=sys.stdin.buffer.read(); sys.stdout.buffer.write(zlib.compress(gzip.compress(b)))'",
        ]
      ),
    ]

    @Test(arguments: tools)
    func `what a real tool compressed is decoded to the byte`(coding: String, command: [String])
      throws
    { try expectWhole(coding, command) }

    @Test(.enabled(if: Tool.isInstalled("brotli"), "brotli is not installed"))
    func `brotli is decoded, whole and in pieces, but not when it is truncated`() throws {
      try expectWhole("br", ["brotli", "-c"])
      try expectPieces("br", ["brotli", "-c"])
      try expectRefusal("br", ["brotli", "-c"])
    }

    @Test(.enabled(if: Tool.isInstalled("zstd"), "zstd is not installed"))
    func `zstd is decoded, whole and in pieces, but not when it is truncated`() throws {
      try expectWhole("zstd", ["zstd", "-q", "-c"])
      try expectPieces("zstd", ["zstd", "-q", "-c"])
      try expectRefusal("zstd", ["zstd", "-q", "-c"])
    }

    private func expectWhole(_ coding: String, _ command: [String]) throws {
      let packed = try compress(Self.content, command)
      #expect(packed.count < Self.content.count / 2)
      #expect(ContentDecoding.decode(packed, encoding: coding) == Self.content)
    }

    @Test(arguments: tools)
    func `a body in pieces is decoded as it arrives`(coding: String, command: [String])
      throws
    { try expectPieces(coding, command) }

    private func expectPieces(_ coding: String, _ command: [String]) throws {
      let packed = try compress(Self.content, command)
      var pieces = try #require(PieceDecoding(encoding: coding))
      var content: [UInt8] = []
      for start in stride(from: 0, to: packed.count, by: 97) {
        let piece = pieces.decode(Array(packed[start..<min(start + 97, packed.count)]))
        content += try #require(piece)
      }
      let isSame = content == Self.content
      #expect(isSame)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `a piece that is not in the coding is refused`(coding: String) throws {
      var pieces = try #require(PieceDecoding(encoding: coding))
      let decoded = pieces.decode(Array("plain text that is long enough to tell".utf8))
      #expect(decoded == nil)
      #expect(PieceDecoding(encoding: "compress") == nil)
    }

    @Test(arguments: tools)
    func `truncated input is refused`(coding: String, command: [String]) throws {
      try expectRefusal(coding, command)
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"])
    func `bytes that are not in the coding are refused`(coding: String) {
      #expect(ContentDecoding.decode(Array("plain text".utf8), encoding: coding) == nil)
    }

    private func expectRefusal(_ coding: String, _ command: [String]) throws {
      let packed = try compress(Self.content, command)
      #expect(ContentDecoding.decode(packed.dropLast(9), encoding: coding) == nil)
      #expect(ContentDecoding.decode(packed + [1, 2, 3], encoding: coding) == nil)
    }

    @Test func `two members of one gzip body are both decoded`() throws {
      let one = try compress(Array("one".utf8), ["gzip", "-c"])
      let two = try compress(Array("two".utf8), ["gzip", "-c"])
      #expect(ContentDecoding.decode(one + two, encoding: "gzip") == Array("onetwo".utf8))
    }

    @Test func `an unknown coding is not decoded, and identity is none`() throws {
      #expect(ContentDecoding.decode([1, 2], encoding: "compress") == nil)
      #expect(ContentDecoding.decode([1, 2], encoding: "identity") == nil)
      let packed = try compress(Array("one".utf8), ["gzip", "-c"])
      #expect(ContentDecoding.decode(packed, encoding: "Identity, GZIP") == Array("one".utf8))
    }
  }
#endif
