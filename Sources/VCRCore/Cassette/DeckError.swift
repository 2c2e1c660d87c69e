/// A cassette that cannot be opened for what the mode asks, or cannot be written.
public struct DeckError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure, each with its own exit status in the command.
  public enum Kind: Sendable, Equatable {
    /// There is no cassette to replay.
    case missing
    /// Another recording is under way on the same cassette.
    case inUse
    /// The journal or the cassette could not be written.
    case unwritable
    /// The recording is not whole: an exchange failed by a fault of the recorder's own, such as too few
    /// descriptors or a time limit.
    case incomplete
    /// A secret that is to be redacted has no value, so that it could not be found.
    case unknownSecret
    /// The cassette has expired, and the project says that this is a failure.
    case expired
  }

  /// The kind of failure.
  public var kind: Kind
  /// The path concerned.
  public var path: String
  /// What happened, why, and what to type next.
  public var reason: String

  /// Creates an error.
  package init(kind: Kind, path: String, reason: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
  }

  /// `path: reason`.
  public var description: String { "\(path.relativeToCurrentFolder): \(reason)" }
}
