#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules that keep secrets out of cassettes, messages and reports.
///
/// The same rules are applied to what is recorded and to an incoming request before it is matched,
/// so that redaction never breaks a match:
///
/// ```swift
/// let redaction = Redaction.standard.adding(
///   .headers(["X-Customer"]), .secret("DEPLOY_KEY", value: key))
/// ```
///
/// A secret's place is taken by `{{NAME}}`, where the name is that of the header, query item or
/// member it stood in. Nothing else changes by a byte, and redacting twice is the same as once. An
/// empty value is no secret and stays, so that `sid=; Max-Age=0` still deletes a cookie.
public struct Redaction: Sendable {
  /// Something to redact beside the standard rules.
  public struct Rule: Sendable {
    /// What a rule names.
    enum Kind: Sendable {
      case headers([String])
      case query([String])
      case jsonPaths([JSONPath])
      case secret(String, String?)
    }

    let kind: Kind

    /// The values of these header fields, names without regard to case.
    public static func headers(_ names: [String]) -> Rule { Rule(kind: .headers(names)) }

    /// The values of these names in queries, forms and multipart bodies, without regard to case and
    /// separators.
    public static func query(_ names: [String]) -> Rule { Rule(kind: .query(names)) }

    /// The strings and numbers that these paths select in JSON bodies, arrays and objects with all
    /// that is in them.
    public static func jsonPaths(_ paths: [JSONPath]) -> Rule { Rule(kind: .jsonPaths(paths)) }

    /// A value that is replaced wherever it occurs, in every encoding, by `{{NAME}}`, which is
    /// restored when the interaction is replayed.
    ///
    /// White space and quotes around the value and a scheme before it (`Bearer …`) are no part of what
    /// is looked for. The password of `user:password` and of a URL is looked for by itself, too, and
    /// has `_PART` behind the name.
    ///
    /// - Parameters:
    ///   - name: What stands in its place, without braces.
    ///   - value: The secret. Without one, or with one of fewer than four characters or that is a common
    ///     word, nothing can be recorded, as it could not be found; a replay serves the placeholder as
    ///     it is.
    /// - Returns: The rule.
    public static func secret(_ name: String, value: String?) -> Rule {
      Rule(kind: .secret(name, value.flatMap { $0.isEmpty ? nil : $0 }))
    }

    /// The value of an environment variable, replaced wherever it occurs, in every encoding.
    ///
    /// - Parameter variable: The variable's name, which is also what stands in its place.
    /// - Returns: The rule.
    public static func secret(_ variable: String) -> Rule {
      secret(variable, value: ProcessInfo.processInfo.environment[variable])
    }
  }

  /// The built-in rules: credentials headers, cookies, API-key headers and query names, user
  /// information in URLs, clear names in bodies of every kind, what looks like a token under a name
  /// that may mean one, and tokens that are known by their shape, wherever they stand.
  public static let standard = Redaction(isStandard: true)

  /// Redacts nothing.
  public static let none = Redaction(isStandard: false)

  /// True for the rules that need no name: cookies and user information.
  let isStandard: Bool
  /// False for the redaction that has no rule at all.
  private(set) var redactsAnything: Bool
  /// Header fields whose value goes.
  private(set) var headerNames: SecretNames
  /// Header fields that are worth a second look: those, cookies and what holds URLs.
  private(set) var headersOfInterest: SecretNames
  /// JSON members, and names in any text, whose value goes; nil for none.
  private(set) var memberNames: SecretNames?
  /// What finds secrets in any text.
  package private(set) var textSecrets: TextSecrets
  /// Names in queries, forms and multipart bodies whose value goes.
  var queryNames: SecretNames { textSecrets.queryNames }
  /// Places in JSON bodies.
  private(set) var paths: [JSONPath] = []
  /// Values that go wherever they are, under the names of their placeholders.
  package private(set) var values = SecretValues()
  /// The names of their placeholders.
  var valueNames: Set<[UInt8]> { Set(values.secrets.map(\.name)) }
  /// The first secret that was named and cannot be looked for, which keeps a deck from recording; nil
  /// when all can be.
  package var unusableSecret: UnusableSecret? {
    let known = Set(values.secrets.map(\.name))
    return unusableSecrets.first { !known.contains(Placeholder.name($0.name.utf8)) }
  }
  private var unusableSecrets: [UnusableSecret] = []

  /// What of the values of named secrets is not looked for, or is looked for by itself, in sentences
  /// that hold no value.
  package private(set) var secretNotices: [String] = []

  /// Creates a redaction of the standard rules and others.
  public init(_ rules: Rule...) {
    self = Redaction.standard
    for rule in rules { add(rule) }
  }

  private init(isStandard: Bool) {
    self.isStandard = isStandard
    redactsAnything = isStandard
    let headers = StandardSecrets.headers.map(\.name)
    let body = StandardSecrets.body.map(\.name)
    headerNames = SecretNames(isStandard ? headers : [])
    headersOfInterest = headerNames
    if isStandard { for name in HeaderSecrets.namesOfHolders { headersOfInterest.insert(name) } }
    memberNames = isStandard ? SecretNames(body) : nil
    textSecrets = TextSecrets(
      queryNames: SecretNames(isStandard ? StandardSecrets.query.map(\.name) + body : []),
      plainNames: SecretNames(isStandard ? body + headers : []),
      findsShapes: isStandard)
  }

  /// The same rules and these.
  public func adding(_ rules: Rule...) -> Redaction {
    var redaction = self
    for rule in rules { redaction.add(rule) }
    return redaction
  }

  /// Adds a rule.
  package mutating func add(_ rule: Rule) {
    redactsAnything = true
    switch rule.kind {
    case .headers(let names):
      for name in names {
        headerNames.insert(name)
        headersOfInterest.insert(name)
      }
    case .query(let names):
      for name in names { textSecrets.queryNames.insert(name) }
    case .jsonPaths(let paths): self.paths += paths
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

  /// Adds a value that is looked for as it is.
  package mutating func add(value: [UInt8], name: [UInt8]) {
    redactsAnything = true
    values.insert(value, name: name, isNamed: true)
  }

  /// A request without its secrets.
  public func redacting(_ request: Interaction.Request) -> Interaction.Request {
    var memory = TokenMemory()
    var request = request
    RedactionPass(redaction: self).redact(&request, &memory)
    return request
  }

  /// A response without its secrets.
  public func redacting(_ response: Interaction.Response) -> Interaction.Response {
    var memory = TokenMemory()
    var response = response
    RedactionPass(redaction: self).redact(&response, &memory)
    return response
  }

  /// A text for a reader (an error's message, a log line) without its secrets: registered values,
  /// tokens known by their shape, and what stands behind a name that means a secret.
  public func redacting(text: String) -> String {
    var memory = TokenMemory()
    var text = text
    RedactionPass(redaction: self).redact(text: &text, &memory)
    return text
  }

  /// A URL without its secrets, for a reader.
  package func redacting(url: String) -> String {
    redacting(Interaction.Request(url: url)).url
  }

  /// An interaction without its secrets.
  ///
  /// A token that the response hands out has the same placeholder wherever else it stands in the
  /// interaction.
  public func redacting(_ interaction: Interaction) -> Interaction {
    var memory = TokenMemory()
    var interaction = interaction
    RedactionPass(redaction: self).redact(&interaction, &memory)
    return interaction
  }
}
