/// Short digests of the secret values whose placeholders have numbers, kept in the cassette.
///
/// A number alone does not say whose value it stands for, so that two users who send the same
/// requests in another order than they were recorded would get each other's responses. A digest
/// says it as long as the users keep their values. It is salted for each cassette, and has no more
/// digits than tell the recorded values apart, beginning with 16 bits for a value that nobody can
/// guess and fewer for a short credential: it neither gives nor confirms one. Values without a
/// digest, and renewed ones, are told apart by order, as without any.
package struct ValueDigests: Sendable, Equatable {
  /// The text that comes before each value, so that the digests of two cassettes say nothing about
  /// each other.
  package let salt: String

  /// The digests by the name of the placeholder and the number of the value, counted from 1.
  package private(set) var all: [[UInt8]: [Int: String]] = [:]

  /// The numbers by the name of the placeholder and the digest.
  private var numbers: [[UInt8]: [String: [Int]]] = [:]

  /// The hexadecimal digits of the digest of a value that nobody can guess, fewest first: more
  /// where fewer are those of another value, too.
  private static let lengths = [length, 8, 12]

  /// The hexadecimal digits of the digest of a short credential, which are never as many.
  private static let shortLengths = [1, 2, 3, 5, 6, 7]

  /// The hexadecimal digits that tell almost all values apart that nobody can guess.
  package static let length = 4

  /// True for the number of digits of a digest.
  static func isLength(_ count: Int) -> Bool {
    lengths.contains(count) || shortLengths.contains(count)
  }

  /// The numbers of digits of a digest of the kind that one with so many digits has.
  private static func lengths(ofKindWith count: Int) -> [Int] {
    shortLengths.contains(count) ? shortLengths : lengths
  }

  /// The hexadecimal digits of a salt.
  package static let saltLength = 8

  /// Creates a set without digests.
  ///
  /// - Parameter salt: The salt; a random one unless the cassette has one.
  package init(salt: String = Self.randomSalt()) { self.salt = salt }

  /// A salt that no other cassette has, but by chance.
  package static func randomSalt() -> String {
    UInt32.random(in: .min ... .max).hexadecimal(digits: saltLength)
  }

  /// The digests by the names of the placeholders with their numbers, such as `TOKEN_2`.
  package var ofPlaceholders: [[UInt8]: String] {
    all.reduce(into: [:]) { digests, entry in
      for (number, digest) in entry.value {
        digests[ValueNumbers.name(entry.key, number)] = digest
      }
    }
  }

  /// Sets the digest of a value.
  package mutating func set(_ digest: String, _ name: [UInt8], _ number: Int) {
    if let old = all[name, default: [:]].updateValue(digest, forKey: number) {
      numbers[name]?[old]?.removeAll { $0 == number }
    }
    numbers[name, default: [:]][digest, default: []].append(number)
  }

  /// The numbers of the values that have a digest: one, or more where two values share it.
  ///
  /// The cassette may have fewer digits of it.
  func numbers(of digest: String, _ name: [UInt8]) -> [Int] {
    guard let known = numbers[name] else { return [] }
    let count = digest.utf8.count
    return Self.lengths(ofKindWith: count).filter { $0 <= count }
      .flatMap { known[String(digest.prefix($0))] ?? [] }
  }

  /// True when a digest in a cassette may be that of a value.
  static func isSame(_ recorded: String, _ digest: String) -> Bool {
    digest.hasPrefix(recorded)
      && lengths(ofKindWith: digest.utf8.count).contains(recorded.utf8.count)
  }

  /// The number of a value; nil when it has no digest, or when two values have its digest.
  func number(of slot: PairValues.Slot) -> Int? {
    guard let digest = digest(of: slot) else { return nil }
    let numbers = numbers(of: digest, slot.name)
    return numbers.count == 1 ? numbers.first : nil
  }

  /// True when a value that no name reveals is proven to be another one than a placeholder stands
  /// for: the digest is that of another number.
  func isAnother(_ value: [UInt8], than placeholder: [UInt8]) -> Bool {
    let (name, number) = ValueNumbers.parts(of: placeholder) ?? (placeholder, 1)
    guard let known = all[name], known[number] != nil,
      let fingerprint = Self.fingerprint(
        of: DecodedText(value.view, .percent)?.bytes ?? value, name), !fingerprint.isShort
    else { return false }
    let numbers = numbers(of: digest(of: fingerprint, name), name)
    return !numbers.isEmpty && !numbers.contains(number)
  }

  /// The digest of a value; nil for one that gets none, or where no value of its name has one.
  func digest(of slot: PairValues.Slot) -> String? {
    guard all[slot.name] != nil, let fingerprint = slot.fingerprint else { return nil }
    return digest(of: fingerprint, slot.name)
  }

  /// The digests of a cassette with those of a run.
  ///
  /// - Parameters:
  ///   - digests: Those of the run's values, with the same salt.
  ///   - isReplacing: True to replace the digests that numbers have already. Without it a run in
  ///     which every user has a new value leaves the cassette as it is.
  /// - Returns: The digests of the cassette; nil when there are none.
  func taking(_ digests: ValueDigests, isReplacing: Bool) -> ValueDigests? {
    var result = self
    // With another salt they say nothing here.
    for (name, values) in digests.all where digests.salt == salt {
      let known = all[name] ?? [:]
      guard Set(known.keys).union(values.keys).count > 1 else { continue }
      for (number, digest) in values where isReplacing || known[number] == nil {
        // Where more values were known, one may have needed more digits.
        if known[number]?.hasPrefix(digest) != true { result.set(digest, name, number) }
      }
    }
    return result.all.isEmpty ? nil : result
  }

  /// Adds the digests of more values, with the same salt.
  mutating func add(_ more: ValueDigests) {
    for (name, values) in more.all {
      for (number, digest) in values { set(digest, name, number) }
    }
  }

  /// Adds the digests of values of one name, each with as many digits as tell it from the others.
  ///
  /// - Parameters:
  ///   - fingerprints: The fingerprints of which they are made, by the numbers of the values.
  ///   - name: The name of their placeholders.
  mutating func add(_ fingerprints: [Int: Fingerprint], _ name: [UInt8]) {
    for lengths in [Self.lengths, Self.shortLengths] {
      let ofKind = fingerprints.filter { lengths.contains($0.value.digits) }
      let digests = ofKind.mapValues { digest(of: $0, name) }
      var left = ofKind
      for length in lengths where !left.isEmpty {
        // Two values of one user have one digest, which no more digits tell apart.
        let counts = Set(digests.values).reduce(into: [:]) {
          $0[$1.prefix(length), default: 0] += 1
        }
        for (number, fingerprint) in left where fingerprint.digits <= length {
          guard let digest = digests[number]?.prefix(length) else { continue }
          guard counts[digest] == 1 || length == lengths.last else { continue }
          set(String(digest), name, number)
          left[number] = nil
        }
      }
    }
  }

  package static func == (one: ValueDigests, other: ValueDigests) -> Bool {
    one.salt == other.salt && one.all == other.all
  }

  /// The names that tell values of another part of a recording apart from these.
  ///
  /// - Parameter other: The values of the other part.
  /// - Returns: The new names of its placeholders whose numbers have to change: a value that is
  ///   here has the number that it has here, any other one that none has.
  func names(among other: ValueDigests) -> [[UInt8]: [UInt8]] {
    var changed: [[UInt8]: [UInt8]] = [:]
    // With another salt they say nothing here.
    for (name, values) in other.all where other.salt == salt {
      var taken = Set((all[name] ?? [:]).keys)
      for (number, digest) in values.sorted(by: { $0.key < $1.key }) {
        let known = numbers(of: digest, name)
        var own = known.first ?? number
        if known.isEmpty {
          while taken.contains(own) || own != number && values[own] != nil { own += 1 }
          taken.insert(own)
        }
        if own != number {
          changed[ValueNumbers.name(name, number)] = ValueNumbers.name(name, own)
        }
      }
    }
    return changed
  }

  /// The digests with the numbers of other names.
  func renamed(_ names: [[UInt8]: [UInt8]]) -> ValueDigests {
    var renamed = ValueDigests(salt: salt)
    for (name, values) in all {
      for (number, digest) in values {
        let new = names[ValueNumbers.name(name, number)] ?? ValueNumbers.name(name, number)
        renamed.set(digest, name, ValueNumbers.numbers(of: name, in: [new]).first ?? number)
      }
    }
    return renamed
  }

  // MARK: - One line

  /// The salt, and for each value its name, its number and its digest, in one line.
  var words: [UInt8] {
    var words = [Array(salt.utf8)]
    for (name, values) in all.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for (number, digest) in values.sorted(by: { $0.key < $1.key }) {
        words += [name, Array("\(number)".utf8), Array(digest.utf8)]
      }
    }
    return Array(words.joined(separator: [UInt8(ascii: " ")]))
  }

  /// Reads the words of a line.
  ///
  /// - Returns: nil when they are others.
  init?(words line: ArraySlice<UInt8>) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard let salt = words.first, words.count % 3 == 1 else { return nil }
    self.init(salt: String(decoding: salt, as: UTF8.self))
    for start in stride(from: 1, to: words.count, by: 3) {
      guard let number = Int(String(decoding: words[start + 1], as: UTF8.self)) else { return nil }
      set(String(decoding: words[start + 2], as: UTF8.self), Array(words[start]), number)
    }
  }

  /// The digest of a value.
  ///
  /// - Parameters:
  ///   - fingerprint: The fingerprint of which it is made.
  ///   - name: The name of the value's placeholder.
  /// - Returns: As many hexadecimal digits as a cassette has of such a value at the most.
  func digest(of fingerprint: Fingerprint, _ name: [UInt8]) -> String {
    let text = Array(salt.utf8) + [0] + name + [0] + Array(fingerprint.text.utf8)
    let longest = Self.lengths(ofKindWith: fingerprint.digits).last ?? Self.length
    return String(SHA256.hexadecimal(text).prefix(longest))
  }

  /// The facts of a value of which its digests are made.
  struct Fingerprint: Sendable, Equatable {
    /// A digest of the value, without salt.
    let text: String
    /// The fewest hexadecimal digits that a cassette has of its digest.
    let digits: Int
    /// True for a value that could be guessed.
    var isShort: Bool { digits < ValueDigests.length }
  }

  /// Makes the fingerprint of which digests of the name of a user are made, which is no secret.
  static func fingerprint(ofUser name: [UInt8]) -> Fingerprint {
    Fingerprint(text: SHA256.hexadecimal(Array("user ".utf8) + name), digits: length)
  }

  /// Makes the fingerprint of which digests of a value are made.
  ///
  /// - Returns: nil for a value that is a password or identifies a person, as a digest could
  ///   confirm what somebody guesses, and for a short one that is evidently a stand-in or under a
  ///   name that means no credential.
  static func fingerprint(of value: [UInt8], _ name: [UInt8]) -> Fingerprint? {
    guard !PersonalData.names.contains(String(decoding: name, as: UTF8.self)),
      !guessable.contains(where: { name.contains($0, in: name.indices) })
    else { return nil }
    if value.count >= shortest, TokenLikeness.isUnmistakable(value) {
      return Fingerprint(text: SHA256.hexadecimal(value), digits: length)
    }
    guard !value.isEmpty, value.count <= longestWord, isCredential(name), !isDummy(value) else {
      return nil
    }
    let isGenerated = value.count >= 8 && TokenLikeness.isTokenLike(value)
    return Fingerprint(text: SHA256.hexadecimal(value), digits: isGenerated ? 2 : 1)
  }

  /// True for a word that stands for any credential, or a name of Basic that is one.
  private static func isDummy(_ value: [UInt8]) -> Bool {
    if dummies.contains(value.view, in: value.indices) { return true }
    guard let pair = Credentials.basic(value.view, in: value.indices) else { return false }
    return dummies.contains(pair.view, in: 0..<(pair.firstIndex(of: UInt8(ascii: ":")) ?? 0))
  }

  /// True for a name whose short values tell users apart: that of a credential that is sent again
  /// and again, and of the cookie of a session.
  private static func isCredential(_ name: [UInt8]) -> Bool {
    name.starts(with: cookie) || name.elementsEqual("AUTHORIZATION".utf8)
      || !name.contains(code, in: name.indices)
        && CredentialNames.isCredential(name.view, in: name.indices)
  }

  /// The least bytes of a value that nobody can guess.
  static let shortest = 16
  private static let longestWord = 64
  private static let guessable = ["PASS", "PWD", "PIN", "ANSWER", "OTP", "MFA", "2FA"].map {
    Array($0.utf8)
  }
  private static let cookie = Array("COOKIE_".utf8)
  private static let code = Array("CODE".utf8)

  /// The words that programs send in place of a credential where they have none.
  private static let dummies = SecretNames([
    "dummy", "test", "testing", "fake", "mock", "stub", "token", "secret", "key", "apikey",
    "dummy-key", "dummy-token", "dummy-api-key", "dummy-secret", "test-key", "test-token",
    "test-api-key", "test-secret", "fake-key", "fake-token", "fake-api-key", "fake-secret",
    "mock-key", "mock-token", "my-token", "my-key", "my-api-key", "your-token", "your-api-key",
    "access-token", "auth-token", "none", "null", "nil", "undefined", "unset", "unused", "empty",
    "placeholder", "example", "sample", "changeme", "change-it", "redacted", "replay", "offline",
    "ci", "x", "xx", "xxx", "xxxx", "xxxxx", "xxxxxx", "xxxxxxxx", "not-needed", "not-used",
    "ignored", "anything", "invalid", "foobar", "sk-dummy", "sk-test", "sk-fake", "sk-xxx",
  ])
}
