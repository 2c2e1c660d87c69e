import VCRCore

/// A page, as far as it shows whether it is what was asked for.
struct ResponsePage {
  /// A kind of page that stands in the place of others, in words.
  enum Kind: String {
    case signIn = "a page to sign in"
    case challenge = "a page that asks for a proof of being human"
    case trouble = "a page about trouble of the service"
  }

  /// The title, in lower case.
  let title: String
  /// True when it asks for a password.
  let asksForPassword: Bool
  /// The kind; nil for an ordinary page.
  let kind: Kind?

  private static let passwords = ["type=\"password\"", "type='password'", "type=password"]

  /// Each kind with the words of which its titles have one, and what its pages hold.
  private static let kinds: [(kind: Kind, titles: [String], marks: [String])] = [
    (
      .challenge,
      [
        "just a moment", "attention required", "captcha", "are you human", "are you a human",
        "not a robot", "security check", "verify you are", "bot detection",
      ],
      [
        "/cdn-cgi/challenge-platform/", "g-recaptcha", "h-captcha", "cf-turnstile",
        "captcha-delivery.com",
      ]
    ),
    (
      .signIn,
      [
        "sign in", "signin", "sign-in", "log in", "login", "log-in", "log on", "anmelden",
        "einloggen", "se connecter", "connexion", "iniciar sesión", "accedi",
      ], []
    ),
    (
      .trouble,
      [
        "maintenance", "unavailable", "be right back", "be back soon", "bad gateway",
        "gateway time", "too many requests", "access denied", "forbidden", "internal server error",
        "not found", "wartung", "an error occurred", "rate limit",
      ], []
    ),
  ]

  init(_ bytes: [UInt8]) {
    let text = bytes.map(\.asciiLowercased)
    func has(_ word: String) -> Bool { text.firstRange(of: Array(word.utf8)) != nil }
    asksForPassword = Self.passwords.contains(where: has)
    var title = ""
    if let start = text.firstRange(of: Array("<title".utf8)) {
      let content = text[start.upperBound...].drop { $0 != UInt8(ascii: ">") }.dropFirst()
      title = String(decoding: content.prefix { $0 != UInt8(ascii: "<") }, as: UTF8.self)
    }
    self.title = title
    kind =
      Self.kinds.first { kind in
        kind.titles.contains { Self.has($0, in: title) } || kind.marks.contains(where: has)
      }?.kind
  }

  /// True when a text has a word or several, not within longer ones: `blog in` is no `log in`.
  private static func has(_ words: String, in title: String) -> Bool {
    title.ranges(of: words).contains { range in
      title[..<range.lowerBound].last?.isLetter != true
        && title[range.upperBound...].first?.isLetter != true
    }
  }
}
