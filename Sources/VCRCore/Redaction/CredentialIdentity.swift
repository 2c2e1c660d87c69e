/// Reduces credentials to the part that is the same in all requests of one user.
enum CredentialIdentity {
  /// Schemes whose credentials are computed for each request: Digest (RFC 7616), SPNEGO and NTLM
  /// (RFC 4559), signatures (AWS, OAuth 1, HTTP signatures, Hawk), DPoP (RFC 9449).
  private static let schemesPerRequest: Set<String> = [
    "digest", "negotiate", "ntlm", "kerberos", "oauth", "signature", "hawk", "mac", "hmac", "dpop",
    "eg1-hmac-sha256", "sharedkey", "sharedkeylite", "sapisidhash", "acs3-hmac-sha256",
  ]

  /// The part of the value of a header field that stays the same; nil if no part does.
  ///
  /// Of a JSON Web Token these are the issuer and the subject, as clients sign new tokens at any
  /// time (RFC 7519 §4.1).
  static func stablePart(of value: [UInt8]) -> [UInt8]? {
    // Schemes such as `AWS4-HMAC-SHA256` have digits in their names.
    let scheme = String(decoding: value.prefix { $0 != 0x20 }, as: UTF8.self).lowercased()
    if let parameter = parametersOfUsers[scheme] { return self.parameter(parameter, of: value) }
    guard !schemesPerRequest.contains(scheme), !scheme.hasPrefix("aws4-"), scheme != "aws" else {
      return nil
    }
    let credential = Credentials.afterScheme(value.view, in: value.indices)
    let token = Array(value[credential])
    return owner(ofWebToken: token) ?? token
  }

  /// Whose the value of a header field is, where it says so besides what proves it and the proof is
  /// none that digests may be made of: a name that is no secret; nil for others.
  static func user(of value: [UInt8]) -> [UInt8]? {
    let scheme = String(decoding: value.prefix { $0 != 0x20 }, as: UTF8.self).lowercased()
    if let parameter = parametersOfUsers[scheme], !scheme.hasPrefix("aws4-"), scheme != "oauth" {
      return self.parameter(parameter, of: value)
    }
    guard scheme == "basic",
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

  /// Whose a request with a cookie is, where the cookie names its user; nil for other cookies.
  static func user(ofCookie name: some Collection<UInt8>, _ value: [UInt8]) -> [UInt8]? {
    let name = Array(name)
    return cookiesOfUsers.contains(name.view, in: name.indices) && value.count < 64 ? value : nil
  }

  private static let cookiesOfUsers = SecretNames([
    "uid", "user", "user_id", "userid", "username", "user_name", "login", "login_id", "account",
    "account_id", "member", "member_id", "customer", "customer_id",
  ])

  /// The parameter of a computed credential that says whose it is: the identifier of the key, or
  /// the token without its secret.
  private static let parametersOfUsers = [
    "aws4-hmac-sha256": "Credential=", "aws4-ecdsa-p256-sha256": "Credential=",
    "oauth": "oauth_token=", "digest": "username=", "hawk": "id=", "mac": "id=",
    "signature": "keyId=",
  ]

  /// The value of a parameter without quotes, up to the date and the region that may follow.
  private static func parameter(_ name: String, of value: [UInt8]) -> [UInt8]? {
    var start = 0
    while let place = value[start...].firstIndex(of: name.utf8.first ?? 0x3D) {
      start = place + 1
      guard value[place...].starts(with: name.utf8), place > 0,
        value[place - 1] == 0x20 || value[place - 1] == UInt8(ascii: ",")
      else { continue }
      let content = value[(place + name.utf8.count)...].drop { $0 == UInt8(ascii: "\"") }
      let own = content.prefix { !"\",/ ".utf8.contains($0) }
      return own.isEmpty ? nil : Array(own)
    }
    return nil
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
