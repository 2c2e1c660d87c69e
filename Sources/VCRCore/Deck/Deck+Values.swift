import VCRLocks

/// Keeps two secret values of one place apart although the cassette has only placeholders for them.
/// A value is bound to the number of the first recorded request that it matched, until the deck is
/// closed.
extension Deck {
  /// A request as it is matched.
  package struct Incoming: Sendable {
    /// The request without its secrets.
    let request: Interaction.Request
    /// The values that were replaced.
    let values: PairValues
    /// The values that the client has made itself and gets back.
    let returned: ReturnedValues
    /// The highest number that the cassette has for the name of each value.
    let highest: [Int]
    /// How many tokens were known before it was redacted.
    let tokenCount: Int

    /// The values of whose names the cassette has several: where it has one, it distinguishes
    /// nobody.
    var distinguished: [PairValues.Slot] { zip(values.slots, highest).filter { $1 > 1 }.map(\.0) }

    /// Creates a request of which only the redacted form matters.
    init(_ request: Interaction.Request) {
      self.request = request
      values = PairValues(of: request, in: request)
      returned = ReturnedValues()
      highest = []
      tokenCount = 0
    }

    fileprivate init(
      _ request: Interaction.Request, _ values: PairValues, _ returned: ReturnedValues,
      _ recorded: [[UInt8]: Int], tokenCount: Int
    ) {
      self.request = request
      self.values = values
      self.returned = returned
      highest = values.slots.map { recorded[$0.name] ?? 1 }
      self.tokenCount = tokenCount
    }
  }

  /// The most combinations of numbers that are tried for one request.
  private static let mostTries = 4096

  /// A request as it is matched.
  func incoming(_ request: Interaction.Request) -> Incoming {
    let tokenCount = redactor.tokenCount
    let (redacted, met) = redactor.matching(request)
    let values = withDummies(met)
    let recorded = values.isEmpty ? [:] : recordedNumbers?.highest ?? [:]
    return Incoming(
      redacted, values, ReturnedValues(of: request, in: redacted), recorded, tokenCount: tokenCount)
  }

  /// Takes the best unused interaction for a request from the index, with the numbers that its
  /// values have or may have.
  ///
  /// - Throws: `CassetteError` when an interaction cannot be parsed as far as its request,
  ///   ``IndexReading`` when a file has to be read first.
  func takeNumbered(
    _ incoming: Incoming, _ index: inout DeckIndex?, _ decision: RequestEquivalence.Decision?,
    knowing compared: ComparedRequests
  ) throws -> DeckIndex.Taken? {
    bindAsKnown(incoming.distinguished)
    if let likely = likelyUsers(of: incoming),
      let taken = try takeNumbered(incoming, &index, decision, compared, users: likely)
    {
      return taken
    }
    return try takeNumbered(
      incoming, &index, decision, compared, users: provenUsers(of: incoming))
  }

  private func takeNumbered(
    _ incoming: Incoming, _ index: inout DeckIndex?, _ decision: RequestEquivalence.Decision?,
    _ compared: ComparedRequests, users: ProvenUsers?
  ) throws -> DeckIndex.Taken? {
    // A value keeps the number that it has, and with that it is tried first.
    var isCertain = incoming.values.slots.allSatisfy {
      $0.value == nil || redactor.number(of: $0) != nil
    }
    let isNaming = needsNames(incoming)
    var taken: DeckIndex.Taken?
    try forEachNumbering(of: incoming) { numbers in
      let request = incoming.values.numbered(incoming.request, numbers)
      taken = try index?.take(
        request, deciding: decision, users: users, isNaming: isNaming, knowing: compared)
      guard let found = taken else {
        isCertain = false
        return true
      }
      taken?.isOnly = found.isOnly && isCertain
      bind(incoming, to: found.names, preferring: numbers)
      return false
    }
    return taken
  }

  /// Takes an item that is known to match, and gives the values of the request their numbers.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - incoming: The request.
  ///   - again: True to take it although it was used up.
  ///   - note: Called when it was taken.
  /// - Returns: False when it may not be served.
  /// - Throws: `CassetteError` when the item cannot be parsed as far as its request, `DeckError`
  ///   when the deck was closed.
  func take(
    _ item: Int, for incoming: Incoming, again: Bool = true,
    noting note: (inout DeckState) -> Void = { _ in }
  ) throws -> Bool {
    try asking { state, _ in
      guard !state.isClosed else { throw closedError }
      let names = needsNames(incoming) ? try state.index?.names(ofItem: item) ?? [] : []
      guard state.index?.take(item: item, again: again) == true else { return false }
      state.lastServed = item
      note(&state)
      bind(incoming, to: names)
      return true
    }
  }

