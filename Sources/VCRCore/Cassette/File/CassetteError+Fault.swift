extension CassetteError {
  /// Creates the error for a fault in a part of the file that begins after some lines.
  package init(path: String, fault: YAMLFault, linesBefore: Int = 0) {
    self.init(
      path: path, line: fault.line + linesBefore + 1, column: fault.column + 1,
      reason: ReaderText.withholding(fault.reason))
  }

  /// The error of a program that has no reader of other tools' recordings, with the command that
  /// makes a cassette of the file where it has the name of such a recording.
  func withConversion() -> CassetteError {
    guard RecordingSuffix.isForeign(path) else { return self }
    var error = self
    if !reason.contains("vcr convert") {
      error.reason +=
        "; if another tool recorded it: \(CassetteHeading.converting(path))"
    }
    error.reason +=
      ", which is then the cassette to name; a test target with the product VCROtherTools reads it as "
      + "it is"
    return error
  }
}
