import VCRCore
import VCRLocks

/// Imposters of Mountebank, as `mb save` writes them: of each stub every response is an
/// interaction.
///
/// A stub says what matches: its exact values are the request, and its rule compares those alone.
/// The first of several stubs that match is served, and of one with several responses each in turn.
struct MountebankFormat: ForeignFormat {
  static let title = "Mountebank"

  static let tools = [
    // `predicates.js`: `equals` and `deepEquals` compare in any case.
    ForeignTool(
      title,
      reads:
        "imposters of HTTP, one and several, with `equals` and `deepEquals`, bodies as text, JSON "
        + "and Base64, `wait`",
      losing: "other predicates, proxies, `inject`, other behaviors, imposters of other protocols",
      besides: "what each stub compares, in any case; of several the first")
  ]

  let name = title
  let list: ForeignValue

  /// What a stub compares, which is read with its first response, as a stub may have as many of
  /// these as of predicates.
  private let current = Current()

  private final class Current: Sendable {
    let stub = Mutex((request: StubRequest(), size: 0))
  }

  init?(_ root: ForeignValue) {
    let all = root["imposters"] ?? ForeignValue(.list([root]), line: root.line)
    guard let first = all.firstMapping, first["protocol"] != nil,
      first["stubs"] != nil || first["port"] != nil && root["imposters"] != nil
    else { return nil }
    let entries = all.elements.flatMap { imposter in
      Self.elements(of: imposter["stubs"]).flatMap { stub -> [ForeignValue] in
        let responses = stub["responses"]?.elements ?? []
        // A stub without responses is an entry that cannot be read.
        if responses.isEmpty { return [ForeignValue(.map([]), line: stub.line)] }
        return responses.indices.map { index in
          let response = responses[index]
          let isFirst = ForeignValue(index == 0 ? .scalar([]) : .nothing, line: response.line)
          return ForeignValue(
            .map([
              .init(name: "imposter", value: imposter), .init(name: "stub", value: stub),
              .init(name: "response", value: response), .init(name: "is_first", value: isFirst),
            ]), line: response.line)
        }
      }
    }
    list = ForeignValue(.list(entries), line: root.line)
  }

  /// The elements of a list; anything else that is not empty stands for one.
  private static func elements(of value: ForeignValue?) -> [ForeignValue] {
    guard let value, !value.isVoid else { return [] }
    if case .list(let elements) = value.content { return elements }
    return [value]
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    for imposter in root["imposters"]?.elements ?? [root] {
      guard let other = imposter["defaultResponse"], !other.isVoid else { continue }
      log.lost(
        .document,
        "`defaultResponse`, which is served where no stub matches, and says what others lack, is not read",
        line: other.line)
    }
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    guard let imposter = entry["imposter"], let stub = entry["stub"],
      let response = entry["response"]
    else { throw ForeignEntryError("has no response") }
    let scheme = imposter["protocol"]?.text ?? ""
    guard ["http", "https"].contains(scheme) else {
      throw ForeignEntryError("is a stub of another protocol than HTTP")
    }
    let isOnlyOne = stub["responses"]?.elements.count == 1
    if entry["is_first"] != nil {
      let port = log.text(imposter["port"], "its port").map { ":" + $0 } ?? ""
      let asked = try read(stub, at: "\(scheme)://localhost\(port)/", log)
      let size = asked.match.reduce(0) { $0 + $1.description.utf8.count }
      current.stub.withLock { $0 = (asked, size) }
      if !isOnlyOne {
        log.lost(
          .member, "that its responses are served again from the first after the last is not read",
          line: response.line)
      }
    }
    let (asked, size) = current.stub.withLock { $0 }
    // Each response has a rule of its own, as long as its stub has predicates.
    guard log.takeRoom(isOnlyOne ? 0 : size) else {
      throw ForeignEntryError("its stub has too many responses for as many predicates")
    }
    var wait: ForeignValue?
    let came = try log.reading(response, "its response") {
      members throws(ForeignEntryError) -> Interaction.Response in
      for name in ["proxy", "inject", "fault"] where response[name] != nil {
        throw ForeignEntryError(
          "its response is `\(name)`, of which no bytes are known", at: response)
      }
      guard let content = members.take("is") else {
        throw ForeignEntryError("its response is none that vcr knows", at: response)
      }
      for behavior in [members.take("behaviors"), members.take("_behaviors")].compactMap({ $0 }) {
        let parts = behavior.members == nil ? behavior.elements : [behavior]
        for member in parts.flatMap({ $0.members ?? [] }) {
          if member.name == "wait", member.value.number != nil {
            wait = member.value
          } else if !member.value.isVoid {
            log.lost(
              .member,
              "the behavior `\(PrintableText.line(String(member.name.prefix(20))))` of its response is "
                + "not read", line: member.value.line)
          }
        }
      }
      return try read(content, log)
    }
    return Interaction(
      request: asked.request, outcome: .response(came),
      seconds: ForeignScalars.milliseconds(wait), rule: asked.rule(times: isOnlyOne ? .max : 1))
  }

