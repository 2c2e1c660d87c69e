#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates an interaction from the tree of its item; unknown keys are skipped.
package struct InteractionReader {
  let tree: YAMLTree

  /// The node of the item.
  let item: Int

  /// Reads a side file, by its path relative to the cassette's folder.
  var sideFile: (String) throws -> Body = BodyReader.refusingFiles

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - tree: The tree that holds the item.
  ///   - item: The item's node.
  ///   - sideFile: Reads a side file, by its path relative to the cassette's folder.
  package init(
    tree: YAMLTree, item: Int,
    sideFile: @escaping (String) throws -> Body = BodyReader.refusingFiles
  ) {
    self.tree = tree
    self.item = item
    self.sideFile = sideFile
  }

  /// The interaction.
  ///
  /// - Throws: `YAMLFault` at the node that cannot be read.
  package func interaction() throws(YAMLFault) -> Interaction {
    try checkItem()
    var requestNode: Int?
    var response: Interaction.Response?
    var messages: [Interaction.WebSocketMessage] = []
    var messagesKey: Int?
    var failure: Interaction.Failure?
    var seconds: Double?
    var recordedAt: Date?
    var hasRule = false
    for key in tree.children(item) {
      let value = tree.value(ofKey: key)
      guard let name = tree.key(key, as: ItemKey.self) else { continue }
      switch name {
      case .request: requestNode = value
      case .response:
        response = try self.response(value)
      case .messages:
        messages = try self.messages(value)
        messagesKey = key
      case .error:
        try refuseSecond(failure, key)
        failure = try self.failure(value)
      case .left:
        try refuseSecond(failure, key)
        guard tree.isScalar(value), tree.content(value).elementsEqual(Self.client.utf8) else {
          throw tree.fault(at: value, "left: takes client, the one that can leave")
        }
        failure = .left
      case .seconds:
        guard tree.isScalar(value), let number = Double(tree.string(value)), number.isFinite else {
          throw tree.fault(at: value, "seconds: takes a number, such as 0.142")
        }
        seconds = number
      case .recordedAt:
        guard tree.isScalar(value), let date = Timestamp.date(tree.content(value)) else {
          throw tree.fault(at: value, "recorded_at: takes a time, such as 2026-11-20T10:00:00Z")
        }
        recordedAt = date
      case .match, .times: hasRule = true
      }
    }
    guard let requestNode else {
      throw tree.fault(at: item, "the interaction has no request:")
    }
    if let messagesKey, response?.opensWebSocket != true {
      throw tree.fault(
        at: messagesKey, "messages: belongs to a response that opens a WebSocket: status: 101")
    }
    response?.messages = messages
    let outcome = try outcome(response, failure)
    let request = try self.request(requestNode)
    return Interaction(
      request: request, outcome: outcome, seconds: seconds, recordedAt: recordedAt,
      rule: hasRule ? try rule() : nil)
  }

  /// What came of the request: a response, which a failure may have cut off, or the failure alone.
  private func outcome(
    _ response: Interaction.Response?, _ failure: Interaction.Failure?
  ) throws(YAMLFault) -> Interaction.Outcome {
    if var response {
      response.failure = failure
      return .response(response)
    }
    guard let failure else { throw withoutOutcome }
    return .failure(failure)
  }

  /// Checks that the item has its parts, without reading them: a truncated file often lacks one.
  ///
  /// - Throws: `YAMLFault` at the item.
  package func checkParts() throws(YAMLFault) {
    try checkItem()
    guard tree.value(ItemKey.request, in: item) != nil else {
      throw tree.fault(at: item, "the interaction has no request:")
    }
    let outcomes = [ItemKey.response, .error, .left]
    guard outcomes.contains(where: { tree.value($0, in: item) != nil }) else {
      throw withoutOutcome
    }
    if tree.value(ItemKey.error, in: item) != nil, let left = tree.value(ItemKey.left, in: item) {
      throw tree.fault(at: left, Self.twoEnds)
    }
  }

  private static let twoEnds = "an interaction has error: or left:, not both"

  /// The word that stands under `left:`.
  static let client = "client"

  /// The word that stands under `length:`.
  static let unknownLength = "unknown"

  private var withoutOutcome: YAMLFault {
    tree.fault(at: item, "the interaction has neither response: nor error: nor left:")
  }

  /// The request, without its response.
  ///
  /// - Throws: `YAMLFault` at the node that cannot be read.
  func request() throws(YAMLFault) -> Interaction.Request {
    try checkItem()
    guard let node = tree.value(ItemKey.request, in: item) else {
      throw tree.fault(at: item, "the interaction has no request:")
    }
    return try request(node)
  }

  /// The item's own rule, or nil.
  ///
  /// - Throws: `YAMLFault` at the node that cannot be read.
  func rule() throws(YAMLFault) -> Interaction.Rule? {
    try checkItem()
    let match = tree.value(ItemKey.match, in: item)
    let times = tree.value(ItemKey.times, in: item)
    guard match != nil || times != nil else { return nil }
    var rule = Interaction.Rule()
    if let match {
      let words = try self.words(match)
      rule.isPattern = words.contains("pattern")
      let others = words.filter { $0 != "pattern" }
      rule.match = others.isEmpty && rule.isPattern ? nil : others
    }
    if let times {
      guard tree.isScalar(times) else {
        throw tree.fault(at: times, "times: takes a number from 1, or any")
      }
      let text = tree.string(times)
      guard let count = text == "any" ? Int.max : Int(text), count > 0 else {
        throw tree.fault(at: times, "times: takes a number from 1, or any")
      }
      rule.times = count
    }
    return rule
  }

  private func checkItem() throws(YAMLFault) {
    guard tree.nodes[item].kind == .mapping else {
      throw tree.fault(at: item, "an interaction must be a mapping with request: and response:")
    }
  }

  private func refuseSecond(_ failure: Interaction.Failure?, _ key: Int) throws(YAMLFault) {
    if failure != nil {
      throw tree.fault(at: key, Self.twoEnds)
    }
  }

  private func words(_ node: Int) throws(YAMLFault) -> [String] {
    if tree.isScalar(node) { return Self.split(tree.string(node)) }
    guard tree.nodes[node].kind == .sequence else {
      throw tree.fault(at: node, "match: takes a list such as [method, path]")
    }
    var words: [String] = []
    for child in tree.children(node) {
      guard tree.isScalar(child) else {
        throw tree.fault(at: child, "match: takes a list such as [method, path]")
      }
      words.append(tree.string(child))
    }
    return words
  }

  /// Splits at the commas outside parentheses.
  private static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == "," && depth == 0 {
        words.append(word)
        word = ""
      } else if character != " " || depth > 0 {
        word.append(character)
      }
    }
    words.append(word)
    return words.filter { !$0.isEmpty }
  }

  private func request(_ node: Int) throws(YAMLFault) -> Interaction.Request {
    try checkMapping(node, "request")
    var request = Interaction.Request(url: "")
    var hasURL = false
    var body: Int?
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      guard let name = tree.key(key, as: RequestKey.self) else { continue }
      switch name {
      case .method: request.method = try text(value, of: name)
      case .url:
        request.url = try text(value, of: name)
        hasURL = !request.url.isEmpty
      case .http: request.http = try text(value, of: name)
      case .headers: request.headers = try headers(value)
      case .body: body = value
      case .trailers: request.trailers = try headers(value)
      }
    }
    guard hasURL else { throw tree.fault(at: node, "the request has no url:") }
    if let body { request.body = try self.body(body, request.headers) }
    return request
  }

  private func response(_ node: Int) throws(YAMLFault) -> Interaction.Response {
    var response = Interaction.Response(status: nil)
    if tree.isNothing(node) { return response }
    try checkMapping(node, "response")
    var body: Int?
    var orders: (headers: FieldOrder?, trailers: FieldOrder?)
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      guard let name = tree.key(key, as: ResponseKey.self) else { continue }
      switch name {
      case .interim: response.interim = try interim(value)
      case .status: (response.status, response.reason) = try status(value)
      case .http: response.http = try text(value, of: name)
      case .mediaType: response.mediaType = try text(value, of: name)
      case .textEncoding: response.textEncoding = try text(value, of: name)
      case .awaits:
        guard let count = Int(try text(value, of: name)), count >= 0 else {
          throw tree.fault(at: value, "awaits: takes a number of messages, such as 2")
        }
        response.awaits = count
      case .headers: response.headers = try headers(value)
      case .headerOrder: orders.headers = FieldOrder(try text(value, of: name))
      case .length:
        guard try text(value, of: name) == Self.unknownLength else {
          throw tree.fault(
            at: value, "length: takes unknown, for a response that announced no length")
        }
        response.hasUnknownLength = true
      case .body: body = value
      case .trailers: response.trailers = try headers(value)
      case .trailerOrder: orders.trailers = FieldOrder(try text(value, of: name))
      }
    }
    if let order = orders.headers {
      response.headers = order.arranged(response.headers)
      response.fieldOrder = order
    }
    if let order = orders.trailers { response.trailers = order.arranged(response.trailers) }
    if let body { response.body = try self.body(body, response.headers) }
    return response
  }

  private func interim(_ node: Int) throws(YAMLFault) -> [Interaction.Interim] {
    if tree.isNothing(node) { return [] }
    guard tree.nodes[node].kind == .sequence else {
      throw tree.fault(at: node, "interim: takes a list of status: and headers:")
    }
    var responses: [Interaction.Interim] = []
    for element in tree.children(node) {
      guard let status = tree.value(InterimKey.status, in: element) else {
        throw tree.fault(at: element, "an interim response needs status:, such as 103 Early Hints")
      }
      let (code, reason) = try self.status(status)
      var fields = try tree.value(InterimKey.headers, in: element).map(headers) ?? [:]
      if let order = tree.value(InterimKey.headerOrder, in: element) {
        fields = FieldOrder(try text(order, of: InterimKey.headerOrder)).arranged(fields)
      }
      responses.append(.init(status: code, reason: reason, headers: fields))
    }
    return responses
  }

  /// The body, which may need the header section, wherever that is.
  private func body(_ node: Int, _ headers: HeaderFields) throws(YAMLFault) -> Body {
    try BodyReader(tree: tree, headers: headers, sideFile: sideFile).body(node)
  }

  private func status(_ node: Int) throws(YAMLFault) -> (Int, String?) {
    guard tree.isScalar(node) else { throw tree.fault(at: node, "status: takes text: 200 OK") }
    let parts = tree.content(node).split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let code = Int(String(decoding: first, as: UTF8.self)) else {
      throw tree.fault(at: node, "status: takes a code and perhaps a reason, such as 200 OK")
    }
    guard parts.count > 1 else { return (code, nil) }
    return (code, String(decoding: parts[1], as: UTF8.self))
  }

  private func failure(_ node: Int) throws(YAMLFault) -> Interaction.Failure {
    try checkMapping(node, "error")
    var failure = Interaction.Failure(code: "unknown", number: -1, message: "")
    for key in tree.children(node) {
      let value = tree.value(ofKey: key)
      guard let name = tree.key(key, as: ErrorKey.self) else { continue }
      switch name {
      case .code: failure.code = try text(value, of: name)
      case .domain: failure.domain = try text(value, of: name)
      case .message: failure.message = try text(value, of: name)
      case .number:
        guard let number = Int(try text(value, of: name)) else {
          throw tree.fault(at: value, "number: takes a whole number, such as -1001")
        }
        failure.number = number
      case .reset:
        guard let reset = Interaction.Failure.Reset(try text(value, of: name)) else {
          throw tree.fault(
            at: value, "reset: takes connection, or an error code of HTTP/2 such as CANCEL")
        }
        failure.reset = reset
      }
    }
    return failure
  }

  private func headers(_ node: Int) throws(YAMLFault) -> HeaderFields {
    if tree.isNothing(node) { return [:] }
    guard tree.nodes[node].kind == .mapping else {
      throw tree.fault(at: node, "headers are written as “Name: value”")
    }
    var fields: [HeaderField] = []
    fields.reserveCapacity((Int(tree.nodes[node].end) - node) / 2)
    for key in tree.children(node) {
      let name = tree.string(key)
      let value = tree.value(ofKey: key)
      if tree.nodes[value].kind == .sequence {
        for element in tree.children(value) { fields.append(try field(name, element)) }
      } else {
        fields.append(try field(name, value))
      }
    }
    return HeaderFields(fields)
  }

  private func field(_ name: String, _ node: Int) throws(YAMLFault) -> HeaderField {
    guard let field = tree.fieldValue(node, of: name) else {
      throw tree.fault(at: node, "the value of \(name) must be text")
    }
    let text = tree.string(field.value)
    guard !field.isLatin1 || text.unicodeScalars.allSatisfy({ $0.value < 0x100 }) else {
      throw tree.fault(
        at: field.value, "the value of \(name) has a character that Latin-1 lacks")
    }
    return HeaderField(field.spelling ?? name, text, isLatin1: field.isLatin1)
  }

  private func checkMapping(_ node: Int, _ name: String) throws(YAMLFault) {
    guard tree.nodes[node].kind == .mapping else {
      throw tree.fault(at: node, "\(name): takes a mapping")
    }
  }

  private func text(_ node: Int, of key: some CassetteKeys) throws(YAMLFault) -> String {
    guard tree.isScalar(node) else { throw tree.fault(at: node, "\(key.rawValue): takes text") }
    return tree.string(node)
  }
}
