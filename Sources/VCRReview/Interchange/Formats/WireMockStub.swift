#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// The request of a stub, and what the stub compares of it.
struct WireMockStub {
  private(set) var request = Interaction.Request(url: "")
  private(set) var match: [RequestEquivalence.Part] = []

  private let log: ForeignLog
  private let part = "its request"
  private var origin = (scheme: "http", host: "localhost", port: "8080")

  init(log: ForeignLog) { self.log = log }

  /// Reads a request.
  ///
  /// - Parameter value: The matchers.
  /// - Throws: An error for a request whose URL could be any of many.
  mutating func read(_ value: ForeignValue) throws(ForeignEntryError) {
    var stub = self
    try log.reading(value, part) { members throws(ForeignEntryError) in
      if let method = log.text(members.take("method"), "its method"), method != "ANY" {
        stub.request.method = method
        stub.match.append(.method)
      }
      stub.readOrigin(&members)
      try stub.readURL(&members, value)
      stub.readHeaders(&members)
      stub.readCredentials(members.take("basicAuth"))
      stub.readCookies(members.take("cookies"))
      try stub.readBody(members.take("bodyPatterns"))
      stub.readForm(members.take("formParameters"))
      try stub.readParts(members.take("multipartPatterns"))
    }
    self = stub
  }

  private mutating func readOrigin(_ members: inout ForeignMembers) {
    if let scheme = log.text(members.take("scheme"), "its scheme") {
      origin.scheme = scheme
      match.append(.scheme)
    }
    if let matcher = members.take("host"), let host = exact(matcher, "its host") {
      origin = (origin.scheme, host, "")
      match.append(.host)
    }
    if let port = log.text(members.take("port"), "its port") {
      origin.port = port
      match.append(.port)
    }
  }

  private mutating func readURL(
    _ members: inout ForeignMembers, _ value: ForeignValue
  ) throws(ForeignEntryError) {
    match.append(.path)
    var hasWholeQuery = false
    let authority = origin.host + (origin.port.isEmpty ? "" : ":\(origin.port)")
    let address = "\(origin.scheme)://\(authority)"
    if let url = members.text("url") {
      match.append(.query)
      hasWholeQuery = true
      request.url = address + url
    } else if let path = members.text("urlPath") {
      request.url = address + path
    } else {
      throw ForeignEntryError("its request matches many URLs, so none was recorded", at: value)
    }
    let (pairs, names) = parameters(
      members.take("queryParameters"), "the parameters of its query",
      each: "a parameter of its query")
    guard !pairs.isEmpty else { return }
    let mark = request.url.contains("?") ? "&" : "?"
    request.url += mark + String(decoding: FormEncoding.encode(pairs), as: UTF8.self)
    if !hasWholeQuery { match.append(.query(only: names)) }
  }

  /// The exact values of parameters, and the names of those that have some.
  private func parameters(
    _ value: ForeignValue?, _ places: String, each place: String,
    losing kind: ForeignLoss.Kind = .member
  ) -> (pairs: [(name: [UInt8], value: [UInt8])], names: [String]) {
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    var names: [String] = []
    for parameter in log.members(value, places, losing: kind) {
      // Of a name with several values all are listed.
      var all = [parameter.value]
      if case .list(let several)? = parameter.value["hasExactly"]?.content { all = several }
      let texts = all.compactMap { exact($0, place, losing: kind) }
      guard texts.count == all.count, !texts.isEmpty else { continue }
      pairs += texts.map { (Array(parameter.name.utf8), Array($0.utf8)) }
      names.append(parameter.name)
    }
    return (pairs, names)
  }

  private mutating func readHeaders(_ members: inout ForeignMembers) {
    var names: [String] = []
    let fields = log.members(members.take("headers"), "the header fields", losing: .headers)
    for field in fields {
      guard let text = exact(field.value, "a header field") else { continue }
      request.headers.append(field.name, text)
      names.append(field.name)
    }
    if !names.isEmpty { match.append(.headers(names)) }
  }

