public import Foundation

/// A new folder that is removed with its content when its owner is released.
public final class TemporaryDirectory: Sendable {
  /// The folder.
  public let url: URL

  /// Creates a folder with a unique name.
  ///
  /// - Throws: An error when the folder cannot be created.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "vcr-test-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of the folder, without a final slash.
  public var path: String {
    let path = url.path(percentEncoded: false)
    return path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// The URL of a file in the folder.
  public func file(_ name: String) -> URL { url.appending(path: name) }

  /// Writes a file into the folder.
  ///
  /// - Parameters:
  ///   - text: The content.
  ///   - name: The file's name, or a path relative to the folder.
  /// - Returns: The URL of the file.
  /// - Throws: An error when the file cannot be written.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> URL {
    let file = file(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }
}

/// Runs a test's body with its own folder, which is removed afterwards.
///
/// - Parameter body: Uses the folder.
/// - Returns: What the body returns.
/// - Throws: The error of the body, or of creating the folder.
public func withTemporaryDirectory<Result>(
  _ body: (URL) async throws -> Result
) async throws -> Result {
  let directory = try TemporaryDirectory()
  defer { extendLifetime(directory) }
  return try await body(directory.url)
}

/// Runs a test's body with its own folder, which is removed afterwards.
///
/// - Parameter body: Uses the folder.
/// - Returns: What the body returns.
/// - Throws: The error of the body, or of creating the folder.
public func withTemporaryDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let directory = try TemporaryDirectory()
  defer { extendLifetime(directory) }
  return try body(directory.url)
}
