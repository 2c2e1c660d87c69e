import Foundation

/// The files of this package.
enum Sources {
  /// The package's folder.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file.
  ///
  /// - Parameter path: Its path within the package.
  /// - Returns: The text.
  /// - Throws: When it cannot be read.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of the files in a folder, and in the folders within it.
  ///
  /// - Parameters:
  ///   - folder: The folder's path within the package.
  ///   - suffix: How their names end.
  /// - Returns: Their paths within the package, sorted.
  static func files(in folder: String, _ suffix: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    let names = (found?.allObjects ?? []).compactMap { $0 as? String }
    return names.filter { $0.hasSuffix(suffix) && !$0.contains(".build") }
      .map { "\(folder)/\($0)" }.sorted()
  }

  /// The articles and the landing pages of the libraries.
  static var articles: [String] {
    files(in: "Sources", ".md").filter { $0.contains(".docc/") }
  }
}
