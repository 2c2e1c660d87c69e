import VCRCore

/// A response that a service sends in place of the content that it has: errors, sign-in pages,
/// nothing.
///
/// Such a response is drift like any other, but it is not written in the place of a good one unless
/// that is wished.
struct WorseResponse {
  private let recorded: ResponseContent
  private let live: ResponseContent
  private let request: Interaction.Request

  /// Each kind of worse responses, in the order in which they are looked for: the reason that is
  /// reported, or nil for a response that is not of this kind.
  private static let kinds: [@Sendable (WorseResponse) -> String?] = [
    \.status, \.partialContent, \.signInRedirect, \.emptiness, \.markup, \.signInPage,
    \.otherPage, \.graphQLErrors, \.problem, \.errorEnvelope, \.errorElements, \.frameAlone,
    \.emptyList, \.emptyJSON, \.noJSON, \.plainText, \.streamError, \.xmlError,
  ]

  /// The reason why a response is worse than the recorded one.
  ///
  /// - Parameters:
  ///   - live: The live response.
  ///   - recorded: The recorded response.
  ///   - request: The recorded request.
  /// - Returns: The reason, for the user; nil for a response that is as good.
  static func reason(
    _ live: Interaction.Response, insteadOf recorded: Interaction.Response,
    request: Interaction.Request
  ) -> String? {
    let pair = WorseResponse(
      recorded: ResponseContent(recorded), live: ResponseContent(live), request: request)
    return kinds.lazy.compactMap { $0(pair) }.first
  }

  // MARK: - Of any content

  /// A status of an error (RFC 9110 §15.5), or of a call of gRPC that failed.
  private var status: String? {
    guard let old = GRPCCall.statusOfHTTP(recorded.response), (200..<400).contains(old),
      let new = GRPCCall.statusOfHTTP(live.response), new >= 400
    else { return nil }
    if live.response.status == 200 {
      let text = live.response.trailers["grpc-status"] ?? live.response.headers["grpc-status"]
      return "the call failed: \(text.flatMap { Int($0) }.map(GRPCCall.name(ofStatus:)) ?? "")"
    }
    return "status \([String(new), live.response.reason].compactMap(\.self).joined(separator: " "))"
  }

  /// A part of the content (RFC 9110 §15.3.7) where the whole was recorded, and not asked for.
  private var partialContent: String? {
    guard live.response.status == 206, recorded.response.status == 200,
      request.headers["Range"] == nil
    else { return nil }
    return "a part of the content, status 206"
  }

  /// A redirect to where a user signs in.
  private var signInRedirect: String? {
    guard let target = live.redirect, SignInPlace.isOne(target, from: request.url),
      recorded.redirect.map({ SignInPlace.isOne($0, from: request.url) }) != true,
      // Where the sign-in itself moved, that is no other content.
      !request.isSafe
        || !SignInPlace.isOne(request.url, from: request.url)
    else { return nil }
    return "a redirect to a sign-in, \(target)"
  }

  private var emptiness: String? {
    !recorded.isEmpty && live.isEmpty
      ? "nothing in place of \(Quantity.of(recorded.response.body.count, "byte"))" : nil
  }

  /// HTML in the place of anything else: a page for people, such as one to sign in or one about
  /// maintenance.
  private var markup: String? {
    guard !recorded.isEmpty, live.isHTML, !recorded.isHTML else { return nil }
    return "HTML where \(recorded.kind) was recorded"
  }

  /// A page with another title that asks for a password.
  private var signInPage: String? {
    guard live.isHTML, recorded.isHTML else { return nil }
    let new = live.page
    guard new.asksForPassword else { return nil }
    let old = recorded.page
    return old.asksForPassword || old.title == new.title ? nil : "a page that asks for a password"
  }

  /// A page that says what it is in place of the content: to sign in, to prove that one is human,
  /// or that there is no service.
  private var otherPage: String? {
    guard live.isHTML, recorded.isHTML else { return nil }
    let (new, old) = (live.page, recorded.page)
    guard old.title != new.title, !old.asksForPassword else { return nil }
    return new.kind.flatMap { old.kind == nil ? $0.rawValue : nil }
  }

  /// Text where something of another kind was recorded, which begins otherwise: what stands before
  /// a service says so when it cannot reach it.
  private var plainText: String? {
    guard live.type?.essence == "text/plain", let old = recorded.type?.essence,
      old != "text/plain", !recorded.isEmpty, live.json == nil,
      live.firstLine != recorded.firstLine
    else { return nil }
    return "text/plain where \(recorded.kind) was recorded"
  }

  // MARK: - Of JSON

  private var graphQLErrors: String? {
    guard let new = live.json else { return nil }
    let old = recorded.json
    let (objects, others) = (new.objects, old?.objects ?? [])
    for (index, object) in objects.enumerated() {
      let names = object.names
      guard object.has(["errors"]),
        request.graphQLWords != nil || names.isSubset(of: ["data", "errors", "extensions"])
      else { continue }
      let other = index < others.count ? others[index] : nil
      if other?.has(["errors"]) != true { return "errors of GraphQL" }
      if other?.has(["data"]) == true, !object.has(["data"]) {
        return "errors of GraphQL, and no data any more"
      }
    }
    return nil
  }

