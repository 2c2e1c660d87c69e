/// A setting whose values have a type: what it is called, and what its words mean.
///
/// The settings themselves are in ``SettingTable``.
package struct Setting<Value: Sendable>: Sendable {
  /// The name of the setting in each place, and its help.
  package let row: SettingRow
  /// The value of one word; it throws an error whose text says what is wrong with the word.
  package let read: @Sendable (String) throws -> Value

  init(_ row: SettingRow, read: @escaping @Sendable (String) throws -> Value) {
    var row = row
    row.read = read
    self.row = row
    self.read = read
  }

  /// The values of a text that is the value of an option or of a variable.
  ///
  /// - Parameter text: The text.
  /// - Returns: The values; several only where the setting takes several.
  /// - Throws: The error for the first word that means nothing.
  package func values(of text: String) throws -> [Value] { try row.words(of: text).map(read) }

  /// The values that the setting's variable gives.
  ///
  /// - Parameter environment: The variables.
  /// - Returns: The values; nil when the variable is not set, or empty.
  /// - Throws: `EnvironmentError` for a word that means nothing.
  package func values(
    in environment: [String: String]
  ) throws(EnvironmentError) -> [Value]? {
    guard let text = environment[row.variable], !text.isEmpty else { return nil }
    do {
      return try values(of: text)
    } catch {
      throw EnvironmentError(variable: row.variable, reason: "\(error)")
    }
  }
}