  // MARK: - The request

  /// The request that a stub wants.
  private func read(
    _ stub: ForeignValue, at url: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> StubRequest {
    try log.reading(stub, "its stub") { members throws(ForeignEntryError) in
      members.ignore(["responses", "_links"], because: "each is an entry, or about the stub")
      var asked = StubRequest()
      asked.request.url = url
      for predicate in log.elements(members.take("predicates"), "its predicates") {
        read(predicate, into: &asked, log)
      }
      return asked
    }
  }

  /// Takes what an exact predicate wants; any other is a loss.
  private func read(_ predicate: ForeignValue, into stub: inout StubRequest, _ log: ForeignLog) {
    if let all = predicate["and"] {
      for part in all.elements { read(part, into: &stub, log) }
      return
    }
    let parameters = ["except", "xpath", "jsonpath"]
    let words = (predicate.members ?? []).filter {
      !$0.value.isVoid && !["caseSensitive", "keyCaseSensitive", "comment"].contains($0.name)
    }
    guard words.count == 1, let word = words.first, ["equals", "deepEquals"].contains(word.name),
      let fields = word.value.members
    else {
      let word = words.first { parameters.contains($0.name) } ?? words.first
      log.loseMatcher(word?.name ?? predicate.kind, of: "its request", line: predicate.line)
      return
    }
    let isWhole = word.name == "deepEquals"
    for field in fields {
      switch field.name {
      case "method":
        if let text = log.text(field.value, "its method") { stub.want(method: text) }
      case "path":
        let address = stub.request.url.split(separator: "/", maxSplits: 2).prefix(2)
        let query = stub.request.url.drop { $0 != "?" }
        if let text = log.text(field.value, "its path") {
          stub.want(path: text + query, at: address.joined(separator: "//"))
        }
      case "query":
        let pairs = StubRequest.pairs(of: field.value, log)
        if isWhole {
          stub.append(query: pairs)
          stub.compare(.query)
        } else {
          stub.want(query: pairs)
        }
      case "headers":
        stub.want(ForeignHeaders.read(field.value, of: "its request", log))
      case "body":
        if let text = field.value.bytes {
          stub.want(body: text, isJSON: ForeignValue.isJSON(text))
        } else if isWhole {
          stub.want(body: ForeignStructure.json(field.value, .javaScript), isJSON: true)
        } else {
          stub.want(membersOf: ForeignStructure.json(field.value, .javaScript))
        }
      case "form":
        let pairs = StubRequest.pairs(of: field.value, log)
        let form = FormEncoding.encode(pairs.map { (Array($0.name.utf8), Array($0.value.utf8)) })
        stub.want(formOf: form, isWhole: isWhole)
      case "requestFrom", "ip": continue
      default: log.loseMatcher(field.name, of: "its request", line: field.value.line)
      }
    }
  }

  // MARK: - The response

  private func read(
    _ content: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = "its response"
    return try log.reading(content, part) { members throws(ForeignEntryError) in
      members.ignore(["_proxyResponseTime"], because: "how long the recording took")
      // Mountebank's own.
      let usual = ForeignValue(.scalar(Array("200".utf8)), line: content.line)
      guard let status = ForeignScalars.status(members.take("statusCode") ?? usual) else {
        throw ForeignEntryError("\(part) has no status", at: content)
      }
      let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
      let isBinary = members.text("_mode") == "binary"
      let body = ForeignBody(part: part, headers: headers, log: log)
      let value = members.take("body")
      let bytes: [UInt8] =
        if let value {
          if value.bytes == nil {
            // `JSON.stringify(body, null, 4)`.
            ForeignStructure.json(value, .indented(4))
          } else {
            isBinary ? try body.base64(value) : try body.read(value)
          }
        } else { [] }
      return Interaction.Response(status: status, headers: headers, body: Body(bytes))
    }
  }
}
