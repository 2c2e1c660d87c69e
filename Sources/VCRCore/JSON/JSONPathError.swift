/// A text that is not a JSONPath, or uses a part of RFC 9535 that is not supported.
public struct JSONPathError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text.
  public var path: String

  /// The column of the fault in the text, counted from 1 in characters.
  public var column: Int

  /// What is wrong, and what to write instead where that is clear.
  public var reason: String

  /// `'path', column n: reason`.
  public var description: String { "JSON path '\(path)', column \(column): \(reason)" }
}
