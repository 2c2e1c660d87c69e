extension UInt8 {
  /// True for `A` to `Z` and `a` to `z`.
  package var isASCIILetter: Bool {
    let lowered = self | 0x20
    return lowered >= 0x61 && lowered <= 0x7A
  }

  /// True for `A` to `Z`.
  package var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }

  /// True for `a` to `z`.
  package var isASCIILowercase: Bool { self >= 0x61 && self <= 0x7A }

  /// The letter in lower case; any other byte as it is.
  package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

  /// The letter in upper case; any other byte as it is.
  package var asciiUppercased: UInt8 { isASCIILowercase ? self & 0xDF : self }

  /// True for a byte that ends a URL within a text.
  package var endsURL: Bool {
    switch self {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// True for a space or a tab, the white space within a line.
  package var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

  /// True for a double or a single quotation mark.
  package var isQuotationMark: Bool { self == 0x22 || self == 0x27 }

  /// True for `A` to `Z`, `a` to `z` and `0` to `9`.
  package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

  /// True for `0` to `9`.
  package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// The value of a hexadecimal digit, or nil.
  package var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
