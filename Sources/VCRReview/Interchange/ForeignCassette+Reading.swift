package import VCRCore

extension ForeignCassette {
  /// A cassette of another tool's recording, made in memory with the losses as notices, as
  /// `ForeignReading` wants it.
  ///
  /// It is redacted like a converted one, so that it is replayed, shown and compared like that.
  ///
  /// - Parameters:
  ///   - path: The file's path, for messages.
  ///   - content: The file's content; nil for a folder.
  ///   - inflating: Decompresses bodies; nil if that is not supported.
  ///   - decoding: Undoes the content codings of an interaction's bodies.
  ///   - redaction: The redaction that is applied.
  /// - Returns: The cassette's text and what it was made of; nil for a file or a folder of no known
  ///   format.
  /// - Throws: `CassetteError` for a recording of which no interaction can be read.
  package static func cassette(
    path: String, content: [UInt8]?, inflating: Inflating?,
    decoding: @Sendable (inout Interaction) -> Void, redaction: Redaction
  ) throws -> ([UInt8], ForeignOrigin)? {
    guard var recording = try? read(path: path, content: content, inflating: inflating) else {
      return nil
    }
    if recording.interactions.isEmpty, let loss = recording.losses.first {
      throw CassetteError(
        path: path, line: loss.line, column: 1,
        reason: "a recording of \(recording.format) of which no interaction can be read: "
          + loss.text)
    }
    recording.changeInteractions(decoding)
    let writer = CassetteWriter(sideFolder: nil)
    var files: [SideFile] = []
    var text = CassetteWriter.prologue
    recording.redact(redaction)
    for interaction in recording.interactions {
      text += writer.item(interaction, files: &files)
    }
    let file = path.relativeToCurrentFolder
    var notices = recording.losses.prefix(ForeignLoss.listedCount).map { loss in
      "\(file): \(loss.kind == .interaction ? "left out" : "not read"): \(loss.description)"
    }
    let more = recording.losses.count - notices.count
    if more > 0 { notices.append("\(file): … and \(more) more") }
    return (
      text,
      ForeignOrigin(format: recording.format, policy: recording.policy, notices: notices)
    )
  }

  /// A recording in a file, or in a folder that its tool reads as a whole; nil for any other
  /// folder.
  private static func read(
    path: String, content: [UInt8]?, inflating: Inflating?
  ) throws -> ForeignCassette? {
    if let content {
      return try ForeignCassette(path: path, content: content, inflating: inflating)
    }
    return isOneRecording(folder: path) ? try read(folder: path, inflating: inflating) : nil
  }
}
