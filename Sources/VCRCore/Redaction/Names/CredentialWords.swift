/// The meaning of single words in names, one table for all carriers.
enum CredentialWords {
  /// The contribution of a word to the meaning of a name.
  enum Meaning: UInt8, Sendable {
    /// Nothing.
    case none
    /// A name that ends in it means a credential.
    case token
    /// As `token`, after a word that says what it opens.
    case key
    /// A credential for some services, and something else for as many.
    case related
    /// Says what a key opens.
    case qualifier
    /// Says that a key is the name of an entry.
    case entry
    /// Gives the name another meaning.
    case harmless
    /// Says nothing about the name that it is a part of.
    case neutral
    /// Begins the name of a session.
    case session
    /// The name of a service.
    case service
  }

  /// The words that make a name one of a credential.
  static let tokens = [
    "token", "tokens", "secret", "secrets", "apikey", "apikeys", "authtoken", "accesstoken",
    "secretkey", "accesskey", "privatekey", "sessiontoken", "refreshtoken", "jwt", "bearer",
    "hmac", "sessionkey", "signingkey", "masterkey", "encryptionkey", "passkey", "authkey",
    "sharedkey", "servicekey", "appkey", "clientkey", "csrf", "xsrf",
  ]

  static let keys = ["key", "keys"]

  /// Words of credentials that stand for something else as often.
  static let related = [
    "auth", "authorization", "credential", "credentials", "session", "sessionid", "signature",
    "sig", "private", "cert", "pass", "pwd", "password", "passwd", "passphrase", "access", "api",
    "creds", "cred", "authcode", "authdata", "sid", "otp", "totp", "ticket", "assertion", "crumb",
    "authentication", "seed",
  ]

  /// Services whose credentials have no form of their own, so that only their name beside a random
  /// value shows them (as the scanners of repositories do).
  static let services =
    servicesOfTwoWords + [
      "adafruit", "adobe", "airtable", "algolia", "alibaba", "artifactory", "asana", "atlassian",
      "beamer", "bintray", "bittrex", "cohere", "coinbase", "confluence", "confluent", "contentful",
      "datadog", "discord", "etsy", "fastly", "finicity", "finnhub", "flickr", "gitter", "heroku",
      "intercom", "jfrog", "kraken", "looker", "mailgun", "mapbox", "mattermost", "meraki",
      "netlify",
      "nytimes", "okta", "plaid", "snyk", "travis", "twitch", "twitter", "yandex", "zendesk",
      "twilio", "stripe", "linear", "relic", "sonar", "sentry", "sumo", "facebook", "telegram",
      "jira", "contribsys", "newyorktimes", "ngrok", "opsgenie",
    ]

  /// Services that are also written as two words, of which one means something else elsewhere:
  /// `linkedInSecret`, `private_ai_key`.
  static let pairs = SecretNames(servicesOfTwoWords)

  private static let servicesOfTwoWords = [
    "linkedin", "messagebird", "privateai", "newrelic", "sumologic", "launchdarkly", "mailchimp",
    "freshbooks", "squarespace", "gocardless", "codecov", "droneci", "rapidapi", "sendbird",
    "bitbucket", "dropbox", "hubspot", "kucoin", "cloudflare", "sendgrid", "xray", "pagerduty",
  ]

  /// The words for the things that a key opens.
  static let qualifiers = [
    "api", "access", "secret", "private", "auth", "encryption", "signing", "master", "account",
    "service", "subscription", "license", "licence", "admin", "app", "application", "client",
    "shared", "security", "write", "read", "ingest", "integration", "webhook", "consumer", "root",
    "deploy", "storage", "host", "function", "functions", "ingestion", "activation", "system",
    "management", "developer", "dev", "server",
    "crypto", "cipher", "aes", "hmac", "rsa", "ssh", "jwt", "cookie", "session", "user", "team",
    "decryption", "kms", "db", "database", "smtp", "vault", "bot", "oauth", "github", "billing",
    "partner", "merchant", "login", "instrumentation", "insert", "query", "search", "anon", "role",
  ]

