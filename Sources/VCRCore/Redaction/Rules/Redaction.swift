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
/// A secret is replaced by `{{NAME}}`, where the name is that of its header field, query item or
/// member. No other byte changes, and redacting twice gives the same result as redacting once. An
/// empty value is not a secret and stays, so that `sid=; Max-Age=0` still deletes a cookie.
public struct Redaction: Sendable {
  /// An addition to the standard rules.
  public struct Rule: Sendable {
    /// The secrets that a rule describes.
    enum Kind: Sendable {
      case headers([String])
      case query([String])
      case cookies([String])
      case paths([PathPattern])
      case jsonPaths([JSONPath])
      case secret(String, String?)
      case personalData
    }

    let kind: Kind

    /// The values of these header fields, names without regard to case.
    ///
    /// - Parameter names: The names.
    /// - Returns: The rule.
    public static func headers(_ names: [String]) -> Rule { Rule(kind: .headers(names)) }

    /// The values of these names in queries, forms and multipart bodies, without regard to case and
    /// separators.
    ///
    /// - Parameter names: The names.
    /// - Returns: The rule.
    public static func query(_ names: [String]) -> Rule { Rule(kind: .query(names)) }

    /// The values of these cookies, names with regard to case.
    ///
    /// The standard rules redact all cookies.
    ///
    /// - Parameter names: The names.
    /// - Returns: The rule.
    public static func cookies(_ names: [String]) -> Rule { Rule(kind: .cookies(names)) }

    /// The segments of paths of URLs that these patterns let be anything, in requests and in header
    /// fields that lead to URLs.
    ///
    /// The placeholder has the name of the segment before it: `/users/*` makes `/users/{{USERS}}`
    /// of `/users/ada`.
    ///
    /// - Parameter patterns: The patterns.
    /// - Returns: The rule.
    public static func paths(_ patterns: [Cassette.PathPattern]) -> Rule {
      Rule(kind: .paths(patterns))
    }

    /// The strings and numbers that these paths select in JSON bodies.
    ///
    /// Of a selected array or object all strings and numbers within it are replaced.
    ///
    /// - Parameter paths: The paths, such as `$.user.email`.
    /// - Returns: The rule.
    public static func jsonPaths(_ paths: [Cassette.JSONPath]) -> Rule {
      Rule(kind: .jsonPaths(paths))
    }

    /// The rule for data that identify a person: addresses of electronic mail, telephone numbers,
    /// IBANs, numbers of cards, national identifiers with a check digit, and IP addresses.
    ///
    /// It is off unless it is named, here or as `pii` in `redact`. Each value has a placeholder of
    /// its own (`{{EMAIL}}`, `{{EMAIL_2}}`), so that a flow that looks a person up still matches.
    public static let personalData = Rule(kind: .personalData)

    /// A value that is replaced wherever it occurs, in every encoding, by `{{NAME}}`, which is
    /// restored when the interaction is replayed.
    ///
    /// White space and quotes around the value and a scheme before it (`Bearer …`) are not part of
    /// the search. The password of `user:password` and of a URL is also searched for by itself,
    /// under the name with `_PART` appended.
    ///
    /// - Parameters:
    ///   - name: The name of the placeholder, without braces.
    ///   - value: The secret. If it is nil, has fewer than four characters, or is a common word, it
    ///     could not be found, so nothing can be recorded; a replay serves the placeholder as it
    ///     is.
    /// - Returns: The rule.
    public static func secret(_ name: String, value: String?) -> Rule {
      Rule(kind: .secret(name, value.flatMap { $0.isEmpty ? nil : $0 }))
    }

    /// The value of an environment variable, replaced wherever it occurs, in every encoding.
    ///
    /// - Parameter variable: The variable's name, which is also the name of the placeholder.
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

  /// The tables of the rules, which all copies share: each message is redacted with several.
  private var shared: Shared

  private final class Shared: Sendable {
    let tables: RedactionTables

    init(_ tables: RedactionTables) { self.tables = tables }
  }

  private mutating func change(_ change: (inout RedactionTables) -> Void) {
    var tables = shared.tables
    change(&tables)
    shared = Shared(tables)
  }

  /// Creates a redaction of the standard rules and others.
  ///
  /// - Parameter rules: The others.
  public init(_ rules: Rule...) { self.init(rules) }

  /// Creates a redaction of the standard rules and a list of others.
  ///
  /// - Parameter rules: The others.
  public init(_ rules: [Rule]) { self = Redaction.standard.adding(rules) }

  private init(isStandard: Bool) { shared = Shared(RedactionTables(isStandard: isStandard)) }

  /// The same rules and these.
  ///
  /// - Parameter rules: The rules to add.
  /// - Returns: The redaction.
  public func adding(_ rules: Rule...) -> Redaction { adding(rules) }

  /// The same rules and those of a list.
  ///
  /// - Parameter rules: The rules to add.
  /// - Returns: The redaction.
  public func adding(_ rules: [Rule]) -> Redaction {
    var redaction = self
    for rule in rules { redaction.add(rule) }
    return redaction
  }

  /// Adds a rule.
  package mutating func add(_ rule: Rule) { change { $0.add(rule) } }

  /// Adds a value that is searched for unchanged.
  package mutating func add(value: [UInt8], name: [UInt8]) {
    change { $0.add(value: value, name: name) }
  }
}

// MARK: - Tables

extension Redaction {
  /// True to apply the rules that need no name: cookies, user information and token shapes.
  var isStandard: Bool { shared.tables.isStandard }

  /// True for the built-in rules without any others.
  package var isStandardAlone: Bool { shared.tables.isStandardAlone }

  /// False for the redaction that has no rule at all.
  var redactsAnything: Bool { shared.tables.redactsAnything }

  /// Header fields whose whole value is replaced.
  var headerNames: SecretNames { shared.tables.headerNames }

  /// Header fields that need a closer look: `headerNames`, cookies and fields with URLs.
  var headersOfInterest: SecretNames { shared.tables.headersOfInterest }

  /// JSON members whose value is replaced; nil for none.
  var memberNames: SecretNames? { shared.tables.memberNames }

  /// The search for secrets in any text.
  package var textSecrets: TextSecrets { shared.tables.textSecrets }

  /// Names in queries, forms and multipart bodies whose value is replaced.
  var queryNames: SecretNames { shared.tables.queryNames }

  /// The cookies whose values are replaced; nil for all.
  var cookieNames: Set<[UInt8]>? { shared.tables.cookieNames }

  /// Segments of paths that are replaced.
  var pathPatterns: [PathPattern] { shared.tables.pathPatterns }

  /// Paths in JSON bodies whose values are replaced.
  var paths: [JSONPath] { shared.tables.paths }

  /// True to replace what identifies a person.
  var findsPersonalData: Bool { shared.tables.findsPersonalData }

  /// Values that are replaced wherever they occur, with the names of their placeholders.
  package var values: SecretValues { shared.tables.values }

  /// The names of the placeholders of named secrets.
  var valueNames: Set<[UInt8]> { shared.tables.valueNames }

  /// The first named secret that cannot be searched for, which prevents a deck from recording; nil
  /// if there is none.
  package var unusableSecret: UnusableSecret? { shared.tables.unusableSecret }

  /// The fields and URLs in which these rules were found to reveal nothing.
  var harmless: MemoPool<HarmlessMemo> { shared.tables.harmless }

  /// Sentences about parts of named secrets that are not searched for, or are searched for by
  /// themselves.
  ///
  /// They contain no values.
  package var secretNotices: [String] { shared.tables.secretNotices }
}
