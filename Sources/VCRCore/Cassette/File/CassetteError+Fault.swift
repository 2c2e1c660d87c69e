extension CassetteError {
  /// Creates the error for a fault in a part of the file that begins after some lines.
  package init(path: String, fault: YAMLFault, linesBefore: Int = 0) {
    self.init(
      path: path, line: fault.line + linesBefore + 1, column: fault.column + 1,
      reason: ReaderText.withholding(fault.reason))
  }
}
