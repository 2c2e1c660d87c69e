extension RequestEquivalence {
  /// One aspect of a request that two equivalent requests agree in.
  public struct Part: Sendable {
    /// The aspect that a part compares.
    enum Aspect: Sendable {
      case method, scheme, host, port, url, body, graphql
      case path([PathPattern])
      case form(QueryPairs.Choice)
      case multipart(QueryPairs.Choice)
      case query(QueryPairs.Choice)
      case webMockQuery(QueryPairs.Choice)
      case cookies(QueryPairs.Choice)
      case headers(FieldChoice)
      case json(JSONChoice)
      case custom(
        String, @Sendable (Interaction.Request, Interaction.Request) -> Bool)
    }

    let aspect: Aspect

    /// The same method token, with regard to case (RFC 9110 §9.1).
    public static let method = Part(aspect: .method)

    /// The same scheme, without regard to case (RFC 3986 §6.2.2.1).
    public static let scheme = Part(aspect: .scheme)

    /// The same host, without regard to case and spelling (RFC 3986 §6.2.2).
    public static let host = Part(aspect: .host)

    /// The same port, or the scheme's default where none is written (RFC 3986 §6.2.3).
    public static let port = Part(aspect: .port)

    /// The same path in normal form (RFC 3986 §6.2.2); an empty one is `/`.
    public static let path = Part(aspect: .path([]))

    /// The same path, except for the segments that these patterns let be anything; where several
    /// fit a path, the first does.
    ///
    /// - Parameter patterns: The patterns, such as `/users/*`.
    /// - Returns: The part.
    public static func path(ignoring patterns: [Cassette.PathPattern]) -> Part {
      Part(aspect: .path(patterns))
    }

    /// The same multiset of query pairs, where order matters only among pairs of one name, and `+`
    /// is `%20`.
    public static let query = Part(aspect: .query(.all))

    /// The same scheme, host, port, path and query; never the fragment or user information.
    public static let url = Part(aspect: .url)

    /// The parts of `url`, each on its own.
    static let ofURL = [scheme, host, port, path, query]

    /// The same bytes of the body, after content decoding.
    public static let body = Part(aspect: .body)

    /// The same JSON value (RFC 8259): objects without order, numbers by value, strings by code
    /// points.
    ///
    /// Names that occur twice in one object are compared as written, and none is dropped. A body
    /// that is not JSON, or nested deeper than 512 levels, is compared as `body` does.
    public static let json = Part(aspect: .json(.all))

    /// The same multiset of fields of an `application/x-www-form-urlencoded` body; any other is
    /// compared as `body` does.
    public static let form = Part(aspect: .form(.all))

    /// The same fields of such a body, except for those with these names.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func form(ignoring names: [String]) -> Part {
      Part(aspect: .form(.ignoring(names.map { Array($0.utf8) })))
    }

    /// The same fields of such a body with these names; others do not count.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func form(only names: [String]) -> Part {
      Part(aspect: .form(.only(names.map { Array($0.utf8) })))
    }

    /// The same multiset of parts of a `multipart/*` body, each by name, media type and content,
    /// whatever the boundary; any other is compared as `body` does.
    public static let multipart = Part(aspect: .multipart(.all))

    /// The same parts of such a body, except for those with these names.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func multipart(ignoring names: [String]) -> Part {
      Part(aspect: .multipart(.ignoring(names.map { Array($0.utf8) })))
    }

    /// The same content of the parts of such a body with these names, whatever their media types;
    /// others do not count.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func multipart(only names: [String]) -> Part {
      Part(aspect: .multipart(.only(names.map { Array($0.utf8) })))
    }

    /// The same GraphQL operation.
    ///
    /// The operation consists of its name, the query without insignificant white space and
    /// comments, and the variables as JSON. Any other request is compared as `body` does.
    public static let graphql = Part(aspect: .graphql)

    /// The same query, except for the pairs with these names and for places in the JSON of others.
    ///
    /// - Parameters:
    ///   - names: The names, with regard to case.
    ///   - places: The places, such as `query(variables) $.nonce`.
    /// - Returns: The part.
    public static func query(
      ignoring names: [String], within places: [Cassette.JSONPath] = []
    ) -> Part {
      Part(aspect: .query(.ignoring(names.map { Array($0.utf8) }, within: places)))
    }

    /// The same query in the pairs with these names; others do not count.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func query(only names: [String]) -> Part {
      Part(aspect: .query(.only(names.map { Array($0.utf8) })))
    }

    /// The same query as WebMock reads it, by which Ruby VCR sees most requests.
    ///
    /// Of a name that is repeated the last pair alone counts, and arrays (`a[]`, `a[0]`) are the
    /// same whatever the order of their elements, as hashes (`a[b]`) are.
    ///
    /// A query that WebMock refuses, as one name means a value and an array alike, and one of more
    /// than 1,000 pairs is compared pair by pair.
    public static let webMockQuery = Part(aspect: .webMockQuery(.all))

    /// The same query as WebMock reads it, except for the pairs with these names and for places in
    /// the JSON of others.
    ///
    /// - Parameters:
    ///   - names: The names, with regard to case.
    ///   - places: The places, such as `query(variables) $.nonce`.
    /// - Returns: The part.
    public static func webMockQuery(
      ignoring names: [String], within places: [Cassette.JSONPath] = []
    ) -> Part {
      Part(aspect: .webMockQuery(.ignoring(names.map { Array($0.utf8) }, within: places)))
    }

    /// The same query as WebMock reads it in the pairs with these names; others do not count.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func webMockQuery(only names: [String]) -> Part {
      Part(aspect: .webMockQuery(.only(names.map { Array($0.utf8) })))
    }

    /// The same value of each named field, names without regard to case, repeats joined with a
    /// comma (RFC 9110 §5.3), so that a client that joins them matches one that does not.
    ///
    /// - Parameter names: The names.
    /// - Returns: The part.
    public static func headers(_ names: [String]) -> Part {
      Part(aspect: .headers(.only(names)))
    }

    /// The same value of each named field.
    ///
    /// - Parameter names: The names, without regard to case.
    /// - Returns: The part.
    public static func headers(_ names: String...) -> Part { headers(names) }

    /// The same multiset of cookies, where order matters only among cookies of one name, however
    /// many fields carry them (RFC 9113 §8.2.3).
    public static let cookies = Part(aspect: .cookies(.all))

    /// The same cookies, except for those with these names.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func cookies(ignoring names: [String]) -> Part {
      cookies(ignoring: names.map { Array($0.utf8) })
    }

    /// The same cookies, except for those with these names.
    static func cookies(ignoring names: [[UInt8]]) -> Part {
      Part(aspect: .cookies(.ignoring(names)))
    }

    /// The same cookies of these names; others do not count.
    ///
    /// - Parameter names: The names, with regard to case.
    /// - Returns: The part.
    public static func cookies(only names: [String]) -> Part {
      Part(aspect: .cookies(.only(names.map { Array($0.utf8) })))
    }

    /// The same header fields, all of them, with the values of each joined as for named ones,
    /// whatever their order.
    ///
    /// Fields that describe the transfer or the connection do not count, as another client has
    /// others: `Host`, `Content-Length`, `Expect`, `Trailer`, `Transfer-Encoding`, those of RFC
    /// 9110 §7.6.1 and those for a proxy.
    public static let headers = Part(aspect: .headers(.ignoring([])))

    /// The same header fields, all but these, and those that `headers` leaves out; names without
    /// regard to case.
    ///
    /// - Parameter names: The names.
    /// - Returns: The part.
    public static func headers(ignoring names: [String]) -> Part {
      Part(aspect: .headers(.ignoring(names)))
    }

    /// The same JSON value, with the values that these paths select left out of both.
    ///
    /// - Parameter paths: The paths, such as `$.nonce`.
    /// - Returns: The part.
    public static func json(ignoring paths: [Cassette.JSONPath]) -> Part {
      Part(aspect: .json(.ignoring(paths)))
    }

    /// The same JSON value in what these paths select; the rest does not count.
    ///
    /// - Parameter paths: The paths, such as `$.variables`.
    /// - Returns: The part.
    public static func json(only paths: [Cassette.JSONPath]) -> Part {
      Part(aspect: .json(.only(paths)))
    }

    /// A comparison by a closure, which gets an incoming and a recorded request, both redacted.
    ///
    /// A closure gives no key, so it is called for every recorded request that the other parts
    /// select.
    ///
    /// - Parameters:
    ///   - label: The part's name in reports.
    ///   - areEquivalent: Gets the incoming request first.
    /// - Returns: The part.
    public static func custom(
      _ label: String,
      _ areEquivalent:
        @escaping @Sendable (
          _ incoming: Cassette.Interaction.Request, _ recorded: Cassette.Interaction.Request
        ) ->
        Bool
    ) -> Part {
      Part(aspect: .custom(label, areEquivalent))
    }
  }
}

