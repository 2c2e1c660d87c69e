/// Which of the values that one name had in a run is which, so that two values never have one
/// placeholder.
///
/// The first value of a name has its plain placeholder, the others a number behind it: `{{TOKEN}}`,
/// `{{TOKEN_2}}`. So a recording is the same to the byte when every value was renewed. Of the values
/// nothing is kept but a hash under the process's own seed.
struct ValueNumbers: Sendable {
  private struct Values: Sendable {
    var numbers: [Int: Int] = [:]
    var taken: Set<Int> = []
    /// No number below is free.
    var lowest = 1
  }

  /// The values of more requests than that are no users but something that changes each time.
  private static let most = 65_536

  private var ofName: [[UInt8]: Values] = [:]

  /// True when no value has a number.
  var isEmpty: Bool { ofName.isEmpty }

  /// The number of a value; nil when it has none.
  func number(of value: Int, _ name: [UInt8]) -> Int? { ofName[name]?.numbers[value] }

  /// True when a number is that of some value.
  func isTaken(_ number: Int, _ name: [UInt8]) -> Bool {
    ofName[name]?.taken.contains(number) ?? false
  }

  /// Gives a value a number, unless it has one or the number is another's.
  mutating func bind(_ value: Int, _ name: [UInt8], to number: Int) {
    var values = ofName.removeValue(forKey: name) ?? Values()
    if values.numbers[value] == nil, !values.taken.contains(number),
      values.numbers.count < Self.most
    {
      values.numbers[value] = number
      values.taken.insert(number)
    }
    ofName[name] = values
  }

  /// The number of a value, which is the first free one when it had none.
  mutating func assign(_ value: Int, _ name: [UInt8], except reserved: Set<[UInt8]>) -> Int {
    let number = next(for: value, name, except: reserved)
    bind(value, name, to: number)
    return number
  }

  /// The number that a value has, or would be given.
  mutating func next(for value: Int, _ name: [UInt8], except reserved: Set<[UInt8]>) -> Int {
    guard let values = ofName[name] else { return 1 }
    if let known = values.numbers[value] { return known }
    guard values.numbers.count < Self.most else { return 1 }
    var number = values.lowest
    while values.taken.contains(number) { number += 1 }
    ofName[name]?.lowest = number
    while values.taken.contains(number) || reserved.contains(Self.name(name, number)) {
      number += 1
    }
    return number
  }

  /// The numbers that a value may be recorded under, the most likely one first.
  ///
  /// A value that has a number has that one, or one that is nobody's: a program may have one dummy
  /// for all. A value that has none takes what is nobody's before it takes what is another's, which
  /// is left where a cassette tells no values apart.
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

  /// The name of the placeholder of a value.
  static func name(_ name: [UInt8], _ number: Int) -> [UInt8] {
    number == 1 ? name : name + Array("_\(number)".utf8)
  }

  /// The name and the number that a name may be made of; nil when it ends in none.
  static func parts(of name: [UInt8]) -> (name: [UInt8], number: Int)? {
    guard let place = name.lastIndex(of: UInt8(ascii: "_")), place > 0 else { return nil }
    let digits = name[(place + 1)...]
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.count <= 6,
      let number = Int(String(decoding: digits, as: UTF8.self)), number > 1
    else { return nil }
    return (Array(name[..<place]), number)
  }
}
