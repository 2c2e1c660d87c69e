/// Recognises the names of short codes that open something: one-time passwords, PINs, and the codes
/// on cards.
///
/// A few digits are a secret under such a name, and under no other.
package enum CodeNames {
  /// The code of a device (RFC 8628 §3.2), which has letters: digits under this name are those of
  /// a user.
  private static let userCode = (words: "user_code", digits: 0...0)

  /// The last words of such a name, and how many digits the code has.
  ///
  /// `pin_code` has fewer than a postal code of that name, and a PIN more than the pin of a board.
  private static let kinds: [(words: String, digits: ClosedRange<Int>)] = [
    ("otp", 4...10), ("totp", 4...10), ("hotp", 4...10), ("otp_code", 4...10),
    ("totp_code", 4...10), ("otp_token", 4...10), ("totp_token", 4...10), ("otp_password", 4...10),
    ("mfa_code", 4...10), ("mfa_token", 4...10), ("2fa_code", 4...10), ("2fa_token", 4...10),
    ("two_factor_code", 4...10), ("two_factor_token", 4...10), ("second_factor_code", 4...10),
    ("tfa_code", 4...10), ("sms_code", 4...10), ("email_code", 4...10),
    ("verification_code", 4...10), ("one_time_code", 4...10), ("one_time_pin", 4...10),
    ("authenticator_code", 4...10), ("login_code", 4...10), ("unlock_code", 4...10),
    ("access_code", 4...10), ("reset_code", 4...10), ("sign_in_code", 4...10),
    ("signin_code", 4...10), ("authentication_code", 4...10), ("verify_code", 4...10),
    ("challenge_code", 4...10), ("magic_code", 4...10), ("pairing_code", 4...10),
    ("two_fa_code", 4...10), ("otp_value", 4...10), ("otp_input", 4...10), ("otc", 4...10),
    ("confirmation_code", 6...6), userCode, ("mpin", 4...6), ("tpin", 4...6), ("upin", 4...6),
    ("activation_pin", 4...10), ("pin", 4...12), ("pin_code", 4...5),
    ("pin_number", 4...12), ("puk", 6...10), ("puk_code", 6...10), ("cvv", 3...4), ("cvv2", 3...4),
    ("cvc", 3...4), ("cvc2", 3...4), ("cvn", 3...4), ("csc", 3...4), ("cvv_code", 3...4),
    ("cvc_code", 3...4), ("cvv_number", 3...4), ("card_code", 3...4), ("security_code", 3...4),
    ("card_verification_value", 3...4), ("card_verification_number", 3...4),
  ]

  /// The names without separators, in lower case.
  package static let endings = kinds.map { kind in
    kind.words.utf8.filter { $0 != UInt8(ascii: "_") }
  }

  /// The names of two words of which the last one alone is none.
  package static let phrases = endings.filter { $0.reversed().starts(with: "edoc".utf8) }

  /// The endings by their last letter, the longest first.
  private static let endingsByLetter: [[(letters: [UInt8], digits: ClosedRange<Int>)]] = {
    var table = [[(letters: [UInt8], digits: ClosedRange<Int>)]](repeating: [], count: 256)
    for (ending, kind) in zip(endings, kinds).sorted(by: { $0.0.count > $1.0.count }) {
      guard let last = ending.last else { continue }
      table[Int(last)].append((ending, kind.digits))
    }
    return table
  }()

  /// True for a name that ends in the words for a code.
  static func contains(_ text: Span<UInt8>, in name: Range<Int>) -> Bool {
    digits(text, in: name) != nil
  }

  /// True for a name that ends in the words for a code.
  package static func contains(_ name: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(name)
    return contains(bytes.view, in: bytes.indices)
  }

  /// True if a name and its value together mean a code: as many digits as such a one has, perhaps
  /// in two halves (`482 913`), or a value that looks random.
  static func isSecret(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    // Most values are text; names cost more to look up.
    guard value.count >= 3 else { return false }
    if isNumber(text, value) || isInHalves(text, value) {
      let count = value.count { text[$0].isASCIIDigit }
      return digits(nameText, in: name)?.contains(count) == true
    }
    if isTyped(text, value), let digits = digits(nameText, in: name) {
      return digits.lowerBound == 0 || digits.upperBound >= mostDigits
    }
    return value.count >= shortestRandom && value.allSatisfy { ByteSet.word.contains(text[$0]) }
      && contains(nameText, in: name) && Entropy.looksRandom(value.map { text[$0] }[...])
  }

  private static let shortestRandom = 20
  /// The codes on cards have fewer digits, and no letters.
  private static let mostDigits = 10

  /// True for capitals and digits as a person types them from a screen (`WDJB-MJHT`): a few groups
  /// of one length, with digits or hardly a vowel, so that they are no words (RFC 8628 §6.1).
  private static func isTyped(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count >= 7, value.count <= 14 else { return false }
    var (digits, vowels, start, first) = (0, 0, value.lowerBound, 0)
    for index in value.lowerBound...value.upperBound {
      guard index < value.upperBound, text[index] != UInt8(ascii: "-") else {
        if first == 0 { first = index - start }
        guard index - start == first else { return false }
        start = index + 1
        continue
      }
      switch text[index] {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "I"), UInt8(ascii: "O"),
        UInt8(ascii: "U"):
        vowels += 1
      case 0x41...0x5A: break
      default: return false
      }
    }
    guard first >= 3, digits < value.count - value.count / (first + 1) else { return false }
    // `SUMMER20`
    let word = value.prefix { text[$0].isASCIILetter }
    if first == value.count, vowels > 0, word.count + digits == value.count { return false }
    return digits >= 2 || vowels * 6 <= value.count
  }

  /// True for two groups of as many digits each.
  private static func isInHalves(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count % 2 == 1, value.count >= 7, value.count <= 11 else { return false }
    let middle = value.lowerBound + value.count / 2
    return (text[middle] == 0x20 || text[middle] == UInt8(ascii: "-"))
      && isNumber(text, value.lowerBound..<middle) && isNumber(text, middle + 1..<value.upperBound)
  }

  /// True for a number that is a code under its name.
  static func isNumber(_ name: [UInt8], _ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    isNumber(text, value) && digits(name.view, in: name.indices)?.contains(value.count) == true
  }

  private static func isNumber(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.allSatisfy { text[$0].isASCIIDigit }
  }

  /// How many digits the code of a name has; nil if it is not the name of one.
  private static func digits(_ text: Span<UInt8>, in name: Range<Int>) -> ClosedRange<Int>? {
    // Real names are not longer.
    guard name.count >= 3, name.count <= 80 else { return nil }
    let candidates = endingsByLetter[Int(text[name.upperBound - 1].asciiLowercased)]
    for candidate in candidates
    where NameWords.hasEnding(text, name, with: candidate.letters, isWord: true) {
      return candidate.digits
    }
    return nil
  }
}
