import Foundation

/// Programs that tests use if they are installed.
public enum Tool {
  /// True when a program is found in `PATH`.
  public static func isInstalled(_ name: String) -> Bool { path(of: name) != nil }

  /// The path of a program in `PATH`; nil when it is not installed.
  public static func path(of name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
