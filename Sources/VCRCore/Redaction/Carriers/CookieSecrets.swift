/// Finds the values of cookies, without their names and attributes (RFC 6265 §4.1, §4.2).
package enum CookieSecrets {
  /// The values in a header field.
  ///
  /// - Parameters:
  ///   - text: The value of the field.
  ///   - isResponse: True for `Set-Cookie`, false for `Cookie`.
  ///   - names: The names of the cookies that are secret; nil for all.
  /// - Returns: A placeholder for each value that is not empty.
  package static func find(
    _ text: Span<UInt8>, isResponse: Bool, named names: Set<[UInt8]>? = nil
  ) -> Replacements {
    var replacements = Replacements()
    for piece in CookiePieces(text, isResponse: isResponse).pieces where !piece.isAttribute {
      guard let value = piece.value, !value.isEmpty, !Placeholder.isAll(text, in: value) else {
        continue
      }
      let name = piece.name.map { text[$0] }
      if let names, !names.contains(name) { continue }
      let placeholder =
        name.isEmpty && value == piece.range
        ? Placeholder.bytes("COOKIE".utf8) : Placeholder.bytes(name, prefix: "COOKIE_")
      replacements.add(value, placeholder, in: text)
    }
    return replacements
  }
}
