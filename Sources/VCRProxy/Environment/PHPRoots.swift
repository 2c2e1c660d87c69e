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
        for path in self.paths(in: text) where !paths.contains(path) {
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

    /// The files of roots that a file of settings names, of whose lines most are comments.
    private static func paths(in text: [UInt8]) -> [String] {
      names.flatMap { name in
        let pattern = Array(name.utf8)
        var paths: [String] = []
        var start = 0
        while let place = text.firstRange(of: pattern, from: start) {
          let end = text[place.upperBound...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
          let before = text[..<place.lowerBound].last { $0 != 0x20 && $0 != 0x09 }
          if before == nil || before == 0x0A || before == 0x0D,
            let path = path(in: String(decoding: text[place.upperBound..<end], as: UTF8.self))
          {
            paths.append(path)
          }
          start = end
        }
        return paths
      }
    }

    /// The value in what follows the name of a setting, which a comment may follow.
    private static func path(in rest: String) -> String? {
      let rest = rest.drop { $0.isWhitespace }
      guard rest.first == "=" else { return nil }
      let value = rest.dropFirst().drop { $0.isWhitespace }
      let quote = value.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
      let path =
        if let quote { value.dropFirst().prefix { $0 != quote } } else {
          value.prefix { $0 != ";" && !$0.isWhitespace }
        }
      return path.isEmpty ? nil : String(path)
    }
  }
#endif
