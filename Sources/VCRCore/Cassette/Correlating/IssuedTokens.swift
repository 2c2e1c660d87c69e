/// The tokens in a cassette or a recording that services issued, with what distinguishes them.
struct IssuedTokens {
  /// A token, which has one placeholder.
  struct Token {
    /// The name of its placeholder, without a number.
    let name: [UInt8]
    /// Its number in a cassette, its mark in a recording.
    let label: Int
    /// Where it stands.
    fileprivate(set) var events: [Event] = []
    /// True when a response gives it away, without which nothing is known of its origin.
    fileprivate(set) var isProduced = false
  }

  /// A message in which a token stands.
  struct Event {
    let item: Int
    /// nil in a request; in a response which of its tokens of that name it is.
    let place: Int?
  }

  /// An interaction with tokens.
  struct Item {
    let index: Int
    let interaction: Interaction
    /// The tokens of its request.
    let sent: [Int]
    /// The key that the policy compares, without the tokens.
    let key: [UInt8]
    /// A digest of the request without the tokens.
    let request: Int
    /// A digest of the body that came back, without the tokens.
    let response: Int
  }

  private(set) var tokens: [Token] = []
  private(set) var items: [Item] = []
  private var ids: [[UInt8]: Int] = [:]

  /// Finds tokens.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - equivalence: The policy.
  ///   - volatility: The parts that do not count in a request.
  ///   - mayHold: False for an item that has none.
  ///   - bare: Takes marks or numbers away.
  ///   - token: The name and the number or mark of the token whose placeholder has a name; nil for
  ///     any other placeholder.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  init(
    in file: CassetteFile, _ equivalence: RequestEquivalence, _ volatility: Volatility,
    where mayHold: (ArraySlice<UInt8>) -> Bool, bare: PlaceholderRenaming,
    token: ([UInt8]) -> (name: [UInt8], label: Int)?
  ) throws {
    for index in 0..<file.count where mayHold(file.text(at: index)) {
      let found = try file.readingUnlessSideFileMissing(at: index) { reader throws(YAMLFault) in
        try reader.interaction()
      }
      guard let interaction = found else { continue }
      let sent = ids(PlaceholderNames.all(in: interaction.request), token)
      let received = ids(PlaceholderNames.all(in: interaction.outcome), token)
      guard !sent.isEmpty || !received.isEmpty else { continue }
      var places: [[UInt8]: Int] = [:]
      for id in sent { tokens[id].events.append(Event(item: items.count, place: nil)) }
      for id in received {
        let place = places[tokens[id].name, default: 0]
        places[tokens[id].name] = place + 1
        tokens[id].events.append(Event(item: items.count, place: place))
        tokens[id].isProduced = true
      }
      let stripped = bare.applied(to: interaction)
      var key: [UInt8] = []
      equivalence.appendKey(of: stripped.request, to: &key)
      let fingerprint = RequestFingerprint(stripped.request, volatility)
      items.append(
        Item(
          index: index, interaction: interaction, sent: sent, key: key,
          request: [key.seededHash, fingerprint.body, fingerprint.headers].hashValue,
          response: Self.body(of: stripped.outcome)?.bytes.seededHash ?? 0))
    }
  }

  private static func body(of outcome: Interaction.Outcome) -> Body? {
    guard case .response(let response) = outcome, response.body.file == nil else { return nil }
    return response.body
  }

  /// The tokens of placeholders, each once, in their order.
  private mutating func ids(
    _ names: [[UInt8]], _ token: ([UInt8]) -> (name: [UInt8], label: Int)?
  ) -> [Int] {
    var found: [Int] = []
    for name in names {
      guard let parts = token(name) else { continue }
      let id = ids[name] ?? tokens.count
      if id == tokens.count {
        ids[name] = id
        tokens.append(Token(name: parts.name, label: parts.label))
      }
      if !found.contains(id) { found.append(id) }
    }
    return found
  }

  /// The part of a token's life that counts when it is compared.
  enum Likeness: CaseIterable {
    /// The requests and the responses in which it stands.
    case exchanges
    /// The requests.
    case requests
    /// The request whose response gave it away.
    case origin
  }

  /// A digest of a token's life; nil when nothing is known of it.
  ///
  /// - Parameters:
  ///   - id: The token.
  ///   - likeness: The part of its life that counts.
  ///   - numbers: The numbers of the tokens that are known, which tell requests apart.
  /// - Returns: The digest.
  func identity(_ id: Int, _ likeness: Likeness, _ numbers: [Int: Int]) -> Int? {
    let token = tokens[id]
    guard token.isProduced || likeness != .origin else { return nil }
    var sum = 0
    for event in token.events where likeness != .origin || event.place != nil {
      let item = items[event.item]
      var hasher = Hasher()
      hasher.combine(token.name)
      hasher.combine(item.request)
      hasher.combine(event.place)
      if likeness == .exchanges { hasher.combine(item.response) }
      for other in item.sent where other != id {
        hasher.combine(tokens[other].name)
        hasher.combine(numbers[other])
      }
      sum &+= hasher.finalize()
    }
    return sum
  }
}
