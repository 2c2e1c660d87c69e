/// The effect of an expired cassette on a run and on a check (`on_expired` in `.vcr.yaml`).
package enum ExpiryPolicy: String, Sendable, CaseIterable {
  /// The expiry is reported, and has no other effect.
  case warn
  /// A replay ends with status 83, a check reports a finding.
  case fail

  /// The policy of that name.
  ///
  /// - Parameter word: `warn` or `fail`.
  /// - Throws: `SettingError` for any other word.
  package init(named word: String) throws(SettingError) {
    guard let policy = ExpiryPolicy(rawValue: word) else {
      throw SettingError(word: word, expectation: "is neither warn nor fail")
    }
    self = policy
  }
}
