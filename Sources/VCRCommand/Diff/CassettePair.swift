#if CommandLineTool
  /// Two states of one cassette, from files or from revisions of a repository.
  struct CassettePair: Sendable {
    /// One state.
    struct State: Sendable {
      /// What the reader calls it: a path, or `REVISION:PATH`.
      var name: String
      /// The file's content.
      var content: [UInt8]
      /// Reads a file that the cassette refers to, by its path relative to the cassette's folder.
      var sideFile: @Sendable (String) throws -> [UInt8]
    }

    /// The cassette's path for the reader.
    var path: String
    /// The old state; nil when the cassette is new.
    var old: State?
    /// The new state; nil when the cassette is gone.
    var new: State?
  }
#endif
