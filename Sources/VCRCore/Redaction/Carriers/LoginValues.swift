/// Values that a client makes for one login and that are others in each: the `state` by which it
/// knows its login again, the `nonce` by which it knows its token again, and the digest of a proof
/// that it keeps for the next step.
enum LoginValues {
  /// The names, in small letters.
  static let madeByClients: [(name: StaticString, reason: String)] = [
    ("state", "RFC 6749 §10.12"), ("nonce", "OpenID Connect Core 1.0 §3.1.2.1"),
    ("code_challenge", "RFC 7636 §4.3, the proof itself where its method is `plain`"),
  ]

  /// True for the placeholder of such a value.
  static func isMade(placeholder name: [UInt8]) -> Bool {
    names.contains(name.map(\.asciiLowercased))
  }

  private static let names = Set(madeByClients.map { Array("\($0.name)".utf8) })

  /// True for such a value among the pairs of a request for an authorization, of the redirect after
  /// it, or of a form in the place of the first (RFC 9126 §2.1).
  ///
  /// There an identifier, a short number and letters of both cases are made for one login, too.
  ///
  /// - Parameters:
  ///   - text: The text of the pairs.
  ///   - name: The range of the name.
  ///   - value: The range of the value.
  /// - Returns: False for any other name, for words, and where the pairs are those of no login.
  static func isMadeForLogin(_ text: Span<UInt8>, _ name: Range<Int>, value: Range<Int>) -> Bool {
    guard value.count >= 6,
      madeByClients.contains(where: {
        $0.name.utf8CodeUnitCount == name.count && text.equals($0.name, in: name)
      }),
      value.allSatisfy({ ByteSet.unreserved.contains(text[$0]) })
    else { return false }
    let digits = value.count { text[$0].isASCIIDigit }
    let isOfBothCases =
      value.contains { text[$0].isASCIIUppercase }
      && value.contains { text[$0].isASCIILowercase }
    guard
      digits == value.count || digits > 0 && value.count >= 8
        || isOfBothCases && value.count >= 16
    else { return false }
    return text.indices.contains { index in
      (index == 0 || text[index - 1] == UInt8(ascii: "?") || text[index - 1] == UInt8(ascii: "&"))
        && namesOfLogins.contains { text.equals($0, at: index) }
    }
  }

  /// The names of other pairs in a request for an authorization and in the redirect after it
  /// (RFC 6749 §4.1).
  private static let namesOfLogins: [StaticString] = [
    "client_id=", "response_type=", "redirect_uri=", "code=", "error=",
  ]
}
