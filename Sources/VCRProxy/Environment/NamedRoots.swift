#if CommandLineTool
  import VCRCore

  /// The files of roots that texts name by a setting: values of variables, and words of COMMAND.
  enum NamedRoots {
    /// The files that a setting names.
    ///
    /// - Parameters:
    ///   - setting: The setting's name, which `=` and the file follow.
    ///   - texts: Words of COMMAND, which may be scripts, or lists of options.
    /// - Returns: The paths of files that exist, as they are named, each once.
    static func paths(of setting: String, in texts: [String]) -> [String] {
      let pattern = Array((setting + "=").utf8)
      var paths: [String] = []
      for text in texts {
        let bytes = Array(text.utf8)
        var start = 0
        while let found = bytes.firstRange(of: pattern, from: start) {
          start = found.upperBound
          let path = spellings(bytes[start...]).first(where: FileSystem.exists)
          if let path, !paths.contains(path) { paths.append(path) }
        }
      }
      return paths
    }

    /// What the file may be called: up to a quotation mark, up to white space, or, as
    /// a word is one option, the whole rest.
    private static func spellings(_ rest: ArraySlice<UInt8>) -> [String] {
      let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
      let ends = quotes + Array(" \t\n;|&)".utf8)
      let content = rest.first.map(quotes.contains) == true ? rest.dropFirst() : rest
      return [
        content.prefix { !quotes.contains($0) }, content.prefix { !ends.contains($0) }, rest,
      ].map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
    }
  }
#endif