  /// Gives the values of a request the numbers of an item that it is served.
  ///
  /// - Throws: As ``take(_:for:again:)``.
  func bind(_ incoming: Incoming, toItem item: Int) throws {
    try asking { state, _ in
      bind(
        incoming, to: needsNames(incoming) ? try state.index?.names(ofItem: item) ?? [] : [])
    }
  }

  /// False when nothing in the index can match a request, whatever its body.
  func mayHold(_ incoming: Incoming) -> Bool {
    let mayHold = try? asking { state, _ in
      var mayHold = false
      try forEachNumbering(of: incoming) { numbers in
        let request = incoming.values.numbered(incoming.request, numbers)
        mayHold = try state.index?.mayHold(request) ?? false
        return !mayHold
      }
      return mayHold
    }
    return mayHold ?? true
  }

  /// The items in the index that may match a request, whatever its body.
  func candidates(for incoming: Incoming, in index: inout DeckIndex?) -> [Int] {
    var found: [Int] = []
    forEachNumbering(of: incoming) { numbers in
      let request = incoming.values.numbered(incoming.request, numbers)
      found = index?.candidates(for: request) ?? []
      return found.isEmpty
    }
    return found
  }

  /// The calls of gRPC in the index that may be served to a request that has arrived in part.
  func streamedCalls(
    for incoming: Incoming, in index: inout DeckIndex?, held: Set<Int>, isAny: Bool
  ) throws -> StreamedCalls.Found {
    var found = StreamedCalls.Found()
    try forEachNumbering(of: incoming) { numbers in
      let request = incoming.values.numbered(incoming.request, numbers)
      found = try index?.streamedCalls(for: request, held: held, isAny: isAny) ?? found
      return found.all.isEmpty
    }
    return found
  }

  /// The most bodies that a call which has arrived in part may have.
  private static let mostBodies = 256

