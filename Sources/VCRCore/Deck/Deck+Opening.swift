extension Deck {
  /// Fails where a cassette cannot be used as the options say.
  ///
  /// - Throws: `DeckError`, or `CassetteError` for another tool's recording that would be written
  ///   to.
  static func checkOpening(
    _ path: String, _ file: CassetteFile?, _ options: Options, records: Bool
  ) throws {
    if records { try DeckError.checkName(path) }
    if records, let origin = file?.origin { throw origin.isNotWritten(path) }
    if records, let secret = options.redaction.unusableSecret {
      // Were it let through, the secret would be on the disk.
      throw DeckError(
        kind: .unknownSecret, path: path,
        reason: secret.description(
          occasion: " while recording", remedy: ", or give the value in code"))
    }
    if file == nil && !records && !options.allowsMissing {
      throw DeckError(
        kind: .missing, path: path,
        reason: options.refusal?.description(advice: options.advice.recording(path))
          ?? "there is no such cassette; to record it: \(options.advice.recording(path))")
    }
  }

  /// The notices about a cassette when it is opened.
  ///
  /// - Throws: `DeckError` for one that has expired, where that is a failure.
  static func notices(
    of file: CassetteFile?, _ options: Options, replays: Bool, records: Bool
  ) throws -> [String] {
    var notices = records ? options.redaction.secretNotices : []
    notices += options.notices(of: file?.origin)
    if replays, let file, let notice = try expiryNotice(file, options) { notices.append(notice) }
    return notices
  }

  /// The warning about a cassette that is replayed; nil when it has not expired.
  ///
  /// - Throws: `DeckError` when it has expired and must not be replayed.
  static func expiryNotice(
    _ file: CassetteFile, _ options: Options
  ) throws(DeckError) -> String? {
    guard let expiry = options.expiry,
      let expired = ExpiredInteractions(in: file, expiry: expiry)
    else { return nil }
    let reason =
      "\(expired); to record it again: \(options.advice.recording(file.path, again: true))"
    if options.expiryPolicy == .fail {
      throw DeckError(kind: .expired, path: file.path, reason: reason)
    }
    return reason
  }

  /// The index of what a cassette holds, by which requests find their interactions.
  ///
  /// - Throws: `CassetteError` for an item that cannot be read.
  static func index(of file: CassetteFile, _ options: Options) throws -> DeckIndex {
    try DeckIndex(
      file: file, equivalence: options.equivalence,
      repeats: options.repeats || options.mode == .offline, volatility: options.volatility)
  }

  /// Finds what differs from a request in secrets alone; nil where no cassette is replayed.
  static func placeholderMatches(
    among urls: RecordedURLs?, _ index: DeckIndex?, _ options: Options
  ) -> PlaceholderMatches? {
    guard let urls, let index else { return nil }
    return PlaceholderMatches(
      urls, except: index.ruledItems, equivalence: options.equivalence,
      redaction: options.redaction)
  }

  /// Begins a recording into a cassette.
  ///
  /// - Throws: `DeckError` when the cassette cannot be written to, or somebody else records it.
  static func startRecording(
    _ target: String, file: CassetteFile?, _ options: Options
  ) throws -> RecordingRun {
    try RecordingRun(
      cassette: target, base: file, mode: options.mode,
      part: options.place?.journalPart,
      salt: options.place?.recording.salt ?? ValueDigests.randomSalt())
  }
}

extension Deck.Options {
  /// True where it is certain that a run records something in a mode that records.
  ///
  /// A test that was given a cassette without asking for one may make no request at all.
  var isCertainToRecord: Bool { mode != .newEpisodes && mode != .offline && !allowsMissing }
}
