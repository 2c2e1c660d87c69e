#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import VCRCore

  /// The roots that the user's settings of PHP name, which those of the run replace: of two
  /// settings of one name PHP takes the last, and it adds none to another.
  enum PHPRoots {
    /// The settings that name a file of roots.
    static let names = ["curl.cainfo", "openssl.cafile"]

    /// The folders in which builds of PHP look for `php.ini`, or for a folder of further files.
    private static let homes = ["/usr/local/etc/php", "/usr/local/lib", "/usr/local/lib/php"]

    /// The text of the roots.
    ///
    /// Which of its settings a build of PHP reads is compiled into it, so those of all that are
    /// known are read.
    ///
    /// - Parameter environment: The environment of `vcr` itself (`PHPRC`, `PHP_INI_SCAN_DIR`).
    /// - Returns: The text, which ends with the end of a line unless it is empty.
    static func pem(_ environment: [String: String]) -> String {
      var paths: [String] = []
      for file in files(environment) {
        guard let text = try? FileSystem.read(file) else { continue }
        for path in self.paths(in: String(decoding: text, as: UTF8.self))
        where !paths.contains(path) {
          paths.append(path)
        }
      }
      return String(decoding: paths.flatMap(OwnRoots.pem(at:)), as: UTF8.self)
    }

    /// The files of settings.
    private static func files(_ environment: [String: String]) -> [String] {
      var files: [String] = []
      var folders = (environment["PHP_INI_SCAN_DIR"] ?? "").split(separator: ":").map(String.init)
      // Debian has a folder for each version, with one for each program in it.
      let versions = entries(of: "/etc/php").flatMap { entries(of: $0) }
      for home in [environment["PHPRC"], "/etc"].compactMap({ $0 }) + homes + versions {
        files += [home, home + "/php.ini"]
        folders += [home + "/conf.d", home + "/php.d"]
      }
      return files + folders.flatMap { entries(of: $0) }.filter { $0.hasSuffix(".ini") }
    }

    private static func entries(of folder: String) -> [String] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
      return (names ?? []).sorted().map { folder + "/" + $0 }
    }

    /// The files of roots that a file of settings names.
    private static func paths(in text: String) -> [String] {
      text.split(whereSeparator: \.isNewline).compactMap { line in
        guard let mark = line.firstIndex(of: "=") else { return nil }
        let name = line[..<mark].filter { !$0.isWhitespace }
        guard names.contains(name) else { return nil }
        // A comment may follow, also after quotes.
        let value = line[line.index(after: mark)...].drop { $0.isWhitespace }
        let quote = value.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
        let path =
          if let quote { value.dropFirst().prefix { $0 != quote } } else {
            value.prefix { $0 != ";" && !$0.isWhitespace }
          }
        return path.isEmpty ? nil : String(path)
      }
    }
  }
#endif
