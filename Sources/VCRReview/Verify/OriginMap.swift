import VCRCore

/// The origins that requests are sent to instead of those they were recorded from.
package struct OriginMap: Sendable {
  /// An origin or URL that cannot be used where it was given.
  package struct Fault: Error, CustomStringConvertible {
    /// The reason, and what to write instead.
    package var description: String
  }

  private struct Target {
    var origin: String
    var prefix: String
  }

  /// The targets by recorded origin in its canonical form.
  private var targets: [String: Target] = [:]
  /// The target of every origin, if a single URL was given.
  private var any: Target?

  /// Parses the values of `--against`.
  ///
  /// - Parameter words: `URL`, or `ORIGIN=URL` for cassettes with several origins.
  /// - Throws: ``Fault``.
  package init(_ words: [String]) throws(Fault) {
    for word in words {
      if let equals = word.firstRange(of: "=http") {
        let recorded = try Self.target(String(word[..<equals.lowerBound]))
        let url = word[word.index(after: equals.lowerBound)...]
        targets[Self.canonical(recorded.origin)] = try Self.target(String(url))
      } else if any == nil {
        any = try Self.target(word)
      } else {
        throw Fault(
          description: "one URL alone can take the place of all origins; name the "
            + "others: --against https://api.example.com=http://127.0.0.1:8080")
      }
    }
  }

  /// True when requests go to an origin because the user named it.
  func hasTarget(_ origin: String) -> Bool {
    let origin = Self.canonical(origin)
    return any.map { Self.canonical($0.origin) } == origin
      || targets.values.contains { Self.canonical($0.origin) == origin }
  }

  /// The origin in lower case and without its scheme's default port.
  static func canonical(_ origin: String) -> String {
    let origin = origin.lowercased()
    for (scheme, port) in [("http://", ":80"), ("https://", ":443")]
    where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
      return String(origin.dropLast(port.count))
    }
    return origin
  }

  /// Checks that a single URL does not replace several origins.
  ///
  /// - Parameter origins: The origins of a cassette.
  /// - Throws: ``Fault``.
  func check(_ origins: [String]) throws(Fault) {
    let left = origins.filter { targets[Self.canonical($0)] == nil }
    guard let any, left.count > 1 else { return }
    throw Fault(
      description:
        "it was recorded from \(left.count) origins (\(left.joined(separator: ", "))), so "
        + "say which one is meant: --against \(left[0])=\(any.origin)\(any.prefix)")
  }

  private static func target(_ url: String) throws(Fault) -> Target {
    guard let origin = origin(of: url) else {
      throw Fault(description: "'\(url)' is not a URL such as http://127.0.0.1:8080")
    }
    var prefix = rest(of: url, after: origin)
    guard !prefix.contains("?"), !prefix.contains("#") else {
      throw Fault(description: "'\(url)' has a query or a fragment, which no request could keep")
    }
    while prefix.hasSuffix("/") { prefix.removeLast() }
    return Target(origin: origin.lowercased(), prefix: prefix)
  }

  /// Scheme, host and port of a URL as written (RFC 6454 §4); nil when it is not an HTTP URL or has
  /// user information.
  static func origin(of url: String) -> String? {
    url.withUTF8Span { text in
      let ranges = URLRanges(text)
      let scheme = String(decoding: ranges.scheme.map { text[$0] }, as: UTF8.self).lowercased()
      guard ["http", "https"].contains(scheme), ranges.hasAuthority, !ranges.host.isEmpty,
        ranges.userinfo.isEmpty
      else { return nil }
      return String(decoding: (0..<ranges.path.lowerBound).map { text[$0] }, as: UTF8.self)
    }
  }

  /// The live and the recorded origin of a URL; nil when they are equal.
  func origins(of url: String) -> (live: String, recorded: String)? {
    guard let recorded = Self.origin(of: Self.withoutUserinfo(url)),
      let target = targets[Self.canonical(recorded)] ?? any
    else { return nil }
    let live = target.origin + target.prefix
    return Self.canonical(live) == Self.canonical(recorded) ? nil : (live, recorded)
  }

  /// The request for the live origin, with its `Origin` and `Referer` fields adjusted.
  func rebased(_ request: Interaction.Request) -> Interaction.Request {
    var request = request
    request.url = Self.withoutUserinfo(request.url)
    guard let origins = origins(of: request.url) else { return request }
    request.url = origins.live + Self.rest(of: request.url, after: origins.recorded)
    for index in request.headers.fields.indices {
      let field = request.headers.fields[index]
      guard ["origin", "referer"].contains(field.name.lowercased()),
        let origin = Self.origin(of: field.value),
        Self.canonical(origin) == Self.canonical(origins.recorded)
      else { continue }
      request.headers.fields[index].value =
        origins.live + Self.rest(of: field.value, after: origin)
    }
    return request
  }

  private static func rest(of url: String, after origin: String) -> String {
    String(decoding: url.utf8.dropFirst(origin.utf8.count), as: UTF8.self)
  }

  private static func withoutUserinfo(_ url: String) -> String {
    let range = url.withUTF8Span { URLRanges($0).userinfo }
    guard !range.isEmpty else { return url }
    let bytes = Array(url.utf8)
    return String(
      decoding: bytes[..<range.lowerBound] + bytes[(range.upperBound + 1)...], as: UTF8.self)
  }
}