extension RequestEquivalence.Part {
  /// False for a closure.
  var isKeyed: Bool {
    if case .custom = aspect { return false }
    return true
  }

  /// True when the key depends on method and URL alone, or there is none.
  var needsOnlyMethodAndURL: Bool {
    switch aspect {
    case .method, .scheme, .host, .port, .path, .query, .webMockQuery, .url, .custom: true
    case .headers, .cookies, .body, .json, .form, .multipart, .graphql: false
    }
  }

  /// True when the part asks about the content.
  var needsBody: Bool {
    switch aspect {
    case .method, .scheme, .host, .port, .path, .query, .webMockQuery, .url, .headers, .cookies,
      .custom:
      false
    case .body, .json, .form, .multipart, .graphql: true
    }
  }

  /// True when the two requests agree in this part.
  func agree(_ incoming: Interaction.Request, _ recorded: Interaction.Request) -> Bool {
    switch aspect {
    case .custom(_, let areEquivalent):
      return areEquivalent(incoming, recorded)
    case .method:
      return incoming.method.hasSameUTF8(as: recorded.method)
    case .body:
      return incoming.body.hasSameBytes(as: recorded.body)
    case .url, .scheme, .host, .port, .path, .query, .webMockQuery:
      if incoming.url.hasSameUTF8(as: recorded.url) { return true }
    case .headers, .cookies, .json, .form, .multipart, .graphql:
      break
    }
    return normalForm(of: incoming) == normalForm(of: recorded)
  }

