public import Foundation

/// The location of the cassettes of other recorders, which some tests read.
///
/// The environment variable `VCR_CORPUS` names the folder. Without it, such tests are skipped
/// (`.enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set")`); if the folder does not
/// exist, they fail.
public enum CorpusLocation {
  /// The error when the folder that the environment names does not exist.
  public struct Missing: Error, CustomStringConvertible, Sendable {
    /// The path that was tried.
    public var path: String
    /// What is wrong.
    public var description: String { "VCR_CORPUS names \(path), where no folder is" }
  }

  /// True when the environment names a folder, whether it exists or not.
  public static var isConfigured: Bool {
    !(ProcessInfo.processInfo.environment["VCR_CORPUS"] ?? "").isEmpty
  }

  /// The folder that the environment names.
  ///
  /// - Returns: The folder.
  /// - Throws: ``Missing`` when it does not exist.
  public static func folder() throws -> URL {
    let path = ProcessInfo.processInfo.environment["VCR_CORPUS"] ?? ""
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw Missing(path: path) }
    return URL(fileURLWithPath: path, isDirectory: true)
  }
}
