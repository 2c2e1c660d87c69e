/// Reduces credentials to the part that is the same in all requests of one user.
enum CredentialIdentity {
  /// Where a credential says whose it is.
  private enum Part: Sendable {
    /// The credential itself, where it is one word: it is the same in each request.
    case token
    /// The value of a parameter.
    case parameter(String)
    /// The text before the first colon, after which a signature follows.
    case beforeColon
    /// The segment after the first slash.
    case segment
  }

  /// The parts of a credential of some scheme.
  private struct Scheme: Sendable {
    /// The places that say whose it is, the first of which counts that is there; empty for a scheme
    /// whose credentials are computed for each request as a whole.
    let parts: [Part]
    /// True where the place has the name of a user, which is no secret; false for the identifier of
    /// a key.
    var hasName = false
  }

  /// The schemes whose credentials differ with each request as a whole, or may do so.
  private static let schemes = byName([
    // SPNEGO and NTLM (RFC 4559).
    "negotiate": Scheme(parts: []), "ntlm": Scheme(parts: []), "kerberos": Scheme(parts: []),
    "sapisidhash": Scheme(parts: []),
    // A token with a proof in another field (RFC 9449).
    "dpop": Scheme(parts: [.token]),
    // OAuth 1 (RFC 5849), and services that have a token after the same word.
    "oauth": Scheme(parts: [.parameter("oauth_token="), .token]),
    // RFC 7616, and signatures of HTTP messages: Hawk, MAC, Cavage's draft, Kong.
    "digest": Scheme(parts: [.parameter("username=")], hasName: true),
    "hawk": Scheme(parts: [.parameter("id=")], hasName: true),
    "mac": Scheme(parts: [.parameter("id=")], hasName: true),
    "signature": Scheme(parts: [.parameter("keyId=")], hasName: true),
    "hmac": Scheme(
      parts: [.parameter("username="), .parameter("id="), .beforeColon], hasName: true),
    // Azure.
    "sharedkey": Scheme(parts: [.beforeColon], hasName: true),
    "sharedkeylite": Scheme(parts: [.beforeColon], hasName: true),
    // Signatures of storage: S3 version 2, Google, Alibaba, Huawei, Qiniu, Upyun; Vuforia, Hitachi.
    "aws": Scheme(parts: [.beforeColon]), "goog1": Scheme(parts: [.beforeColon]),
    "oss": Scheme(parts: [.beforeColon]), "obs": Scheme(parts: [.beforeColon]),
    "qiniu": Scheme(parts: [.beforeColon]), "qbox": Scheme(parts: [.beforeColon]),
    "upyun": Scheme(parts: [.beforeColon]), "vws": Scheme(parts: [.beforeColon]),
    "amx": Scheme(parts: [.beforeColon]),
    // Baidu: `bce-auth-v1/KEY/TIME/…`.
    "bce-auth-v1": Scheme(parts: [.segment]),
  ])

  private static func byName(_ schemes: KeyValuePairs<String, Scheme>) -> [[UInt8]: Scheme] {
    Dictionary(uniqueKeysWithValues: schemes.map { (Array($0.key.utf8), $0.value) })
  }

  /// The schemes that have a digest in their name: AWS version 4, Google, Alibaba, Tencent, Huawei,
  /// Volcengine, Akamai.
  private static let signed = Scheme(
    parts: ["Credential=", "Access=", "client_token=", "keyId=", "id="].map(Part.parameter))
  private static let digestNames = ["hmac-", "-sha256"].map { Array($0.utf8) }

  private static func scheme(of value: [UInt8]) -> Scheme? {
    // Schemes such as `AWS4-HMAC-SHA256` have digits in their names.
    let name = value.prefix { $0 != 0x20 && $0 != UInt8(ascii: "/") }.map(\.asciiLowercased)
    if let known = schemes[name] { return known }
    return name.count < value.count
      && digestNames.contains(where: { name.contains($0, in: name.indices) })
      ? signed : nil
  }

  /// What of the value of a header field says whose it is.
  ///
  /// - Parameter value: The value.
  /// - Returns: The part that stays the same, and the name of the user where it has one; nil if no
  ///   part stays the same.
  static func identity(of value: [UInt8]) -> (value: [UInt8], user: [UInt8]?)? {
    let scheme = scheme(of: value)
    return stablePart(of: value, scheme).map { ($0, user(of: value, scheme)) }
  }

  /// The part of the value of a header field that stays the same; nil if no part does.
  ///
  /// Of a JSON Web Token these are the issuer and the subject, as clients sign new tokens at any
  /// time (RFC 7519 §4.1).
  private static func stablePart(of value: [UInt8], _ scheme: Scheme?) -> [UInt8]? {
    if let scheme {
      return scheme.parts.lazy.compactMap { text(of: $0, in: value) }.first
    }
    let credential = Credentials.afterScheme(value.view, in: value.indices)
    return owner(ofToken: Array(value[credential]))
  }

