/// A cassette that cannot be read, with the position of the fault.
public struct CassetteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file's path.
  public var path: String

  /// The line of the fault, counted from 1; 0 when the fault concerns the whole file.
  public var line: Int

  /// The column of the fault in characters, counted from 1; 0 with line 0.
  public var column: Int

  /// A description of the problem, and what to type next where a command helps.
  public var reason: String

  /// Creates an error.
  package init(path: String, line: Int, column: Int, reason: String) {
    self.path = path
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// `file:line:column: reason`, or `file: reason`; the file relative to the current folder when it
  /// lies within it.
  public var description: String {
    let file = path.relativeToCurrentFolder
    return line == 0 ? "\(file): \(reason)" : "\(file):\(line):\(column): \(reason)"
  }
}
