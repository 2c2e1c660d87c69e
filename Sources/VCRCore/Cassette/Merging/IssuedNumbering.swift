/// Gives the tokens that services issued in a recording the numbers that tell them apart.
///
/// Where nothing but their tokens distinguishes two users in the requests of a recording, the
/// second token of a name becomes `{{ACCESS_TOKEN_2}}`, in the response that issued it and in every
/// request that carries it. So a client that was served the placeholder of its own login gets what
/// was recorded with that login, in whatever order clients come. Where something else tells users
/// apart, or there is one token alone, placeholders have no numbers.
///
/// A recording over a cassette keeps the cassette's numbers: a token is the one whose life is the
/// same, that is, which the same requests got and carried. What is then still the same in two
/// tokens is not told apart by anything, and has the order of the cassette.
struct IssuedNumbering {
  private let recorded: CassetteFile
  private let new: IssuedTokens
  private let old: IssuedTokens
  /// True when all of the cassette stays beside what was recorded.
  private let keepsBase: Bool
  private let isAdding: Bool
  private let reserved: Set<[UInt8]>

  /// The numbers of the recording's tokens.
  private var numbers: [Int: Int] = [:]
  /// The numbers of those of the cassette's tokens that were recognised.
  private var oldNumbers: [Int: Int] = [:]

  /// How often tokens are recognised by others that were.
  private static let rounds = 256

