/// The real address of a service (`--map`).
package struct AddressMapping: Sendable, Equatable {
  /// The address in the URLs of requests.
  package let service: ServiceAddress
  /// The address to connect to.
  package let place: ServiceAddress

  /// Reads `HOST:PORT=ADDRESS:PORT`.
  ///
  /// - Parameter word: The words of the user.
  /// - Throws: `SettingError` for anything else.
  package init(named word: String) throws(SettingError) {
    let sides = word.split(separator: "=", maxSplits: 1).map { ServiceAddress($0) }
    guard sides.count == 2, let service = sides[0], let place = sides[1] else {
      throw SettingError(
        word: word,
        expectation: "is not HOST:PORT=ADDRESS:PORT, such as api.test:443=127.0.0.1:8443")
    }
    self.service = service
    self.place = place
  }
}
