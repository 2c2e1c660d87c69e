import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A folder for one test, removed with it.
final class Folder: Sendable {
  let path: String
  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }
  func file(_ name: String) -> String { path + "/" + name }
}

/// A tool that failed.
struct ToolFailed: Error { var tool: String }

/// Runs a tool in a folder.
func run(_ tool: String, _ arguments: [String], in folder: Folder) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [tool] + arguments
  process.currentDirectoryURL = URL(filePath: folder.path)
  process.standardError = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw ToolFailed(tool: tool) }
}

extension URLSession {
  func text(_ url: String) async throws -> String {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    return String(decoding: try await data(from: url).0, as: UTF8.self)
  }
}
