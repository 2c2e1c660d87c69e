/// The check digits that distinguish a number from any other.
enum CheckDigit {
  /// The Luhn algorithm (ISO/IEC 7812-1, annex B).
  static func isLuhn(_ digits: [UInt8]) -> Bool {
    var sum = 0
    for (index, digit) in digits.reversed().enumerated() {
      let value = index % 2 == 1 ? Int(digit) * 2 : Int(digit)
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0
  }

  /// ISO 7064, MOD 97-10, with the first four characters moved to the end (ISO 13616).
  static func isMod97(_ letters: [UInt8]) -> Bool {
    guard letters.count > 4 else { return false }
    var rest = 0
    for letter in letters[4...] + letters[..<4] {
      if letter.isASCIIDigit {
        rest = (rest * 10 + Int(letter - 0x30)) % 97
      } else {
        rest = (rest * 100 + Int(letter - 0x41 + 10)) % 97
      }
    }
    return rest == 1
  }

  /// The sum of digits times weights.
  static func sum(_ digits: some Collection<UInt8>, _ weights: [Int]) -> Int {
    zip(digits, weights).reduce(0) { $0 + Int($1.0) * $1.1 }
  }
}
