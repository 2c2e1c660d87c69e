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
  init(_ rules: ForeignValue?) {
    for member in rules?.members ?? [] {
      switch member.name {
      case "path": hasPath = hasPath || !member.value.isVoid
      case "query": queryNames += (member.value.members ?? []).map { Self.name($0.name) }
      case "header", "headers":
        fieldNames.formUnion((member.value.members ?? []).map { Self.name($0.name).lowercased() })
      case "body": for place in member.value.members ?? [] { leaveOpen(place.name) }
      case let path: readPath(path)
      }
    }
  }

  /// Reads a path of version 2: `$.path`, `$.query.a`, `$.headers.A`, `$.body.a`.
  private mutating func readPath(_ path: String) {
    if path == "$.path" { hasPath = true }
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
      return
    }
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
