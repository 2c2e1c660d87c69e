/// Identifiers of persons that states give, as far as they have a check digit and a layout of their
/// own.
enum NationalIdentifier {
  /// The layout of an identifier: `9` for a digit, `A` for a capital, `?` for either, every other
  /// character for itself.
  private static let layouts: [(layout: [UInt8], isValid: @Sendable ([UInt8]) -> Bool)] =
    rows.map { (Array($0.0.utf8), $0.1) }

  private static let rows: [(String, @Sendable ([UInt8]) -> Bool)] = [
    // Spain, DNI and NIE: the rest of the number by 23.
    ("99999999A", { isSpanish($0, 0) }), ("X9999999A", { isSpanish($0, 0) }),
    ("Y9999999A", { isSpanish($0, 1) }), ("Z9999999A", { isSpanish($0, 2) }),
    // Brazil, CPF.
    ("999.999.999-99", { isBrazilian($0) }),
    // Sweden, personnummer: Luhn over six and four digits.
    ("999999-9999", { hasDate($0, yearFirst: true) && CheckDigit.isLuhn(digits($0)) }),
    // Finland: the rest by 31.
    ("999999-999?", { isFinnish($0) }), ("999999A999?", { isFinnish($0) }),
    // Switzerland, AHV: EAN-13.
    ("756.9999.9999.99", { isSwiss($0) }),
    // Belgium: 97 less the rest by 97.
    ("99.99.99-999.99", { isBelgian($0) }),
    // Italy, codice fiscale.
    ("AAAAAA99A99A999A", { isItalian($0) }),
    // France, NIR with its key.
    ("9 99 99 99 999 999 99", { isFrench($0) }), ("999999999999999", { isFrench($0) }),
    // China: ISO 7064, MOD 11-2.
    ("99999999999999999?", { isChinese($0) }),
    // Poland, PESEL; Norway; Türkiye; Estonia and Lithuania.
    ("99999999999", { isPolish($0) || isNorwegian($0) || isTurkish($0) || isBaltic($0) }),
    // South Africa: Luhn over a date and ten digits.
    ("9999999999999", { isSouthAfrican($0) }),
    // Czechia and Slovakia: a multiple of 11.
    ("999999/9999", { isCzech($0) }),
    // Mexico, CURP.
    ("AAAA999999AAAAAA?9", { isMexican($0) }),
    // Chile, RUT.
    ("99.999.999-?", { isChilean($0) }), ("9.999.999-?", { isChilean($0) }),
    // South Korea.
    ("999999-9999999", { isKorean($0) }),
  ]

  /// The range of an identifier that begins at a position.
  static func range(in text: Span<UInt8>, at start: Int) -> Range<Int>? {
    guard text[start].isASCIIDigit || text[start].isASCIIUppercase else {
      return nil
    }
    for (layout, isValid) in layouts {
      let end = start + layout.count
      guard end <= text.count, PersonalData.ends(text, end), matches(text, start, layout) else {
        continue
      }
      if isValid((start..<end).map { text[$0] }) { return start..<end }
    }
    return nil
  }

  private static func matches(_ text: Span<UInt8>, _ start: Int, _ layout: [UInt8]) -> Bool {
    for (offset, expected) in layout.enumerated() {
      let byte = text[start + offset]
      let isCapital = byte.isASCIIUppercase
      switch expected {
      case UInt8(ascii: "9"): guard byte.isASCIIDigit else { return false }
      case UInt8(ascii: "A"): guard isCapital else { return false }
      case UInt8(ascii: "?"): guard isCapital || byte.isASCIIDigit else { return false }
      default: guard byte == expected else { return false }
      }
    }
    return true
  }

  private static func digits(_ text: some Collection<UInt8>) -> [UInt8] {
    text.filter(\.isASCIIDigit).map { $0 - 0x30 }
  }