  /// Reads the name and the password that a client sends (RFC 7617).
  private mutating func readCredentials(_ credentials: ForeignValue?) {
    guard let credentials, !credentials.isVoid else { return }
    guard let name = credentials["username"]?.text, let password = credentials["password"]?.text
    else {
      log.lost(
        .headers, "the credentials of its request (`basicAuth`) are not read",
        line: credentials.line)
      return
    }
    let text = Data("\(name):\(password)".utf8).base64EncodedString()
    request.headers.append("Authorization", "Basic \(text)")
    match.append(.headers(["Authorization"]))
  }

  private mutating func readCookies(_ cookies: ForeignValue?) {
    var pairs: [(name: String, value: String)] = []
    for cookie in log.members(cookies, "the cookies of its request", losing: .headers) {
      guard let text = exact(cookie.value, "a cookie") else { continue }
      pairs.append((cookie.name, text))
    }
    guard !pairs.isEmpty else { return }
    let field = pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    request.headers.append("Cookie", field)
    match.append(.cookies(only: pairs.map(\.name)))
  }

  private mutating func readBody(_ patterns: ForeignValue?) throws(ForeignEntryError) {
    guard let patterns, !patterns.isVoid else { return }
    guard patterns.elements.count == 1, let pattern = patterns.elements.first else {
      log.lost(.body, "several matchers of its body are not read", line: patterns.line)
      return
    }
    let body = ForeignBody(part: part, headers: request.headers, log: log)
    if let bytes = pattern["binaryEqualTo"] {
      request.body = Body(try body.base64(bytes))
      match.append(.body)
    } else if let json = pattern["equalToJson"] {
      request.body = Body(json.bytes ?? ForeignStructure.json(json, .javaScript))
      let free = JSONUnitPlaceholders(request.body.bytes)
      match.append(free.paths.isEmpty ? .json : .json(ignoring: free.paths))
      if free.hasConditions {
        log.lost(
          .member,
          "the values that `${json-unit.…}` of its body wants are not compared, whatever they are",
          line: pattern.line)
      }
      if pattern["ignoreArrayOrder", "ignoreExtraElements"]?.isVoid == false {
        log.lost(
          .member,
          "that the order of arrays, or further members, of its body may differ is not read",
          line: pattern.line)
      }
    } else if let text = pattern["equalToXml"]?.text {
      request.body = Body(Array(text.utf8))
      match.append(.body)
      log.lost(
        .member, "that the white space of its body, which is XML, may differ is not read",
        line: pattern.line)
    } else if let text = exact(pattern, "its body", losing: .body) {
      request.body = Body(Array(text.utf8))
      match.append(.body)
    }
  }

  /// Reads the fields of a form, others of which may be there, too.
  private mutating func readForm(_ fields: ForeignValue?) {
    let place = "a field of its form"
    let (pairs, names) = parameters(fields, "the fields of its form", each: place, losing: .body)
    guard let fields, !pairs.isEmpty else { return }
    let type = request.headers["Content-Type"]
    guard request.body.isEmpty, type.map({ MediaType($0).isForm }) ?? true else {
      log.lost(
        .body, "the fields of its form are matched beside its body, and not read", line: fields.line
      )
      return
    }
    if type == nil { request.headers.append("Content-Type", FormEncoding.mediaType) }
    request.body = Body(FormEncoding.encode(pairs))
    match.append(.form(only: names))
  }

  /// Reads the parts of a body, others of which may be there, too.
  private mutating func readParts(_ patterns: ForeignValue?) throws(ForeignEntryError) {
    let elements = log.elements(patterns, "the parts of its body", losing: .body)
    var parts: [ForeignStructure.Part] = []
    for pattern in elements {
      if let part = try part(pattern) { parts.append(part) }
    }
    guard let patterns, !parts.isEmpty else { return }
    let type = request.headers["Content-Type"].map { MediaType($0) }
    let named = type?.parameter("boundary") ?? ""
    guard request.body.isEmpty, type == nil || type?.isMultipart == true && !named.isEmpty else {
      log.lost(
        .body, "the parts of its body are matched beside its body, and not read",
        line: patterns.line)
      return
    }
    let boundary = type == nil ? ForeignStructure.boundary(besides: parts) : named
    if type == nil {
      request.headers.append("Content-Type", "multipart/form-data; boundary=\(boundary)")
    }
    request.body = Body(ForeignStructure.multipart(parts, boundary: boundary))
    let names = parts.map { String(decoding: $0.name, as: UTF8.self) }
    match.append(.multipart(only: StubRequest.names(names)))
  }