  /// The body of a request with the numbers that its values may have, the most likely ones first.
  func bodies(of incoming: Incoming) -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    forEachNumbering(of: incoming) { numbers in
      let body = incoming.values.numbered(incoming.request, numbers).body.bytes
      if known.insert(body).inserted { bodies.append(body) }
      return bodies.count < Self.mostBodies
    }
    return bodies
  }

  /// The item in the index whose outcome is served to a request before its content has arrived.
  func earlyOutcome(
    for incoming: Incoming, in index: inout DeckIndex?, isCertain: Bool,
    knowing compared: ComparedRequests
  ) throws -> Int? {
    var found: Int?
    try forEachNumbering(of: incoming) { numbers in
      let request = incoming.values.numbered(incoming.request, numbers)
      found = [
        try index?.earlyOutcome(for: request, isCertain: isCertain),
        try index?.begunOutcome(for: request, isCertain: isCertain, knowing: compared),
      ].compactMap(\.self).min()
      return found == nil
    }
    return found
  }

  /// Tries the numbers that the values of a request may have, the most likely ones first.
  ///
  /// - Parameters:
  ///   - incoming: The request.
  ///   - body: Gets a number for each value and returns false to stop.
  private func forEachNumbering(
    of incoming: Incoming, _ body: ([Int]) throws -> Bool
  ) rethrows {
    guard !incoming.values.isEmpty else {
      _ = try body([])
      return
    }
    let choices = zip(incoming.values.slots, incoming.highest).map { slot, highest in
      guard slot.value == nil, highest > 1 else {
        return likelyNumbers(of: slot, upTo: highest)
      }
      // A value that does not distinguish users matches any number, in recorded order. Number 0,
      // which no value has, finds the interactions that are equivalent whatever the value; a deck
      // that does not record finds the others by searching the cassette.
      // In Base64 no search finds it.
      return placeholderMatches == nil || slot.isEncoded ? Array(0...highest) : [0]
    }
    var places = Array(repeating: 0, count: choices.count)
    // A large body is written again for each.
    for _ in 0..<max(16, Self.mostTries / (1 + incoming.request.body.count >> 18)) {
      guard try body(zip(choices, places).map { $0[$1] }) else { return }
      guard let next = places.indices.last(where: { places[$0] + 1 < choices[$0].count }) else {
        return
      }
      places[next] += 1
      for index in places.indices where index > next { places[index] = 0 }
    }
  }

  /// The numbers with which a value may have been recorded, the most likely one first.
  private func likelyNumbers(of slot: PairValues.Slot, upTo highest: Int) -> [Int] {
    let choices = redactor.choices(for: slot, upTo: highest)
    guard choices.count > 1, let own = recordedNumber(of: slot), choices.contains(own) else {
      return choices
    }
    return [own] + choices.filter { $0 != own }
  }

  /// The number that the cassette's digests give a value that has none yet; nil when they do not
  /// know it, or another value has that number.
  func recordedNumber(of slot: PairValues.Slot) -> Int? {
    guard let digests = file?.valueDigests, slot.value != nil, redactor.number(of: slot) == nil,
      let number = digests.number(of: slot), !redactor.isTaken(number, of: slot)
    else { return nil }
    return number
  }

  /// True when values of a request get their numbers from the item that it is given.
  private func needsNames(_ incoming: Incoming) -> Bool {
    zip(incoming.values.slots, incoming.highest).contains { slot, highest in
      highest > 1 && slot.value != nil && redactor.number(of: slot) == nil
    }
  }

  /// Binds the values of a request that have no number yet to the numbers of the item it was given.
  ///
  /// - Parameters:
  ///   - incoming: The request.
  ///   - names: The names of the placeholders in the item's request.
  ///   - numbers: The numbers with which the item was found.
  private func bind(_ incoming: Incoming, to names: [[UInt8]], preferring numbers: [Int] = []) {
    for (index, slot) in incoming.values.slots.enumerated()
    where slot.value != nil && redactor.number(of: slot) == nil {
      guard incoming.highest[index] > 1 else {
        redactor.bind(slot, to: 1)
        continue
      }
      let preferred = index < numbers.count ? [numbers[index]] : []
      let number = (preferred + ValueNumbers.numbers(of: slot.name, in: names)).first {
        names.contains(ValueNumbers.name(slot.name, $0)) && !redactor.isTaken($0, of: slot)
      }
      if let number { redactor.bind(slot, to: number) }
    }
  }

  /// Binds the values of a request that is recorded over a cassette to the numbers they have in it,
  /// so that the requests of concurrent clients are recorded as before, in whatever order they
  /// come.
  func bindAsRecorded(_ request: Interaction.Request) {
    guard !replays, let recordedNumbers, !recordedNumbers.highest.isEmpty else { return }
    let incoming = incoming(request)
    let slots = incoming.values.slots
    guard slots.contains(where: { $0.value != nil && redactor.number(of: $0) == nil }),
      incoming.highest.contains(where: { $0 > 1 })
    else { return }
    let users = recordedNumbers.users(ofRequestsLike: incoming.request)
    // The very request comes first: another of the same key may be that of another user.
    let isRecorded: [(Interaction.Request) -> Bool] = [
      { users.contains(RecordedNumbers.users(of: $0)) }, recordedNumbers.hasRequest,
    ]
    for isRecorded in isRecorded.dropFirst(users.isEmpty ? 1 : 0) {
      var isBound = false
      forEachNumbering(of: incoming) { numbers in
        guard isRecorded(incoming.values.numbered(incoming.request, numbers)) else { return true }
        for (slot, number) in zip(slots, numbers) { redactor.bind(slot, to: number) }
        isBound = true
        return false
      }
      if isBound { break }
    }
    // A request that the cassette does not have, of a user whom it knows.
    for slot in slots {
      if let number = recordedNumber(of: slot) { redactor.bind(slot, to: number) }
    }
  }

  /// Gives the words that a service sets as cookies numbers, so that each client of a replay gets
  /// the one that the requests after its own login carry.
  func bindIssued(by outcome: Interaction.Outcome) {
    guard !replays, case .response(let response) = outcome else { return }
    for slot in redactor.users(ofCookiesIn: response) where redactor.number(of: slot) == nil {
      redactor.bind(slot, to: recordedNumber(of: slot) ?? redactor.next(for: slot))
    }
  }

  /// A request with the numbers with which it is recorded.
  func asRecorded(_ incoming: Incoming) -> Interaction.Request {
    incoming.values.numbered(
      incoming.request, incoming.values.slots.map { redactor.next(for: $0) })
  }
}
