extension UInt8 {
  /// The reference for a byte that HTML and XML 1.0 (§2.4) read as markup in the text of an
  /// element; nil for all others.
  package var elementReference: String? {
    switch self {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    default: nil
    }
  }
}
