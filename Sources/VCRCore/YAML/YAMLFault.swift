/// A fault in a YAML text, with its position counted from 0; becomes a `CassetteError` once the
/// file is known.
package struct YAMLFault: Error, Equatable {
  /// The line, counted from 0 within the text that was parsed.
  package var line: Int

  /// The column, counted from 0.
  var column: Int

  /// A description of the problem.
  package var reason: String

  /// True for a text that is refused because of how much it holds: no other syntax is tried then.
  package var isOfSize = false

  /// Creates a fault.
  package init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}
