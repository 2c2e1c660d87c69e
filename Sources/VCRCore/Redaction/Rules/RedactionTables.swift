/// The tables that the rules of a redaction come to: names, places, values and shapes to search
/// for.
struct RedactionTables: Sendable {
  /// True to apply the rules that need no name: cookies, user information and token shapes.
  let isStandard: Bool
  /// True for the built-in rules without any others.
  private(set) var isStandardAlone: Bool
  /// False for the redaction that has no rule at all.
  private(set) var redactsAnything: Bool
  /// Header fields whose whole value is replaced.
  private(set) var headerNames: SecretNames
  /// Header fields that need a closer look: `headerNames`, cookies and fields with URLs.
  private(set) var headersOfInterest: SecretNames
  /// JSON members whose value is replaced; nil for none.
  private(set) var memberNames: SecretNames?
  /// The search for secrets in any text.
  private(set) var textSecrets: TextSecrets
  /// Names in queries, forms and multipart bodies whose value is replaced.
  var queryNames: SecretNames { textSecrets.queryNames }
  /// The cookies whose values are replaced; nil for all.
  var cookieNames: Set<[UInt8]>? { isStandard ? nil : namedCookies }
  private var namedCookies: Set<[UInt8]> = []
  /// Segments of paths that are replaced.
  private(set) var pathPatterns: [PathPattern] = []
  /// Paths in JSON bodies whose values are replaced.
  private(set) var paths: [JSONPath] = []
  /// True to replace what identifies a person.
  private(set) var findsPersonalData = false
  /// Values that are replaced wherever they occur, with the names of their placeholders.
  private(set) var values = SecretValues()
  /// The names of the placeholders of named secrets.
  var valueNames: Set<[UInt8]> { Set(values.secrets.map(\.name)) }
  /// The first named secret that cannot be searched for, which prevents a deck from recording; nil
  /// if there is none.
  var unusableSecret: UnusableSecret? {
    let known = Set(values.secrets.map(\.name))
    return unusableSecrets.first { !known.contains(Placeholder.name($0.name.utf8)) }
  }
  private var unusableSecrets: [UnusableSecret] = []
  /// The fields and URLs in which these rules were found to reveal nothing.
  private(set) var harmless = MemoPool { HarmlessMemo() }

  /// Sentences about parts of named secrets that are not searched for, or are searched for by
  /// themselves.
  ///
  /// They contain no values.
  private(set) var secretNotices: [String] = []

  /// Creates the standard rules, or none.
  init(isStandard: Bool) {
    self.isStandard = isStandard
    isStandardAlone = isStandard
    redactsAnything = isStandard
    let headers = StandardSecrets.headers.map(\.name)
    let body = StandardSecrets.body.map(\.name)
    headerNames = SecretNames(isStandard ? headers : [])
    headersOfInterest = headerNames
    if isStandard { for name in StandardSecrets.containerFields { headersOfInterest.insert(name) } }
    memberNames = isStandard ? SecretNames(body) : nil
    textSecrets = TextSecrets(
      queryNames: SecretNames(isStandard ? StandardSecrets.query.map(\.name) + body : []),
      plainNames: SecretNames(isStandard ? body + headers : []),
      findsShapes: isStandard)
  }

  /// Adds a rule.
  mutating func add(_ rule: Redaction.Rule) {
    redactsAnything = true
    isStandardAlone = false
    harmless = MemoPool { HarmlessMemo() }
    switch rule.kind {
    case .headers(let names):
      for name in names {
        headerNames.insert(name)
        headersOfInterest.insert(name)
      }
    case .query(let names):
      for name in names { textSecrets.queryNames.insert(name) }
    case .cookies(let names):
      namedCookies.formUnion(names.map { Array($0.utf8) })
      for name in StandardSecrets.cookieFields { headersOfInterest.insert(name) }
    case .paths(let patterns):
      pathPatterns += patterns.filter { !pathPatterns.contains($0) }
      for name in StandardSecrets.urlFields { headersOfInterest.insert(name) }
    case .jsonPaths(let paths):
      // Which message of a WebSocket passes is not known, and too much is better than too little.
      self.paths += paths.map {
        $0.scope?.unit == .message && $0.scope?.target != .whole ? $0.withoutScope : $0
      }
    case .personalData: findsPersonalData = true
    case .secret(let name, let value?):
      add(NamedSecret(value), as: name)
    case .secret(let name, nil): unusableSecrets.append(UnusableSecret(name: name, reason: nil))
    }
  }

  private mutating func add(_ secret: NamedSecret, as name: String) {
    if let refusal = secret.refusal {
      unusableSecrets.append(UnusableSecret(name: name, reason: refusal))
      return
    }
    values.insert(secret.value, name: Placeholder.name(name.utf8), isNamed: true)
    if !secret.without.isEmpty {
      secretNotices.append(
        "the value of \(name) is looked for without \(secret.without.joined(separator: " and "))")
    }
    for (index, part) in secret.parts.enumerated() {
      let partName = name + (index == 0 ? "_PART" : "_PART_\(index + 1)")
      values.insert(part, name: Placeholder.name(partName.utf8), isNamed: true)
      guard index == 0 else { continue }
      secretNotices.append("the password within \(name) is looked for as {{\(partName)}}, too")
    }
  }

  /// Adds a value that is searched for unchanged.
  mutating func add(value: [UInt8], name: [UInt8]) {
    redactsAnything = true
    isStandardAlone = false
    values.insert(value, name: name, isNamed: true)
  }
}