  private static func value(_ digits: some Collection<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1) }
  }

  /// True for a month and a day in the third to sixth digit, or in the first four.
  private static func hasDate(_ text: [UInt8], yearFirst: Bool) -> Bool {
    let digits = digits(text)
    let month = value(digits[2..<4])
    let day = value(yearFirst ? digits[4..<6] : digits[0..<2])
    return (1...12).contains(month) && (1...31).contains(day)
  }

  private static func isSpanish(_ text: [UInt8], _ first: Int) -> Bool {
    let own = digits(text)
    let number = own.count == 8 ? value(own) : first * 10_000_000 + value(own)
    return text.last == Array("TRWAGMYFPDXBNJZSQVHLCKE".utf8)[number % 23]
  }

  private static func isBrazilian(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    func check(_ count: Int) -> Int {
      let rest = CheckDigit.sum(own[..<count], Array((2...count + 1).reversed())) * 10 % 11
      return rest == 10 ? 0 : rest
    }
    return Set(own).count > 1 && check(9) == Int(own[9]) && check(10) == Int(own[10])
  }

  private static func isFinnish(_ text: [UInt8]) -> Bool {
    guard hasDate(Array(text[..<6]), yearFirst: false) else { return false }
    let number = value(digits(text[..<6] + text[7..<10]))
    return text[10] == Array("0123456789ABCDEFHJKLMNPRSTUVWXY".utf8)[number % 31]
  }

  private static func isSwiss(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    let sum = CheckDigit.sum(own[..<12], [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3])
    return (10 - sum % 10) % 10 == Int(own[12])
  }

  private static func isBelgian(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    let (number, check) = (value(own[..<9]), value(own[9...]))
    return 97 - number % 97 == check || 97 - (2_000_000_000 + number) % 97 == check
  }

  private static func isItalian(_ text: [UInt8]) -> Bool {
    let odd = [
      1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
    ]
    var sum = 0
    for (index, byte) in text[..<15].enumerated() {
      let number = Int(byte.isASCIIDigit ? byte - 0x30 : byte - 0x41)
      sum += index % 2 == 0 ? odd[number] : number
    }
    return Int(text[15] - 0x41) == sum % 26
  }

  private static func isFrench(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    guard own.count == 15, own[0] == 1 || own[0] == 2, (1...12).contains(value(own[3..<5])) else {
      return false
    }
    return 97 - value(own[..<13]) % 97 == value(own[13...])
  }

  private static func isChinese(_ text: [UInt8]) -> Bool {
    let own = digits(text[..<17])
    let (year, month, day) = (value(own[6..<10]), value(own[10..<12]), value(own[12..<14]))
    guard (1900...2099).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return false
    }
    let sum = CheckDigit.sum(own, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2])
    return text[17] == Array("10X98765432".utf8)[sum % 11]
  }

  private static func isNorwegian(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    // Those of persons without a residence have 40 added to the day.
    guard (1...31).contains(value(own[..<2]) % 40), (1...12).contains(value(own[2..<4])) else {
      return false
    }
    func check(_ weights: [Int]) -> Int { (11 - CheckDigit.sum(own, weights) % 11) % 11 }
    return check([3, 7, 6, 1, 8, 9, 4, 5, 2]) == Int(own[9])
      && check([5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) == Int(own[10])
  }

  private static func isTurkish(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    let odd = CheckDigit.sum(own, [1, 0, 1, 0, 1, 0, 1, 0, 1])
    let even = CheckDigit.sum(own, [0, 1, 0, 1, 0, 1, 0, 1])
    return own[0] > 0 && Set(own).count > 2 && (odd * 7 - even + 100) % 10 == Int(own[9])
      && (odd + even + Int(own[9])) % 10 == Int(own[10])
  }

  private static func isBaltic(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    guard (1...6).contains(own[0]), (1...12).contains(value(own[3..<5])),
      (1...31).contains(value(own[5..<7]))
    else { return false }
    let first = CheckDigit.sum(own, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11
    let second = CheckDigit.sum(own, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11
    return (first < 10 ? first : second % 10) == Int(own[10])
  }

  private static func isSouthAfrican(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    // Then citizenship, and a digit that is 8 or 9.
    return hasDate(text, yearFirst: true) && own[10] < 3 && own[11] >= 8 && CheckDigit.isLuhn(own)
  }

  private static func isCzech(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    let month = value(own[2..<4]) % 50
    return (1...12).contains(month > 20 ? month - 20 : month)
      && (1...31).contains(value(own[4..<6])) && value(own) % 11 == 0
  }

  private static func isMexican(_ text: [UInt8]) -> Bool {
    guard hasDate(Array(text[4..<10]), yearFirst: true) else { return false }
    // The letter after N counts, although it stands in none.
    let values = text[..<17].map { byte -> UInt8 in
      byte.isASCIIDigit ? byte - 0x30 : byte - 0x41 + (byte > UInt8(ascii: "N") ? 11 : 10)
    }
    let sum = CheckDigit.sum(values, Array((2...18).reversed()))
    return (10 - sum % 10) % 10 == Int(text[17] - 0x30)
  }

  private static func isChilean(_ text: [UInt8]) -> Bool {
    let own = digits(text.dropLast())
    let rest = 11 - CheckDigit.sum(own.reversed(), [2, 3, 4, 5, 6, 7, 2, 3]) % 11
    return text.last == Array("0123456789K0".utf8)[rest]
  }

  private static func isKorean(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    let sum = CheckDigit.sum(own, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5])
    return hasDate(text, yearFirst: true) && (11 - sum % 11) % 10 == Int(own[12])
  }

  private static func isPolish(_ text: [UInt8]) -> Bool {
    let own = digits(text)
    let day = value(own[4..<6])
    guard (1...12).contains(value(own[2..<4]) % 20), (1...31).contains(day) else { return false }
    let sum = CheckDigit.sum(own[..<10], [1, 3, 7, 9, 1, 3, 7, 9, 1, 3])
    return (10 - sum % 10) % 10 == Int(own[10])
  }
}
