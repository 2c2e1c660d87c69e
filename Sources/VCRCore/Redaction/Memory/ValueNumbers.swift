/// Numbers the values of one name in a run, so that two values never have the same placeholder.
///
/// The first value of a name has the plain placeholder, the others have a number at the end:
/// `{{TOKEN}}`, `{{TOKEN_2}}`. A recording therefore has the same bytes when every value was
/// renewed. Only hashes of each value are kept.
struct ValueNumbers: Sendable {
  private struct Values: Sendable {
    var numbers: [Int: Int] = [:]
    var taken: Set<Int> = []
    /// The fingerprints of which digests of the values are made, by their numbers.
    var fingerprints: [Int: ValueDigests.Fingerprint] = [:]
    /// No lower number is free.
    var lowest = 1
  }

  /// The most values of one name.
  ///
  /// More are not users but a value that changes with each request.
  private static let maximum = 65_536

  private var ofName: [[UInt8]: Values] = [:]

  /// The values with fingerprints that got their numbers since the last time these were taken.
  private var recent: [[UInt8]: [Int: ValueDigests.Fingerprint]] = [:]

  /// The digests of the values.
  ///
  /// - Parameter salt: The salt.
  /// - Returns: One for each value with a fingerprint.
  func digests(salt: String) -> ValueDigests {
    var digests = ValueDigests(salt: salt)
    for (name, values) in ofName { digests.add(values.fingerprints, name) }
    return digests
  }

  /// True when no value has a number.
  var isEmpty: Bool { ofName.isEmpty }

  /// The number of a value; nil if it has none.
  func number(of value: Int, _ name: [UInt8]) -> Int? { ofName[name]?.numbers[value] }

  /// True if a value has the number.
  func isTaken(_ number: Int, _ name: [UInt8]) -> Bool {
    ofName[name]?.taken.contains(number) ?? false
  }

  /// Returns the fingerprint of which digests of the value with a number are made; nil when no
  /// value has the number, or that value gets none.
  func fingerprint(of number: Int, _ name: [UInt8]) -> ValueDigests.Fingerprint? {
    ofName[name]?.fingerprints[number]
  }

  /// True when a value of a name has a number and could be guessed.
  func hasShort(_ name: [UInt8]) -> Bool {
    ofName[name]?.fingerprints.values.contains { $0.isShort } ?? false
  }

  /// Gives a value a number, unless it has one already or another value has that number.
  ///
  /// - Parameters:
  ///   - value: The hash of the value.
  ///   - name: The name of its placeholder.
  ///   - number: The number.
  ///   - fingerprint: The fingerprint of which digests of the value are made; nil for a value that
  ///     gets none.
  mutating func bind(
    _ value: Int, _ name: [UInt8], to number: Int,
    fingerprint: @autoclosure () -> ValueDigests.Fingerprint? = nil
  ) {
    var values = ofName.removeValue(forKey: name) ?? Values()
    if values.numbers[value] == nil, !values.taken.contains(number),
      values.numbers.count < Self.maximum
    {
      values.numbers[value] = number
      values.taken.insert(number)
      if let fingerprint = fingerprint() {
        values.fingerprints[number] = fingerprint
        recent[name, default: [:]][number] = fingerprint
      }
    }
    ofName[name] = values
  }

  /// Takes the values of another part of a recording, each with its number unless another value has
  /// that one.
  ///
  /// - Parameters:
  ///   - other: The values with their numbers in the other part.
  ///   - reserved: Names that no value may have.
  /// - Returns: The new names of the placeholders whose numbers had to change.
  mutating func take(
    _ other: ValueNumbers, except reserved: Set<[UInt8]>
  ) -> [[UInt8]: [UInt8]] {
    var changed: [[UInt8]: [UInt8]] = [:]
    for (name, values) in other.ofName {
      for (value, number) in values.numbers.sorted(by: { $0.value < $1.value }) {
        let fingerprint = values.fingerprints[number]
        if !isTaken(number, name) { bind(value, name, to: number, fingerprint: fingerprint) }
        let own = assign(value, name, except: reserved, fingerprint: fingerprint)
        if own != number { changed[Self.name(name, number)] = Self.name(name, own) }
      }
    }
    return changed
  }

  /// Takes the values of another part that have the numbers which the cassette's digests say.
  mutating func take(_ other: ValueNumbers, provenBy digests: ValueDigests) {
    for (name, values) in other.ofName {
      for (value, number) in values.numbers {
        guard let fingerprint = values.fingerprints[number],
          let recorded = digests.all[name]?[number],
          ValueDigests.isSame(recorded, digests.digest(of: fingerprint, name))
        else { continue }
        bind(value, name, to: number, fingerprint: fingerprint)
      }
    }
  }

