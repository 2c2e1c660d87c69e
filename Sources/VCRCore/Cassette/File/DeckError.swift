/// A cassette that cannot be opened as the mode requires, or cannot be written.
public struct DeckError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure, each with its own exit status in the command.
  public enum Kind: Sendable, Equatable {
    /// There is no cassette to replay.
    case missing
    /// Another recording of the same cassette is in progress.
    case inUse
    /// The journal or the cassette could not be written.
    case unwritable
    /// The recording is incomplete: an exchange failed because of the recorder itself, such as too
    /// few descriptors or a time limit.
    case incomplete
    /// A secret to be redacted has no value, so that it cannot be found.
    case unknownSecret
    /// The cassette has expired, which is a failure by the project's settings.
    case expired
  }

  /// The kind of failure.
  public var kind: Kind
  /// The path concerned.
  public var path: String
  /// A description of the problem, its cause, and what to type next.
  public var reason: String

  /// Creates an error.
  package init(kind: Kind, path: String, reason: String) {
    self.kind = kind
    self.path = path
    self.reason = ReaderText.withholding(reason)
  }

  /// The error for a cassette that is not there.
  static func missing(_ path: String) -> DeckError {
    DeckError(kind: .missing, path: path, reason: "there is no such cassette")
  }

  /// Fails where a path has no name for a new file: an ending alone would be a hidden one.
  ///
  /// - Parameter path: The path of a cassette.
  /// - Throws: `DeckError` of the kind ``Kind/unwritable``.
  static func checkName(_ path: String) throws(DeckError) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard
      name.isEmpty || RecordingSuffix.replayed.contains(where: { $0 == name })
        || path.utf8.contains(0)
    else {
      return
    }
    throw DeckError(
      kind: .unwritable, path: PrintableText.line(path),
      reason: "this names no file; a cassette has a name before its ending, such as users.yaml")
  }

  /// Fails where a path leads to nothing.
  ///
  /// - Parameter path: The path of a cassette or of a journal.
  /// - Throws: `DeckError` of the kind ``Kind/missing``.
  package static func requireCassette(at path: String) throws(DeckError) {
    guard FileSystem.exists(path) else { throw missing(path) }
  }

  /// `path: reason`.
  public var description: String { "\(path.relativeToCurrentFolder): \(reason)" }
}
