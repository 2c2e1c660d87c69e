extension CassetteFile {
  /// Treats the recording of a run as a cassette of its own.
  ///
  /// - Parameters:
  ///   - recording: The recording.
  ///   - path: The journal's path, for messages.
  package convenience init(_ recording: JournalRecording, path: String) {
    self.init(written: recording.content, starts: recording.starts, path: path)
  }
}
