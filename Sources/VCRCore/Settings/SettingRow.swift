/// The names of a setting in each place where it may stand, the way from a text to its words, and
/// its help.
package struct SettingRow: Sendable {
  /// How the text of an option, of a variable or of a value in `.vcr.yaml` becomes words.
  package enum Form: Sendable {
    /// On or off.
    case flag
    /// One word.
    case word
    /// One text, of which the file may also list the parts.
    case parts
    /// One word each time, since a word may contain a comma; the file may list several.
    case list
    /// Several words, separated by this function.
    case words(@Sendable (String) -> [String])
  }

  /// The long option, without its dashes.
  package let name: String
  /// The letter of the short option; nil for none.
  package let letter: Character?
  /// The name for the option's value in the help.
  package let valueName: String?
  /// How a text becomes words.
  package let form: Form
  /// True for the path of a file, which in `.vcr.yaml` is relative to the folder of that file.
  package let isPath: Bool
  /// True when a run of tests reads the variable too.
  package let isForTests: Bool
  /// True for a setting that few need, which `--help` leaves to `--help-hidden`.
  package let isRare: Bool
  /// The text for `--help`.
  package let help: String
  /// The key in `.vcr.yaml`.
  package let key: String
  /// The value of one word, without its type.
  package internal(set) var read: @Sendable (String) throws -> any Sendable = { $0 }

  init(
    _ name: String, _ form: Form, letter: Character? = nil, valueName: String? = nil,
    key: String? = nil, isPath: Bool = false, isForTests: Bool = false,
    isRare: Bool = false, help: String
  ) {
    self.name = name
    self.letter = letter
    self.form = form
    self.valueName = valueName
    self.key = key ?? Self.underscored(name)
    self.isPath = isPath
    self.isForTests = isForTests
    self.isRare = isRare
    self.help = help
  }

  /// The option as it is typed, such as `--upstream-ca`.
  package var option: String { "--" + name }

  /// The environment variable, such as `VCR_UPSTREAM_CA`.
  package var variable: String { "VCR_" + Self.underscored(name).uppercased() }

  /// True when a key of `.vcr.yaml` means this setting: hyphens and underscores are alike, and the
  /// option's name is as good as the key.
  ///
  /// - Parameter key: The key as it is written.
  /// - Returns: Whether it is this setting's.
  package func isNamed(_ key: String) -> Bool {
    let key = Self.underscored(key)
    return key == self.key || key == Self.underscored(name)
  }

  /// The words of a text that is the value of an option, of a variable, or of one element in
  /// `.vcr.yaml`.
  ///
  /// - Parameter text: The text.
  /// - Returns: The words.
  package func words(of text: String) -> [String] {
    if case .words(let separated) = form { return separated(text) }
    return [text]
  }

  /// A name as `.vcr.yaml` and the variables spell it.
  package static func underscored(_ name: String) -> String { name.replacing("-", with: "_") }
}
