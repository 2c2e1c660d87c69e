import Foundation
import TestSupport
import Testing

/// What messages name, a developer types.
///
/// Each run of a fixture checks that no message names a file in the current folder by its whole
/// path.
struct ShortPathTests {
  /// Writes a cassette whose one body is in a side file that is not there.
  private func writePicture(_ run: FixtureRun) throws -> String {
    let file = "picture.yaml.files/\(String(repeating: "0f", count: 16)).png"
    try run.folder.write(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: \(run.server.origin)/picture
        response:
          status: 200
          headers:
            Content-Type: image/png
          body:
            file: \(file)

      """, to: "picture.yaml")
    return file
  }

  @Test(arguments: ["none", "new-episodes"])
  func `a side file that is missing is named from the current folder`(mode: String) async throws {
    let run = try FixtureRun()
    let file = try writePicture(run)
    let result = try await run.run("PathFixtures/picture", ["VCR_MODE": mode])
    #expect(!result.hasPassed)
    #expect(result.output.contains("“git restore \(file)”"), "\(result.output)")
  }

  @Test func `a cassette that cannot be written is named from the current folder`() async throws {
    let run = try FixtureRun()
    let result = try await run.run("PathFixtures/long")
    #expect(!result.hasPassed)
    let name = PathFixtures.longName + ".yaml"
    #expect(
      result.output.contains(
        "what was recorded is kept in \(name).recording, to recover it: vcr recover \(name)"),
      "\(result.output)")
  }

  @Test func `roots that cannot be read are named from the current folder, with who names them`()
    async throws
  {
    let run = try FixtureRun()
    let result = try await run.run(
      "PathFixtures/long", ["VCR_UPSTREAM_CA": run.folder.file("roots.pem").path])
    #expect(!result.hasPassed)
    #expect(
      result.output.contains("cannot read trust roots from roots.pem: no such file")
        && result.output.contains("it comes from VCR_UPSTREAM_CA"), "\(result.output)")
  }

  @Test func `a name that goes back is shown without that`() async throws {
    let run = try FixtureRun()
    try run.write("back.yaml", "/other")
    try run.folder.write("", to: "deep/empty")
    let result = try await run.run("PathFixtures/back")
    #expect(!result.hasPassed)
    #expect(result.output.contains("\nback.yaml (1 interaction"), "\(result.output)")
    let missing = try await run.run("PathFixtures/absent")
    #expect(missing.output.contains("absent.yaml: there is no such cassette"), "\(missing.output)")
  }
}