  /// The description of an error by RFC 9457.
  private var problem: String? {
    func isProblem(_ content: ResponseContent) -> Bool {
      content.type?.essence.hasPrefix("application/problem+") == true
    }
    return isProblem(live) && !isProblem(recorded) ? "the description of a problem" : nil
  }

  /// JSON that says there was an error, and lacks what was recorded.
  private var errorEnvelope: String? {
    guard !recorded.isEmpty, let new = live.json?.objects.first, live.json?.isList == false else {
      return nil
    }
    let old = recorded.json.flatMap { $0.isList ? nil : $0.objects.first }
    return new.sign(ofErrorInPlaceOf: old).map { "an error in JSON, with “\($0)”" }
  }

  /// A list that has an error in place of an element.
  private var errorElements: String? {
    guard live.json?.isList == true, let new = live.json?.objects, !recorded.isEmpty else {
      return nil
    }
    let old = recorded.json?.isList == true ? recorded.json?.objects ?? [] : []
    return new.lazy.compactMap { object in
      object.error(unlikeAnyOf: old).map { "a list with an error, “\($0)”" }
    }.first
  }

  /// JSON that only says how the call went, as of one that is accepted (RFC 9110 §15.3.3) or is
  /// refused, in place of content.
  private var frameAlone: String? {
    guard !recorded.isEmpty, live.json?.isList == false, let new = live.json?.objects.first,
      let name = new.nameInFrameAlone
    else { return nil }
    if let old = recorded.json {
      guard old.objects.contains(where: \.hasContent) || old.isList && old.count > 0 else {
        return nil
      }
    }
    // One error in place of another is no worse.
    guard recorded.json?.objects.first?.hasError != true else { return nil }
    return "nothing but “\(name)” in place of the content"
  }

  /// A list without elements, alone or with nothing beside it, in place of one with some.
  ///
  /// A list may be empty for a while, and is what a service says whose user may see nothing.
  private var emptyList: String? {
    guard let new = live.json, let old = recorded.json, new.isList == old.isList else { return nil }
    if new.isList {
      guard new.count == 0, old.count > 0 else { return nil }
      return "an empty list in place of \(Quantity.of(old.count, "element"))"
    }
    return new.objects.first?.nameOfListEmptied(of: old.objects.first).map {
      "nothing in “\($0)”, where something was recorded"
    }
  }

  /// JSON without a value in place of something.
  private var emptyJSON: String? {
    guard !recorded.isEmpty, !recorded.isScalarJSON, recorded.json?.count != 0 else { return nil }
    if live.isScalarJSON { return "\(live.words) where \(recorded.kind) was recorded" }
    guard let new = live.json, new.count == 0 else { return nil }
    return "\(live.words) where \(recorded.kind) was recorded"
  }

  /// Something that is no JSON in place of what was, or that only says so.
  private var noJSON: String? {
    guard !live.isEmpty, live.response.body.file == nil, live.json == nil, !live.isScalarJSON,
      !live.isLinesOfJSON
    else { return nil }
    if live.isBrokenJSON {
      return recorded.isBrokenJSON || recorded.isEmpty ? nil : "JSON that is broken or ends early"
    }
    return recorded.json == nil ? nil : "\(live.kind) where JSON was recorded"
  }

  // MARK: - Of other formats

  private var streamError: String? {
    live.hasStreamError && !recorded.hasStreamError ? "an error within the stream" : nil
  }

  private var xmlError: String? {
    guard let name = live.xmlError, recorded.xmlError == nil else { return nil }
    return "an error in XML, <\(name)>"
  }
}

/// Places where a user signs in, as far as URLs show it.
private enum SignInPlace {
  private static let segments: Set = [
    "login", "logon", "signin", "sso", "auth", "authorize", "authenticate", "authentication",
    "oauth", "oauth2", "saml", "saml2", "cas",
  ]
  private static let hosts = segments.union(["accounts", "account", "idp", "id"])

  /// True for a URL, which may be relative, that says so in its path, or in the name of a host
  /// which is another than that of the request.
  static func isOne(_ url: String, from request: String) -> Bool {
    let (host, path) = parts(url)
    // `sign_in`, `log-in` and `login.aspx` are other spellings.
    let isInPath = path.split(separator: "/").contains { segment in
      segments.contains(
        String(segment.prefix { $0 != "." && $0 != ";" }.filter { $0 != "-" && $0 != "_" }))
    }
    guard !host.isEmpty, host != parts(request).host else { return isInPath }
    return isInPath || hosts.contains(String(host.prefix { $0 != "." }))
  }

  private static func parts(_ url: String) -> (host: String, path: String) {
    let text = url.lowercased()
    return text.withUTF8Span { bytes in
      let ranges = URLRanges(bytes)
      func string(_ range: Range<Int>) -> String {
        String(decoding: range.map { bytes[$0] }, as: UTF8.self)
      }
      return (string(ranges.host), string(ranges.path))
    }
  }
}
