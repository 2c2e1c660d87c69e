/// What the requests of a recording carry, to tell which values of its answers must not stay as they
/// were in the cassette: an id that a later URL names has to be the one that the answer handed out, or
/// the replay asks for what is not there.
struct HandedOutValues {
  private var carried: Set<String> = []

  /// Looks through the requests of a recording.
  ///
  /// - Throws: `CassetteError` when one cannot be read.
  init(in recorded: CassetteFile) throws {
    for index in 0..<recorded.count {
      let request = try recorded.unlessFileIsAmiss(at: index) { reader throws(YAMLFault) in
        try reader.request()
      }
      if let request { carried.formUnion(UsedValue.values(of: request).map(\.text)) }
    }
  }

  /// True when a volatile place of an answer has a new value that a request carries.
  ///
  /// - Parameters:
  ///   - new: The answer.
  ///   - old: The one in the cassette.
  ///   - paths: The volatile places.
  /// - Returns: False when no value of these places went on.
  func areIn(_ new: Interaction, insteadOf old: Interaction, at paths: [JSONPath]) -> Bool {
    let before = Self.values(of: old, at: paths)
    return Self.values(of: new, at: paths).contains { carried.contains($0) && !before.contains($0) }
  }

  private static func values(of interaction: Interaction, at paths: [JSONPath]) -> Set<String> {
    guard case .response(let response) = interaction.outcome,
      let json = JSONText(response.body.bytes)
    else { return [] }
    let places = Set(paths.flatMap { $0.select(in: json) })
    // A short value stands in many requests by chance.
    return Set(
      json.scalars.filter { places.contains($0.node) && $0.text.utf8.count > 2 }.map(\.text))
  }
}

extension Volatility {
  /// The same without the places in JSON bodies.
  var withoutJSONPaths: Volatility {
    Volatility.standard.adding(headers: Array(headers))
  }

  /// A new interaction with the nonces of the old one, in the content security policy as well as in
  /// the page it is for: one without the other would block the page's scripts (CSP Level 3, §2.3.1).
  func bringingNonces(of old: Interaction, into new: Interaction) -> Interaction {
    guard case .response(let before) = old.outcome, case .response(var response) = new.outcome,
      before.body.chunks.isEmpty, response.body.chunks.isEmpty
    else { return new }
    let (ours, theirs) = (Self.nonces(in: before.headers), Self.nonces(in: response.headers))
    guard ours.count == theirs.count, ours != theirs else { return new }
    var changes: [Replacements.Item] = []
    for (nonce, other) in zip(theirs, ours) where nonce != other && nonce.utf8.count >= 8 {
      let bytes = Array(nonce.utf8)
      var start = 0
      while let range = response.body.bytes.firstRange(of: bytes, from: start) {
        changes.append(.init(range: range, bytes: Array(other.utf8)))
        start = range.upperBound
      }
    }
    guard !changes.isEmpty else { return new }
    changes.sort { $0.range.lowerBound < $1.range.lowerBound }
    response.body.bytes = changes.applied(to: response.body.bytes)
    for index in response.headers.fields.indices {
      for (nonce, other) in zip(theirs, ours) {
        let value = response.headers.fields[index].value
        response.headers.fields[index].value = value.replacing(
          "'nonce-\(nonce)'", with: "'nonce-\(other)'")
      }
    }
    var interaction = new
    interaction.outcome = .response(response)
    return interaction
  }

  private static func nonces(in headers: HeaderFields) -> [String] {
    headers.fields.flatMap { field -> [String] in
      guard field.name.lowercased().hasPrefix("content-security-policy") else { return [] }
      let octets = Array(field.value.utf8)
      return VolatileValue.parts(ofHeader: field.name, field.value).map {
        String(decoding: octets[$0.range], as: UTF8.self)
      }
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
