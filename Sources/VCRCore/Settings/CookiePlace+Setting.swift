extension CookiePlace {
  /// Reads a word that is meant as a cookie.
  ///
  /// - Parameter word: A word of a setting.
  /// - Returns: The name of the cookie.
  /// - Throws: `SettingError` for a word that is no `cookie(NAME)`.
  static func checkedName(in word: String) throws(SettingError) -> String {
    guard let name = name(in: word) else {
      throw SettingError(word: word, expectation: "names no cookie, as cookie(sid) does")
    }
    return name
  }
}
