/// Personal data, which is replaced where `redact` names `pii`.
///
/// Every value has a placeholder of its own (`{{EMAIL}}`, `{{EMAIL_2}}`), so that a client that
/// sends back what it was served asks for the same person in a replay.
extension RedactionPass {
  /// Replaces the personal data of a request.
  ///
  /// A value that no response has shown has no number here; the whole values of a query, a form or
  /// a member get theirs as other values do. In a path there are no numbers.
  func replacePersonal(_ request: inout Interaction.Request, _ memory: SharedTokenMemory) {
    guard redaction.findsPersonalData else { return }
    request.url = request.url.withUTF8Span { url -> String in
      let path = URLRanges(url).path
      var found = Replacements()
      for find in PersonalData.find(in: url, PersonalData.ofPairs)
      where find.range.lowerBound >= path.lowerBound {
        let number = find.range.lowerBound < path.upperBound ? 1 : known(find, url, memory)
        found.add(find.range, Self.placeholder(find, number, isForm: false), in: url)
      }
      let text = found.applied(to: url)
      return Self.withoutNumbers(text, in: path.lowerBound, Self.end(ofPath: text.view))
    }
    let type = MediaType(request.headers)
    let headers = request.headers
    request.headers = replaced(headers) { known($0, $1, memory) }
    request.body = replaced(request.body, type) { known($0, $1, memory) }
  }

  /// Replaces the personal data of a response, and numbers it.
  func replacePersonal(_ response: inout Interaction.Response, _ memory: SharedTokenMemory) {
    guard redaction.findsPersonalData else { return }
    let type = MediaType(response.headers)
    let headers = response.headers
    response.headers = replaced(headers) { assigned($0, $1, memory) }
    response.body = replaced(response.body, type) { assigned($0, $1, memory) }
  }

  /// Replaces the personal data of a text for a reader.
  func replacePersonal(in text: inout String) {
    guard redaction.findsPersonalData, !text.isEmpty else { return }
    let found = text.withUTF8Span { bytes in replacements(in: bytes, type: nil) { _, _ in 1 } }
    if !found.isEmpty { text = found.applied(to: text) }
  }

  // MARK: - Parts

  /// Fields that name a machine or a program.
  private static let otherFields = SecretNames(["Host", "User-Agent", "Server", "Via", "Date"])

  private func replaced(
    _ headers: HeaderFields, _ number: (PersonalData.Find, Span<UInt8>) -> Int
  ) -> HeaderFields {
    var headers = headers
    for index in headers.fields.indices where !Self.otherFields.contains(headers.fields[index].name)
    {
      let value = headers.fields[index].value
      let found = value.withUTF8Span { replacements(in: $0, type: nil, number) }
      if !found.isEmpty { headers.fields[index].value = found.applied(to: value) }
    }
    return headers
  }

  private func replaced(
    _ body: Body, _ type: MediaType?, _ number: (PersonalData.Find, Span<UInt8>) -> Int
  ) -> Body {
    guard !body.isEmpty, body.file == nil else { return body }
    return replacements(in: body.bytes.view, type: type, number).applied(to: body)
  }

  /// The replacements in an excerpt of a large body.
  func personal(
    in body: Body, _ type: MediaType?, _ direction: MessageDirection, _ memory: SharedTokenMemory
  ) -> Body {
    guard redaction.findsPersonalData else { return body }
    return replaced(body, type) { find, text in
      direction == .request ? known(find, text, memory) : assigned(find, text, memory)
    }
  }

  private func replacements(
    in text: Span<UInt8>, type: MediaType?, _ number: (PersonalData.Find, Span<UInt8>) -> Int
  ) -> Replacements {
    var found = Replacements()
    var bytes: [UInt8] = []
    bytes.append(text, 0..<min(text.count, 16 << 10))
    let kind = type == nil ? TextKind.data : TextKind.of(bytes, type)
    let encodings = type?.isForm == true ? PersonalData.ofPairs : PersonalData.ofTexts
    for find in PersonalData.find(in: text, encodings, isCode: kind == .code) {
      if Self.isBare(text, find.range) {
        // A typed decoder does not accept a string in place of a number.
        found.add(find.range, [UInt8(ascii: "0")], in: text)
      } else {
        found.add(
          find.range,
          Self.placeholder(find, number(find, text), isForm: type?.isForm == true), in: text)
      }
    }
    return found
  }

  /// True for a number in JSON.
  private static func isBare(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.allSatisfy({ text[$0].isASCIIDigit }) else { return false }
    var before = range.lowerBound
    while before > 0, text[before - 1] <= 0x20 { before -= 1 }
    var after = range.upperBound
    while after < text.count, text[after] <= 0x20 { after += 1 }
    guard before > 0, after < text.count else { return false }
    let isAfterSign =
      ":[,".utf8.contains(text[before - 1])
      && (text[before - 1] != UInt8(ascii: ":")
        || (before > 1 && text[before - 2] == UInt8(ascii: "\"")))
    return isAfterSign && ",]}".utf8.contains(text[after])
  }

  private static func placeholder(
    _ find: PersonalData.Find, _ number: Int, isForm: Bool
  ) -> [UInt8] {
    let name = ValueNumbers.name(Array(find.name.utf8), number)
    return isForm ? Placeholder.formEncoded(name) : Placeholder.bytes(name)
  }

  private static func value(_ find: PersonalData.Find, _ text: Span<UInt8>) -> Int {
    if let decoded = find.decoded { return decoded.seededHash }
    let bytes = find.range.map { text[$0] }
    return (DecodedText(bytes.view, .percent)?.bytes ?? bytes).seededHash
  }

  /// The number of a value that a response has shown; 1 for another.
  private func known(
    _ find: PersonalData.Find, _ text: Span<UInt8>, _ memory: SharedTokenMemory
  ) -> Int {
    guard numbersValues else { return 1 }
    let value = Self.value(find, text)
    return memory.withLock { $0.numbers.number(of: value, Array(find.name.utf8)) } ?? 1
  }

  private func assigned(
    _ find: PersonalData.Find, _ text: Span<UInt8>, _ memory: SharedTokenMemory
  ) -> Int {
    let value = Self.value(find, text)
    return memory.withLock {
      $0.numbers.assign(value, Array(find.name.utf8), except: redaction.valueNames)
    }
  }

  private static func end(ofPath text: Span<UInt8>) -> Int { URLRanges(text).path.upperBound }

  /// A URL whose path has no numbers of personal data.
  private static func withoutNumbers(_ url: [UInt8], in start: Int, _ end: Int) -> String {
    var found = Replacements()
    let text = url.view
    var index = start
    while index < end {
      guard let name = Placeholder.name(text, at: index) else {
        index += 1
        continue
      }
      index = name.upperBound
      if let parts = ValueNumbers.parts(of: Array(url[name])),
        PersonalData.names.contains(String(decoding: parts.name, as: UTF8.self))
      {
        found.add(name, parts.name, in: text)
      }
    }
    return String(decoding: found.applied(to: text), as: UTF8.self)
  }
}
