import Foundation
import VCR

/// The location of the cassettes of a test file.
struct CassetteLocation {
  /// The folder of the cassettes, absolute or relative to the folder of the test's file.
  var directory: String
  /// The path of the test's file.
  var testFile: String

  /// The path of a cassette.
  ///
  /// - Parameter name: Its name, without `.yaml` or with it; an absolute path is kept. A name with
  ///   the suffix of another tool's recording, `.har` or `.json`, is kept as well.
  /// - Returns: The path.
  func path(of name: String) -> String {
    let isWhole = [".yaml", ".yml", ".har", ".json"].contains { name.hasSuffix($0) }
    let file = isWhole ? name : name + ".yaml"
    let folder =
      directory.hasPrefix("/")
      ? directory
      : URL(filePath: testFile).deletingLastPathComponent().appending(path: directory).path
    return VCREnvironment.current.path(of: file, in: folder)
  }
}
