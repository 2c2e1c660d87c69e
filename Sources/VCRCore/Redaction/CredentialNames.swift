/// Decides whether the name of a header field, query item or member is that of a credential.
package enum CredentialNames {
  /// The words that make a name one of a credential.
  package static let words = SecretNames([
    "token", "tokens", "secret", "secrets", "key", "apikey", "auth", "authorization", "password",
    "passwd", "pass", "passphrase", "pwd", "credential", "credentials", "session", "sessionid",
    "signature", "sig", "jwt", "private", "bearer", "authtoken", "accesstoken", "secretkey",
    "accesskey", "privatekey", "sessiontoken", "refreshtoken", "hmac", "cert",
  ])

  /// Words that give a name another meaning although one of `words` is in it: public values,
  /// identifiers, and the tokens that lead from one page to the next.
  private static let harmless = SecretNames([
    "public", "publishable", "nonce", "id", "ids", "page", "pages", "next", "prev", "previous",
    "continuation", "cursor", "sync", "type", "name", "names", "url", "uri", "urls", "href", "link",
    "path", "count", "counts", "limit", "expires", "expiry", "expiration", "at", "in", "version",
    "algorithm", "alg", "fingerprint", "hash", "digest", "idempotency", "foreign", "primary",
    "sort", "cache", "partition", "routing", "surrogate", "object", "file", "translation", "i18n",
    "etag", "checksum", "usage", "max", "min", "total", "host", "user", "users", "created",
    "updated", "last", "issuer", "subject", "thumbprint", "verification", "verified", "reason",
    "format", "lookup", "index", "config", "range", "bucket", "group", "s3", "sha", "sha1", "md5",
    "sha256", "commit", "integrity", "image", "asset", "resource", "storage", "blob", "site",
  ])

  /// True for the name of a password, which a person may have chosen.
  package static func isPassword(_ name: ArraySlice<UInt8>) -> Bool {
    let folded = String(decoding: name, as: UTF8.self).lowercased()
    return ["password", "passwd", "passphrase", "pwd"].contains(where: folded.contains)
  }

  /// True for a name with a word of a credential and without a harmless one.
  package static func isCredential(_ name: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(name)
    return isCredential(bytes.view, in: bytes.indices)
  }

  /// True for a name with a word of a credential and without a harmless one.
  ///
  /// Words end at separators and where an upper-case letter follows a lower-case one.
  package static func isCredential(_ text: Span<UInt8>, in name: Range<Int>) -> Bool {
    // Real names are not longer.
    guard name.count >= 2, name.count <= 80 else { return false }
    if PasswordNames.meaning(text, in: name) != nil { return true }
    var isCredential = false
    var wasSession = false
    var start = name.lowerBound
    for index in name.lowerBound...name.upperBound {
      let ends = index == name.upperBound || isSeparator(text[index])
      guard ends || (index > start && isHump(text, index)) else { continue }
      let word = start..<index
      start = ends ? index + 1 : index
      guard !word.isEmpty else { continue }
      if harmless.contains(text, in: word) {
        // The identifier of a session gives access to it.
        guard wasSession, word.count == 2, text[word.lowerBound] | 0x20 == UInt8(ascii: "i") else {
          return false
        }
      } else if words.contains(text, in: word) {
        isCredential = true
      }
      wasSession =
        word.count == 7 && text[word.lowerBound] | 0x20 == UInt8(ascii: "s") && isCredential
    }
    return isCredential
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    !byte.isASCIILetter && !byte.isASCIIDigit
  }

  private static func isHump(_ text: Span<UInt8>, _ index: Int) -> Bool {
    text[index].isASCIILetter && text[index] < 0x60 && text[index - 1] >= 0x61
      && text[index - 1] <= 0x7A
  }
}