  /// The part of another value that stays the same: of the credential in a signed URL or form the
  /// identifier of the key, after which the day and the region follow.
  static func stablePart(of value: [UInt8], named name: [UInt8]) -> [UInt8] {
    guard keysOfSignedURLs.contains(name) else { return value }
    return Array(value.prefix { $0 != UInt8(ascii: "/") })
  }

  private static let keysOfSignedURLs = Set(
    ["AMZ", "GOOG", "OSS", "OBS", "TOS", "COS", "BCE"].map { Array("X_\($0)_CREDENTIAL".utf8) })

  /// The user of the value of a header field, where it names one besides what proves it and the
  /// proof is none that digests may be made of: a name that is no secret; nil for others.
  private static func user(of value: [UInt8], _ scheme: Scheme?) -> [UInt8]? {
    if let scheme { return scheme.hasName ? stablePart(of: value, scheme) : nil }
    guard value.prefix(while: { $0 != 0x20 }).map(\.asciiLowercased) == Array("basic".utf8),
      let pair = Credentials.basic(
        value.view, in: Credentials.afterScheme(value.view, in: value.indices)),
      let colon = pair.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      // Where there is no password, the name is what proves the user.
      colon < pair.count - 1
    else { return nil }
    let password = Array(pair[(colon + 1)...])
    return password.count >= ValueDigests.shortest && TokenLikeness.isUnmistakable(password)
      ? nil : Array(pair[..<colon])
  }

  /// The user of a request with a cookie, where the cookie names its user; nil for other cookies.
  static func user(ofCookie name: some Collection<UInt8>, _ value: [UInt8]) -> [UInt8]? {
    let name = Array(name)
    return cookiesOfUsers.contains(name.view, in: name.indices) && value.count < 64 ? value : nil
  }

  private static let cookiesOfUsers = SecretNames([
    "uid", "user", "user_id", "userid", "username", "user_name", "login", "login_id", "account",
    "account_id", "member", "member_id", "customer", "customer_id", "who", "whoami", "nick",
    "nickname", "login_name", "screen_name", "current_user", "auth_user", "member_name",
  ])

  /// The text in a part of a credential; nil where it has none.
  private static func text(of part: Part, in value: [UInt8]) -> [UInt8]? {
    let space = value.firstIndex(of: 0x20) ?? value.endIndex
    let content = value[space...].drop { $0 == 0x20 }
    let text: ArraySlice<UInt8>
    switch part {
    case .token:
      guard !content.contains(where: { " ,".utf8.contains($0) }) else { return nil }
      return content.isEmpty ? nil : owner(ofToken: Array(content))
    case .parameter(let name): return parameter(name, of: value)
    case .beforeColon:
      guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      text = content[..<colon]
    case .segment:
      text = value.drop { $0 != UInt8(ascii: "/") }.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    }
    return text.isEmpty ? nil : Array(text)
  }

  /// The value of a parameter without quotes, up to the date and the region that may follow the
  /// identifier of a key.
  private static func parameter(_ name: String, of value: [UInt8]) -> [UInt8]? {
    var start = 0
    while let place = value[start...].firstIndex(of: name.utf8.first ?? 0x3D) {
      start = place + 1
      guard value[place...].starts(with: name.utf8), place > 0,
        " ,;".utf8.contains(value[place - 1])
      else { continue }
      let content = value[(place + name.utf8.count)...]
      let own =
        content.first == UInt8(ascii: "\"")
        ? content.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
        : content.prefix { !",; ".utf8.contains($0) }
      let text = name == "Credential=" ? own.prefix { $0 != UInt8(ascii: "/") } : own
      return text.isEmpty ? nil : Array(text)
    }
    return nil
  }

  /// The owner of a web token, or any other token itself.
  private static func owner(ofToken token: [UInt8]) -> [UInt8] {
    owner(ofWebToken: token) ?? token
  }

  private static func owner(ofWebToken token: [UInt8]) -> [UInt8]? {
    guard token.starts(with: "eyJ".utf8) else { return nil }
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64Text.decode(token.view, in: parts[1].indices),
      let claims = JSONText(bytes), claims.nodes[0].kind == .object
    else { return nil }
    var owner: [UInt8] = []
    for child in claims.children(of: 0) {
      let name = claims.name(of: child)
      guard name.elementsEqual("iss".utf8) || name.elementsEqual("sub".utf8) else { continue }
      owner += name + claims.bytes[claims.range(of: child)]
    }
    return owner.isEmpty ? nil : owner
  }
}
