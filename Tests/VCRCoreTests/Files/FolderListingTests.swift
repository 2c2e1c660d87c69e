import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// The files of a folder that may be cassettes.
struct FolderListingTests {
  private func folder(_ names: [String]) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for name in names { try folder.write("x", to: name) }
    return folder
  }

  private func below(_ folder: TemporaryDirectory, _ paths: [String]?) -> [String]? {
    paths?.map { String($0.dropFirst(folder.path.count + 1)) }
  }

  @Test func `cassettes and journals are found in order, in folders below, too`() throws {
    let folder = try folder([
      "b.yaml", "a.yml", "a.yaml.recording", "notes.txt", "a.yaml.files/1.bin", "deep/er/c.yaml",
      "deep/b.json", ".hidden.yaml", ".git/config.yaml",
    ])
    #expect(
      below(folder, try FolderListing.cassettes(in: folder.path)) == [
        ".hidden.yaml", "a.yaml.recording", "a.yml", "b.yaml", "deep/er/c.yaml",
      ])
  }

  @Test func `a link to a file counts, and a link to a folder does not`() throws {
    let folder = try folder(["in/a.yaml"])
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.path + "/link.yaml", withDestinationPath: "in/a.yaml")
    try files.createSymbolicLink(atPath: folder.path + "/round", withDestinationPath: "in")
    try files.createSymbolicLink(atPath: folder.path + "/none.yaml", withDestinationPath: "gone")
    #expect(
      below(folder, try FolderListing.cassettes(in: folder.path)) == ["link.yaml", "in/a.yaml"])
  }

  @Test func `a file is no folder, and what is not there is an error`() throws {
    let folder = try folder(["a.yaml"])
    #expect(try FolderListing.cassettes(in: folder.path + "/a.yaml") == nil)
    #expect(throws: SystemError.self) { try FolderListing.cassettes(in: folder.path + "/none") }
  }

  @Test func `folders of a name are found, but none within another`() throws {
    let folder = try folder([
      "Cassettes/a.yaml", "Cassettes/Cassettes/b.yaml", "Tests/Cassettes/c.yaml",
      "Tests/MyCassettes/d.yaml",
    ])
    #expect(
      below(folder, FolderListing.folders(named: "Cassettes", in: folder.path)) == [
        "Cassettes", "Tests/Cassettes",
      ])
  }
}
