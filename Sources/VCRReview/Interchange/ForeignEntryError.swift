/// The reason why an entry of another tool's recording cannot be read.
struct ForeignEntryError: Error, CustomStringConvertible {
  /// A description of the problem.
  var description: String
  /// The line, counted from 1; nil for the entry as a whole.
  var line: Int?

  init(_ description: String, at value: ForeignValue? = nil) {
    self.description = description
    line = value?.line
  }
}
