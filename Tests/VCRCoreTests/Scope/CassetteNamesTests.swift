import TestSupport
import Testing
import VCRCore

/// Which of the tests with one name has which cassette.
@Suite struct CassetteNamesTests {
  private let first = "suite/case\0Ada\u{0}1"
  private let second = "suite/case\0Ada\u{0}2"

  @Test(arguments: [false, true])
  func `cases of one name keep their cassettes whichever asks first`(isReversed: Bool) throws {
    let recording = try TemporaryDirectory()
    let plain = CassetteNames.path(recording.path + "/Ada.yaml", of: first)
    let own = CassetteNames.path(recording.path + "/Ada.yaml", of: second)
    #expect(plain == recording.path + "/Ada.yaml" && own != plain)

    // Another folder is what another run finds.
    let replay = try TemporaryDirectory()
    let names = try [plain, own].map { try #require($0.split(separator: "/").last) }
    for name in names { try replay.write("vcr: 1\n", to: String(name)) }
    for index in isReversed ? [1, 0] : [0, 1] {
      let path = CassetteNames.path(replay.path + "/Ada.yaml", of: [first, second][index])
      #expect(path == "\(replay.path)/\(names[index])")
    }
  }
}
