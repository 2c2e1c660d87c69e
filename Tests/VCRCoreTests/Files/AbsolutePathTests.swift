import Foundation
import TestSupport
import Testing
import VCRCore

struct AbsolutePathTests {
  private let here = FileManager.default.currentDirectoryPath

  @Test func `a path within the current folder is shown from there`() {
    #expect("\(here)/Tests/C/users.yaml".relativeToCurrentFolder == "Tests/C/users.yaml")
    #expect("\(here)/Tests/C/the users.yaml".typedPath == "'Tests/C/the users.yaml'")
    #expect("Tests/users.yaml".relativeToCurrentFolder == "Tests/users.yaml")
    #expect("\(here)x/users.yaml".relativeToCurrentFolder == "\(here)x/users.yaml")
  }

  @Test func `a path that goes back is shown without that, unless a link leads elsewhere`() throws {
    #expect(
      "\(here)/Tests/VCRTests/../Fixtures/a.yaml".relativeToCurrentFolder
        == "Tests/Fixtures/a.yaml")
    #expect("\(here)/Tests/../Sources//./a.yaml".relativeToCurrentFolder == "Sources/a.yaml")
    let folder = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: here + "/Tests")
    let path = folder.path + "/link/../Sources/a.yaml"
    #expect(path.relativeToCurrentFolder == "Sources/a.yaml")
    #expect((folder.path + "/gone/../a.yaml").relativeToCurrentFolder == folder.path + "/a.yaml")
  }

  @Test func `a path that a link brings into the current folder is shown from there`() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/project", withDestinationPath: here)
    let path = folder.path + "/project/Tests/users.yaml"
    #expect(path.relativeToCurrentFolder == "Tests/users.yaml")
    #expect("\(folder.path)/users.yaml".relativeToCurrentFolder == "\(folder.path)/users.yaml")
  }
}
