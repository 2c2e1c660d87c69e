/// The meaning of the variables of a GraphQL request: `user(id: $id)` makes the variable `id` the
/// `id` of a user.
///
/// A variable's own name and path do not distinguish it: all variables are members of `variables`,
/// and every request has the same path.
struct GraphQLVariables {
  /// The use of a variable: as an argument of a field, or within one that is an input object
  /// (GraphQL specification, October 2021, §2.6 and §2.10).
  private struct Use {
    var field: String
    var argument: String
  }

  private var uses: [String: Use] = [:]

  /// Reads the members of a request's JSON body; nil when it is no GraphQL request with variables.
  ///
  /// - Parameter members: The scalars of the body.
  init?(_ members: [JSONText.Scalar]) {
    guard members.contains(where: { $0.names.first == "variables" && $0.names.count > 1 }),
      let query = members.first(where: { $0.names == ["query"] })
    else { return nil }
    read(Array(query.text.utf8))
    if uses.isEmpty { return nil }
  }

  private mutating func read(_ document: [UInt8]) {
    let tokens = GraphQLOperation.tokens(of: document).map {
      String(decoding: document[$0], as: UTF8.self)
    }
    var name = ""
    var fields: [String] = []
    var argument: String?
    for (index, token) in tokens.enumerated() {
      let next = index + 1 < tokens.count ? tokens[index + 1] : ""
      let isVariable = index > 0 && tokens[index - 1] == "$"
      switch token {
      case "(":
        fields.append(name)
        argument = nil
      case ")": _ = fields.popLast()
      case _ where isVariable:
        // A variable before a colon is being defined, not used.
        guard next != ":", let field = fields.last, let argument, uses[token] == nil else { break }
        uses[token] = Use(field: field, argument: argument)
      case _ where token.utf8.first.map({ $0.isASCIILetter || $0 == UInt8(ascii: "_") }) == true:
        if !fields.isEmpty, next == ":" { argument = token }
        if fields.isEmpty { name = token }
      default: break
      }
    }
  }

  /// The names of a variable, or of a part of one, at the place where it is used.
  ///
  /// - Parameter names: The names of the members that contain it, `variables` first.
  /// - Returns: The field's name, and the argument's or those of the members of the input object;
  ///   the same names when it is not a variable.
  func names(of names: [String]) -> [String] {
    guard names.count > 1, names[0] == "variables", let use = uses[names[1]] else { return names }
    if names.count > 2 { return [use.field] + names[2...] }
    // `follow(user: $userId)`: the name of the variable is more specific than the argument's.
    let isOwnName =
      names[1].lowercased().hasSuffix("id") && !use.argument.lowercased().hasSuffix("id")
    return [use.field, isOwnName ? names[1] : use.argument]
  }
}
