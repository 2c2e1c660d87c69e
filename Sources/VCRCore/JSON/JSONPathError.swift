/// A text that is not a JSONPath, or one beyond the part of RFC 9535 that is known here.
public struct JSONPathError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text.
  public var path: String

  /// The column of the fault in the text, counted from 1 in characters.
  public var column: Int

  /// What is wrong, and what to write instead where that is known.
  public var reason: String

  /// `'path', column n: reason`.
  public var description: String { "JSON path '\(path)', column \(column): \(reason)" }
}
