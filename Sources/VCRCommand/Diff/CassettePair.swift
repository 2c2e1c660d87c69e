#if CommandLineTool
  /// Two states of one cassette, from files or from revisions of a repository.
  struct CassettePair: Sendable {
    /// One state.
    struct State: Sendable {
      /// What the reader calls it: a path, or `REVISION:PATH`.
      var name: String
      /// The file's content.
      var content: [UInt8]
      /// What keeps the state, such as `revision main`; nil for a file of the work tree.
      var keeper: String?
      /// Why it cannot be compared although it is there; nil for a cassette.
      var fault: Fault?
      /// Reads a file that the cassette refers to, by its path relative to the cassette's folder.
      var sideFile: @Sendable (String) throws -> [UInt8]

      /// True when it can be compared, as far as is known without reading it whole.
      var isSound: Bool { fault == nil }
    }

    /// What is amiss with a state that is there.
    enum Fault: Equatable, Sendable {
      /// The content is not that of a cassette.
      case noCassette
      /// There is no getting at the content; the reason.
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
