/// A certificate for a service that wants to know its client (`--client-cert`).
package struct ClientCertificateSetting: Sendable, Equatable {
  /// The host that gets it, or a pattern such as `*.example.com`.
  package let host: String
  /// The path of a PEM file with the certificate and its private key, which is relative to the
  /// current folder wherever the setting stands.
  package let file: String

  /// Reads `HOST=FILE`.
  ///
  /// - Parameter word: The words of the user.
  /// - Throws: `SettingError` for anything else.
  package init(named word: String) throws(SettingError) {
    let sides = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard sides.count == 2 else {
      throw SettingError(
        word: word, expectation: "is not HOST=FILE, such as api.test=client.pem")
    }
    host = try HostSetting.host(named: sides[0]).lowercased()
    file = sides[1]
  }
}