  /// The words for the things to which the key of an entry belongs.
  static let entries = [
    "object", "file", "s3", "bucket", "group", "image", "asset", "resource", "blob", "site",
    "users", "subject", "issuer", "created", "updated", "last", "row", "event", "message", "item",
    "category", "order", "parent", "child", "unique", "natural", "composite", "map", "label",
    "field", "property", "column", "project", "issue", "tag", "metric", "batch", "trace", "request",
    "document", "record", "node", "space", "board", "region", "feature", "flag", "setting",
    "option", "locale", "language", "variant", "queue", "topic", "entity", "dedup",
    "deduplication", "segment", "aggregation", "correlation", "tracking", "video", "photo",
    "answer", "question", "form", "sampled", "baggage", "span", "link", "verification", "verify",
    "identity", "dedupe", "thumb", "thumbnail", "layer", "style", "trip",
    // `gpg --recv-keys`, after which the fingerprint of a public key stands.
    "recv", "edit", "delete", "trusted",
  ]

  /// Words that give a name another meaning although a word of a credential is in it: public
  /// values, identifiers, and the tokens that lead from one page to the next.
  static let harmless = [
    "public", "publishable", "nonce", "id", "ids", "page", "pages", "next", "prev", "previous",
    "continuation", "cursor", "sync", "type", "name", "names", "url", "uri", "urls", "href",
    "path", "count", "counts", "limit", "expires", "expiry", "expiration", "at", "in", "version",
    "algorithm", "alg", "fingerprint", "hash", "digest", "idempotency", "foreign", "sort", "cache",
    "partition", "routing", "surrogate", "translation", "i18n", "etag", "checksum", "usage", "max",
    "min", "total", "thumbprint", "verified", "reason", "format", "lookup", "index", "config",
    "range", "sha", "sha1", "md5", "sha256", "commit", "integrity", "resume", "cancellation",
    "cancel", "skip", "marker", "scroll", "delta", "websocket", "nextpage", "prompt", "completion",
    "method", "control", "allow", "status", "error", "policy", "level", "mode", "scope", "scopes",
    "date", "time", "timestamp", "ttl", "length", "size", "enabled", "required", "hint", "kind",
    "change", "scan", "list", "sequence", "ordering", "rank", "paging", "pagination", "sitekey",
    "start", "starting", "end", "duration", "provider", "arn", "strength", "has", "monkey",
    "turkey", "donkey",
    "hotkey", "jockey", "whiskey", "cached", "reasoning", "serial", "pub",
    "offset", "used", "dkim", "helper", "helpers", "endpoint", "endpoints", "identifier", "rate",
    // What is only referred to, what two writers agree by, and what may sign in with a device.
    "ref", "refs", "existing", "pull", "lock", "creation", "allowed", "exclude", "excluded",
    // Those of a blockchain.
    "address", "symbol", "contract",
  ]

  /// Harmless words that may also be what a credential opens: `page_access_token`, but
  /// `page_token`.
  static let owners = SecretNames(["page", "websocket"])

  /// Harmless words that may also be what a credential is of, or what holds it: `id_token`,
  /// `config.api_token`, `endpoint_secret`, but `config_key`.
  static let places = SecretNames(["id", "config", "endpoint"])

  /// Words after the end of a name that leave its meaning.
  static let neutral = [
    "value", "values", "string", "data", "text", "raw", "plain", "plaintext", "base64", "b64",
    "encoded", "content", "header", "param", "parameter", "new", "old", "current", "v1", "v2", "v3",
    "material", "bytes", "env", "var", "str",
  ]

  /// The endings of words that are written without a separator: `bottoken`, `webhooksecret`.
  private static let endings: [(text: StaticString, meaning: Meaning)] = [
    ("token", .token), ("secret", .token), ("apikey", .token), ("accesskey", .token),
    ("secretkey", .token), ("privatekey", .token), ("key", .related), ("credentials", .related),
    ("sessionid", .related), ("sessid", .related),
  ]

  /// The beginnings of words that are written without a separator: `authcode`, `tokenvalue`.
  private static let beginnings: [StaticString] = ["token", "secret", "auth", "cred", "apikey"]

  /// Other words with these beginnings.
  private static let otherBeginnings: [StaticString] = [
    "author", "authentic", "credit", "tokeniz", "tokenis", "secretar",
  ]

