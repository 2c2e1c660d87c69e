extension CassetteRewriting {
  /// Leaves out the fields of responses that carry nothing for a replay or a reader.
  ///
  /// This is done when all requests are known: a field whose value a later request sends back
  /// stays.
  ///
  /// - Parameter file: The cassette or recording, redacted.
  /// - Returns: The result, with the number of the fields.
  /// - Throws: `CassetteError` when an item cannot be read or written.
  static func leavingOutFields(of file: CassetteFile) throws -> CassetteRedactor.Result {
    let sentBack = try SentBackValues(in: file)
    var rewriting = CassetteRewriting(file: file)
    var fields = 0
    for index in 0..<file.count {
      let old = try file.interaction(at: index)
      var new = old
      fields += Volatility.leaveOutFields(of: &new) {
        sentBack.request(carrying: $0, after: index) != nil
      }
      try rewriting.change(index, from: old, to: new)
    }
    var result = try rewriting.result()
    result.outcome.fields = fields
    return result
  }
}

extension CassetteFile {
  /// A recording as a lean one holds it, and how many fields it does without.
  ///
  /// - Returns: The recording; the side files to which it refers are written.
  /// - Throws: `CassetteError` for an interaction that cannot be read, `SystemError` for a body.
  func lean() throws -> (file: CassetteFile, fields: Int) {
    let result = try CassetteRewriting.leavingOutFields(of: self)
    guard result.isChanged else { return (self, 0) }
    try SideFiles(path: path).write(result.files)
    return (try CassetteFile(path: path, content: result.content), result.outcome.fields)
  }
}
