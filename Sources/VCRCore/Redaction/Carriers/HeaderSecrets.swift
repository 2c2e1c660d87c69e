/// Finds the secrets of header fields.
package struct HeaderSecrets {
  /// The rules.
  let redaction: Redaction

  /// Creates a finder by the rules of a redaction.
  package init(redaction: Redaction) { self.redaction = redaction }

  private enum Kind {
    case none, whole, cookie, setCookie, url, protocols
  }

  /// The secrets in the value of a field.
  package func find(in field: HeaderField) -> Replacements {
    guard !field.value.isEmpty else { return Replacements() }
    return field.value.withUTF8Span { value in
      switch kind(of: field.name) {
      case .whole where isInPlace(field.name, value): text(value)
      case .whole: whole(field.name, value)
      case .cookie:
        CookieSecrets.find(value, isResponse: false, named: redaction.cookieNames)
      case .setCookie:
        CookieSecrets.find(value, isResponse: true, named: redaction.cookieNames).merged(
          with: redaction.textSecrets.find(in: value))
      case .url:
        URLSecrets(redaction).find(in: value).merged(with: redaction.textSecrets.find(in: value))
      case .protocols:
        protocols(field.name, value).merged(with: redaction.textSecrets.find(in: value))
      case .none where redaction.isStandard && isSuspicious(field.name, value):
        whole(field.name, value)
      case .none where redaction.isStandard && field.name.withUTF8Span(Self.isOfSignatures):
        signatures(field.name, value).merged(with: text(value))
      case .none: text(value)
      }
    }
  }

  /// The secrets of a value that may be a text of any kind.
  private func text(_ value: Span<UInt8>) -> Replacements {
    let found = redaction.textSecrets.find(in: value)
    switch value[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      return BodySecrets(redaction: redaction, type: nil).members(value).merged(with: found)
    // No value of an ordinary field is so long and without a space.
    case _ where value.count >= 20:
      return found.merged(with: EncodedText(redaction: redaction).find(in: value))
    default: return found
    }
  }

  /// The tokens in the name of a field, which are recognised by their shape alone.
  func find(inNameOf field: HeaderField) -> Replacements {
    // Nearly all field names are shorter than any token.
    guard field.name.utf8.count > TokenShape.shortest else { return Replacements() }
    return field.name.withUTF8Span { redaction.textSecrets.findShapes(in: $0) }
  }

  private func isSuspicious(_ name: String, _ value: Span<UInt8>) -> Bool {
    name.withUTF8Span { name in
      SuspiciousValue.isSecret(
        name, 0..<name.count, value, 0..<value.count, isPresented: true)
    }
  }

  /// True for a word in the place of a secret: `X-Api-Key: none`, `Authorization: Bearer null`.
  ///
  /// What another tool has put there instead of a secret is replaced, so that it matches what a
  /// client sends. So is the value of a field that only the settings of a project have.
  private func isInPlace(_ name: String, _ value: Span<UInt8>) -> Bool {
    guard redaction.isStandard, value.count <= Self.longestInPlace,
      Self.standardNames.contains(name) || !redaction.headerNames.contains(name)
    else { return false }
    return HarmlessValues.isState(value, Credentials.afterScheme(value, in: 0..<value.count))
      || PasswordNames.isWord(value, 0..<value.count)
        && name.withUTF8Span { PasswordNames.meaning($0, in: 0..<$0.count) != nil }
  }

  private static let standardNames = SecretNames(StandardSecrets.headers.map(\.name))
  private static let longestInPlace = 64

  /// Replaces the whole value.
  ///
  /// If credentials after a scheme hold placeholders already, the scheme stays and so do the
  /// placeholders, as they are more precise than the name of the field. A client that got one in
  /// place of a token sends it in Basic credentials, too.
  private func whole(_ name: String, _ value: Span<UInt8>) -> Replacements {
    var found = Replacements()
    let credential = Credentials.afterScheme(value, in: 0..<value.count)
    guard !Self.wordsOfProtocols.contains(value, in: 0..<value.count) else { return found }
    guard !Placeholder.isAll(value, in: credential) else { return found }
    var placeholders = Placeholder.all(in: value)
    if placeholders.isEmpty, let pair = Credentials.basic(value, in: credential) {
      placeholders = Placeholder.all(in: pair.view)
    }
    if placeholders.isEmpty {
      found.add(0..<value.count, Placeholder.bytes(name.utf8), in: value)
    } else {
      found.add(credential, placeholders.flatMap { Placeholder.bytes($0) }, in: value)
    }
    return found
  }

  /// The tokens in a list of protocols: a browser has no other field for one when it opens a
  /// WebSocket, so it stands after the name of a protocol.
  private func protocols(_ name: String, _ value: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var start = value.firstIndex(of: UInt8(ascii: ","), in: 0..<value.count)
    while let comma = start {
      var first = comma + 1
      while first < value.count, value[first] <= 0x20 { first += 1 }
      start = value.firstIndex(of: UInt8(ascii: ","), in: first..<value.count)
      var end = start ?? value.count
      while end > first, value[end - 1] <= 0x20 { end -= 1 }
      if end - first >= 16, TokenLikeness.isTokenLike(value, in: first..<end) {
        found.add(first..<end, Placeholder.bytes(name.utf8), in: value)
      }
    }
    return found
  }

  private static let wordsOfProtocols = SecretNames(StandardSecrets.wordsOfProtocols.map(\.word))

  /// The header fields in which a client sends cookies.
  package static let cookieNames = SecretNames(CookiePlace.sendingFields)
  /// The header fields in which a server sets cookies.
  package static let setCookieNames = SecretNames(CookiePlace.settingFields)
  /// The header fields with a URL.
  static let urlNames = SecretNames(StandardSecrets.urlFields)
  /// The header fields with a list of protocols, one of which may be a token.
  package static let protocolNames = SecretNames(StandardSecrets.protocolFields)

  private func kind(of name: String) -> Kind {
    name.withUTF8Span { name in
      let range = 0..<name.count
      // Nearly every field of a message ends here, after one look-up of its name.
      guard redaction.headersOfInterest.contains(name, in: range) else {
        return redaction.isStandard && Self.hasCredentialEnding(name) ? .whole : .none
      }
      if redaction.headerNames.contains(name, in: range) { return .whole }
      switch name.count {
      case 6, 7, 10, 11:
        if Self.cookieNames.contains(name, in: range) { return .cookie }
        if Self.setCookieNames.contains(name, in: range) { return .setCookie }
      default: break
      }
      if Self.urlNames.contains(name, in: range) { return .url }
      if redaction.isStandard, Self.protocolNames.contains(name, in: range) { return .protocols }
      return .none
    }
  }

  /// True when the name ends in one of `StandardSecrets.headerEndings`.
  private static func hasCredentialEnding(_ name: Span<UInt8>) -> Bool {
    guard name.count > 6 else { return false }
    let last = name[name.count - 1].asciiLowercased
    let beforeLast = name[name.count - 2].asciiLowercased
    switch (beforeLast, last) {
    case (UInt8(ascii: "e"), UInt8(ascii: "y")), (UInt8(ascii: "e"), UInt8(ascii: "n")),
      (UInt8(ascii: "e"), UInt8(ascii: "t")), (UInt8(ascii: "r"), UInt8(ascii: "d")):
      return StandardSecrets.headerEndings.contains { ends(name, with: $0) }
        && (last != UInt8(ascii: "d") || PasswordNames.meaning(name, in: 0..<name.count) != nil)
    default:
      return false
    }
  }

  /// True when a name has an ending, without regard to case and separators.
  private static func ends(_ name: Span<UInt8>, with ending: [UInt8]) -> Bool {
    var index = name.count
    var rest = ending.count
    while rest > 0, index > 0 {
      index -= 1
      let byte = name[index]
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { continue }
      rest -= 1
      guard byte.asciiLowercased == ending[rest] else { return false }
    }
    return rest == 0
  }
}
