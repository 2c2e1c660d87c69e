import VCRCore

/// Collections of Postman in schema version 1, brought into the form of version 2.
///
/// Version 1 has all requests in one list, and their order in another.
enum PostmanVersion1 {
  /// The collection in the form of version 2; nil for what is no collection in version 1.
  static func current(_ root: ForeignValue) -> ForeignValue? {
    guard let requests = root["requests"], case .list(let all) = requests.content,
      root["order"] != nil || root["folders"] != nil, let first = requests.firstMapping,
      first["id"] != nil, first["url"] != nil,
      first["collectionId"] != nil || first["dataMode"] != nil || first["responses"] != nil
    else { return nil }
    let items = ordered(all, root).map(item)
    let members = [
      ForeignValue.Member(
        name: "item", value: ForeignValue(.list(items), line: requests.line)),
      ForeignValue.Member(
        name: "variable", value: root["variables"] ?? ForeignValue(.nothing, line: root.line)),
    ]
    return ForeignValue(.map(members), line: root.line)
  }

  /// The requests of the folders, then those of the collection, then those that no list names.
  private static func ordered(_ all: [ForeignValue], _ root: ForeignValue) -> [ForeignValue] {
    let lists = (root["folders"]?.elements ?? []).map { $0["order"] } + [root["order"]]
    let ids = lists.flatMap { $0?.elements ?? [] }.compactMap(\.text)
    let places = Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
    func place(_ request: ForeignValue) -> Int {
      request["id"]?.text.flatMap { places[$0] } ?? ids.count
    }
    return all.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map(\.element)
  }

  private static func item(_ request: ForeignValue) -> ForeignValue {
    guard request.members != nil else { return request }
    let responses = (request["responses"]?.elements ?? []).map { response in
      Self.response(response, of: request)
    }
    return map(
      request,
      [
        ("request", Self.request(request)),
        ("response", ForeignValue(.list(responses), line: request.line)),
      ])
  }

  private static func request(_ request: ForeignValue) -> ForeignValue {
    // No helper is the same as the one that does nothing.
    let hasHelper = request["currentHelper"].map { !$0.isVoid && $0.text != "normal" } ?? false
    return map(
      request,
      [
        ("method", request["method"]), ("url", url(of: request)),
        ("header", headers(request["headers"] ?? request["headerData"])),
        ("body", body(of: request)), ("auth", hasHelper ? request["helperAttributes"] : nil),
      ])
  }

  /// The URL, with the values of the variables in its path.
  private static func url(of request: ForeignValue) -> ForeignValue? {
    guard let url = request["url"] else { return nil }
    var variables = request["pathVariableData"]?.elements ?? []
    if variables.isEmpty {
      variables = (request["pathVariables"]?.members ?? []).map { member in
        map(member.value, [("key", text(member.name, member.value)), ("value", member.value)])
      }
    }
    if variables.isEmpty { return url }
    return map(url, [("raw", url), ("variable", ForeignValue(.list(variables), line: url.line))])
  }

  /// Header fields, which a request has as a text with a line each.
  private static func headers(_ value: ForeignValue?) -> ForeignValue? {
    guard let value, let lines = value.text else { return value.map(pairs) }
    let fields = lines.split(whereSeparator: \.isNewline).compactMap { line -> ForeignValue? in
      // Such a field is switched off.
      if line.hasPrefix("//") { return nil }
      let colon = line.firstIndex(of: ":")
      let name = String(line[..<(colon ?? line.endIndex)])
      let rest = colon.map { line[line.index(after: $0)...].drop { $0 == " " } } ?? ""
      return map(value, [("key", text(name, value)), ("value", text(String(rest), value))])
    }
    return ForeignValue(.list(fields), line: value.line)
  }

  /// Names and values without what is for people or switched off.
  private static func pairs(_ value: ForeignValue) -> ForeignValue {
    guard case .list(let elements) = value.content else { return value }
    let used = elements.filter { $0["enabled"]?.text != "false" }.map { pair in
      pair.members == nil
        ? pair : map(pair, [("key", pair["key", "name"]), ("value", pair["value"])])
    }
    return ForeignValue(.list(used), line: value.line)
  }

  private static func body(of request: ForeignValue) -> ForeignValue? {
    let data = request["data"]
    let mode = request["dataMode"]?.text ?? (data?.text == nil ? "params" : "raw")
    switch mode {
    case "raw":
      let raw = request["rawModeData"] ?? data
      guard let raw, !raw.isVoid else { return nil }
      // An editor kept a text in a list.
      return map(raw, [("mode", text("raw", raw)), ("raw", raw.elements.first ?? raw)])
    case "urlencoded":
      return data.map {
        map($0, [("mode", text("urlencoded", $0)), ("urlencoded", pairs($0))])
      }
    case "graphql":
      return request["graphqlModeData"].map {
        map($0, [("mode", text("graphql", $0)), ("graphql", $0)])
      }
    case "params" where data?.isVoid ?? true: return nil
    default:
      let name = mode == "params" ? "formdata" : mode
      return map(request, [("mode", text(name, request))])
    }
  }

  /// A saved example, with the request that it was sent for where that is kept.
  private static func response(_ response: ForeignValue, of request: ForeignValue) -> ForeignValue {
    guard response.members != nil else { return response }
    let asked = [response["requestObject"], response["request"]].lazy.compactMap { $0 }
      .first { $0["url"] != nil }
    return map(
      response,
      [
        ("originalRequest", asked.map(Self.request) ?? Self.request(request)),
        ("code", response["responseCode"]?["code"]),
        ("status", response["responseCode"]?["name"]), ("header", headers(response["headers"])),
        ("body", response["text"]), ("responseTime", response["time"]),
      ])
  }

  private static func text(_ text: String, _ place: ForeignValue) -> ForeignValue {
    ForeignValue(.scalar(Array(text.utf8)), line: place.line, isText: true)
  }

  private static func map(
    _ place: ForeignValue, _ members: [(name: String, value: ForeignValue?)]
  ) -> ForeignValue {
    let members = members.compactMap { name, value in
      value.map { ForeignValue.Member(name: name, value: $0) }
    }
    return ForeignValue(.map(members), line: place.line)
  }
}
