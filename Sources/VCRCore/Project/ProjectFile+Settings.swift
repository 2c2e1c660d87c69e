extension ProjectFile {
  /// The cassette, as it was named.
  package var cassette: String? { self[SettingTable.cassette]?.last }

  /// The record mode of `vcr record`.
  package var mode: RecordMode? { self[SettingTable.mode]?.last }

  /// The policy by which two requests match.
  package var equivalence: RequestEquivalence? { self[SettingTable.match]?.last }

  /// The rules of redaction beside the built-in ones.
  package var redactionRules: RedactionRules {
    RedactionRules(
      self[SettingTable.redact] ?? [], paths: self[SettingTable.redactJSON] ?? [],
      secrets: self[SettingTable.secret] ?? [])
  }

  /// The parts that may differ from run to run: the built-in list and the names in the file.
  package var volatility: Volatility { Volatility(self[SettingTable.volatile] ?? []) }

  /// Whether header fields that carry nothing for a replay are left out of a recording.
  package var isLean: Bool { self[SettingTable.lean]?.last ?? false }

  /// How long a recording is trusted; nil for ever.
  package var expiry: Expiry? { self[SettingTable.expires]?.last }

  /// The effect of an expired cassette; nil where the file does not say.
  package var expiryPolicy: ExpiryPolicy? { self[SettingTable.onExpired]?.last }

  /// Where the outcome of a run is written.
  package var report: ReportFile? { self[SettingTable.report]?.last }
}
