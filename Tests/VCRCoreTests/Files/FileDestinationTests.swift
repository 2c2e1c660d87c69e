import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// What a path leads to when something is written to it.
struct FileDestinationTests {
  private func link(_ name: String, to target: String, in folder: TemporaryDirectory) throws
    -> String
  {
    let path = folder.path + "/" + name
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    return path
  }

  @Test(arguments: ["/dev/null", "/dev/zero"])
  func `a device is written to, through links as well`(device: String) throws {
    let folder = try TemporaryDirectory()
    #expect(FileDestination(device) == .stream(device))
    let first = try link("first", to: device, in: folder)
    #expect(FileDestination(first) == .stream(device))
    #expect(FileDestination(try link("second", to: "first", in: folder)) == .stream(device))
    #expect(!FileDestination(first).isFile)
  }

  @Test func `an open descriptor is written to, not the file that it leads to`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/log"
    let file = try FileSystem.openFile(path, O_WRONLY | O_CREAT | O_APPEND)
    defer { close(file) }
    try FileSystem.writeAll(Array("before\n".utf8)[...], to: file)
    #expect(FileDestination("/dev/fd/\(file)") == .descriptor(file))
    let link = try link("link", to: "/dev/fd/\(file)", in: folder)
    #expect(FileDestination(link) == .descriptor(file))
    try FileSystem.write([Array("after\n".utf8)[...]], to: link)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before\nafter\n")
  }

  @Test func `a name that is a number is a file outside of the folder of descriptors`() throws {
    let folder = try TemporaryDirectory()
    let path = FileSystem.resolvingLink(folder.path) + "/1"
    #expect(FileDestination(path) == .file(path))
    try folder.write("x", to: "1")
    #expect(FileDestination(path) == .file(path))
    #expect(FileDestination(path).isFile)
  }

  @Test func `a chain of links ends at its file, whether that is there or not`() throws {
    let folder = try TemporaryDirectory()
    let place = FileSystem.resolvingLink(folder.path)
    try FileManager.default.createDirectory(
      at: folder.file("inner"), withIntermediateDirectories: false)
    _ = try link("inner/b", to: "../a", in: folder)
    let path = try link("c", to: "inner/b", in: folder)
    #expect(FileSystem.resolvingLink(FileSystem.folder(of: written(path))) == place)
    try folder.write("x", to: "a")
    #expect(FileDestination(path) == .file(place + "/a"))
  }

  /// The path of the file that a path leads to; empty for none.
  private func written(_ path: String) -> String {
    if case .file(let target) = FileDestination(path) { target } else { "" }
  }

  @Test func `links in a circle are the system's to refuse`() throws {
    let folder = try TemporaryDirectory()
    let path = try link("a", to: "b", in: folder)
    _ = try link("b", to: "a", in: folder)
    #expect(FileDestination(path) == .stream(path))
    #expect(throws: SystemError(code: ELOOP)) { try FileSystem.write([], to: path) }
  }
}
