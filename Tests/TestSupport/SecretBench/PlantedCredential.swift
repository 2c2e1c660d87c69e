package import VCRCore

/// A credential in a message, and what tells that it is one.
package struct PlantedCredential: Sendable {
  /// What tells.
  package enum Kind: String, Sendable, CaseIterable {
    /// Its name means a secret.
    case named
    /// It has the form of a provider's tokens, and a name that says nothing.
    case shaped
    /// Its name may mean a secret.
    case doubtful
  }

  /// What tells that it is one.
  package var kind: Kind
  /// Its name, or the row of its form.
  package var label: String
  /// How it is written in the message.
  package var carrier: String
  /// Its text in the message.
  package var spelling: String
  /// The message.
  package var interaction: Interaction

  /// True when no part of it is in a message any more.
  package func isGone(from other: Interaction) -> Bool {
    var text = Array(other.request.url.utf8)
    func add(_ headers: HeaderFields, _ body: Body) {
      for field in headers.fields { text += Array("\n\(field.name): \(field.value)".utf8) }
      // In UTF-16 every other byte of a plain text is zero.
      text += [0x0A] + body.bytes.filter { $0 != 0 }
    }
    add(other.request.headers, other.request.body)
    if case .response(let response) = other.outcome { add(response.headers, response.body) }
    // A placeholder may have the name that the value begins with.
    text = Array(
      String(decoding: text, as: UTF8.self).replacing(
        /(\{\{|%7B%7B)[A-Z0-9_]+(\}\}|%7D%7D)/, with: ""
      ).utf8)
    let value = Array(spelling.utf8)
    let window = min(8, value.count)
    return [0, (value.count - window) / 2, value.count - window].allSatisfy { start in
      !text.contains(Array(value[start..<start + window]), in: text.indices)
    }
  }

  // MARK: - Names

  /// Words before the end of a name, as fields have them.
  private static let qualifiers = [
    "user", "db", "admin", "smtp", "root", "client", "api", "app", "service", "webhook", "login",
    "master", "acme", "session", "billing", "github", "partner", "vault", "bot", "oauth",
  ]

  private static let endingsOfPasswords = [
    "password", "passwd", "pwd", "pass", "passphrase", "password",
  ]

  private static let endingsOfTokens = [
    "secret", "token", "secret_key", "api_key", "access_token", "access_key", "signing_key",
    "private_key", "encryption_key", "auth_token", "refresh_token", "shared_secret",
    "session_token", "client_secret", "auth_key", "master_key",
  ]

  private static let doubtfulNames = [
    "key", "token", "auth", "sid", "sig", "session", "session_id", "secret", "hmac", "csrf",
    "credential", "signature", "license_key", "acme_key", "write_key", "authcode", "auth_data",
    "access", "api", "xsrf", "bearer", "credentials", "token_value", "key_1", "tokens", "creds",
  ]

  /// A name of words in the spelling of some language.
  package static func spelled(_ words: [String], _ style: Int) -> String {
    switch style {
    case 0: words.joined(separator: "_")
    case 1: words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    case 2: words.joined(separator: "-")
    case 3: words.joined(separator: "_").uppercased()
    case 4: words.joined(separator: ".")
    default: words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  // MARK: - Sets

  /// Credentials with a name that means one.
  package static func named(_ count: Int, seed: UInt64) -> [PlantedCredential] {
    var values = MadeUpValues(seed: seed)
    return (0..<count).map { number in
      let isPassword = values.random.below(3) == 0
      let ending = values.random.pick(isPassword ? endingsOfPasswords : endingsOfTokens)
      var words = ending.split(separator: "_").map(String.init)
      if values.random.below(4) > 0 { words.insert(values.random.pick(qualifiers), at: 0) }
      let isOfPerson = isPassword && values.random.below(3) > 0
      // Under `pass` and `pwd` a word may be anything.
      let isWeak = ending == "pass" || ending == "pwd"
      var value = isOfPerson ? values.passwordOfPerson() : values.machineMade()
      while isOfPerson, isWeak, !value.contains(where: \.isNumber) || value.contains(" ") {
        value = values.passwordOfPerson()
      }
      let carriers = CredentialCarrier.all.filter { !isOfPerson || !$0.isProse }
      let carrier = carriers[number % carriers.count]
      return carrier.planted(.named, words, value, &values)
    }
  }

  /// Credentials with a name that may mean one.
  package static func doubtful(_ count: Int, seed: UInt64) -> [PlantedCredential] {
    var values = MadeUpValues(seed: seed)
    let carriers = CredentialCarrier.all
    return (0..<count).map { number in
      let words = values.random.pick(doubtfulNames).split(separator: "_").map(String.init)
      return carriers[number % carriers.count].planted(
        .doubtful, words, values.machineMade(), &values)
    }
  }

  /// Tokens of every form in the table of shapes, under names that say nothing.
  package static func shaped(_ samples: Int, seed: UInt64) -> [PlantedCredential] {
    var values = MadeUpValues(seed: seed)
    var planted: [PlantedCredential] = []
    for (row, shape) in TokenShape.all.enumerated() {
      for number in 0..<samples {
        let value = values.sample(of: shape.form, alphabets: TokenShape.alphabets)
        let carrier = CredentialCarrier.neutral[(row + number) % CredentialCarrier.neutral.count]
        var one = carrier.planted(
          .shaped, [values.random.pick(["value", "note", "text", "item", "data"])], value, &values)
        one.label = shape.form
        // The host of a webhook stays.
        one.spelling = String(one.spelling.suffix(value.utf8.count - shape.kept))
        planted.append(one)
      }
    }
    return planted
  }
}
