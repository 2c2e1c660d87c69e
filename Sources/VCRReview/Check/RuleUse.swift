import VCRCore

/// Finds the rules of a `.vcr.yaml` that no cassette needs.
///
/// A rule is needed when its subject occurs, or the placeholder that it left. Cassettes are decoded
/// only as long as a remaining rule could be found that way.
struct RuleUse: Sendable {
  private struct Candidate: Sendable {
    var rule: ProjectFile.Rule
    var subject: Subject
  }

  /// The subject of a rule.
  private enum Subject: Sendable {
    /// A name of a header field, query item or form field, with the placeholders for its value.
    case name(SecretNames, [[UInt8]])
    /// A place in JSON bodies.
    case path(JSONPath)
    /// Segments of paths.
    case segments(PathPattern)
    /// A cookie.
    case cookie(String)
    /// A value that was replaced wherever it occurred.
    case placeholders([[UInt8]])
    /// A header or trailer field, in lower case.
    case field(String)
  }

  private var open: [Candidate]

  /// Starts with the rules of a file, none of which was found yet.
  init(_ rules: [ProjectFile.Rule]) {
    open = rules.compactMap { rule in
      Self.subject(rule).map { Candidate(rule: rule, subject: $0) }
    }
  }

  /// True when all rules were found.
  var isSettled: Bool { open.isEmpty }

  /// The rules that were not found.
  var unmet: [ProjectFile.Rule] { open.map(\.rule) }

  private static func subject(_ rule: ProjectFile.Rule) -> Subject? {
    let text = rule.word.text
    let item = MarkedName.name(in: text)
    let plain = item ?? text
    let name = Placeholder.name(plain.utf8)
    let placeholders = [
      Placeholder.open + name + Placeholder.close,
      Placeholder.formOpen + name + Placeholder.formClose,
    ]
    switch rule.setting {
    // A set of rules is not for one thing that has to be there.
    case .redact where RedactionRules.isPersonalData(text): return nil
    case .redact where CookiePlace.isPlace(text):
      return CookiePlace.name(in: text).map(Subject.cookie)
    case .redact where PathPattern.isPattern(text) && PathPattern(parsing: text) != nil,
      .volatile where PathPattern.isPattern(text):
      return PathPattern(parsing: text).map(Subject.segments)
    case .volatile where CookiePlace.isPlace(text):
      return CookiePlace.name(in: text).map(Subject.cookie)
    case .redact where !JSONPath.isPath(text): return .name(SecretNames([plain]), placeholders)
    // A field that is redacted whole, such as `Authorization`, hides whether the secret was in it.
    case .secrets:
      return .placeholders(
        placeholders + [Array("{{AUTHORIZATION}}".utf8), Array("{{PROXY_AUTHORIZATION}}".utf8)])
    case .volatile where item != nil:
      return .name(SecretNames([plain]), [])
    case .volatile where !JSONPath.isPath(text): return .field(text.lowercased())
    // The path was parsed when the file was read.
    case .redact, .redactJSON, .volatile: return (try? JSONPath(parsing: text)).map(Subject.path)
    }
  }

  /// Searches a cassette for the subjects of rules.
  mutating func look(at file: CassetteFile) {
    open.removeAll { candidate in
      switch candidate.subject {
      case .name(_, let placeholders), .placeholders(let placeholders):
        placeholders.contains { file.bytes.contains($0, in: file.bytes.indices) }
      case .path, .field, .segments, .cookie: false
      }
    }
    for index in 0..<file.count {
      let needsMore = open.contains { candidate in
        if case .placeholders = candidate.subject { false } else { true }
      }
      guard needsMore else { return }
      // A cassette that cannot be decoded is a finding of its own.
      guard let interaction = try? file.interaction(at: index) else { continue }
      look(at: interaction)
    }
  }

  private mutating func look(at interaction: Interaction) {
    let request = interaction.request
    var names = request.headers.fields.map(\.name) + request.trailers.fields.map(\.name)
    var cookies = request.headers.cookieNames
    var bodies = [(request.body, request.headers)]
    var said: [(body: Body, sender: Interaction.WebSocketMessage.Sender, number: Int)] = []
    if case .response(let response) = interaction.outcome {
      names += response.headers.fields.map(\.name) + response.trailers.fields.map(\.name)
      bodies.append((response.body, response.headers))
      cookies += response.headers.cookieNames
      for sender in Interaction.WebSocketMessage.Sender.allCases {
        for (index, message) in response.messages.filter({ $0.sender == sender }).enumerated() {
          if let body = message.body { said.append((body, sender, index + 1)) }
        }
      }
    }
    open.removeAll { candidate in
      switch candidate.subject {
      case .field(let name): return names.contains { $0.equalsIgnoringASCIICase(name) }
      case .name(let wanted, _):
        return names.contains(where: wanted.contains) || Self.hasPair(request, wanted)
      case .path(let path):
        return bodies.contains { Volatility.holds(path, $0, MediaType($1)) }
          || said.contains { message in
            [path].inMessage(message.number, of: message.sender.rawValue)
              .contains { Volatility.holds($0, message.body, nil) }
          }
      case .cookie(let name): return cookies.contains(name)
      case .segments(let pattern):
        let url = Array(request.url.utf8)
        return pattern.ranges(in: url.view, path: URLRanges(url.view).path) != nil
      case .placeholders: return false
      }
    }
  }

  /// True when an item of the query or a field of a form has one of the names.
  private static func hasPair(_ request: Interaction.Request, _ names: SecretNames) -> Bool {
    let url = Array(request.url.utf8)
    var found = URLRanges(url.view).query.map { hasPair(url.view, $0, names) } ?? false
    if !found, MediaType(request.headers)?.isForm == true {
      found = hasPair(request.body.bytes.view, request.body.bytes.indices, names)
    }
    return found
  }

  private static func hasPair(
    _ text: Span<UInt8>, _ range: Range<Int>, _ names: SecretNames
  ) -> Bool {
    let pairs = QueryPairs(text, in: range)
    return pairs.pairs.contains { names.member(of: Array(pairs.name($0))) != nil }
  }
}
