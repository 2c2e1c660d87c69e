import VCRCore

extension MessageComparison {
  /// A cookie as a message has it.
  private struct Cookie: Equatable {
    /// The value.
    var value: [UInt8]
    /// The attributes that a service gives it, without the value: `sid; Path=/`.
    var attributes: [UInt8]
    /// The same without its expiry.
    var stableAttributes: [UInt8]

    /// The value with what a service says of it.
    var text: [UInt8] { value + attributes.drop { $0 != UInt8(ascii: ";") } }
  }

  /// Compares the cookies of two header sections, one by one.
  ///
  /// - Parameters:
  ///   - part: The header or trailer section.
  ///   - old: The old section.
  ///   - new: The new one.
  /// - Returns: The fields that need no other comparison.
  mutating func compareCookies(
    _ part: MessageDifference.Part, _ old: HeaderFields, _ new: HeaderFields
  ) -> [String] {
    (CookiePlace.sendingFields + CookiePlace.settingFields).filter { field in
      let (left, right) = (old.values(field), new.values(field))
      guard left != right,
        let before = cookies(left, of: field), let after = cookies(right, of: field)
      else { return false }
      let count = found.count
      compare(part, field, before, after)
      // They may be in another order, in other fields or in another spelling.
      return found.count > count
    }
  }

  /// The cookies of fields in their order; nil when one has a name that no setting can have.
  private func cookies(
    _ values: [String], of field: String
  ) -> [(name: [UInt8], cookie: Cookie)]? {
    let isResponse = CookiePlace.isResponse(field) == true
    var cookies: [(name: [UInt8], cookie: Cookie)] = []
    for value in values {
      let text = Array(value.utf8)
      for piece in CookiePieces(text.view, isResponse: isResponse).pieces {
        if piece.isBeginning {
          let name = Array(text[piece.name])
          guard CookiePlace.text(name) != nil, let value = piece.value else { return nil }
          cookies.append(
            (name, Cookie(value: Array(text[value]), attributes: name, stableAttributes: name)))
        } else if !cookies.isEmpty {
          let attribute = Array("; ".utf8) + text[piece.range]
          cookies[cookies.count - 1].cookie.attributes += attribute
          let stable = volatility.stableValue(
            ofHeader: field, "_=;" + String(decoding: text[piece.range], as: UTF8.self))
          cookies[cookies.count - 1].cookie.stableAttributes += Array(stable.utf8)
        }
      }
    }
    return cookies
  }

  private mutating func compare(
    _ part: MessageDifference.Part, _ field: String, _ old: [(name: [UInt8], cookie: Cookie)],
    _ new: [(name: [UInt8], cookie: Cookie)]
  ) {
    let isResponse = CookiePlace.isResponse(field) == true
    var (left, right) = (
      old.map { ($0.name, $0.cookie.text) }, new.map { ($0.name, $0.cookie.text) }
    )
    // One of each name is compared by value and attributes, several as they are.
    for (name, cookie) in old {
      guard old.count(where: { $0.name == name }) == 1,
        new.count(where: { $0.name == name }) == 1,
        let other = new.first(where: { $0.name == name })?.cookie
      else { continue }
      left.removeAll { $0.0 == name }
      right.removeAll { $0.0 == name }
      compareOne(part, field, name, cookie, other, isResponse: isResponse)
    }
    compareLists(left, right) { comparison, name, values in
      let start = name + [UInt8(ascii: "=")]
      let volatility = comparison.volatility(
        ofField: field, values.0.map { start + $0 }, values.1.map { start + $0 })
      comparison.addAlways(
        part, CookiePlace.text(name) ?? field, comparison.shown(values.0?[...], values.1?[...]),
        kind: values.2, volatility: volatility)
    }
  }

  private mutating func compareOne(
    _ part: MessageDifference.Part, _ field: String, _ name: [UInt8], _ old: Cookie, _ new: Cookie,
    isResponse: Bool
  ) {
    if old.value != new.value {
      // A cookie without a value is one that is deleted.
      let isVolatile =
        volatility.isVolatile(cookie: name, isResponse: isResponse)
        && old.value.isEmpty == new.value.isEmpty
      addAlways(
        part, CookiePlace.text(name) ?? field, shown(old.value[...], new.value[...]),
        kind: .changed,
        volatility: volatility.reason(ofHeader: field) ?? (isVolatile ? .named : nil))
    }
    if old.attributes != new.attributes {
      let reason =
        volatility.reason(ofHeader: field)
        ?? (old.stableAttributes == new.stableAttributes
          ? VolatileValue.reason(ofHeader: field) : nil)
      addAlways(
        part, field, shown(old.attributes[...], new.attributes[...]), kind: .changed,
        volatility: reason)
    }
  }
}
