import TestSupport
import Testing

/// Python 3, whose library reads the same formats and knows nothing of this package.
enum Python {
  /// True when it is installed.
  static let isInstalled = Tool.isInstalled("python3")

  /// Runs a script that writes one line for each line it reads from standard input.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - inputs: Byte strings, which the script gets in hexadecimal, one a line.
  /// - Returns: What the script wrote, one element for each input.
  /// - Throws: When the script cannot be run, fails, or writes another number of lines.
  static func lines(_ script: String, _ inputs: [[UInt8]]) async throws -> [String] {
    let input = inputs.map { hexadecimal($0) + "\n" }.joined()
    let result = try await Child.run("python3", ["-c", script], input: Array(input.utf8))
    try #require(result.status == 0, "\(result.errorText)")
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    try #require(lines.count == inputs.count + 1)
    return Array(lines.dropLast())
  }

  /// Bytes in hexadecimal, as `bytes.fromhex` reads them.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
