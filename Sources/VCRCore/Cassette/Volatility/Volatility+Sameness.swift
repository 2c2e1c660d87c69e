extension Volatility {
  /// True when both interactions have equal content apart from volatile parts.
  ///
  /// Texts are the same when their bytes are. These are no differences: the order of header fields
  /// of different names, the case of their names, the order of the members of JSON objects, the
  /// boundary of a multipart body, the settings of an encoder, and the words of a failure's
  /// message. Servers and clients choose them newly in each run.
  package func isSame(_ left: Interaction, _ right: Interaction) -> Bool {
    mayBeSame(left.outcome, right.outcome) && stable(left) == stable(right)
  }

  /// False for two responses whose bodies differ in more than the order of their bytes.
  ///
  /// Sorting the members of JSON only moves bytes, and takes ten times as long as counting them.
  private func mayBeSame(_ left: Interaction.Outcome, _ right: Interaction.Outcome) -> Bool {
    guard case .response(let left) = left, case .response(let right) = right,
      left.body.file == nil, right.body.file == nil
    else { return true }
    let first = Self.marked(left.body, MediaType(left.headers), paths: jsonPaths).bytes
    let second = Self.marked(right.body, MediaType(right.headers), paths: jsonPaths).bytes
    guard first.count == second.count else { return false }
    guard first != second else { return true }
    var counts = [Int](repeating: 0, count: 256)
    for index in first.indices {
      counts[Int(first[index])] += 1
      counts[Int(second[index])] -= 1
    }
    return counts.allSatisfy { $0 == 0 }
  }

  /// A digest that is equal for interactions that are the same, to find such pairs.
  package func digest(_ interaction: Interaction) -> Int {
    var hasher = Hasher()
    hasher.combine(digest(interaction.request))
    switch stable(interaction.outcome) {
    case .response(let response):
      hasher.combine(response.status)
      hasher.combine(utf8Of: response.reason)
      hasher.combine(utf8Of: response.http)
      hasher.combine(utf8Of: response.mediaType)
      hasher.combine(utf8Of: response.textEncoding)
      hasher.combine(response.headers)
      hasher.combine(response.trailers)
      response.body.combine(into: &hasher)
      for message in response.messages { message.combine(into: &hasher) }
      response.failure?.combine(into: &hasher)
    case .failure(let failure): failure.combine(into: &hasher)
    }
    return hasher.finalize()
  }

  /// True when a client left an exchange, and another interaction has all that came until then.
  ///
  /// Such an exchange says nothing new: at which byte a client leaves is a matter of chance, and
  /// what is there serves it too.
  ///
  /// - Parameters:
  ///   - left: The interaction that a client may have left.
  ///   - other: The interaction that may hold its beginning.
  /// - Returns: False also when no client left. The event or line within which it left is not
  ///   compared.
  package func isBeginning(_ left: Interaction, of other: Interaction) -> Bool {
    guard left.outcome.failure?.isLeft == true else { return false }
    switch (left.outcome.byFinalResponse, other.outcome.byFinalResponse) {
    case (.failure, .response): return true
    case (.failure, .failure(let failure)): return failure.isLeft
    case (.response, .failure): return false
    case (.response(let part), .response(let whole)):
      if part.opensWebSocket || whole.opensWebSocket {
        return part.status == whole.status && isBeginning(part.messages, of: whole.messages)
      }
      guard part.status == whole.status, part.body.encoding.hasSameUTF8(as: whole.body.encoding)
      else { return part.status == whole.status && part.body.isEmpty }
      let beginning = Self.marked(
        Self.wholeParts(of: part.body, part.headers), MediaType(part.headers), paths: jsonPaths)
      return Self.marked(whole.body, MediaType(whole.headers), paths: jsonPaths)
        .starts(with: beginning)
    }
  }

  /// True when a client left an exchange that was recorded before, and what is known of it differs
  /// only in how much had come by then.
  ///
  /// A longer beginning is news, as the client needs it now; of a stream it is not, where events
  /// come while a client is leaving.
  ///
  /// - Parameters:
  ///   - new: The interaction that a client may have left.
  ///   - old: The one that is known.
  /// - Returns: False for a whole response where only the beginning is known.
  package func saysNothingNew(_ new: Interaction, beside old: Interaction) -> Bool {
    guard new.outcome.failure?.isLeft == true else { return false }
    if isBeginning(new, of: old) { return true }
    guard case .response(let response) = old.outcome else { return false }
    // Of a response that had not come to an event nothing is known that a client waits for.
    return StreamFormat(contentType: response.headers["content-type"]) != nil
      && !Self.wholeParts(of: response.body, response.headers).isEmpty
      && isBeginning(old, of: new)
  }

  /// The body of a stream up to the last event, line or message that came whole; any other body as
  /// it is.
  private static func wholeParts(of body: Body, _ headers: HeaderFields) -> Body {
    guard body.file == nil, let format = StreamFormat(contentType: headers["content-type"]) else {
      return body
    }
    let bytes = body.bytes
    func ends(with endings: [String]) -> Bool {
      endings.contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }
    let isWhole: Bool
    switch format {
    case .events: isWhole = ends(with: ["\n\n", "\r\n\r\n", "\r\r"])
    case .lines: isWhole = ends(with: ["\n"])
    case .messages:
      let end = GRPCMessages.ends(in: bytes).last ?? 0
      return Body(Array(bytes.prefix(end)), encoding: body.encoding)
    }
    guard !isWhole else { return body }
    let end = StreamParts(bytes, MediaType(headers)).parts.last?.range.lowerBound ?? 0
    return Body(Array(bytes.prefix(end)), encoding: body.encoding)
  }

  /// A digest that is equal for requests that are the same.
  package func digest(_ request: Interaction.Request) -> Int {
    let stable = stable(request)
    var hasher = Hasher()
    hasher.combine(utf8Of: stable.method)
    hasher.combine(utf8Of: stable.url)
    hasher.combine(utf8Of: stable.http)
    hasher.combine(stable.headers)
    hasher.combine(stable.trailers)
    stable.body.combine(into: &hasher)
    return hasher.finalize()
  }

  /// The value of a field without its volatile parts: the expiry of a cookie, a nonce, a boundary.
  ///
  /// The cookies that a client sends are in the order of their names, as clients that keep them in
  /// a table, such as Foundation on Linux, send them in another order in each run.
  ///
  /// - Parameters:
  ///   - name: The field's name in any case.
  ///   - value: Its value.
  /// - Returns: The rest, with a mark in the place of each part.
  package func stableValue(ofHeader name: String, _ value: String) -> String {
    let parts = parts(ofHeader: name, value)
    var stable = value
    if !parts.isEmpty {
      let changes = parts.map { Replacements.Item(range: $0.range, bytes: [UInt8(ascii: "*")]) }
      stable = String(decoding: changes.applied(to: Array(value.utf8)), as: UTF8.self)
    }
    return CookiePlace.isResponse(name) == false ? Self.sortedCookies(stable) : stable
  }

  /// The pairs of a `Cookie` field by their names, those of one name in the order in which they are
  /// (RFC 6265 §5.4).
  private static func sortedCookies(_ value: String) -> String {
    let pairs = value.utf8.split(separator: UInt8(ascii: ";")).map { $0.drop { $0 == 0x20 } }
    guard pairs.count > 1 else { return value }
    let sorted = pairs.enumerated().sorted { left, right in
      let names = (
        left.element.prefix { $0 != UInt8(ascii: "=") },
        right.element.prefix { $0 != UInt8(ascii: "=") }
      )
      return names.0.elementsEqual(names.1)
        ? left.offset < right.offset : names.0.lexicographicallyPrecedes(names.1)
    }
    let bytes = Array(sorted.map(\.element).joined(separator: "; ".utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// True when a path names a place that a body has.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - body: The body.
  ///   - type: Its declared media type.
  /// - Returns: False for a body that is in a file.
  package static func holds(_ path: JSONPath, _ body: Body, _ type: MediaType?) -> Bool {
    let places = VolatilePlaces(body, type, paths: [path])
    return places.places.contains { place in
      !place.isWhole || place.part.flatMap { places.stream?.parts[$0].isComment } == false
    }
  }

  /// An interaction without its volatile parts, in a form that is only used for comparison.
  private func stable(_ interaction: Interaction) -> Interaction {
    Interaction(
      request: stable(interaction.request), outcome: stable(interaction.outcome), seconds: nil,
      recordedAt: nil)
  }

  private func stable(_ request: Interaction.Request) -> Interaction.Request {
    var stable = request
    stable.url = stableURL(request.url)
    stable.headers = stableFields(request.headers)
    stable.trailers = stableFields(request.trailers)
    stable.body = stableBody(
      request.body, MediaType(request.headers), paths: jsonPaths + ignoredRequestPaths)
    return stable
  }

  private func stable(_ outcome: Interaction.Outcome) -> Interaction.Outcome {
    switch outcome {
    case .response(var response):
      response.awaits = nil
      response.hasUnknownLength = false
      response.body = stableBody(
        response.body, MediaType(response.headers), paths: jsonPaths)
      response.messages = stable(response.messages)
      response.headers = stableFields(response.headers)
      response.trailers = stableFields(response.trailers)
      response.changeInterimHeaders { $0 = stableFields($0) }
      // A failure's message has addresses, times and the words of libraries, for a reader.
      response.failure?.message = ""
      return .response(response)
    case .failure(var failure):
      failure.message = ""
      return .failure(failure)
    }
  }

  /// True when two paths differ only in segments that the matching policy ignores.
  ///
  /// - Parameters:
  ///   - left: The path of a URL.
  ///   - right: That of another.
  /// - Returns: Whether they are the same otherwise.
  package func hasSamePath(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    func marked(_ path: [UInt8]) -> [UInt8] {
      var marked: [UInt8] = []
      URLNormalization(path.view).appendPath(path.view, to: &marked)
      ignoredPathPatterns.mark(pathFrom: 0, in: &marked)
      return marked
    }
    return marked(left) == marked(right)
  }

  /// A URL without the pairs, the places in JSON and the segments that do not count.
  func stableURL(_ url: String) -> String {
    let places = (jsonPaths + ignoredRequestPaths).filter(\.isInQuery)
    guard !ignoredQueryNames.isEmpty || !places.isEmpty || !ignoredPathPatterns.isEmpty else {
      return url
    }
    var form: [UInt8] = []
    url.withUTF8Span { text in
      let url = URLNormalization(text)
      url.appendScheme(text, to: &form)
      form.append(UInt8(ascii: ":"))
      url.appendHost(text, to: &form)
      form.append(UInt8(ascii: ":"))
      url.appendPort(text, to: &form)
      let path = form.count
      url.appendPath(text, to: &form)
      ignoredPathPatterns.mark(pathFrom: path, in: &form)
      form.append(UInt8(ascii: "?"))
      url.appendQuery(text, choosing: .ignoring(ignoredQueryNames, within: places), to: &form)
    }
    return String(decoding: form, as: UTF8.self)
  }

  private func stableFields(_ fields: HeaderFields) -> HeaderFields {
    var kept: [(name: String, index: Int, field: HeaderField)] = []
    for (index, field) in fields.fields.enumerated() where reason(ofHeader: field.name) == nil {
      let name = field.name.lowercased()
      let value = stableValue(ofHeader: name, field.value)
      kept.append((name, index, HeaderField(name, value, isLatin1: field.isLatin1)))
    }
    kept.sort { $0.name == $1.name ? $0.index < $1.index : $0.name < $1.name }
    return HeaderFields(kept.map(\.field))
  }

  /// The bytes of a request's body with a mark in each volatile place.
  func stableBytes(of request: Interaction.Request) -> [UInt8] {
    let type = MediaType(request.headers)
    guard type?.isMultipart == true || !jsonPaths.isEmpty, request.body.file == nil else {
      return request.body.identity
    }
    return Self.marked(request.body, type, paths: jsonPaths + ignoredRequestPaths).bytes
  }

  func stableBody(_ body: Body, _ type: MediaType?, paths: [JSONPath]) -> Body {
    var stable = Self.marked(body, type, paths: paths)
    for chunk in stable.chunks.indices {
      stable.chunks[chunk].after = nil
      stable.chunks[chunk].awaits = nil
    }
    // The same content may be encoded otherwise each time, with the time in its header.
    stable.encoded = nil
    if stable.chunks.isEmpty, stable.file == nil { JSONMemberOrder.sort(&stable.bytes) }
    return stable
  }

  private static func marked(_ body: Body, _ type: MediaType?, paths: [JSONPath]) -> Body {
    let places = VolatilePlaces(body, type, paths: paths)
    guard !places.isEmpty else { return body }
    var marks = Replacements()
    for place in places.places {
      marks.add(place.range, place.isWhole ? [] : [UInt8(ascii: "0")], in: body.bytes.view)
    }
    return marks.applied(to: body)
  }
}

extension Interaction.Failure {
  /// Adds what is not only for a reader to a digest.
  fileprivate func combine(into hasher: inout Hasher) {
    hasher.combine(utf8Of: code)
    hasher.combine(number)
    hasher.combine(reset)
    hasher.combine(isLeft)
  }
}

extension Body {
  /// Adds the content of the body to a digest.
  fileprivate func combine(into hasher: inout Hasher) {
    unsafe identity.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hasher.combine(utf8Of: encoding)
    hasher.combine(chunks)
  }
}
