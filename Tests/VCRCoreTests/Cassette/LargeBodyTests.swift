import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Bodies that go to a file while they pass.
struct LargeBodyTests {
  /// A coding that turns every byte over, and fails at a zero.
  private struct Turning: PieceDecoder {
    var isReadable = false
    var isTooLarge: Bool { false }
    var visibleLength: Int? { .max }

    mutating func decode(
      _ piece: [UInt8], _ give: ([UInt8]) throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
      if piece.contains(0) { return false }
      isReadable = piece.last == 0xFF
      try give(piece.map { ~$0 })
      return true
    }
  }

  private let folder: TemporaryDirectory
  private var cassette: String { folder.path + "/c.yaml" }
  private var files: SideFiles { SideFiles(path: cassette) }

  init() throws { folder = try TemporaryDirectory() }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: cassette + ".files")) ?? []).sorted()
  }

  private func collector(
    _ redaction: Redaction = .standard, after gate: Gate? = nil,
    decoder: (@Sendable () -> (any PieceDecoder)?)? = nil
  ) -> BodyCollector {
    let redactor = Redactor(redaction)
    let spill = BodyCollector.Spill(waiting: { [files] in files.spool() }) { [files] _ in
      LargeBody(
        files,
        LargeBody.Treatment(
          redaction: {
            gate?.wait()
            return LargeBodyRedaction(redactor, .response, headers: [:])
          }, decoder: decoder))
    }
    return BodyCollector(spill: spill)
  }

  private static let size = Body.memoryLimit + 1000

  private static let made = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) | 1 }

  private static func bytes(_ count: Int = size) -> [UInt8] { Array(made.prefix(count)) }

  private func finish(_ large: LargeBody) async throws -> LargeBody.Result {
    try await withCheckedContinuation { continuation in
      large.finish { continuation.resume(returning: $0) }
    }.get()
  }

  @Test func `what is small stays in memory and makes no file`() {
    var collector = collector()
    collector.append(Self.bytes(Body.memoryLimit))
    #expect(collector.large == nil)
    #expect(collector.count == Body.memoryLimit)
    #expect(names.isEmpty)
  }

  @Test func `of many bodies at a time most bytes wait in files without names`() async throws {
    let pieces = stride(from: 0, to: 6 << 20, by: 100_000).map {
      Self.made[$0..<min($0 + 100_000, 6 << 20)]
    }
    var collectors = (0..<10).map { _ in collector(.none) }
    for piece in pieces {
      for index in collectors.indices { collectors[index].append(piece) }
    }
    let waiting = collectors.filter(\.isWaiting)
    #expect(waiting.count > 5)
    let held = collectors.reduce(0) { $0 + $1.bytes.count }
    // What all may have together, and what each may have beside that.
    #expect(held <= 24 << 20 + 10 << 18)
    #expect(FileManager.default.enumerator(atPath: folder.path)?.allObjects.isEmpty == true)
    for var collector in collectors {
      try collector.takeBack()
      #expect(!collector.isWaiting)
      let isSame = collector.bytes == Self.bytes(6 << 20)
      #expect(isSame)
    }

    // A body that grows beyond the limit goes to its file, what waited included.
    var grown = try #require(waiting.first)
    let rest = Self.bytes(3 << 20)
    grown.append(rest)
    #expect(!grown.isWaiting)
    grown.append([1])
    let result = try await finish(try #require(grown.large))
    let expected = Self.bytes(6 << 20) + rest + [1]
    #expect(try #require(result.body.file).digest == Self.digest(expected))
  }

  @Test func `what is large goes to a file that is named by its digest when it is kept`()
    async throws
  {
    var collector = collector(.none)
    let bytes = Self.bytes()
    for start in stride(from: 0, to: bytes.count, by: 100_000) {
      collector.append(bytes[start..<min(start + 100_000, bytes.count)])
    }
    let large = try #require(collector.large)
    #expect(collector.bytes.isEmpty)
    let result = try await finish(large)
    let file = try #require(result.body.file)
    #expect(file.count == bytes.count)
    #expect(file.digest == String(SHA256.hexadecimal(bytes).prefix(32)))
    let isSame = try file.bytes() == bytes
    #expect(isSame)
    // Until then it has a name that no cassette refers to, and nobody else may read it.
    #expect(names.count == 1 && names[0].hasSuffix(".tmp"))
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    var out: [UInt8] = []
    var added: [SideFile] = []
    BodyWriter(contentType: "video/mp4", indent: 4, sideFolder: files.folderName)
      .append(result.body, to: &out, files: &added)
    try files.write(added)
    #expect(names == ["\(file.digest ?? "").mp4"])
    let read = try SideFiles.read("c.yaml.files/\(names[0])", besideCassette: cassette)
    #expect(read.file != nil && read == result.body)
  }

  @Test func `an exchange that is dropped leaves no file`() async throws {
    var collector = collector()
    collector.append(Self.bytes())
    let large = try #require(collector.large)
    collector.append(Self.bytes())
    collector.discard()
    await withCheckedContinuation { continuation in
      large.whenDiscarded { continuation.resume() }
    }
    #expect(names.isEmpty)
    do {
      var collector = self.collector(.none)
      collector.append(Self.bytes())
      let large = try #require(collector.large)
      _ = try await finish(large)
      // The queue of the body may still hold the result that it delivered.
      await withCheckedContinuation { continuation in
        large.whenDiscarded { continuation.resume() }
      }
    }
    #expect(names.isEmpty)
  }

  @Test func `a coding is undone as the body passes`() async throws {
    let bytes = Self.bytes() + [0xFF]
    var collector = collector(.none) { Turning() }
    collector.append(bytes)
    let result = try await finish(try #require(collector.large))
    #expect(result.isDecoded)
    #expect(try #require(result.body.file).digest == Self.digest(bytes.map { ~$0 }))
    // The encoded bytes are gone.
    #expect(names.count == 1)
  }

  @Test(arguments: [false, true])
  func `the encoded bytes are the body when its coding is broken`(isCutShort: Bool) async throws {
    let bytes = Self.bytes() + (isCutShort ? [1] : [0, 0xFF])
    var collector = collector(.none) { Turning() }
    collector.append(bytes)
    let result = try await finish(try #require(collector.large))
    #expect(!result.isDecoded)
    #expect(try #require(result.body.file).digest == Self.digest(bytes))
  }

  @Test func `what came of a body that was cut short is decoded`() async throws {
    let bytes = Self.bytes() + [1]
    var collector = collector(.none) { Turning() }
    collector.append(bytes)
    let large = try #require(collector.large)
    let result = try await withCheckedThrowingContinuation { continuation in
      large.finish(isCutShort: true) { continuation.resume(with: $0) }
    }
    #expect(result.isDecoded)
    #expect(try #require(result.body.file).digest == Self.digest(bytes.map { ~$0 }))
  }

  private static func digest(_ bytes: [UInt8]) -> String {
    String(SHA256.hexadecimal(bytes).prefix(32))
  }

  @Test func `who brings bytes too fast is told so, and told when to go on`() async throws {
    let gate = Gate()
    var collector = collector(.none, after: gate)
    collector.append(Self.bytes())
    let large = try #require(collector.large)
    #expect(large.isBehind)
    await withCheckedContinuation { continuation in
      large.onCaughtUp { continuation.resume() }
      gate.open()
    }
    #expect(!large.isBehind)
    collector.discard()
  }

  @Test func `a body that came to be small is in memory`() async throws {
    // Text that repeats itself would hold the secret at more than one offset.
    let secret = (0..<1500).map { "a\($0)-" }.joined()
    var collector = collector(.standard.adding(.secret("LONG", value: secret)))
    let count = Body.memoryLimit / secret.utf8.count + 1
    for _ in 0..<count { collector.append(Array(secret.utf8)) }
    let result = try await finish(try #require(collector.large))
    #expect(result.body.file == nil)
    #expect(result.body.bytes == Array(String(repeating: "{{LONG}}", count: count).utf8))
    #expect(names.isEmpty)
  }

  // MARK: Replay

  private func stored(_ bytes: [UInt8]) throws -> BodyFile {
    let reference = "c.yaml.files/\(Self.digest(bytes)).bin"
    try files.write([SideFile(reference: reference, bytes: bytes)])
    return try #require(try SideFiles.read(reference, besideCassette: cassette).file)
  }

  private func replayed(
    _ file: BodyFile, _ redaction: Redaction = .standard
  ) throws -> (count: Int, bytes: [UInt8]) {
    let replay = try BodyReplay(file, restoring: ContentRestoring(redaction, headers: [:]))
    var bytes: [UInt8] = []
    while let piece = try replay.next() { bytes += piece }
    return (replay.count, bytes)
  }

  @Test func `a large body in memory is compared as one in a file is`() throws {
    let bytes = Self.bytes()
    let file = Body(try stored(bytes))
    let memory = Body(bytes)
    #expect(file.file != nil && memory.file == nil)
    #expect(file == memory && file.identity == memory.identity)
    var other = bytes
    other[5] ^= 2
    #expect(file != Body(other) && file.identity != Body(other).identity)
    for part: RequestEquivalence.Part in [.body, .json] {
      let policy: RequestEquivalence = [.method, part]
      func request(_ body: Body) -> Interaction.Request { .init(url: "http://a.test/", body: body) }
      #expect(policy.areEquivalent(request(file), request(memory)))
      #expect(!policy.areEquivalent(request(file), request(Body(other))))
    }
  }

  @Test func `a body in a file begins with what it begins with, wherever that is`() throws {
    let bytes = Self.bytes()
    let whole = Body(try stored(bytes))
    for count in [0, 1, 1000, 256 << 10, Body.memoryLimit + 1, bytes.count] {
      let start = Self.bytes(count)
      #expect(whole.starts(with: Body(start)))
      guard count > 0 else { continue }
      var other = start
      other[count - 1] ^= 2
      #expect(!whole.starts(with: Body(other)))
      // Smaller ones are in memory even when they are stored in a file.
      guard count > Body.memoryLimit else { continue }
      #expect(whole.starts(with: Body(try stored(start))))
      #expect(Body(bytes).starts(with: Body(try stored(start))))
      #expect(!whole.starts(with: Body(try stored(other))))
    }
    #expect(!Body(Self.bytes(1000)).starts(with: whole))
    #expect(!whole.starts(with: Body(bytes + [1])))
  }

  @Test func `a body is read piece by piece as it was written`() throws {
    let bytes = Self.bytes()
    let (count, read) = try replayed(try stored(bytes))
    #expect(count == bytes.count)
    let isSame = read == bytes
    #expect(isSame)
  }

  @Test func `secrets are restored wherever a piece ends, and the length is known before`() throws {
    let pieceSize = BodyFile.Reader.pieceSize
    var bytes = Self.bytes()
    var expected: [UInt8] = []
    let mark = Array("{{NAME}}".utf8)
    let places = [0, pieceSize - 3, 2 * pieceSize, 5 * pieceSize - 7, bytes.count - mark.count]
    for place in places { bytes.replaceSubrange(place..<place + mark.count, with: mark) }
    var start = 0
    for place in places {
      expected += bytes[start..<place] + Array("a-secret-value".utf8)
      start = place + mark.count
    }
    expected += bytes[start...]
    let (count, read) = try replayed(
      try stored(bytes), .standard.adding(.secret("NAME", value: "a-secret-value")))
    #expect(count == expected.count)
    let isSame = read == expected
    #expect(isSame)
  }

  @Test(arguments: [false, true])
  func `a file that was changed gives an error in place of its last piece`(
    isCutShort: Bool
  ) throws {
    let bytes = Self.bytes()
    let file = try stored(bytes)
    var changed = bytes
    if isCutShort { changed.removeLast(1000) } else { changed[7] ^= 1 }
    try Data(changed).write(to: URL(fileURLWithPath: file.path))
    var count = 0
    #expect(throws: SideFileError.self) {
      let replay = try BodyReplay(file, restoring: nil)
      while let piece = try replay.next() { count += piece.count }
    }
    #expect(count > 0 && count < changed.count)
  }
}