  /// Takes the digests of the values that got their numbers since the last time.
  ///
  /// - Parameter salt: The salt.
  /// - Returns: nil when there are none.
  mutating func takeRecent(salt: String) -> ValueDigests? {
    guard !recent.isEmpty else { return nil }
    var digests = ValueDigests(salt: salt)
    for (name, fingerprints) in recent { digests.add(fingerprints, name) }
    recent = [:]
    return digests
  }

  /// The number of a value.
  ///
  /// A value without a number gets the first free one.
  mutating func assign(
    _ value: Int, _ name: [UInt8], except reserved: Set<[UInt8]>,
    fingerprint: @autoclosure () -> ValueDigests.Fingerprint? = nil
  ) -> Int {
    let number = next(for: value, name, except: reserved)
    bind(value, name, to: number, fingerprint: fingerprint())
    return number
  }

  /// The number that a value has, or that it would get.
  mutating func next(for value: Int, _ name: [UInt8], except reserved: Set<[UInt8]>) -> Int {
    guard let values = ofName[name] else { return 1 }
    if let known = values.numbers[value] { return known }
    guard values.numbers.count < Self.maximum else { return 1 }
    var number = values.lowest
    while values.taken.contains(number) { number += 1 }
    ofName[name]?.lowest = number
    while values.taken.contains(number) || reserved.contains(Self.name(name, number)) {
      number += 1
    }
    return number
  }

  /// The numbers with which a value may have been recorded, the most likely one first.
  ///
  /// A value with a number may have been recorded with that number, or with one that no value has
  /// yet, because a program may use one dummy for several values. A value without a number takes
  /// free numbers first. It takes the number of another value last, for cassettes that do not
  /// distinguish values.
  func choices(
    for value: Int, _ name: [UInt8], upTo highest: Int, except reserved: Set<[UInt8]>
  ) -> [Int] {
    let values = ofName[name] ?? Values()
    let all = (1...max(1, highest)).filter {
      $0 == 1 || !reserved.contains(Self.name(name, $0))
    }
    let free = all.filter { !values.taken.contains($0) }
    if let own = values.numbers[value] { return [own] + free }
    return free + all.filter { values.taken.contains($0) }
  }

  /// The numbers behind a name among the names of some placeholders; 1 for the bare name.
  static func numbers(of name: [UInt8], in names: [[UInt8]]) -> [Int] {
    names.compactMap { found in
      if found == name { return 1 }
      return parts(of: found).flatMap { $0.name == name ? $0.number : nil }
    }
  }

  /// The name of the placeholder of a value.
  static func name(_ name: [UInt8], _ number: Int) -> [UInt8] {
    number == 1 ? name : name + Array("_\(number)".utf8)
  }

  /// A text without the numbers of its placeholders, and the placeholders with numbers; nil if the
  /// text has no placeholder.
  ///
  /// - Returns: `numbered` has the names with their numbers. It is nil if one of them has the
  ///   number 0, which stands for any user.
  static func stripped(_ text: [UInt8]) -> (text: [UInt8], numbered: [[UInt8]]?)? {
    var found = Replacements()
    var names: [[UInt8]]? = []
    let span = text.view
    var index = 0
    var hasPlaceholder = false
    while index < span.count {
      let byte = span[index]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "%"),
        let range = Placeholder.name(span, at: index) ?? Placeholder.nameInForm(span, at: index)
      else {
        index += 1
        continue
      }
      index = range.upperBound
      hasPlaceholder = true
      let name = Array(text[range])
      if let parts = parts(of: name) {
        names?.append(name)
        found.add(range.lowerBound + parts.name.count..<range.upperBound, [], in: span)
      } else if name.suffix(2).elementsEqual("_0".utf8) {
        names = nil
        found.add(range.upperBound - 2..<range.upperBound, [], in: span)
      }
    }
    found = found.merged(
      with: EncodedPlaceholders.changes(in: span) { encoded in
        guard let inner = stripped(encoded) else { return nil }
        hasPlaceholder = true
        names = names.flatMap { all in inner.numbered.map { all + $0 } }
        return inner.text
      })
    guard hasPlaceholder else { return nil }
    return (found.isEmpty ? text : found.applied(to: span), names)
  }

  /// The name and the number that a numbered name consists of; nil if it has no number.
  static func parts(of name: [UInt8]) -> (name: [UInt8], number: Int)? {
    guard let place = name.lastIndex(of: UInt8(ascii: "_")), place > 0 else { return nil }
    let digits = name[(place + 1)...]
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 6,
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 1
    else { return nil }
    return (Array(name[..<place]), number)
  }
}
