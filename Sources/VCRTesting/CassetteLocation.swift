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
  /// - Parameter name: Its name, without `.yaml` or with it; an absolute path is kept.
  /// - Returns: The path.
  func path(of name: String) -> String {
    let file = name.hasSuffix(".yaml") || name.hasSuffix(".yml") ? name : name + ".yaml"
    let folder =
      directory.hasPrefix("/")
      ? directory
      : URL(filePath: testFile).deletingLastPathComponent().appending(path: directory).path
    return VCREnvironment.current.path(of: file, in: folder)
  }
}
