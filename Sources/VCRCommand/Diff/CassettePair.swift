#if CommandLineTool
  /// Two states of one cassette, from files or from revisions of a repository.
  struct CassettePair: Sendable {
    /// One state.
    struct State: Sendable {
      /// The name for the reader: a path, or `REVISION:PATH`.
      var name: String
      /// The file's content.
      var content: [UInt8]
      /// The place of the state, such as `revision main`; nil for a file of the work tree.
      var keeper: String?
      /// The reason why an existing state cannot be compared; nil for a cassette.
      var fault: Fault?
      /// Reads a side file by its path relative to the cassette's folder.
      var sideFile: @Sendable (String) throws -> [UInt8]

      /// True when it can be compared, as far as is known without reading it whole.
      var isSound: Bool { fault == nil }
    }

    /// The fault of an existing state.
    enum Fault: Equatable, Sendable {
      /// The content is not a cassette.
      case noCassette
      /// The content cannot be read, for this reason.
      case unreadable(String)
    }

    /// The cassette's path for the reader.
    var path: String
    /// The old state; nil when the cassette is new.
    var old: State?
    /// The new state; nil when the cassette is gone.
    var new: State?
  }
#endif
