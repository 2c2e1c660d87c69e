/// A `.vcr.yaml` that cannot be read or has an invalid setting, with the place of the fault.
public struct ProjectFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's path.
  public var path: String

  /// The line of the fault, counted from 1; 0 when the fault is the file's as a whole.
  public var line: Int

  /// The column of the fault in characters, counted from 1; 0 with line 0.
  public var column: Int

  /// A description of the problem, and what can be written instead.
  public var reason: String

  /// Creates an error.
  package init(path: String, line: Int = 0, column: Int = 0, reason: String) {
    self.path = path
    self.line = line
    self.column = column
    self.reason = ReaderText.withholding(reason)
  }

  /// `file:line:column: reason`, or `file: reason`.
  public var description: String {
    let file = path.relativeToCurrentFolder
    return line == 0 ? "\(file): \(reason)" : "\(file):\(line):\(column): \(reason)"
  }
}
