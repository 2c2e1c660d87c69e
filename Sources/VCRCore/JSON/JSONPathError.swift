/// A text that is not a JSONPath, or uses a part of RFC 9535 that is not supported.
public struct JSONPathError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text.
  public var path: String

  /// The column of the fault in the text, counted from 1 in characters.
  public var column: Int

  /// A description of the problem, and what to write instead where that is clear.
  public var reason: String

  /// The most characters of a pattern that a message shows.
  private static let shownOfPattern = 4

  /// `'path', column n: reason`; of the path as much as says where the fault is, as it may be a
  /// secret that was given by mistake.
  public var description: String {
    guard !path.hasPrefix(TextPattern.opening) else {
      // All of a pattern may be the text that it is to find.
      let shown = path.dropFirst(TextPattern.opening.count).prefix(Self.shownOfPattern)
      let mark = TextPattern.opening.count + shown.count < path.count ? "…" : ""
      return "pattern '\(TextPattern.opening)\(shown)\(mark)', column \(column): \(reason)"
    }
    let shown = path.prefix(column + 3)
    let mark = shown.count < path.count ? "…" : ""
    return "JSON path '\(shown)\(mark)', column \(column): \(reason)"
  }
}
