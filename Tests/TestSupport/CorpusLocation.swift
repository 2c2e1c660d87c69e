public import Foundation

/// Where the cassettes of other recorders lie that some tests read.
///
/// The environment variable `VCR_CORPUS` names the folder. Unset, such tests are skipped
/// (`.enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set")`); set to a folder that is
/// not there, they fail.
public enum CorpusLocation {
  /// No folder is at the place the environment names.
  public struct Missing: Error, CustomStringConvertible, Sendable {
    /// The place that was looked at.
    public var path: String
    /// What is wrong.
    public var description: String { "VCR_CORPUS names \(path), where no folder is" }
  }

  /// True when the environment names a folder, be it there or not.
  public static var isConfigured: Bool {
    !(ProcessInfo.processInfo.environment["VCR_CORPUS"] ?? "").isEmpty
  }

  /// The folder the environment names.
  ///
  /// - Returns: The folder.
  /// - Throws: ``Missing`` when it is not there.
  public static func folder() throws -> URL {
    let path = ProcessInfo.processInfo.environment["VCR_CORPUS"] ?? ""
    var isDirectory: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw Missing(path: path) }
    return URL(fileURLWithPath: path, isDirectory: true)
  }
}
