#if CommandLineTool
  import VCRCore

  /// The reason why git would not do something, in its own words.
  struct GitFailure: Error, CustomStringConvertible {
    /// A description of the problem, and what to type next.
    var description: String

    /// Creates a failure.
    init(_ description: String) { self.description = description }

    /// Creates a failure from what git wrote to standard error.
    init(errors: [UInt8]) {
      let text = String(decoding: errors, as: UTF8.self)
      let lines = text.split(separator: "\n").map { PrintableText.line(String($0)) }
      description = "git: " + (lines.isEmpty ? "it failed" : lines.joined(separator: "\n"))
    }
  }
#endif