  /// The recording with numbers in the place of marks.
  ///
  /// - Parameters:
  ///   - recorded: The recording.
  ///   - base: The cassette that it is merged into.
  ///   - equivalence: The policy.
  ///   - volatility: The parts that may differ between two requests that are the same.
  ///   - strategy: The relation of the two.
  ///   - reserved: The names of named secrets, which are no numbers.
  ///   - files: Receives the side files to which it refers.
  /// - Returns: The recording; as it is when it has no marks.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  static func settled(
    _ recorded: CassetteFile, over base: CassetteFile, _ equivalence: RequestEquivalence,
    _ volatility: Volatility, _ strategy: CassetteMerge.Strategy, except reserved: Set<[UInt8]>,
    files: inout [SideFile]
  ) throws -> CassetteFile {
    let base64 = Array("base64:".utf8)
    let new = try IssuedTokens(
      in: recorded, equivalence, volatility,
      where: { IssuedMark.mayStand(in: $0) || $0.firstRange(of: base64) != nil },
      bare: IssuedMark.removal
    ) { IssuedMark.parts(of: $0).map { ($0.name, $0.mark) } }
    guard !new.tokens.isEmpty else { return recorded }
    let names = Set(new.tokens.map(\.name))
    let texts = names.map { Array("{{".utf8) + $0 } + names.map { Array("%7B%7B".utf8) + $0 }
    let old = try IssuedTokens(
      in: base, equivalence, volatility,
      where: { text in texts.contains { text.firstRange(of: $0) != nil } },
      // The numbers of what the client brought, such as its password, tell logins apart in both.
      bare: PlaceholderRenaming { name in
        ValueNumbers.parts(of: name).flatMap { names.contains($0.name) ? $0.name : nil }
      }
    ) { name in
      let parts = ValueNumbers.parts(of: name) ?? (name, 1)
      return names.contains(parts.name) ? (parts.name, parts.number) : nil
    }
    var numbering = IssuedNumbering(recorded, new, old, strategy, reserved)
    numbering.recognise()
    numbering.number()
    return try numbering.file(&files)
  }

  private init(
    _ recorded: CassetteFile, _ new: IssuedTokens, _ old: IssuedTokens,
    _ strategy: CassetteMerge.Strategy, _ reserved: Set<[UInt8]>
  ) {
    (self.recorded, self.new, self.old, self.reserved) = (recorded, new, old, reserved)
    isAdding = strategy == .adding
    keepsBase = strategy != .replacing
  }

  // MARK: - Recognising

  /// Gives the tokens that the cassette has the numbers that they have in it.
  private mutating func recognise() {
    guard !isAdding, !old.tokens.isEmpty else { return }
    for _ in 0..<Self.rounds {
      guard recogniseSome() else { return }
    }
  }

  /// Recognises what the most distinctive comparison recognises: first what is the only one of its
  /// kind, as others may be told apart by it.
  private mutating func recogniseSome() -> Bool {
    for isOnly in [true, false] {
      for likeness in IssuedTokens.Likeness.allCases {
        let groups = Self.groups(of: new, likeness, numbers)
        let oldGroups = Self.groups(of: old, likeness, oldNumbers)
        var hasFound = false
        for (identity, ids) in groups {
          guard let others = oldGroups[identity],
            !isOnly || (ids.count == 1 && others.count == 1)
          else { continue }
          let inOrder = others.sorted { old.tokens[$0].label < old.tokens[$1].label }
          for (id, other) in zip(ids, inOrder) {
            numbers[id] = old.tokens[other].label
            oldNumbers[other] = old.tokens[other].label
            hasFound = true
          }
        }
        if hasFound { return true }
      }
    }
    return false
  }

  /// The tokens without a number, by what tells them apart.
  private static func groups(
    of tokens: IssuedTokens, _ likeness: IssuedTokens.Likeness, _ numbers: [Int: Int]
  ) -> [Int: [Int]] {
    var groups: [Int: [Int]] = [:]
    for id in tokens.tokens.indices where numbers[id] == nil {
      if let identity = tokens.identity(id, likeness, numbers) {
        groups[identity, default: []].append(id)
      }
    }
    return groups
  }

  // MARK: - Numbering

  /// The names of which two tokens stand in requests that are the same without them, and those that
  /// have numbers in the cassette.
  private var numbered: Set<[UInt8]> {
    var names = Set(old.tokens.filter { $0.label > 1 }.map(\.name))
    var carried: [[UInt8]: [[UInt8]: Set<Int>]] = [:]
    func add(_ tokens: IssuedTokens, from first: Int) {
      for item in tokens.items {
        for id in item.sent {
          carried[item.key, default: [:]][tokens.tokens[id].name, default: []].insert(first + id)
        }
      }
    }
    add(new, from: 0)
    // A login that is new has not been recorded before.
    if isAdding { add(old, from: new.tokens.count) }
    for tokens in carried.values {
      for (name, ids) in tokens where ids.count > 1 { names.insert(name) }
    }
    return names
  }

  /// Gives the other tokens numbers that no other value of their name has.
  private mutating func number() {
    let numbered = numbered
    var taken = brought
    for (id, number) in numbers { taken[new.tokens[id].name, default: []].insert(number) }
    if keepsBase {
      for token in old.tokens { taken[token.name, default: []].insert(token.label) }
    }
    for (id, token) in new.tokens.enumerated() {
      guard numbered.contains(token.name) else {
        numbers[id] = 1
        continue
      }
      guard numbers[id] == nil else { continue }
      var number = 1
      let own = taken[token.name] ?? []
      while own.contains(number)
        || number > 1 && reserved.contains(ValueNumbers.name(token.name, number))
      {
        number += 1
      }
      numbers[id] = number
      taken[token.name, default: []].insert(number)
    }
  }

  /// The numbers of the values that the client brought.
  private var brought: [[UInt8]: Set<Int>] {
    var numbers: [[UInt8]: Set<Int>] = [:]
    let names = Set(new.tokens.map(\.name))
    for item in new.items {
      for name in PlaceholderNames.all(in: item.interaction.request) {
        let parts = ValueNumbers.parts(of: name) ?? (name, 1)
        if names.contains(parts.name) { numbers[parts.name, default: []].insert(parts.number) }
      }
    }
    return numbers
  }

  /// The recording with the numbers.
  private func file(_ files: inout [SideFile]) throws -> CassetteFile {
    let names = Dictionary(
      new.tokens.enumerated().map { id, token in
        (token.label, ValueNumbers.name(token.name, numbers[id] ?? 1))
      }, uniquingKeysWith: { first, _ in first })
    let renaming = PlaceholderRenaming { name in
      IssuedMark.parts(of: name).flatMap { names[$0.mark] }
    }
    var items = new.items[...]
    var content = CassetteWriter.prologue
    for index in 0..<recorded.count {
      guard let item = items.first, item.index == index else {
        content += recorded.text(at: index)
        continue
      }
      items.removeFirst()
      content += try recorded.text(
        at: index, from: item.interaction, to: renaming.applied(to: item.interaction),
        files: &files
      ).bytes
    }
    return try recorded.rewritten(content, files)
  }
}
