/// The parts of an exchange that differ from run to run although the service has not changed.
///
/// Merging, diff, verify and the choice among equivalent interactions share one list: the built-in
/// parts and those that a project names.
///
/// ```swift
/// options.volatility = .standard.adding(headers: ["X-Build"], jsonPaths: ["$.generated_at"])
/// ```
public struct Volatility: Sendable, Equatable {
  /// The built-in list: dates, request ids, counters, trace context, signatures and the like.
  public static let standard = Volatility()

  /// More header and trailer names, in lower case.
  package private(set) var headers: Set<String> = []

  /// Places in JSON bodies, in each line of JSON lines and in the data of each event of a stream.
  package private(set) var jsonPaths: [JSONPath] = []

  /// Names of query pairs that a project names; the matching policy then ignores them, too.
  package private(set) var queryNames: [[UInt8]] = []

  /// Names of query pairs that the matching policy ignores, and those that a project names.
  package private(set) var ignoredQueryNames: [[UInt8]] = []

  /// Names of cookies that a project names; the matching policy then ignores their values, too.
  package private(set) var cookieNames: Set<[UInt8]> = []

  /// Names of cookies that the matching policy ignores, and those that a project names.
  package private(set) var ignoredCookieNames: Set<[UInt8]> = []

  /// Segments of paths that a project names; the matching policy then ignores them, too.
  package private(set) var pathPatterns: [PathPattern] = []

  /// Segments of paths that the matching policy ignores, and those that a project names.
  package private(set) var ignoredPathPatterns: [PathPattern] = []

  /// Places in the JSON of requests, in their queries as well, that the matching policy ignores.
  package private(set) var ignoredRequestPaths: [JSONPath] = []

  /// This list and what a project names.
  ///
  /// - Parameters:
  ///   - headers: Header and trailer names, in any case.
  ///   - jsonPaths: Places in JSON bodies (RFC 9535).
  /// - Returns: Both together.
  public func adding(headers: [String] = [], jsonPaths: [Cassette.JSONPath] = []) -> Volatility {
    var sum = self
    sum.headers.formUnion(headers.map { $0.lowercased() })
    sum.jsonPaths += jsonPaths.filter { !sum.jsonPaths.contains($0) }
    return sum
  }

  /// This list and names of items of the query.
  ///
  /// - Parameter names: The names, decoded.
  /// - Returns: Both together.
  public func adding(queryNames names: [String]) -> Volatility {
    var sum = self
    for name in names.map({ Array($0.utf8) }) where !sum.queryNames.contains(name) {
      sum.queryNames.append(name)
      sum.ignoredQueryNames.append(name)
    }
    return sum
  }

  /// This list and the values of cookies, as a service sets them and a client sends them.
  ///
  /// The other attributes of such a cookie are not volatile, but for its expiry, nor is whether it
  /// is there.
  ///
  /// - Parameter names: The names of the cookies.
  /// - Returns: Both together.
  public func adding(cookies names: [String]) -> Volatility {
    var sum = self
    sum.cookieNames.formUnion(names.map { Array($0.utf8) })
    sum.ignoredCookieNames.formUnion(sum.cookieNames)
    return sum
  }

  /// This list and segments of paths.
  ///
  /// - Parameter patterns: The paths, with `*` in the place of each segment.
  /// - Returns: Both together.
  public func adding(paths patterns: [Cassette.PathPattern]) -> Volatility {
    var sum = self
    for pattern in patterns where !sum.pathPatterns.contains(pattern) {
      sum.pathPatterns.append(pattern)
      sum.ignoredPathPatterns.append(pattern)
    }
    return sum
  }

  /// This list and another one.
  package func adding(_ other: Volatility) -> Volatility {
    adding(headers: Array(other.headers), jsonPaths: other.jsonPaths)
      .adding(queryNames: other.queryNames.map { String(decoding: $0, as: UTF8.self) })
      .adding(cookies: other.cookieNames.map { String(decoding: $0, as: UTF8.self) })
      .adding(paths: other.pathPatterns)
  }

  /// The parts that both this list and another one name.
  package func common(with other: Volatility) -> Volatility {
    var common = self
    common.headers.formIntersection(other.headers)
    common.jsonPaths.removeAll { !other.jsonPaths.contains($0) }
    common.queryNames.removeAll { !other.queryNames.contains($0) }
    common.ignoredQueryNames.removeAll { !other.ignoredQueryNames.contains($0) }
    common.cookieNames.formIntersection(other.cookieNames)
    common.ignoredCookieNames.formIntersection(other.ignoredCookieNames)
    common.pathPatterns.removeAll { !other.pathPatterns.contains($0) }
    common.ignoredPathPatterns.removeAll { !other.ignoredPathPatterns.contains($0) }
    common.ignoredRequestPaths.removeAll { !other.ignoredRequestPaths.contains($0) }
    return common
  }