  /// A part with its name and the one exact content that it has; nil, with a loss, for any other.
  private func part(_ pattern: ForeignValue) throws(ForeignEntryError) -> ForeignStructure.Part? {
    let place = "a part of its body"
    guard pattern.members != nil else {
      log.lost(.body, "\(place) is \(pattern.kind), and not read", line: pattern.line)
      return nil
    }
    return try log.reading(pattern, place, losing: .body) { members throws(ForeignEntryError) in
      let kind = members.text("matchingType") ?? "ANY"
      var name = members.text("name")
      for field in log.members(
        members.take("headers"), "the header fields of \(place)", losing: .headers)
      {
        // WireMock looks for the name in this field.
        let words = field.value["contains"]?.text?.split(
          separator: "\"", omittingEmptySubsequences: false)
        if field.name.equalsIgnoringASCIICase("Content-Disposition"), let words, words.count == 3,
          words[0] == "name=", words[2].isEmpty, name ?? String(words[1]) == words[1]
        {
          name = String(words[1])
          continue
        }
        log.lost(
          .headers,
          "`\(PrintableText.line(String(field.name.prefix(40))))` of \(place) is not compared",
          line: field.value.line)
      }
      let content = try content(members.take("bodyPatterns"), of: place, at: pattern)
      guard let content else { return nil }
      guard let name, kind == "ANY" else {
        log.lost(
          .body,
          name == nil
            ? "\(place) has no name, and is not compared"
            : "all parts of its body are to be the same, which is not compared",
          line: pattern.line)
        return nil
      }
      return ForeignStructure.Part(name: Array(name.utf8), content: content)
    }
  }

  /// The content that the one exact matcher of a part wants; nil, with a loss, for any other.
  private func content(
    _ patterns: ForeignValue?, of place: String, at pattern: ForeignValue
  ) throws(ForeignEntryError) -> [UInt8]? {
    let matchers = patterns?.elements ?? []
    guard matchers.count == 1, let matcher = matchers.first else {
      log.lost(
        .body,
        matchers.isEmpty
          ? "\(place) may hold anything, and is not compared"
          : "several matchers of \(place) are not read", line: pattern.line)
      return nil
    }
    if let bytes = matcher["binaryEqualTo"] {
      return try ForeignBody(part: place, headers: [:], log: log).base64(bytes)
    }
    for (word, format) in [("equalToJson", "JSON"), ("equalToXml", "XML")] {
      guard let value = matcher[word] else { continue }
      log.lost(
        .member, "that \(place), which is \(format), may be written in another way is not read",
        line: matcher.line)
      return value.bytes ?? ForeignStructure.json(value, .javaScript)
    }
    return exact(matcher, place, losing: .body).map { Array($0.utf8) }
  }

  /// The text that an exact matcher wants; nil, with a loss, for any other.
  private func exact(
    _ matcher: ForeignValue, _ place: String, losing kind: ForeignLoss.Kind = .member
  ) -> String? {
    let members = matcher.members ?? []
    let ignoresCase = members.contains { $0.name == "caseInsensitive" && !$0.value.isVoid }
    if let text = matcher["equalTo"]?.text, !ignoresCase {
      for other in members where !["equalTo", "caseInsensitive"].contains(other.name) {
        log.loseMatcher(other.name, of: place, losing: kind, line: matcher.line)
      }
      return text
    }
    log.loseMatcher(
      members.first?.name ?? matcher.kind, of: place, losing: kind,
      ignoresCase ? " in any case" : "", line: matcher.line)
    return nil
  }
}
