#if CommandLineTool
  /// The cassettes that differ between two states of a repository.
  ///
  /// - Parameters:
  ///   - arguments: None, `A`, `A..B`, or `A` and `B`.
  ///   - paths: What to look at; empty for all.
  ///   - isStaged: True to compare with what is staged rather than with the files.
  /// - Returns: The cassettes.
  /// - Throws: `CommandFailure`.
  func revisionPairs(
    arguments: [String], paths: [String], isStaged: Bool = false
  ) throws -> [CassettePair] {
    throw CommandFailure(.usage, "name two cassettes, or two folders: vcr diff OLD NEW")
  }
#endif
