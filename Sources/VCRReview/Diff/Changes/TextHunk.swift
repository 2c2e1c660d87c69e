/// Neighbouring changed lines of a text, with some unchanged lines around them.
package struct TextHunk: Sendable, Equatable {
  /// A line without its end.
  package enum Line: Sendable, Equatable {
    /// Both texts have it.
    case same(String)
    /// Only the old text has it.
    case removed(String)
    /// Only the new text has it.
    case added(String)
  }

  /// The number of the first line in the old text, counted from 1.
  package var oldStart: Int
  /// The number of the first line in the new text, counted from 1.
  package var newStart: Int
  /// The lines.
  package var lines: [Line]
}
