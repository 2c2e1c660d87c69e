/// Signatures of webhooks and other messages: a secret that both ends share makes them, and whoever
/// has one can send its message again.
extension HeaderSecrets {
  /// True for the name of a field with signatures: one of its words means one, and behind that no
  /// more than the method and a number follow (`X-Hub-Signature-256`).
  package static func isOfSignatures(_ name: Span<UInt8>) -> Bool {
    // Two letters in a row tell nearly every other name.
    guard name.count >= 4,
      (1..<name.count).contains(where: { index in
        switch (name[index - 1] | 0x20, name[index] | 0x20) {
        case (UInt8(ascii: "g"), UInt8(ascii: "n")), (UInt8(ascii: "h"), UInt8(ascii: "m")): true
        default: false
        }
      })
    else { return false }
    var (isOne, start) = (false, 0)
    for index in 0...name.count
    where index == name.count || name[index] == UInt8(ascii: "-") || name[index] == 0x5F {
      let word = start..<index
      start = index + 1
      if wordsOfSignatures.contains(name, in: word) {
        isOne = true
      } else if !word.allSatisfy({ name[$0].isASCIIDigit }) {
        isOne = isOne && methodsOfSignatures.contains(name, in: word)
      }
    }
    return isOne
  }

  private static let wordsOfSignatures = SecretNames(["signature", "signatures", "hmac"])
  private static let methodsOfSignatures = SecretNames([
    "sha1", "sha256", "sha384", "sha512", "hmac", "ed25519", "v1", "v2", "v3",
  ])

  /// The digests in a value of such a field, each behind its version or method: `v0=…`,
  /// `t=1492774577,v1=…`, `sha256=…`, `v1,…`.
  func signatures(_ name: String, _ value: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var index = 0
    while let run = Base64Text.run(value, from: index, atLeast: Self.shortestSignature) {
      index = run.upperBound
      while index < value.count, value[index] == UInt8(ascii: "=") { index += 1 }
      if Self.isDigest(value, run) {
        found.add(run.lowerBound..<index, Placeholder.bytes(name.utf8), in: value)
      }
    }
    return found
  }

  /// The letters of the shortest digest in Base64, without padding.
  private static let shortestSignature = 27

  /// The bytes of the digests that keyed methods make (RFC 2104), and of an Ed25519 signature.
  ///
  /// Signatures by other private keys prove whose a content is, and anybody may read them.
  private static let lengthsOfDigests: Set<Int> = [20, 28, 32, 48, 64]

  private static func isDigest(_ text: Span<UInt8>, _ run: Range<Int>) -> Bool {
    if run.allSatisfy({ text[$0].hexValue != nil }) {
      return run.count % 2 == 0 && lengthsOfDigests.contains(run.count / 2)
    }
    guard TokenLikeness.isTokenLike(text, in: run) else { return false }
    var bytes: [UInt8] = []
    Base64Text.decode(text, in: run, to: &bytes)
    return lengthsOfDigests.contains(bytes.count)
  }
}
