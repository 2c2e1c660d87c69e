/// Finds the places of a text at which a secret might begin or be named, in a few instructions per
/// octet: four tables, indexed by four octets in a row, have a bit for each group of words.
///
/// What it lets pass holds no secret that the built-in rules know. What it stops at is looked at by
/// those who know better.
struct SecretAnchors: Sendable {
  /// What it means when a word is met.
  enum Meaning: Sendable {
    /// A token begins, if enough of its kind of characters follow.
    case token
    /// A secret begins.
    case secret
    /// Part of a name that may mean a secret.
    case name
    /// A JSON Web Token, if it has dots.
    case webToken
    /// A URL, which may have user information.
    case authority
    /// A character that is written as an escape.
    case escape
    /// A Telegram bot's token, after digits.
    case botToken
  }

  private struct Word: Sendable {
    var bytes: [UInt8]
    var meaning: Meaning
  }

  /// The bit that stands for octets that need a look of their own: controls and what is not ASCII.
  static let oddBit: UInt64 = 1 << 63

  /// Four tables of 256 entries.
  private(set) var tables = [UInt64](repeating: 0, count: 1024)
  private var groups = [[Word]](repeating: [], count: 62)

  /// Creates the tables of the built-in rules.
  init() {
    for byte in 0..<256 {
      if byte < 0x20 || byte >= 0x7F { tables[byte] |= Self.oddBit }
      for table in 1..<4 { tables[table * 256 + byte] |= Self.oddBit }
    }
    for word in Self.tokens { insert(word, .token) }
    for word in Self.secrets { insert(word, .secret) }
    for word in Self.names { insert(word, .name) }
    insert("eyJ", .webToken)
    insert("://", .authority)
    insert(":\\/\\/", .authority)
    insert("%2F%2F", .authority)
    insert("%2f%2f", .authority)
    insert("\\u00", .escape)
    insert(":AA", .botToken)
  }

  private var count = 0

  private mutating func insert(_ text: String, _ meaning: Meaning) {
    let bytes = Array(text.utf8)
    let group = count % groups.count
    count += 1
    groups[group].append(Word(bytes: bytes, meaning: meaning))
    for table in 0..<4 {
      for byte in 0..<256 {
        let octet = UInt8(byte)
        let isMet =
          table >= bytes.count || octet == bytes[table]
          || (meaning == .name && octet.asciiLowercased == bytes[table])
        if isMet { tables[table * 256 + byte] |= 1 << UInt64(group) }
      }
    }
  }

  /// What begins at a position whose groups the tables gave.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - index: The position.
  ///   - bits: The groups.
  /// - Returns: What it means, but for names, nil when nothing is there; and whether part of a name is.
  func meaning(_ text: Span<UInt8>, at index: Int, groups bits: UInt64) -> (Meaning?, isName: Bool)
  {
    var bits = bits & ~Self.oddBit
    var found: Meaning?
    var isName = false
    while bits != 0 {
      for word in groups[bits.trailingZeroBitCount] where isWord(word, text, index) {
        if word.meaning == .name { isName = true } else { found = word.meaning }
      }
      bits &= bits - 1
    }
    return (found, isName)
  }

  private func isWord(_ word: Word, _ text: Span<UInt8>, _ index: Int) -> Bool {
    guard index + word.bytes.count <= text.count else { return false }
    for offset in word.bytes.indices {
      let byte = text[index + offset]
      guard
        byte == word.bytes[offset]
          || (word.meaning == .name && byte.asciiLowercased == word.bytes[offset])
      else { return false }
    }
    return true
  }

  /// Parts of names, in lower case: every name of the built-in rules has one.
  static let names = [
    "token", "secret", "key", "auth", "pass", "pwd", "cred", "sess", "sig", "jwt", "cert",
    "private", "bearer", "basic", "hmac", "assert", "saml", "verifier", "device", "csrf", "xsrf",
    "dpop", "honeycomb", "jfrog", "cookie",
  ]

  /// What begins a secret that ends with something else than letters and digits.
  static let secrets = ["-----BEGIN", "whsec_", "glc_", "sntrys_", "1//0"]

  /// What tokens of providers begin with.
  static let tokens = [
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "glptt-", "gldt-", "glrt-",
    "glcbt-", "ATBB", "ATATT3", "npm_", "pypi-AgE", "rubygems_", "dckr_", "sgp_", "AKIA", "ASIA",
    "ABIA", "ACCA", "AIza", "ya29.", "GOCSPX-", "dop_v1_", "doo_v1_", "dor_v1_", "dapi", "HRKU-",
    "hvs.", "hvb.", "hvr.", "pul-", "fo1_", "nfp_", "tskey-", "sbp_", "pscale_", "dt0c01.", "sk-",
    "hf_", "gsk_", "r8_", "xai-", "pplx-", "lsv2_", "sk_live_", "sk_test_", "rk_live_",
    "rk_test_", "sq0atp-", "sq0csp-", "EAAA", "shpat_", "shpca_", "shppa_", "shpss_", "rzp_live_",
    "EZAK", "EZTK", "shippo_live_", "xox", "xapp-", "SG.", "key-", "SK", "xkeysib-",
    "EAACEdEose0cBA", "lin_api_", "secret_", "ntn_", "figd_", "PMAK-", "NRAK-", "NRII-", "glsa_",
    "sntryu_", "pat-", "pat", "ops_eyJ", "AGE-SECRET-KEY-1", "sl.", "dp.pt.",
    "access_token$production$",
  ]
}
