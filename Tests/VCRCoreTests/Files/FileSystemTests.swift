import Dispatch
import Foundation
import TestSupport
import Testing
import VCRLocks

@testable import VCRCore

/// Files that are whole or absent, whatever they were before.
struct FileSystemTests {
  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func write(_ text: String, to path: String, like model: String? = nil) throws {
    try FileSystem.write([Array(text.utf8)[...]], to: path, permissionsOf: model)
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o755])
  func `a file that is replaced keeps its permissions`(mode: Int) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.yaml"
    try write("old", to: path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    try write("new", to: path)
    #expect(try bytes(of: path) == Array("new".utf8))
    #expect(try self.mode(of: path) == mode)
  }

  @Test func `a new file has the permissions that any new file has`() throws {
    let folder = try TemporaryDirectory()
    let other = try folder.write("", to: "other").path(percentEncoded: false)
    try write("new", to: folder.path + "/a.yaml")
    #expect(try mode(of: folder.path + "/a.yaml") == mode(of: other))
  }

  @Test func `a new file has its model's permissions, or is private while there is none`() throws {
    let folder = try TemporaryDirectory()
    let model = folder.path + "/model"
    try write("new", to: folder.path + "/private", like: model)
    #expect(try mode(of: folder.path + "/private") == 0o600)
    try write("model", to: model)
    try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: model)
    try write("new", to: folder.path + "/shared", like: model)
    #expect(try mode(of: folder.path + "/shared") == 0o664)
  }

  @Test func `a link stays a link, and what it leads to is replaced`() throws {
    let folder = try TemporaryDirectory()
    let target = try folder.write("old", to: "real/a.yaml").path(percentEncoded: false)
    let link = folder.path + "/link.yaml"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "real/a.yaml")
    try write("new", to: link)
    #expect(try bytes(of: target) == Array("new".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real/a.yaml")
    #expect(FileSystem.isSame(link, target))
    #expect(FileSystem.followingLink(link) == FileSystem.resolvingLink(target))
  }

  @Test func `a link that leads nowhere is the file that is written, and no file before`() throws {
    let folder = try TemporaryDirectory()
    let link = folder.path + "/link.yaml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "later.yaml")
    #expect(!FileSystem.exists(link))
    #expect(FileSystem.followingLink(link) == link)
    try write("new", to: link)
    #expect(try bytes(of: folder.path + "/later.yaml") == Array("new".utf8))
    #expect(FileSystem.exists(link))
  }

  @Test func `content that fails leaves the old file, and no other beside it`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a.yaml"
    try write("old", to: path)
    #expect(throws: SystemError.self) {
      try FileSystem.write(to: path) { (output: inout BufferedOutput) throws(SystemError) in
        try output.write(Array(repeating: 0x61, count: 1 << 20)[...])
        throw SystemError(code: ENOSPC)
      }
    }
    #expect(try bytes(of: path) == Array("old".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.yaml"])
  }

  @Test func `nothing is left where a file cannot take the place of a folder`() throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      at: folder.file("a.yaml"), withIntermediateDirectories: false)
    #expect(throws: SystemError.self) { try write("new", to: folder.path + "/a.yaml") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.yaml"])
  }

  @Test func `a FIFO is written to, and stays one`() async throws {
    let folder = try TemporaryDirectory()
    let (path, copy) = (folder.path + "/fifo", folder.path + "/copy")
    try #require(unsafe mkfifo(path, 0o600) == 0)
    let content = Array(String(repeating: "0123456789", count: 40_000).utf8)
    let reader = try Child("sh", ["-c", "cat fifo > copy"], directory: folder.url)
    try FileSystem.write([content[...]], to: path)
    let status = await reader.finished().status
    #expect(status == 0)
    #expect(try bytes(of: copy) == content)
    #expect(FileDestination(path) == .stream(path))
  }

  @Test func `all bytes reach a pipe that is full and does not block`() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    try #require(fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK) == 0)
    let content = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let received = Mutex<[UInt8]?>(nil)
    let group = DispatchGroup()
    DispatchQueue(label: "reader").async(group: group) {
      let bytes = try? FileSystem.read(reading)
      received.withLock { $0 = bytes }
    }
    try FileSystem.writeAll(content[...], to: writing)
    close(writing)
    group.wait()
    #expect(received.withLock { $0 } == content)
    close(reading)
  }

  @Test(arguments: [
    ("a.yaml", "."), ("/a.yaml", "/"), ("b/a.yaml", "b"), ("/b/c/a.yaml", "/b/c"), ("b/", "b"),
    ("", "."),
  ])
  func `the folder of a path is all before its last slash`(path: String, folder: String) {
    #expect(FileSystem.folder(of: path) == folder)
  }

  @Test func `all folders above a path are created`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a/b/c/d.yaml"
    try FileSystem.createFolder(of: path)
    try FileSystem.createFolder(of: path)
    try write("new", to: path)
    #expect(FileSystem.size(ofFile: path) == 3)
    #expect(FileSystem.size(ofFile: folder.path + "/a") == nil)
    #expect(throws: SystemError.self) { try FileSystem.createFolder(of: path + "/e/f.yaml") }
  }

  @Test(arguments: ["a.yaml", "users.json", ".yaml", "a.1.2.yaml"])
  func `a temporary name says whose it is, and whose process's`(name: String) throws {
    let temporary = FileSystem.temporary(for: name)
    let found = try #require(FileSystem.written(byTemporary: temporary))
    #expect(found.name == name)
    #expect(found.process == getpid())
    #expect(FileSystem.temporary(for: name) != temporary)
  }

  @Test(arguments: [
    "a.yaml", "a.tmp", "a.yaml.tmp", "a.yaml.12.tmp", "a.yaml.12.x.tmp", "a.yaml.x.12.tmp",
    "a.yaml.0.12.tmp", "a.yaml.-3.12.tmp", "a.yaml.12.34.tmp.yaml",
  ])
  func `a name that is no temporary one is nobody's`(name: String) {
    #expect(FileSystem.written(byTemporary: name) == nil)
  }

  @Test func `only a regular file of no bytes is empty`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "empty")
    try folder.write("x", to: "full")
    #expect(FileSystem.isEmpty(folder.path + "/empty"))
    #expect(!FileSystem.isEmpty(folder.path + "/full"))
    #expect(!FileSystem.isEmpty(folder.path + "/none"))
    #expect(!FileSystem.isEmpty(folder.path))
  }

  @Test(arguments: [(0o600, true), (0o700, true), (0o640, false), (0o604, false)])
  func `a file that others may open is not private`(mode: Int, isPrivate: Bool) throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/a"
    try write("x", to: path)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let file = try FileSystem.openFile(path, O_RDONLY)
    defer { close(file) }
    #expect(FileSystem.isPrivate(file) == isPrivate)
  }
}
