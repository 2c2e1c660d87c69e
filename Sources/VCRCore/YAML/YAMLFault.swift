/// A fault in a YAML text, with its place counted from 0; becomes a `CassetteError` once the file is
/// known.
struct YAMLFault: Error, Equatable {
  /// The line, counted from 0 within the text that was parsed.
  var line: Int

  /// The column, counted from 0.
  var column: Int

  /// What is wrong.
  var reason: String
}
