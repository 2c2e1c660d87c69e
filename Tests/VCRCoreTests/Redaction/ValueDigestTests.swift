import Testing

@testable import VCRCore

/// Digests that have as many digits as tell the values of a cassette apart.
struct ValueDigestTests {
  private static let name = Array("ACCESS_TOKEN".utf8)

  /// Returns two of many values whose digests begin alike.
  private func alike(
    _ values: [String], digits: Int, _ digests: ValueDigests
  ) throws -> (one: ValueDigests.Fingerprint, other: ValueDigests.Fingerprint) {
    var known: [Substring: ValueDigests.Fingerprint] = [:]
    for value in values {
      let fingerprint = try #require(ValueDigests.fingerprint(of: Array(value.utf8), Self.name))
      let digest = digests.digest(of: fingerprint, Self.name)
      if let one = known.updateValue(fingerprint, forKey: digest.prefix(digits)) {
        return (one, fingerprint)
      }
    }
    throw NoneAlike()
  }

  private struct NoneAlike: Error {}

  @Test(arguments: [(1, 2), (2, 3), (3, 5)])
  func `short credentials whose digests begin alike have more digits`(digits: Int, longer: Int)
    throws
  {
    var digests = ValueDigests(salt: "0a1b2c3d")
    let pair = try alike((0..<600).map { "u\($0)" }, digits: digits, digests)
    digests.add([1: pair.one, 2: pair.other], Self.name)
    try expectTold(digests, pair, atLeast: longer)
  }

  @Test func `long values whose digests begin alike have more digits, and others four`() throws {
    var digests = ValueDigests(salt: "0a1b2c3d")
    let values = (0..<2_000).map { "q7Zt2LmX9vB4nRk8w3Ys\(10_000 + $0)" }
    let pair = try alike(values, digits: ValueDigests.length, digests)
    let third = try #require(
      ValueDigests.fingerprint(of: Array("wK3nV8qXc5Tz1RbY7mLpD2".utf8), Self.name))
    digests.add([1: pair.one, 2: pair.other, 3: third], Self.name)
    try expectTold(digests, pair, atLeast: 8)
    #expect(digests.all[Self.name]?[3]?.count == ValueDigests.length)
  }

  private func expectTold(
    _ digests: ValueDigests,
    _ pair: (one: ValueDigests.Fingerprint, other: ValueDigests.Fingerprint),
    atLeast digits: Int
  ) throws {
    let known = try #require(digests.all[Self.name])
    for (number, own, other) in [(1, pair.one, pair.other), (2, pair.other, pair.one)] {
      let recorded = try #require(known[number])
      #expect(recorded.count >= digits, "\(known)")
      #expect(digests.numbers(of: digests.digest(of: own, Self.name), Self.name) == [number])
      #expect(ValueDigests.isSame(recorded, digests.digest(of: own, Self.name)))
      #expect(!ValueDigests.isSame(recorded, digests.digest(of: other, Self.name)))
    }
    // A cassette is read as it was written.
    let words = try #require(ValueDigests(words: digests.words[...]))
    #expect(words == digests)
  }

  @Test func `each of thousands of values is known by its digest`() throws {
    var digests = ValueDigests(salt: "0a1b2c3d")
    var fingerprints: [Int: ValueDigests.Fingerprint] = [:]
    for number in 1...3_000 {
      let value = Array("q7Zt2LmX9vB4nRk8w3Ys\(number)".utf8)
      fingerprints[number] = ValueDigests.fingerprint(of: value, Self.name)
    }
    digests.add(fingerprints, Self.name)
    for (number, fingerprint) in fingerprints {
      #expect(
        digests.numbers(of: digests.digest(of: fingerprint, Self.name), Self.name) == [number])
    }
  }

  @Test(arguments: ["dummy", "ZHVtbXk6", "dGVzdDo="])
  func `a dummy is nobody's, alone and as the name of Basic`(dummy: String) {
    #expect(ValueDigests.fingerprint(of: Array(dummy.utf8), Array("AUTHORIZATION".utf8)) == nil)
  }
}
