#if CommandLineTool
  import Foundation
  import TestSupport

  /// The package that is tested, as a clone of it lies on the disk.
  enum Package {
    /// Its folder.
    static let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()

    /// The path of one of its files.
    static func path(_ name: String) -> String {
      folder.appending(path: name).path(percentEncoded: false)
    }

    /// A program of the Python clients that `.ci/clients` installs, or one in `PATH`; nil when it
    /// is in neither.
    static func client(_ name: String) -> String? {
      let own = path(".build/python-clients/bin/\(name)")
      return FileManager.default.isExecutableFile(atPath: own) ? own : Tool.path(of: name)
    }

    /// Jest, installed or unpacked by `.ci/clients`; nil when it is neither.
    static var jest: String? {
      let own = path(".build/jest/jest")
      return Tool.path(of: "jest")
        ?? (FileManager.default.isExecutableFile(atPath: own) ? own : nil)
    }
  }
#endif