  /// The bytes that are the same for two requests exactly when they agree in this part.
  func normalForm(of request: Interaction.Request) -> [UInt8] {
    var form: [UInt8] = []
    request.method.withUTF8Span { method in
      request.url.withUTF8Span { url in
        appendNormalForm(method: method, url: url, request: request, to: &form)
      }
    }
    return form
  }

  /// Appends the part's key, delimited.
  func appendKey(
    method: Span<UInt8>, url: Span<UInt8>, request: Interaction.Request?, to key: inout [UInt8]
  ) {
    guard isKeyed else { return }
    key.appendDelimited { key in
      let start = key.count
      if case .body = aspect, let request {
        request.body.identity.appendDigest(to: &key)
        return
      }
      appendNormalForm(method: method, url: url, request: request, to: &key)
      guard !needsOnlyMethodAndURL else { return }
      let form = [UInt8](key[start...])
      key.removeSubrange(start...)
      form.appendDigest(to: &key)
    }
  }

  private func appendNormalForm(
    method: Span<UInt8>, url: Span<UInt8>, request: Interaction.Request?, to form: inout [UInt8]
  ) {
    switch aspect {
    case .method: form.append(method, 0..<method.count)
    case .scheme: URLNormalization(url).appendScheme(url, to: &form)
    case .host: URLNormalization(url).appendHost(url, to: &form)
    case .port: URLNormalization(url).appendPort(url, to: &form)
    case .path(let patterns):
      let start = form.count
      URLNormalization(url).appendPath(url, to: &form)
      patterns.mark(pathFrom: start, in: &form)
    case .url: URLNormalization.appendURL(url, to: &form)
    case .query(let choice):
      URLNormalization(url).appendQuery(url, choosing: choice, to: &form)
    case .webMockQuery(let choice): form += WebMockQuery.text(of: url, choosing: choice)
    case .headers(let choice):
      if let request { choice.appendNormalForm(of: request.headers, to: &form) }
    case .cookies(let choice):
      if let request { Self.appendCookies(of: request, choosing: choice, to: &form) }
    case .body, .json, .form, .multipart, .graphql:
      if let request { appendBodyForm(of: request, to: &form) }
    case .custom:
      break
    }
  }

  /// The names and values of the cookies of a request that count, in their order.
  static func cookies(
    of request: Interaction.Request, choosing choice: QueryPairs.Choice
  ) -> [(name: [UInt8], value: [UInt8])] {
    request.headers.fields.flatMap { field -> [(name: [UInt8], value: [UInt8])] in
      guard CookiePlace.isResponse(field.name) == false else { return [] }
      let bytes = Array(field.value.utf8)
      return CookiePieces(bytes.view, isResponse: false).pieces.compactMap { piece in
        guard let value = piece.value, choice.contains(bytes[piece.name]) else { return nil }
        return (Array(bytes[piece.name]), Array(bytes[value]))
      }
    }
  }

  private static func appendCookies(
    of request: Interaction.Request, choosing choice: QueryPairs.Choice, to form: inout [UInt8]
  ) {
    let cookies = cookies(of: request, choosing: choice)
    let sorted = cookies.indices.sorted {
      let (left, right) = (cookies[$0].name, cookies[$1].name)
      return left == right ? $0 < $1 : left.lexicographicallyPrecedes(right)
    }
    for index in sorted {
      form.appendDelimited { $0.append(contentsOf: cookies[index].name) }
      form.appendDelimited { $0.append(contentsOf: cookies[index].value) }
    }
  }
}

extension [UInt8] {
  /// Appends the bytes when they are few, else a digest of 128 bits; the two forms are distinct.
  ///
  /// The digest is SipHash under two keys of this process: a sender of requests cannot know them
  /// and therefore cannot make requests whose keys collide.
  package func appendDigest(to key: inout [UInt8]) {
    guard count > 64 else {
      key.append(0)
      key.append(contentsOf: self)
      return
    }
    key.append(1)
    for salt in UInt8(0)...1 {
      var hasher = Hasher()
      hasher.combine(salt)
      unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      let digest = UInt64(truncatingIfNeeded: hasher.finalize())
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        key.append(UInt8(truncatingIfNeeded: digest >> shift))
      }
    }
  }
}
