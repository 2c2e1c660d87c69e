/// One GraphQL operation of a request, as defined by GraphQL over HTTP: in a JSON body (or a list
/// of them), as `application/graphql`, or in the query of a `GET`.
struct GraphQLOperation {
  /// The name of the operation to execute; empty when there is none.
  var name: [UInt8] = []
  /// The document, its insignificant characters removed.
  var query: [UInt8] = []
  /// The variables in JSON's normal form; empty when there are none.
  var variables: [UInt8] = []
  /// The variables as they were sent; empty when there are none.
  var variablesText: [UInt8] = []
  /// The extensions that identify a persisted query, whose document stays on the server.
  var extensions: [UInt8] = []

  /// The operations of a request; nil when it is not a GraphQL request.
  static func operations(of request: Interaction.Request) -> [GraphQLOperation]? {
    if request.body.isEmpty { return operation(inQueryOf: request.url).map { [$0] } }
    guard request.body.file == nil else { return nil }
    if MediaType(request.headers)?.essence == "application/graphql" {
      return [GraphQLOperation(query: normalized(request.body.bytes))]
    }
    guard let text = JSONText(request.body.bytes) else { return nil }
    guard text.nodes[0].kind == .array else { return operation(text, 0).map { [$0] } }
    var operations: [GraphQLOperation] = []
    for child in text.children(of: 0) {
      guard let operation = operation(text, child) else { return nil }
      operations.append(operation)
    }
    return operations.isEmpty ? nil : operations
  }

  /// Appends the operation, each member delimited.
  func appendNormalForm(to form: inout [UInt8]) {
    for member in [name, query, variables, extensions] {
      form.appendDelimited { $0.append(contentsOf: member) }
    }
  }

  private static func operation(_ text: JSONText, _ index: Int) -> GraphQLOperation? {
    guard text.nodes[index].kind == .object else { return nil }
    var operation = GraphQLOperation()
    var hasQuery = false
    var extensions: [UInt8] = []
    for member in text.children(of: index) {
      let isNull = text.nodes[member].kind == .null
      switch text.name(of: member) {
      case Array("query".utf8) where !isNull:
        guard let query = string(text, member) else { return nil }
        hasQuery = true
        operation.query = normalized(query)
      case Array("operationName".utf8) where !isNull:
        guard let name = string(text, member) else { return nil }
        operation.name = name
      case Array("variables".utf8) where !isNull:
        operation.variablesText = Array(text.text(of: member))
        operation.variables = normalizedVariables(operation.variablesText) ?? []
      case Array("extensions".utf8) where !isNull:
        extensions = JSONText(Array(text.text(of: member))).map { JSONNormalForm.make($0) } ?? []
      default:
        break
      }
    }
    if !hasQuery {
      guard !extensions.isEmpty else { return nil }
      operation.extensions = extensions
    }
    return operation
  }

  private static func operation(inQueryOf url: String) -> GraphQLOperation? {
    let pairs = url.withUTF8Span { text in
      URLRanges(text).query.map { QueryPairs(text, in: $0) }
    }
    guard let pairs else { return nil }
    func value(_ name: StaticString) -> [UInt8]? {
      pairs.pairs.first { pairs.name($0).elementsEqual("\(name)".utf8) }.map {
        Array(pairs.value($0))
      }
    }
    var operation = GraphQLOperation()
    if let query = value("query") {
      operation.query = normalized(query)
    } else if let extensions = value("extensions"), let text = JSONText(extensions) {
      operation.extensions = JSONNormalForm.make(text)
    } else {
      return nil
    }
    operation.name = value("operationName") ?? []
    if let variables = value("variables") {
      guard let form = normalizedVariables(variables) else { return nil }
      operation.variables = form
      operation.variablesText = variables
    }
    return operation
  }

  /// The variables' normal form, in which absence, `null` and `{}` are the same; nil when not JSON.
  private static func normalizedVariables(_ bytes: [UInt8]) -> [UInt8]? {
    if bytes.isEmpty { return [] }
    guard let text = JSONText(bytes) else { return nil }
    let isEmpty = text.nodes.count == 1 && [.object, .null].contains(text.nodes[0].kind)
    return isEmpty ? [] : JSONNormalForm.make(text)
  }

  private static func string(_ text: JSONText, _ index: Int) -> [UInt8]? {
    let node = text.nodes[index]
    guard node.kind == .string else { return nil }
    var value: [UInt8] = []
    JSONString.appendUnescaped(
      text.bytes.view, Int(node.start) + 1..<Int(node.end) - 1, to: &value)
    return value
  }

  /// The document with one space after each token.
  ///
  /// White space, line ends, commas, byte order marks and comments have no meaning between tokens
  /// (GraphQL specification, October 2021, §2.1). Strings stay as they are written.
  static func normalized(_ document: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(document.count)
    for token in tokens(of: document) {
      output.append(contentsOf: document[token])
      output.append(UInt8(ascii: " "))
    }
    return output
  }

  /// The places of the tokens of a document.
  static func tokens(of document: [UInt8]) -> [Range<Int>] {
    var tokens: [Range<Int>] = []
    var index = 0
    while index < document.count {
      let start = index
      switch document[index] {
      case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","):
        index += 1
        continue
      case 0xEF where document[index...].starts(with: [0xEF, 0xBB, 0xBF]):
        index += 3
        continue
      case UInt8(ascii: "#"):
        while index < document.count, document[index] != 0x0A, document[index] != 0x0D {
          index += 1
        }
        continue
      case UInt8(ascii: "\""):
        index = endOfString(document, index)
      case UInt8(ascii: "."):
        while index < document.count, document[index] == UInt8(ascii: ".") { index += 1 }
      case let byte where isWord(byte):
        while index < document.count,
          isWord(document[index])
            || (document[index] == UInt8(ascii: ".") && isNumber(document, start))
        {
          index += 1
        }
      default:
        index += 1
      }
      tokens.append(start..<index)
    }
    return tokens
  }

  /// True for the characters of names and numbers; a byte above 0x7F is never a token of its own.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte >= 0x80
  }

  private static func isNumber(_ document: [UInt8], _ start: Int) -> Bool {
    document[start].isASCIIDigit || document[start] == UInt8(ascii: "-")
  }

  /// The position after a string or block string that begins at a position (§2.9.4).
  private static func endOfString(_ document: [UInt8], _ start: Int) -> Int {
    let quote = UInt8(ascii: "\"")
    let block = [quote, quote, quote]
    let escapedBlock = [UInt8(ascii: "\\")] + block
    var index = start
    if document[index...].starts(with: block) {
      index += 3
      while index < document.count, !document[index...].starts(with: block) {
        index += document[index...].starts(with: escapedBlock) ? 4 : 1
      }
      return min(index + 3, document.count)
    }
    index += 1
    while index < document.count, document[index] != quote {
      index += document[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, document.count)
  }
}
