import Testing

@testable import VCRCore

/// Digests of passwords in what databases, directories and servers store of their users.
struct PasswordHashTests: RedactedText {
  /// Random letters of the alphabet of `crypt`, of which each digest takes some.
  private static let letters = String(
    repeating: "9Lk2f7QwErTyUi.pAsDfGhJk/zXcVbNm5Rt6Yu1IoP3a", count: 3)

  private static func some(_ count: Int) -> String { String(letters.prefix(count)) }
  private static func hexadecimal(_ count: Int) -> String {
    String(String(repeating: "0123456789abcdef3c9f", count: 8).prefix(count))
  }

  private static let stored: [String] = [
    "ada:$2b$%12$" + some(53), "ada:$2y$%10$" + some(53),
    #"{"hash":"$2a$%10$"# + some(53) + #""}"#,
    #"{"digest":"$argon2id$%v=19$m=65536,t=3,p=4$"# + some(16) + "$" + some(30) + #""}"#,
    "root:$6$rounds=%5000$" + some(16) + "$" + some(86) + ":19000:0:99999:7:::",
    "ada:$y$%j9T$" + some(22) + "$" + some(43) + ":19000:0:99999:7:::",
    "ada:$apr1$%" + some(8) + "$" + some(22),
    "bob:{SHA}%5en6G6MezRroT3XKqkdPOmY/BfQ=",
    "dn: uid=ada\ncredit: {SSHA}%" + some(30) + "mY=\n",
    #"{"stored":"pbkdf2_sha256$%260000$"# + some(12) + "$" + some(43) + #"="}"#,
    #"{"stored":"scrypt:%32768:8:1$"# + "9Lk2f7QwErTyUiOp$" + hexadecimal(128) + #""}"#,
    #"{"stored":"SCRAM-SHA-256$%4096:"# + some(22) + "==$" + some(43) + "=:" + some(43)
      + #"="}"#,
  ]

  @Test(arguments: stored)
  func `a digest goes and what says how it was made stays`(text: String) throws {
    let place = try #require(text.firstIndex(of: "%"))
    let type = text.hasPrefix("{\"") ? "application/json" : "text/plain"
    let result = redacted(text.replacing("%", with: ""), type)
    #expect(result.hasPrefix(text[..<place] + "{{PASSWORD_HASH}}"), "\(result)")
    #expect(!result.contains(Self.some(8)), "\(result)")
  }

  @Test(arguments: [
    "replace $1$2$3 in the text", "costs 6$, 5$ or 12$ a month", "s/(a)(b)/$1$2/", "{MD5} of it",
    "the method is {SSHA} here", "bcrypt $2b$12$ and its cost", "argon2id$ is the prefix",
    "scrypt:32768:8:1 are its numbers", "https://a.example/{SHA}/files/of/some/longer/path",
    #"{"integrity":"sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="}"#,
  ])
  func `what only names a method stays`(text: String) { #expect(redacted(text) == text) }
}
