/// A text that is not a JSONPath, or uses a part of RFC 9535 that is not supported.
public struct JSONPathError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text.
  public var path: String

  /// The column of the fault in the text, counted from 1 in characters.
  public var column: Int

  /// A description of the problem, and what to write instead where that is clear.
  public var reason: String

  /// `'path', column n: reason`; of the path as much as says where the fault is, as it may be a
  /// secret that was given by mistake.
  public var description: String {
    let shown = path.prefix(column + 3)
    let mark = shown.count < path.count ? "…" : ""
    return "JSON path '\(shown)\(mark)', column \(column): \(reason)"
  }
}
