extension JournalRecording {
  /// The recording as a cassette of its own, what an interruption left in parts put together.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - redaction: Replaces what was no secret by itself in any of the parts in which it came.
  /// - Returns: The cassette; the side files to which it refers are written.
  /// - Throws: `CassetteError` for an interaction that cannot be read, `SystemError` for a body.
  func cassette(path: String, _ redaction: Redaction) throws -> CassetteFile {
    let file = try CassetteFile(path: path, content: content)
    let sideFiles = SideFiles(path: path)
    let redactor = Redactor(redaction)
    var files: [SideFile] = []
    var text = CassetteWriter.prologue
    var isChanged = false
    for (index, item) in items.enumerated() {
      let isInParts =
        redaction.redactsAnything
        && (item.isUnfinished || JournalPieces.mayHaveMessages(Array(file.text(at: index))))
      guard item.spool != nil || isInParts else {
        text += file.text(at: index)
        continue
      }
      let old = try file.interaction(at: index)
      var new = old
      if let name = item.spool, case .response(var response) = new.outcome {
        // Its secrets were replaced on the way.
        var body = try sideFiles.spooledBody(name)
        body.encoding = response.body.encoding
        response.body = body
        new.outcome = .response(response)
      } else {
        new = redactor.redacting(old)
      }
      guard new != old else {
        text += file.text(at: index)
        continue
      }
      text += CassetteWriter(sideFolder: sideFiles.folderName).item(new, files: &files)
      isChanged = true
    }
    guard isChanged else { return file }
    try sideFiles.write(files)
    return try CassetteFile(path: path, content: text)
  }
}
