/// Tells whether a header, query item or member is named like a credential, whatever the tool.
enum CredentialNames {
  private static let telling: Set<String> = [
    "token", "tokens", "secret", "secrets", "key", "apikey", "auth", "authorization", "password",
    "passwd", "pass", "passphrase", "pwd", "credential", "credentials", "session", "sessionid",
    "signature", "sig", "jwt", "private", "bearer", "authtoken", "accesstoken", "secretkey",
    "accesskey", "privatekey", "sessiontoken", "refreshtoken", "hmac", "cert",
  ]

  /// Words beside which a telling one means something else: what anybody may see, what only names a
  /// thing, and what leads from one page to the next.
  private static let harmless: Set<String> = [
    "public", "publishable", "nonce", "id", "ids", "page", "pages", "next", "prev", "previous",
    "continuation", "cursor", "sync", "type", "name", "names", "url", "uri", "urls", "href", "link",
    "path", "count", "counts", "limit", "expires", "expiry", "expiration", "at", "in", "version",
    "algorithm", "alg", "fingerprint", "hash", "digest", "idempotency", "foreign", "primary",
    "sort", "cache", "partition", "routing", "surrogate", "object", "file", "translation", "i18n",
    "etag", "checksum", "usage", "max", "min", "total", "host", "user", "users", "created",
    "updated", "last", "issuer", "subject", "thumbprint", "verification", "verified", "reason",
    "format", "lookup", "index", "config", "range", "bucket", "group", "s3", "sha", "sha1", "md5",
    "sha256", "commit", "integrity", "image", "asset", "resource", "storage", "blob", "site",
  ]

  /// True for a name with a telling word and no harmless one.
  static func isTelling(_ name: ArraySlice<UInt8>) -> Bool {
    // No name that somebody chose is longer.
    guard name.count >= 3, name.count <= 80 else { return false }
    var isTelling = false
    var previous = ""
    for word in words(of: name) {
      defer { previous = word }
      if harmless.contains(word) {
        // A session's number is what opens it.
        guard word == "id", previous == "session" else { return false }
        continue
      }
      if telling.contains(word) { isTelling = true }
    }
    return isTelling
  }

  /// The words of a name in lower case, cut at separators and where capitals begin.
  private static func words(of name: ArraySlice<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var previous: UInt8 = 0
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for byte in name {
      let isLetter = byte.isASCIILetter
      if !isLetter && !byte.isASCIIDigit {
        end()
      } else {
        let isCapital = isLetter && byte < 0x60
        if isCapital, previous >= 0x61, previous <= 0x7A { end() }
        word.append(byte.asciiLowercased)
      }
      previous = byte
    }
    end()
    return words
  }
}
