/// Decides whether the name of a header field, query item or member is that of a credential.
package enum CredentialNames {
  /// How likely a name means a credential.
  package enum Strength: Int, Sendable, Comparable {
    /// A value that looks random is one.
    case weak
    /// The name of a service alone: a value that looks random, or an identifier, is one.
    case service
    /// A value that a program made is probably one.
    case fair
    /// Every value that a program made is one.
    case strong

    package static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }
  }

  /// The words of which every name of a credential has one.
  package static let words = SecretNames(CredentialWords.telling)

  /// True for the name of a password, which a person may have chosen.
  package static func isPassword(_ name: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(name)
    return isPassword(bytes.view, in: bytes.indices)
  }

  /// True for the name of a password, which a person may have chosen.
  static func isPassword(_ text: Span<UInt8>, in name: Range<Int>) -> Bool {
    for start in name where text[start] | 0x20 == UInt8(ascii: "p") {
      let isOne = wordsOfPasswords.contains {
        text.holds(lowercased: $0, at: start, to: name.upperBound)
      }
      if isOne { return true }
    }
    return false
  }

  private static let wordsOfPasswords = ["password", "passwd", "passphrase", "pwd"].map {
    Array($0.utf8)
  }

  /// True for a name with a word of a credential and without a harmless one.
  package static func isCredential(_ name: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(name)
    return isCredential(bytes.view, in: bytes.indices)
  }

  /// True for a name with a word of a credential and without a harmless one.
  package static func isCredential(_ text: Span<UInt8>, in name: Range<Int>) -> Bool {
    PasswordNames.meaning(text, in: name) != nil || strength(text, in: name) != nil
  }

  /// How likely a name means a credential; nil if it does not.
  ///
  /// Words end at separators and where an upper-case letter follows a lower-case one. What a name
  /// means is what its last word means, unless that says nothing (`token_value`, `apiKeyV2`).
  static func strength(_ text: Span<UInt8>, in name: Range<Int>) -> Strength? {
    // Real names are not longer.
    guard name.count >= 2, name.count <= 80 else { return nil }
    var reading = Reading()
    var start = name.lowerBound
    for index in name.lowerBound...name.upperBound {
      let ends = index == name.upperBound || isSeparator(text[index])
      guard ends || (index > start && isStart(text, index, name)) else { continue }
      // `AWS::ApiGateway::ApiKey` is the name of a type.
      if index + 1 < name.upperBound, text.equals("::", in: index..<index + 2) { return nil }
      let word = start..<index
      start = ends ? index + 1 : index
      guard word.isEmpty || reading.take(text, word) else { return nil }
    }
    return reading.strength
  }

  /// The meaning of the words of a name so far.
  private struct Reading {
    private var last = CredentialWords.Meaning.none
    private var hasCredential = false
    private var hasEntry = false
    private var isQualified = false
    private var wasSession = false
    /// True after a word that is harmless unless one that says what a token opens follows.
    private var wasOwner = false
    /// True after a word that is harmless unless another one than `key` follows.
    private var wasPlace = false
    /// Where the last word begins.
    private var lastStart: Int?

    var strength: Strength? {
      guard !wasOwner, !wasPlace else { return nil }
      return switch last {
      case .token: .strong
      case .key where isQualified: .strong
      case .key: hasEntry ? nil : .fair
      case .related, .session: .weak
      case .service: hasEntry ? nil : .service
      default: hasCredential ? .weak : nil
      }
    }

    /// Reads the next word; false if it gives the name another meaning.
    mutating func take(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
      // `password2`, `key_1`.
      guard !word.allSatisfy({ text[$0].isASCIIDigit }) else { return true }
      var meaning = CredentialWords.meaning(text, word)
      if let start = lastStart, meaning == .none || meaning == .harmless,
        CredentialWords.pairs.contains(text, in: start..<word.upperBound)
      {
        meaning = .service
        hasEntry = false
      }
      defer {
        wasSession = meaning == .session
        lastStart = word.lowerBound
      }
      guard !wasOwner || meaning == .related || meaning == .qualifier,
        !wasPlace
          || meaning != .key && meaning != .entry
            && (meaning != .harmless || CredentialWords.places.contains(text, in: word))
      else { return false }
      wasPlace = false
      wasOwner = meaning == .harmless && CredentialWords.owners.contains(text, in: word)
      guard !wasOwner else { return true }
      switch meaning {
      case .harmless:
        // The identifier of a session gives access to it.
        if wasSession, word.count == 2, text[word.lowerBound] | 0x20 == UInt8(ascii: "i") {
          return true
        }
        guard CredentialWords.places.contains(text, in: word) else { return false }
        // What came before says what it is the place of.
        (wasPlace, hasCredential, last) = (true, false, .none)
        return true
      case .neutral: return true
      case .entry: hasEntry = true
      case .token, .key, .related, .session: hasCredential = true
      case .none, .qualifier, .service: break
      }
      if meaning != .key {
        isQualified = meaning == .service || CredentialWords.isQualifier(text, word)
      }
      last = meaning
      return true
    }
  }

  /// True for what divides two words of the tables, which are of ASCII: other letters do, too.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte >= 0x80 || NameWords.isSeparator(byte)
  }

  /// True where a word begins without a separator: `apiKey`, `HTTPToken`.
  private static func isStart(_ text: Span<UInt8>, _ index: Int, _ name: Range<Int>) -> Bool {
    NameWords.isHump(text, index, name) || NameWords.endsAbbreviation(text, index, name)
  }
}
