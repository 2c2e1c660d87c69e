extension RequestEquivalence {
  /// True when a URL matches a pattern, as an entry with `match: pattern` writes it
  /// (`https://*.example.com/images/**.png`).
  ///
  /// Both are brought into normal form first (RFC 3986 §6.2.2). `*` matches any characters but a
  /// slash; in the host any labels. `**` matches any characters, and `/**/` also a single slash.
  /// Without a port the scheme's default applies. Without a query the pattern allows any; with one,
  /// `*` matches any characters but `&`, and pairs may be in any order. User information and
  /// fragment do not count.
  ///
  /// The time grows with the product of the two lengths and no faster, whatever the pattern.
  ///
  /// - Parameters:
  ///   - url: The URL of a request.
  ///   - pattern: The URL with wildcards.
  /// - Returns: Whether the pattern matches the whole URL.
  package static func matchesPattern(url: String, pattern: String) -> Bool {
    url.withUTF8Span { url in
      pattern.withUTF8Span { pattern in URLPattern(pattern).matches(url) }
    }
  }
}

/// A URL with wildcards.
struct URLPattern {
  private let scheme: Glob
  private let hasAuthority: Bool
  private let host: Glob
  private let port: Glob
  private let path: Glob
  private let query: Glob?

  /// Reads a pattern; every text is a valid one.
  init(_ pattern: Span<UInt8>) {
    // A scheme may contain wildcards, which the normal form of a URL does not allow, so it is split
    // off here.
    var schemeEnd = 0
    while schemeEnd < pattern.count, pattern[schemeEnd] != UInt8(ascii: ":"),
      pattern[schemeEnd] != UInt8(ascii: "/")
    {
      schemeEnd += 1
    }
    var schemeText: [UInt8] = []
    if schemeEnd < pattern.count, pattern[schemeEnd] == UInt8(ascii: ":") {
      for index in 0..<schemeEnd { schemeText.append(pattern[index].asciiLowercased) }
    }
    let isWild = schemeText.contains(UInt8(ascii: "*"))
    var text = [UInt8]((isWild ? "any" : "").utf8)
    text.append(pattern, (isWild ? schemeEnd : 0)..<pattern.count)
    // The normal form of a URL treats a wildcard for the port as a part of the host.
    let written = URLRanges(text.view).host
    let hasWildPort = text[written].suffix(2).elementsEqual(":*".utf8)
    if hasWildPort { text.removeSubrange(written.suffix(2)) }
    let form = URLNormalization(text.view)
    hasAuthority = form.ranges.hasAuthority
    scheme = Glob(schemeText, separator: nil)
    var component: [UInt8] = []
    form.appendHost(text.view, to: &component)
    host = Glob(component, separator: nil)
    component = []
    if hasWildPort || (isWild && form.ranges.port.isEmpty) {
      component = [UInt8(ascii: "*")]
    } else {
      form.appendPort(text.view, to: &component)
    }
    port = Glob(component, separator: nil)
    component = []
    form.appendPath(text.view, to: &component)
    path = Glob(component, separator: UInt8(ascii: "/"))
    component = []
    form.appendQuery(text.view, choosing: .all, to: &component)
    query = form.ranges.query == nil ? nil : Glob(component, separator: UInt8(ascii: "&"))
  }

  /// True when the whole URL fits.
  func matches(_ url: Span<UInt8>) -> Bool {
    let form = URLNormalization(url)
    guard form.ranges.hasAuthority == hasAuthority else { return false }
    var component: [UInt8] = []
    form.appendScheme(url, to: &component)
    guard scheme.matches(component.view) else { return false }
    component.removeAll(keepingCapacity: true)
    form.appendHost(url, to: &component)
    guard host.matches(component.view) else { return false }
    component.removeAll(keepingCapacity: true)
    form.appendPort(url, to: &component)
    guard port.matches(component.view) else { return false }
    component.removeAll(keepingCapacity: true)
    form.appendPath(url, to: &component)
    guard path.matches(component.view) else { return false }
    guard let query else { return true }
    component.removeAll(keepingCapacity: true)
    form.appendQuery(url, choosing: .all, to: &component)
    return query.matches(component.view)
  }
}
