/// The degree of isolation that `--isolate` asks for.
package enum IsolationSetting: String, CaseIterable, Sendable {
  /// The highest rung that the machine allows.
  case auto
  /// A rung with no way round `vcr`; without one, COMMAND is not run.
  case require
  /// Variables alone.
  case off

  /// The setting of a name.
  ///
  /// - Parameter name: `auto`, `require` or `off`.
  /// - Throws: `SettingError` for any other word.
  package init(named name: String) throws(SettingError) {
    guard let setting = Self(rawValue: name) else {
      throw SettingError(word: name, expectation: "is none of auto, require and off")
    }
    self = setting
  }
}
