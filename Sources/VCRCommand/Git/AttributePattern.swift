#if CommandLineTool
  /// The patterns by which `.gitattributes` names cassettes (gitattributes(5)).
  enum AttributePattern {
    /// Where cassettes are by default, at any depth.
    static let standard = "**/Cassettes/**/*.yaml"

    /// True for a path that the standard pattern names.
    ///
    /// - Parameter path: A path from the root of the repository.
    /// - Returns: Whether it does.
    static func isStandard(_ path: String) -> Bool {
      path.hasSuffix(".yaml") && path.split(separator: "/").dropLast().contains("Cassettes")
    }

    /// The pattern for the cassettes in the folder of one.
    ///
    /// - Parameter path: A path from the root of the repository.
    /// - Returns: The pattern, quoted where it has to be.
    static func pattern(forFolderOf path: String) -> String {
      var parts = path.split(separator: "/").map(String.init)
      let suffix = parts.removeLast().hasSuffix(".yml") ? "*.yml" : "*.yaml"
      let folder = parts.map { "/" + escaped($0) }.joined()
      return quoted("\(folder)/\(suffix)")
    }

    /// A name in which no character is a wildcard.
    private static func escaped(_ name: String) -> String {
      String(name.flatMap { "*?[]\\".contains($0) ? ["\\", $0] : [$0] })
    }

    /// A pattern with spaces and similar characters is quoted like a string in C.
    private static func quoted(_ pattern: String) -> String {
      let isPlain = pattern.unicodeScalars.allSatisfy { $0.value > 0x20 && $0 != "\"" }
      if isPlain { return pattern }
      let body = pattern.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case let control where control.value < 0x20:
          let digits = String(control.value, radix: 8)
          return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        default: return "\(scalar)"
        }
      }
      return "\"\(body.joined())\""
    }
  }
#endif
