import Foundation

/// The files of other tools that the project keeps as test data.
package enum Corpus {
  package static let folder = ProcessInfo.processInfo.environment["VCR_CORPUS"]

  /// The contents of every file.
  ///
  /// - Throws: The error of the file system when the folder is named but does not exist.
  package static func files() throws -> [[UInt8]] {
    guard let folder else { return [] }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    return names.compactMap { name in
      FileManager.default.contents(atPath: folder + "/" + name).map { Array($0) }
    }
  }
}
