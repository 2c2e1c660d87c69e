/// A host in a setting, or a pattern such as `*.example.com` for all below it.
package enum HostSetting {
  /// Reads a host.
  ///
  /// - Parameter word: The words of the user.
  /// - Returns: The same words.
  /// - Throws: `SettingError` for what no host is, such as one with a port: it would be no
  ///   request's host, and the setting would have no effect without anybody knowing.
  package static func host(named word: String) throws(SettingError) -> String {
    let name = word.hasPrefix("*.") ? word.dropFirst(2) : word[...]
    let colons = name.utf8.count { $0 == UInt8(ascii: ":") }
    guard !name.isEmpty, colons != 1, !name.contains("]:"),
      !name.contains(where: { "/*@".contains($0) || $0.isWhitespace })
    else {
      throw SettingError(
        word: word,
        expectation: "is not a host, such as api.test or *.api.test, without a port")
    }
    return word
  }
}
