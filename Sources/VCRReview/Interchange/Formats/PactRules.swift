import VCRCore

/// The values of a request that the matching rules of a contract leave open.
struct PactRules {
  /// True when the path is one of them.
  private(set) var hasPath = false

  /// The items of the query.
  private(set) var queryNames: [String] = []

  /// The header fields, in lower case.
  private(set) var fieldNames: Set<String> = []

  /// True when a part of the body is one of them.
  private(set) var hasBody = false

  /// The places in the body; nil where one is written in a way that vcr does not know, so that no
  /// part of the body can be compared.
  private(set) var bodyPaths: [JSONPath]? = []

  /// Reads rules: by the part of the request from version 3 on, by paths alone before.
  ///
  /// - Parameters:
  ///   - rules: The rules; nil for none.
  ///   - log: The log of losses.
  init(_ rules: ForeignValue?, _ log: ForeignLog) {
    let what = "the matching rules of its request"
    for member in log.members(rules, what) {
      let places = log.members(member.value, what).map(\.name)
      switch member.name {
      case "path": hasPath = hasPath || !member.value.isVoid
      case "query": queryNames += places.map(Self.name)
      case "header", "headers":
        fieldNames.formUnion(places.map { Self.name($0).lowercased() })
      case "body": for place in places { leaveOpen(place) }
      case let path where !readPath(path):
        log.lost(
          .member, "\(what) have one of a part that vcr does not know, and that is not read",
          line: member.value.line)
      default: break
      }
    }
  }

  /// Reads a path of version 2: `$.path`, `$.query.a`, `$.headers.A`, `$.body.a`; false for any
  /// other.
  private mutating func readPath(_ path: String) -> Bool {
    if path == "$.path" {
      hasPath = true
      return true
    }
    let parts: [(prefix: String, use: (inout PactRules, String) -> Void)] = [
      ("$.query", { $0.queryNames.append(Self.name($1)) }),
      ("$.headers", { $0.fieldNames.insert(Self.name($1).lowercased()) }),
      ("$.header", { $0.fieldNames.insert(Self.name($1).lowercased()) }),
      ("$.body", { $0.leaveOpen("$" + $1) }),
    ]
    for part in parts {
      guard path.hasPrefix(part.prefix) else { continue }
      let rest = String(path.dropFirst(part.prefix.count))
      guard rest.isEmpty || rest.hasPrefix(".") || rest.hasPrefix("[") else { continue }
      part.use(&self, rest)
      return true
    }
    return false
  }

  private mutating func leaveOpen(_ path: String) {
    hasBody = true
    guard let path = try? JSONPath(parsing: path) else {
      bodyPaths = nil
      return
    }
    bodyPaths?.append(path)
  }

  /// A name without the steps of a path around it: `a` of `.a`, `['a']` and `a[0]`.
  private static func name(_ path: String) -> String {
    var name = path.drop { "$.".contains($0) }
    if name.hasPrefix("['") || name.hasPrefix("[\"") {
      return String(name.dropFirst(2).prefix { !"'\"".contains($0) })
    }
    name = name.prefix { $0 != "[" }
    return String(name)
  }
}