  /// The words of all lists that make a name one that may mean a credential.
  static let telling: [String] = tokens + keys + related + services

  // MARK: - Look-up

  private static let table: (slots: [Int32], words: [[UInt8]], meanings: [Meaning]) = {
    var all: [(String, Meaning)] = []
    all += harmless.map { ($0, .harmless) } + tokens.map { ($0, .token) }
    all += keys.map { ($0, .key) } + related.map { ($0, $0 == "session" ? .session : .related) }
    all += qualifiers.map { ($0, .qualifier) } + entries.map { ($0, .entry) }
    all += neutral.map { ($0, .neutral) } + services.map { ($0, .service) }
    var slots = [Int32](repeating: -1, count: 2048)
    var words: [[UInt8]] = []
    var meanings: [Meaning] = []
    for (word, meaning) in all {
      let bytes = Array(word.utf8)
      var slot = hash(bytes.view, bytes.indices)
      var isKnown = false
      while slots[slot] >= 0, !isKnown {
        isKnown = words[Int(slots[slot])] == bytes
        slot = (slot + 1) & 2047
      }
      // A word of two lists has the meaning of the first; a qualifier may be a credential as well.
      guard !isKnown else { continue }
      slots[slot] = Int32(words.count)
      words.append(bytes)
      meanings.append(meaning)
    }
    return (slots, words, meanings)
  }()

  private static let qualifierNames = SecretNames(qualifiers)

  private static func hash(_ text: Span<UInt8>, _ word: Range<Int>) -> Int {
    var hash = FNV1a<UInt64>()
    for index in word { hash.add(text[index].asciiLowercased) }
    return Int(truncatingIfNeeded: (hash.value ^ hash.value >> 29) & 2047)
  }

  /// The meaning of a word.
  static func meaning(_ text: Span<UInt8>, _ word: Range<Int>) -> Meaning {
    var slot = hash(text, word)
    while table.slots[slot] >= 0 {
      let index = Int(table.slots[slot])
      if equals(text, word, table.words[index]) { return table.meanings[index] }
      slot = (slot + 1) & 2047
    }
    return joined(text, word)
  }

  /// True for a word that says what a key opens.
  static func isQualifier(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    qualifierNames.contains(text, in: word)
  }

  private static func joined(_ text: Span<UInt8>, _ word: Range<Int>) -> Meaning {
    // `key1`
    if word.count > 1, text[word.upperBound - 1].isASCIIDigit {
      return meaning(text, word.lowerBound..<word.upperBound - 1)
    }
    guard word.count >= 5 else { return .none }
    for ending in endings {
      let count = ending.text.utf8CodeUnitCount
      guard word.count > count + 1, equals(text, word.suffix(count), ending.text) else { continue }
      let rest = word.lowerBound..<word.upperBound - count
      let owner = meaning(text, rest)
      // `pubkey`, `rowkey`
      let isHarmless = owner == .harmless || ending.meaning == .related && owner == .entry
      // `snykkey`
      if owner == .service { return .token }
      return isHarmless ? .harmless : ending.meaning
    }
    for beginning in beginnings
    where equals(text, word.prefix(beginning.utf8CodeUnitCount), beginning) {
      let isOther = otherBeginnings.contains {
        equals(text, word.prefix($0.utf8CodeUnitCount), $0)
      }
      return isOther ? .none : .related
    }
    return .none
  }

  private static func equals(
    _ text: Span<UInt8>, _ word: Range<Int>, _ expected: [UInt8]
  ) -> Bool {
    guard word.count == expected.count else { return false }
    for offset in expected.indices
    where text[word.lowerBound + offset].asciiLowercased != expected[offset] { return false }
    return true
  }

  private static func equals(
    _ text: Span<UInt8>, _ word: Range<Int>, _ expected: StaticString
  ) -> Bool {
    guard word.count == expected.utf8CodeUnitCount else { return false }
    return expected.withUTF8Buffer { expected in
      for offset in 0..<word.count
      where unsafe text[word.lowerBound + offset].asciiLowercased != expected[offset] {
        return false
      }
      return true
    }
  }
}