  /// This list and what a policy ignores in requests (`query(ignoring …)`, `path(ignoring …)`,
  /// `cookies(ignoring …)`, `json(ignoring …)`, `form(ignoring …)`, `multipart(ignoring …)`): a
  /// part that does not matter for matching should not be reported as changed either.
  ///
  /// - Parameter equivalence: The policy.
  /// - Returns: Both together.
  package func adding(ignoredBy equivalence: RequestEquivalence) -> Volatility {
    var sum = self
    for part in equivalence.parts {
      switch part.aspect {
      case .query(.ignoring(let names, let places)),
        .webMockQuery(.ignoring(let names, let places)):
        sum.ignoredQueryNames += names
        sum.ignoredRequestPaths += places
      case .path(let patterns): sum.ignoredPathPatterns += patterns
      case .cookies(.ignoring(let names, _)): sum.ignoredCookieNames.formUnion(names)
      case .json(.ignoring(let paths)): sum.ignoredRequestPaths += paths
      case .form(.ignoring(let names, _)):
        sum.ignoredRequestPaths += names.compactMap { JSONPath(whole: .form, named: $0) }
      case .multipart(.ignoring(let names, _)):
        sum.ignoredRequestPaths += names.compactMap { JSONPath(whole: .part, named: $0) }
      default: break
      }
    }
    return sum
  }

  /// This list without the places in JSON bodies.
  var withoutJSONPaths: Volatility {
    Volatility.standard.adding(headers: Array(headers))
  }

  /// Why a field's value has no information about the service; nil when it has.
  ///
  /// - Parameter name: The field's name in any case.
  /// - Returns: The category.
  package func reason(ofHeader name: String) -> Reason? {
    let name = name.lowercased()
    return Self.builtInReason(of: name) ?? (headers.contains(name) ? .named : nil)
  }

  /// The parts of a field's value that differ from run to run: the built-in ones, and in the URL of
  /// a redirect what the policy ignores in the request that follows.
  func parts(ofHeader name: String, _ value: String) -> [VolatileValue.Part] {
    if !ignoredCookieNames.isEmpty, let isResponse = CookiePlace.isResponse(name) {
      return VolatileValue.parts(ofHeader: name, value, cookies: names(isResponse))
    }
    guard !ignoredQueryNames.isEmpty || !ignoredPathPatterns.isEmpty,
      name.equalsIgnoringASCIICase("location") || name.equalsIgnoringASCIICase("content-location")
    else { return VolatileValue.parts(ofHeader: name, value) }
    let url = Array(value.utf8)
    let segments = ignoredPathPatterns.ranges(in: url.view, path: URLRanges(url.view).path)
    let parts = segments.enumerated().map { VolatileValue.Part(label: "/\($0)", range: $1) }
    guard !ignoredQueryNames.isEmpty else { return parts }
    var counts: [String: Int] = [:]
    return parts
      + URLValues(value).values.compactMap { part in
        guard let name = part.name, ignoredQueryNames.contains(Array(name.utf8)) else { return nil }
        counts[name, default: 0] += 1
        return .init(label: "\(name) \(counts[name] ?? 0)", range: part.range)
      }
  }

  /// The cookies whose values do not count: what a policy ignores concerns requests alone.
  private func names(_ isResponse: Bool) -> Set<[UInt8]> {
    isResponse ? cookieNames : ignoredCookieNames
  }

  /// True when the value of a cookie is volatile.
  ///
  /// - Parameters:
  ///   - name: The name of the cookie.
  ///   - isResponse: True where a service sets it.
  /// - Returns: Whether it is.
  package func isVolatile(cookie name: [UInt8], isResponse: Bool) -> Bool {
    names(isResponse).contains(name)
  }

  /// Why a value has no information about the service.
  package enum Reason: String, Sendable {
    /// The time of the response, of the copy, or of something else.
    case time
    /// How long the service took, and when it began.
    case timing
    /// How long a client is to wait.
    case pause
    /// An id made for one request.
    case requestID
    /// A counter that every request moves.
    case counter
    /// Trace context (W3C Trace Context, B3 and the vendors' own).
    case trace
    /// A signature over the time or a nonce.
    case signature
    /// An id or a token made for one request that a client may send back or look up later.
    case handle
    /// Information that a cache or a server gives about itself.
    case infrastructure
    /// Information that the client's library gives about one call.
    case call
    /// Describes the transfer, not the message.
    case transfer
    /// The project named it.
    case named
  }
}
