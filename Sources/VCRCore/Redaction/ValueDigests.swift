/// Short digests of the secret values whose placeholders have numbers, kept in the cassette.
///
/// A number alone does not say whose value it stands for, so that two users who send the same
/// requests in another order than they were recorded would get each other's responses. A digest
/// says it as long as the users keep their values. It has 16 bits, is salted for each cassette, and
/// is made of values alone that nobody can guess: it tells a few values apart, and neither gives
/// nor confirms one. What has no digest, or was renewed, is told apart by order, as without any.
package struct ValueDigests: Sendable, Equatable {
  /// The text that comes before each value, so that the digests of two cassettes say nothing about
  /// each other.
  package let salt: String

  /// The digests by the name of the placeholder and the number of the value, counted from 1.
  package private(set) var all: [[UInt8]: [Int: String]] = [:]

  /// The hexadecimal digits of a digest.
  package static let length = 4

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

  /// Sets the digest of a value.
  package mutating func set(_ digest: String, _ name: [UInt8], _ number: Int) {
    all[name, default: [:]][number] = digest
  }

  /// The number of a value; nil when it has no digest, or when two values have its digest.
  func number(of slot: PairValues.Slot) -> Int? {
    guard let known = all[slot.name], let fingerprint = slot.fingerprint else { return nil }
    let digest = digest(of: fingerprint, slot.name)
    let numbers = known.filter { $0.value == digest }
    return numbers.count == 1 ? numbers.first?.key : nil
  }

  /// Takes in the values of a run.
  ///
  /// - Parameters:
  ///   - numbers: The values of the run.
  ///   - isReplacing: True to replace the digests that numbers have already. Without it a run in
  ///     which every user has a new value leaves the cassette as it is.
  mutating func take(_ numbers: ValueNumbers, isReplacing: Bool) {
    for (name, fingerprints) in numbers.fingerprints {
      let known = all[name] ?? [:]
      guard Set(known.keys).union(fingerprints.keys).count > 1 else { continue }
      for (number, fingerprint) in fingerprints where isReplacing || known[number] == nil {
        set(digest(of: fingerprint, name), name, number)
      }
    }
  }

  private func digest(of fingerprint: String, _ name: [UInt8]) -> String {
    let text = Array(salt.utf8) + [0] + name + [0] + Array(fingerprint.utf8)
    return String(SHA256.hexadecimal(text).prefix(Self.length))
  }

  /// The digest of a value, of which those of cassettes are made.
  ///
  /// - Returns: nil for a value that is short, is a password or tells a person: a digest could
  ///   confirm what somebody guesses.
  static func fingerprint(of value: [UInt8], _ name: [UInt8]) -> String? {
    guard value.count >= shortest, TokenLikeness.isUnmistakable(value),
      !PersonalData.names.contains(String(decoding: name, as: UTF8.self)),
      !guessable.contains(where: { name.contains($0, in: name.indices) })
    else { return nil }
    return SHA256.hexadecimal(value)
  }

  private static let shortest = 16
  private static let guessable = ["PASS", "PWD", "PIN", "ANSWER"].map { Array($0.utf8) }
}
