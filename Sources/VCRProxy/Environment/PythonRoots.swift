#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import VCRCore

  /// The roots of certifi for a Python that takes none of its variables (`python -I`, `-E`), and so
  /// does not run ``PythonPreload``.
  enum PythonRoots {
    /// The file within a folder of Python's modules.
    private static let file = "certifi/cacert.pem"

    /// The files.
    ///
    /// - Parameters:
    ///   - environment: The environment of `vcr` itself.
    ///   - command: The words of COMMAND, which may be scripts.
    /// - Returns: The paths of files that exist, each once.
    static func paths(_ environment: [String: String], command: [String]) -> [String] {
      guard command.contains(where: { $0.contains("python") || $0.contains("pypy") }) else {
        return []
      }
      let words = command.flatMap { $0.split { " \t\n;|&()\"'`".contains($0) }.map(String.init) }
      var paths: [String] = []
      for (place, word) in words.enumerated() {
        guard isPython(word), leavesVariables(words[(place + 1)...]) else { continue }
        for path in files(of: word, environment) where !paths.contains(path) {
          paths.append(path)
        }
      }
      return paths
    }

    /// True for a path or a name that ends with `python`, `python3`, `pypy3.10` and the like.
    private static func isPython(_ word: String) -> Bool {
      let name = word.split(separator: "/").last.map(Array.init) ?? []
      let letters = name.prefix { $0.isLetter }
      return ["python", "pypy"].contains(String(letters))
        && name.dropFirst(letters.count).allSatisfy { $0.isNumber || $0 == "." }
    }

    /// True when the options that follow a Python keep it from its variables.
    ///
    /// Not for pip, which has a variable of its own, and may be asked to replace these files, which
    /// nobody can while others stand in their place.
    private static func leavesVariables(_ words: ArraySlice<String>) -> Bool {
      var words = words
      var leaves = false
      while let option = words.first, option.hasPrefix("-"), !option.hasPrefix("--") {
        words = words.dropFirst()
        let letters = option.dropFirst().prefix { !"cmWX".contains($0) }
        leaves = leaves || letters.contains("I") || letters.contains("E")
        // What follows one of the others is its value, which may be a word of its own; behind the
        // first two it is the program.
        guard let taker = option.dropFirst(letters.count + 1).first else { continue }
        if "cm".contains(taker) { break }
        if option.last == taker { words = words.dropFirst() }
      }
      return leaves && words.first != "pip"
    }

    /// The files in the folders of modules that a Python reads.
    private static func files(of program: String, _ environment: [String: String]) -> [String] {
      let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
      let found =
        program.contains("/")
        ? program : folders.map { $0 + "/" + program }.first(where: FileSystem.exists)
      guard let found else { return [] }
      // A virtual environment links to the Python that it was made of.
      let homes = [found, FileSystem.resolved(found) ?? found].map { path in
        URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent().path
      }
      // Debian has modules that it did not install itself in a place of their own.
      let local = homes.contains("/usr") ? ["/usr/local"] : []
      let user = environment["HOME"].map { [$0 + "/.local"] } ?? []
      return (homes + local + user).flatMap { home in
        let names = try? FileManager.default.contentsOfDirectory(atPath: home + "/lib")
        return (names ?? []).filter { $0.hasPrefix("py") }.sorted().flatMap { name in
          ["site-packages", "dist-packages"].map { "\(home)/lib/\(name)/\($0)/\(file)" }
        }
      }
      .filter(FileSystem.exists)
    }
  }
#endif
