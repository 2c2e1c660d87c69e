/// Replaces the secrets of a body that is too large for the memory, while it passes.
///
/// The rules are those for any body, looked for in windows (see ``ContentWindows``). So a secret is
/// found at any offset, and across any border between pieces, as long as it and the name that gives
/// it away have no more than 64 KiB together. These hold besides:
///
/// - In what is no text (images, archives) names and shapes are looked for where eight and more
///   characters of ASCII stand in a row; values that are known, everywhere.
/// - What is compressed in it is looked at as a whole, up to 8 MiB of it.
/// - What the end of a body gives away is looked for in its beginning by a second pass.
/// - JSON, lines and events of which paths were named, parts in which a value was, and text in
///   which a pattern looks are no such bodies: they are held in memory, as their structure is
///   needed (``isPossible(for:_:_:)``).
package struct LargeBodyRedaction: Sendable {
  private var redactor: Redactor
  private let direction: MessageDirection
  private let type: MediaType?
  private let headers: HeaderFields
  /// How many tokens were known when the body began.
  private let knownCount: Int
  /// The nature of the whole, by the beginning of the body; nil before that was seen.
  private var nature: Nature?
  private var windows: ContentWindows

  fileprivate struct Nature: Sendable {
    var kind: TextKind
    /// The header fields that the excerpts are declared with, and the charset that the beginning
    /// shows.
    var headers: HeaderFields
  }

  /// Creates the redaction of one body.
  ///
  /// - Parameters:
  ///   - redactor: The rules, and what was met in other messages.
  ///   - direction: Which way the message goes.
  ///   - headers: The message's header section.
  ///   - windows: The windows, for tests.
  package init(
    _ redactor: Redactor, _ direction: MessageDirection, headers: HeaderFields,
    windows: ContentWindows = ContentWindows()
  ) {
    self.redactor = redactor
    self.direction = direction
    self.headers = headers
    self.windows = windows
    type = MediaType(headers)
    knownCount = redactor.memory.count
  }

  /// True for a body whose secrets can be found without all of it in memory.
  ///
  /// - Parameters:
  ///   - headers: The message's header section.
  ///   - start: The beginning of the body.
  ///   - redaction: The rules.
  /// - Returns: False for a body in which a path may name a place.
  package static func isPossible(
    for headers: HeaderFields, _ start: [UInt8], _ redaction: Redaction
  ) -> Bool {
    !BodySecrets(redaction: redaction, type: MediaType(headers)).mayHavePlaces(start)
  }

  /// Adds bytes of the body; what is final is given out without secrets.
  package mutating func take<Failure: Error>(
    _ bytes: [UInt8], _ give: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard redactor.redaction.redactsAnything else { return try give(bytes) }
    let nature = nature ?? Nature(bytes, headers, type)
    self.nature = nature
    var windows = windows
    // The copy would cost more than the window.
    self.windows = ContentWindows()
    let hasNamed = redactor.redaction.values.hasNamed
    try windows.take(
      bytes, { change(&$0, nature) },
      open: { hasNamed ? CompressedData.startOfOpen($0, from: $1) : nil }, give)
    self.windows = windows
  }

  /// Gives out what is left.
  package mutating func finish<Failure: Error>(
    _ give: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard let nature else { return }
    var windows = windows
    self.windows = ContentWindows()
    try windows.finish({ change(&$0, nature) }, give)
    self.windows = windows
  }

  /// Gives out what is left if nothing more comes, and goes on as if it had not.
  ///
  /// What the end of a body gives away that may be none is not learned.
  package func rest(_ give: ([UInt8]) -> Void) {
    var redaction = self
    redaction.redactor = Redactor(copyOf: redactor)
    redaction.finish(give)
  }

  /// True when tokens became known since the body began, which its beginning may hold.
  package var needsSecondPass: Bool { redactor.memory.count != knownCount }

  private func change(_ body: inout Body, _ nature: Nature) {
    let pass = RedactionPass(redaction: redactor.redaction)
    switch direction {
    case .request:
      var request = Interaction.Request(url: "", headers: nature.headers, body: body)
      BodyText.change(&request) {
        pass.redact(excerpt: &$0.body, of: type, .request, nature.kind, redactor.memory)
      }
      body = request.body
    case .response:
      var response = Interaction.Response(status: nil, headers: nature.headers, body: body)
      BodyText.change(&response) {
        pass.redact(excerpt: &$0.body, of: type, .response, nature.kind, redactor.memory)
      }
      body = response.body
    }
    // A side file is named by its content, which no mark may change.
    if redactor.memory.hasMarks { body = IssuedMark.removal.applied(to: body) }
  }
}

extension LargeBodyRedaction.Nature {
  fileprivate init(_ start: [UInt8], _ headers: HeaderFields, _ type: MediaType?) {
    kind = TextKind.of(start, type)
    self.headers = headers
    if let charset = BodyText.charset(of: start, headers) {
      // An excerpt from the middle has no byte order mark.
      let essence = type?.essence ?? "text/plain"
      self.headers.set("Content-Type", "\(essence); charset=\(charset.rawValue)")
    }
  }
}

extension RedactionPass {
  /// Replaces the secrets of an excerpt of a body.
  ///
  /// - Parameters:
  ///   - body: The excerpt.
  ///   - type: The declared type of the whole.
  ///   - direction: Which way the message goes.
  ///   - kind: The kind of the whole to somebody who looks for names in it.
  ///   - memory: The tokens that were met.
  func redact(
    excerpt body: inout Body, of type: MediaType?, _ direction: MessageDirection,
    _ kind: TextKind, _ memory: SharedTokenMemory
  ) {
    for values in memory.known(redaction.values) { replace(values, in: &body, type, direction) }
    let secrets = BodySecrets(redaction: redaction, type: type, excerptOf: kind)
    func settle(_ found: inout Replacements, _ body: inout Body) {
      memory.settle(&found, in: body.bytes.view, direction)
      body = found.applied(to: body)
    }
    let bytes = body.bytes
    if var texts = TextRuns(in: bytes) {
      secrets.find(in: &texts.body, settle)
      if let found = texts.replacements(in: bytes) {
        body = found.applied(to: body)
      } else {
        secrets.find(in: &body, settle)
      }
    } else {
      secrets.find(in: &body, settle)
    }
    body = personal(in: body, type, direction, memory)
    for values in memory.remembered { replace(values, in: &body, type, direction) }
  }
}
