import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Who may have a cassette open at the same time in one process.
@Suite struct CassetteLockTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path + "/c.yaml" }

  private func open(
    _ path: String, _ mode: RecordMode, owner: String = "one", part: String? = nil,
    variables: [String: String] = [:]
  ) throws -> CassetteLock {
    try VCREnvironment.$current.withValue(VCREnvironment(variables)) {
      try CassetteLock(
        path: path, options: Deck.Options(mode: mode), owner: owner,
        part: part.map { CassettePart(name: $0, isShared: true) })
    }
  }

  private func writeCassette() throws {
    let item = CassetteWriter().item(
      Interaction(request: DeckFixture.request("/"), outcome: DeckFixture.response("x")))
    try folder.write(String(decoding: CassetteWriter.prologue + item, as: UTF8.self), to: "c.yaml")
  }

  @Test(arguments: [
    (false, false, false, false, true), (true, false, false, false, false),
    (false, true, false, false, false), (true, true, false, false, false),
    (true, true, true, true, true), (true, true, true, false, false),
    (true, true, false, true, false), (false, true, true, true, true),
  ])
  func `two have a cassette at once when neither writes, or each writes its part`(
    firstWrites: Bool, secondWrites: Bool, isFirstPart: Bool, isSecondPart: Bool, isAllowed: Bool
  ) throws {
    let first = try CassetteRegistry.open(
      path, owner: "one", writes: firstWrites, isPart: isFirstPart)
    func second() throws -> Int {
      try CassetteRegistry.open(path, owner: "two", writes: secondWrites, isPart: isSecondPart)
    }
    if isAllowed {
      CassetteRegistry.close(path, try second())
    } else {
      let error = try #require(throws: DeckError.self) { try second() }
      #expect(error.kind == .inUse)
      #expect("\(error)".contains("one is \(firstWrites ? "recording" : "replaying") it"))
      #expect("\(error)".contains("two would \(secondWrites ? "record it too" : "replay what")"))
    }
    CassetteRegistry.close(path, first)
    // Whoever comes after both has it for himself.
    CassetteRegistry.close(
      path, try CassetteRegistry.open(path, owner: "three", writes: true, isPart: false))
  }

  @Test func `closing one of two readers leaves the other's hold`() throws {
    let (one, two) = (
      try CassetteRegistry.open(path, owner: "one", writes: false, isPart: false),
      try CassetteRegistry.open(path, owner: "two", writes: false, isPart: false)
    )
    CassetteRegistry.close(path, one)
    CassetteRegistry.close(path, one)
    #expect(throws: DeckError.self) {
      try CassetteRegistry.open(path, owner: "three", writes: true, isPart: false)
    }
    CassetteRegistry.close(path, two)
    CassetteRegistry.close(
      path, try CassetteRegistry.open(path, owner: "three", writes: true, isPart: false))
  }

  @Test(arguments: ["/./c.yaml", "//c.yaml", "/sub/../c.yaml"])
  func `another spelling of the path is the same cassette`(spelling: String) throws {
    try writeCassette()
    let lock = try open(path, .once)
    let error = try #require(throws: DeckError.self) {
      try open(folder.path + spelling, .newEpisodes, owner: "two")
    }
    #expect(error.kind == .inUse)
    try lock.close(keeping: false)
    try open(folder.path + spelling, .newEpisodes, owner: "two").close(keeping: false)
  }

  /// Records pages in a cassette that is open, and says which of them it replayed.
  private func visit(_ lock: CassetteLock, _ pages: String...) throws -> [String] {
    try pages.filter { page in
      let request = DeckFixture.request(page)
      guard let ticket = try lock.deck.ticket(request) else { return true }
      try lock.deck.record(DeckFixture.response("of \(page)"), for: ticket)
      return false
    }
  }

  /// The paths of the requests that the cassette holds, sorted.
  private func recorded() throws -> [String] {
    let file = try CassetteFile(path: path)
    return try (0..<file.count).map {
      String(try file.request(at: $0).url.dropFirst("https://api.example.com".count))
    }.sorted()
  }

  @Test(arguments: [RecordMode.once, .newEpisodes, .all, .offline])
  func `scopes that are no test's record one cassette at once, and what they ask alike once`(
    mode: RecordMode
  ) throws {
    // Two at once by one spelling, and one by another.
    let locks = [
      try open(path, mode), try open(path, mode), try open(folder.path + "/./c.yaml", mode),
    ]
    #expect(try visit(locks[0], "/one", "/common", "/common") == [])
    #expect(try visit(locks[1], "/common", "/two") == [])
    try locks[0].close(keeping: true)
    // Who comes while another records is not kept from it either.
    let last = try open(path, mode, owner: "last")
    #expect(try visit(last, "/common", "/last") == [])
    #expect(try visit(locks[2], "/common", "/common", "/three") == [])
    for lock in [last, locks[2], locks[1]] { try lock.close(keeping: true) }
    // Offline, the last response of several is the one to fall back on.
    let common = Array(repeating: "/common", count: mode == .offline ? 1 : 2)
    #expect(try recorded() == common + ["/last", "/one", "/three", "/two"])
    #expect(JournalPath.all(beside: path) == [])
  }

  @Test func `a scope that fails beside others takes back what it recorded alone`() throws {
    let locks = [try open(path, .once), try open(path, .once, owner: "two")]
    _ = try visit(locks[0], "/one", "/common")
    _ = try visit(locks[1], "/two", "/common")
    try locks[0].close(keeping: false)
    try locks[1].close(keeping: true)
    #expect(try recorded() == ["/common", "/two"])
  }

  @Test(arguments: [RecordMode.newEpisodes, .all])
  func `a test that opens its cassette again for something else keeps both`(mode: RecordMode) throws
  {
    for paths in [["/one", "/common"], ["/two", "/common"], ["/two", "/common"]] {
      let lock = try open(path, mode, part: "test")
      for path in paths { _ = try visit(lock, path) }
      try lock.close(keeping: true)
    }
    #expect(try recorded() == ["/common", "/one", "/two"])
    // The same once more takes the place of what it was.
    let lock = try open(path, mode, part: "test")
    _ = try visit(lock, "/one", "/two", "/common")
    try lock.close(keeping: true)
    #expect(try recorded() == ["/common", "/one", "/two"])
  }

  @Test func `a scope replays what others of a run without the cassette recorded, and adds to it`()
    throws
  {
    let first = try open(path, .once)
    #expect(try visit(first, "/one", "/common") == [])
    try first.close(keeping: true)
    for repetition in 1...2 {
      let next = try open(path, .once, owner: "two")
      let replayed = try visit(next, "/common", "/two", "/common")
      #expect(replayed == (repetition == 1 ? ["/common"] : ["/common", "/two", "/common"]))
      try next.close(keeping: true)
    }
    // A test that comes then still has its part.
    let test = try open(path, .once, part: "test")
    #expect(try visit(test, "/common", "/three") == ["/common"])
    try test.close(keeping: true)
    #expect(try recorded() == ["/common", "/common", "/one", "/three", "/two"])
    // A run that finds it records nothing.
    let other = folder.path + "/other.yaml"
    try FileManager.default.copyItem(atPath: path, toPath: other)
    let later = try open(other, .once)
    #expect(later.deck.records == false)
    try later.close(keeping: true)
  }

  @Test(arguments: [RecordMode.once, .newEpisodes, .all])
  func `what a killed run left of parts is taken up once, whichever test comes first`(
    mode: RecordMode
  ) throws {
    let killed = try TemporaryDirectory()
    do {
      let locks = try ["a", "b", "c"].map { try open("\(killed.path)/c.yaml", .once, part: $0) }
      for (lock, page) in zip(locks, ["/a", "/b", "/c"]) { _ = try visit(lock, page, "/common") }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: killed.path)
    #expect(left.filter { $0.hasSuffix(".recording") }.count == 3)
    for name in left {
      try FileManager.default.moveItem(
        atPath: "\(killed.path)/\(name)", toPath: "\(folder.path)/\(name)")
    }
    let locks = try ["b", "a"].map { try open(path, mode, part: $0) }
    _ = try visit(locks[0], "/b", "/added")
    _ = try visit(locks[1], "/a")
    for lock in locks { try lock.close(keeping: true) }
    #expect(try recorded().filter { $0 != "/common" } == ["/a", "/added", "/b", "/c"])
    #expect(try recorded().contains("/common"))
    #expect(JournalPath.all(beside: path) == [])
  }

  @Test func `a cassette that is there is replayed by any number in mode once`() throws {
    try writeCassette()
    let locks = try ["one", "two", "three"].map { try open(path, .once, owner: $0) }
    #expect(throws: DeckError.self) { try open(path, .newEpisodes, owner: "four") }
    for lock in locks { try lock.close(keeping: true) }
    try open(path, .newEpisodes, owner: "four").close(keeping: false)
  }

  @Test func `a cassette that cannot be opened is free for the next one`() throws {
    try folder.write("no cassette", to: "c.yaml")
    #expect(throws: (any Error).self) { try open(path, .newEpisodes) }
    try writeCassette()
    try open(path, .newEpisodes, owner: "two").close(keeping: false)
  }

  @Test func `a scope that is forgotten frees its cassette`() throws {
    try writeCassette()
    do { _ = try open(path, .newEpisodes) }
    try open(path, .newEpisodes, owner: "two").close(keeping: false)
  }

  @Test func `tests of a run record their parts at once`() throws {
    let locks = try ["a", "b"].map { try open(path, .once, owner: $0, part: $0) }
    for lock in locks { try lock.close(keeping: true) }
  }

  @Test func `the environment decides before the registry does`() throws {
    try writeCassette()
    let one = try open(path, .newEpisodes, variables: ["CI": "true"])
    let two = try open(path, .newEpisodes, owner: "two", variables: ["CI": "true"])
    try one.close(keeping: true)
    try two.close(keeping: true)
  }

  @Test func `closing adds a line to the run record, and fails when it cannot`() throws {
    try writeCassette()
    let record = folder.path + "/runs.jsonl"
    for _ in 0..<2 {
      try open(path, .once, variables: ["VCR_REPORT": record]).close(keeping: true)
    }
    var records = RunRecords()
    try records.read(record)
    #expect(records.count == 2)
    #expect(records.uses(ofCassette: path)?.values.map { $0 } == [false])
    try folder.write("a file", to: "blocked")
    let lock = try open(path, .once, variables: ["VCR_REPORT": folder.path + "/blocked/runs.jsonl"])
    let error = try #require(throws: DeckError.self) { try lock.close(keeping: true) }
    #expect(error.kind == .unwritable)
    #expect("\(error)".contains("VCR_REPORT"))
  }

  @Test func `stubs alone need no cassette and hold none`() throws {
    let lock = try CassetteLock(path: nil, options: Deck.Options(mode: .none), owner: "one")
    #expect(try lock.close(keeping: true).replayed == 0)
  }
}
