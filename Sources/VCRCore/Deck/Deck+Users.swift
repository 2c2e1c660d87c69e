import VCRLocks

/// Sees to it that no user gets what was recorded for another one, or says so where that cannot be
/// known.
extension Deck {
  /// The most notices about responses that may be another user's.
  private static let mostNotices = 8

  /// Returns the users that the cassette's digests prove for the values of a request; nil when
  /// there are none.
  func provenUsers(of incoming: Incoming) -> ProvenUsers? {
    let slots = incoming.distinguished
    return slots.isEmpty ? nil : file?.valueDigests.flatMap { ProvenUsers(slots, $0, redactor) }
  }

  /// Returns the users that the cassette's digests suggest for all values that a request mentions,
  /// wherever they stand; nil when that is no more than they prove.
  ///
  /// It tells which of several responses is the user's, and refuses none.
  func likelyUsers(of incoming: Incoming) -> ProvenUsers? {
    guard let digests = file?.valueDigests else { return nil }
    let mentions = digests.mentions(in: incoming.request, incoming.values.slots)
    return mentions.isEmpty
      ? nil : ProvenUsers(incoming.distinguished, mentions: mentions, digests, redactor)
  }

  /// The values of a request with those as dummies that may be some, in a deck that records
  /// nothing: neither does the cassette know them, nor have real ones of their name come before.
  func withDummies(_ values: PairValues) -> PairValues {
    guard placeholderMatches != nil else { return values }
    return values.withDummies { slot in
      guard redactor.number(of: slot) == nil, !redactor.hasShort(slot.name) else { return true }
      guard let digests = file?.valueDigests, let digest = digests.digest(of: slot) else {
        return false
      }
      return !digests.numbers(of: digest, slot.name).isEmpty
    }
  }

  /// Gives values the numbers that the cassette's digests say.
  func bindAsKnown(_ slots: [PairValues.Slot]) {
    for slot in slots {
      if let number = recordedNumber(of: slot) { redactor.bind(slot, to: number) }
    }
  }

  /// Returns the difference that a report names for a recorded message that is proven to be another
  /// user's.
  ///
  /// - Parameters:
  ///   - users: The users that are proven for the values that came.
  ///   - names: The names of the placeholders in the recorded message.
  /// - Returns: The two users; nil when that is not proven.
  func userDifference(
    of users: ProvenUsers?, in names: [[UInt8]]
  ) -> RequestEquivalence.Difference? {
    users?.other(in: names).map {
      .init(
        part: "user", recorded: Self.shown($0.recorded),
        incoming: $0.incoming.map(Self.shown) ?? "another one")
    }
  }

  /// Gives the values of a request that is added to a cassette numbers of their own, where the
  /// cassette's digests know others and not these.
  func bindAsNew(_ incoming: Incoming) {
    guard replays, let digests = file?.valueDigests else { return }
    for (slot, highest) in zip(incoming.values.slots, incoming.highest)
    where highest > 1 && redactor.number(of: slot) == nil && digests.digest(of: slot) != nil {
      let last = max(highest, digests.all[slot.name]?.keys.max() ?? 1)
      redactor.bind(slot, after: last)
    }
  }

  /// True when an item was recorded for another value than a request has.
  func isForAnother(_ incoming: Incoming, item: Int) throws -> Bool {
    var names: [[UInt8]]?
    if let users = provenUsers(of: incoming) {
      let all = try recordedNumbers?.names(ofItem: item) ?? []
      if users.areOthers(all) { return true }
      names = all
    }
    for slot in incoming.values.slots {
      guard let own = redactor.number(of: slot) else { continue }
      let all = try names ?? recordedNumbers?.names(ofItem: item) ?? []
      names = all
      let numbers = ValueNumbers.numbers(of: slot.name, in: all)
      if !numbers.isEmpty, !numbers.contains(own),
        numbers.allSatisfy({ redactor.isTaken($0, of: slot) })
      {
        return true
      }
    }
    return false
  }

  /// Notes that a client got what was recorded with another token than the one that it was served,
  /// or with another value than its own.
  func noteOtherUser(_ incoming: Incoming, item: Int) throws {
    guard let recordedNumbers else { return }
    let slots = incoming.values.slots
    let brought = Set(slots.map(\.name))
    let sent = PlaceholderNames.all(in: incoming.request).filter { !brought.contains($0) }
    let several = slots.indices.filter { slots[$0].value != nil && incoming.highest[$0] > 1 }
    // The numbers are asked for last, as the first who does has the whole cassette looked through.
    guard !sent.isEmpty || !several.isEmpty, !recordedNumbers.highest.isEmpty else { return }
    let recorded = try recordedNumbers.names(ofItem: item)
    for name in sent where !recorded.contains(name) {
      let bare = ValueNumbers.parts(of: name)?.name ?? name
      guard recordedNumbers.highest[bare] != nil,
        let other = recorded.first(where: { (ValueNumbers.parts(of: $0)?.name ?? $0) == bare })
      else { continue }
      note(Self.shown(name), other)
    }
    for slot in several.map({ slots[$0] }) {
      let numbers = ValueNumbers.numbers(of: slot.name, in: recorded)
      let own = file?.valueDigests?.number(of: slot) ?? redactor.number(of: slot)
      guard let first = numbers.first, own.map({ !numbers.contains($0) }) ?? true else { continue }
      let name = own.map { Self.shown(ValueNumbers.name(slot.name, $0)) }
      note(name ?? "a \(Self.shown(slot.name)) of its own", ValueNumbers.name(slot.name, first))
    }
  }

  /// A placeholder as a reader sees it.
  static func shown(_ name: [UInt8]) -> String { "{{\(String(decoding: name, as: UTF8.self))}}" }

  private func note(_ own: String, _ other: [UInt8]) {
    let notice =
      "a request with \(own) got what was recorded with \(Self.shown(other)), which may be another "
      + "user's"
    state.withLock { state in
      guard state.otherUsers < Self.mostNotices, !state.summary.notices.contains(notice) else {
        return
      }
      state.otherUsers += 1
      state.summary.notices.append(notice)
    }
  }
}
