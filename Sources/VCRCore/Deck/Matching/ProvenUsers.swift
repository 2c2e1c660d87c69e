/// The users of the values of a request, as far as the digests of the cassette prove them.
///
/// A value is proven not to be the one with some number when its own digest is among those of its
/// name, or when the value of that number was met in this run. Else it may be that value, renewed.
struct ProvenUsers: Sendable {
  private struct Value: Sendable {
    let name: [UInt8]
    let digest: String
    /// True when the cassette has the digest.
    let isKnown: Bool
  }

  private let values: [Value]
  private let digests: ValueDigests
  private let redactor: Redactor

  /// Looks at the values of a request; nil when the digests say nothing about them.
  ///
  /// - Parameters:
  ///   - slots: The values that its names reveal.
  ///   - mentions: Values that it mentions and digests know under other names.
  ///   - digests: The digests of the cassette.
  ///   - redactor: The redactor that has met values in this run.
  init?(
    _ slots: [PairValues.Slot], mentions: [ValueDigests.Mention] = [], _ digests: ValueDigests,
    _ redactor: Redactor
  ) {
    values =
      mentions.map { Value(name: $0.name, digest: $0.digest, isKnown: true) }
      + slots.compactMap { slot in
        guard slot.value != nil, let digest = digests.digest(of: slot) else { return nil }
        return Value(
          name: slot.name, digest: digest,
          isKnown: !digests.numbers(of: digest, slot.name).isEmpty)
      }
    guard !values.isEmpty else { return nil }
    self.digests = digests
    self.redactor = redactor
  }

  /// True when a recorded request is proven to be another user's.
  ///
  /// - Parameter names: The names of the placeholders in it.
  /// - Returns: Whether it is.
  func areOthers(_ names: [[UInt8]]) -> Bool { other(in: names) != nil }

  /// The placeholder in a recorded request that is proven to be another user's, and that of the
  /// request in its place, which is nil for a value that was not recorded.
  func other(in names: [[UInt8]]) -> (recorded: [UInt8], incoming: [UInt8]?)? {
    for value in values {
      let numbers = ValueNumbers.numbers(of: value.name, in: names)
      guard let first = numbers.first, numbers.allSatisfy({ isOther($0, than: value) }) else {
        continue
      }
      let own = digests.numbers(of: value.digest, value.name).first
      return (ValueNumbers.name(value.name, first), own.map { ValueNumbers.name(value.name, $0) })
    }
    return nil
  }

  private func isOther(_ number: Int, than value: Value) -> Bool {
    guard let digest = digests.all[value.name]?[number],
      !ValueDigests.isSame(digest, value.digest)
    else { return false }
    if value.isKnown { return true }
    return redactor.fingerprint(of: number, value.name).map {
      ValueDigests.isSame(digest, digests.digest(of: $0, value.name))
    } ?? false
  }
}
