/// One layer of encoding around a text, by the name that a placeholder has for it.
///
/// A search for secrets undoes the layers of this list, and a replay puts them back: escapes in
/// their spellings, Base64 in one line or in many, hexadecimal digits, UTF-16, and compression.
enum EncodingLayer {
  /// Percent-encoding, escapes of JSON, references of HTML.
  case escapes(EscapeSpelling)
  /// Base64 (RFC 4648), with or without padding.
  case base64(isURLSafe: Bool, isPadded: Bool)
  /// Base64 in lines of so many letters (RFC 2045 §6.8, RFC 7468).
  case lines(width: Int, hasReturns: Bool)
  /// Hexadecimal digits.
  case hexadecimal(isUpper: Bool)
  /// UTF-16 without a byte order mark.
  case utf16(isBigEndian: Bool)
  /// Compressed data.
  case compressed(CompressedData.Wrapper)

  /// The name in a placeholder: small letters, digits and hyphens.
  var name: String {
    switch self {
    case .escapes(let spelling): spelling.name
    case .base64(let isURLSafe, let isPadded):
      (isURLSafe ? "base64url" : "base64") + (isPadded ? "" : "-unpadded")
    case .lines(let width, let hasReturns): "base64-\(width)-" + (hasReturns ? "crlf" : "lf")
    case .hexadecimal(let isUpper): isUpper ? "hex-upper" : "hex"
    case .utf16(let isBigEndian): isBigEndian ? "utf16be" : "utf16le"
    case .compressed(let wrapper): wrapper.rawValue
    }
  }

  /// Reads a name; nil for none.
  init?(named name: Span<UInt8>) {
    if let spelling = EscapeSpelling.named(name) {
      self = .escapes(spelling)
      return
    }
    let text = String(decoding: name.indices.map { name[$0] }, as: UTF8.self)
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    switch (parts[0], parts.count) {
    case ("base64", 1), ("base64url", 1):
      self = .base64(isURLSafe: parts[0] == "base64url", isPadded: true)
    case ("base64", 2) where parts[1] == "unpadded", ("base64url", 2) where parts[1] == "unpadded":
      self = .base64(isURLSafe: parts[0] == "base64url", isPadded: false)
    case ("base64", 3) where parts[2] == "lf" || parts[2] == "crlf":
      guard let width = Int(parts[1]), (4...1000).contains(width), width % 4 == 0 else {
        return nil
      }
      self = .lines(width: width, hasReturns: parts[2] == "crlf")
    case ("hex", 1): self = .hexadecimal(isUpper: false)
    case ("hex", 2) where parts[1] == "upper": self = .hexadecimal(isUpper: true)
    case ("utf16be", 1), ("utf16le", 1): self = .utf16(isBigEndian: parts[0] == "utf16be")
    case (_, 1):
      guard let wrapper = CompressedData.Wrapper(rawValue: text) else { return nil }
      self = .compressed(wrapper)
    default: return nil
    }
  }

  /// Puts the layer around a text.
  ///
  /// - Returns: nil for what cannot be in it.
  func encode(_ content: [UInt8]) -> [UInt8]? {
    switch self {
    case .escapes(let spelling): return spelling.encode(content)
    case .base64(let isURLSafe, let isPadded):
      var letters = Base64Text.encode(content, isURLSafe: isURLSafe)
      if !isPadded { while letters.last == UInt8(ascii: "=") { letters.removeLast() } }
      return letters
    case .lines(let width, let hasReturns):
      let letters = Base64Text.encode(content)
      var lines: [UInt8] = []
      for start in stride(from: 0, to: letters.count, by: width) {
        if start > 0 { lines += hasReturns ? [0x0D, 0x0A] : [0x0A] }
        lines += letters[start..<min(letters.count, start + width)]
      }
      return lines
    case .hexadecimal(let isUpper): return content.hexadecimal(isUpper: isUpper)
    case .utf16(let isBigEndian):
      guard let text = String(validating: content, as: UTF8.self) else { return nil }
      return text.utf16.flatMap { unit in
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
      }
    case .compressed(let wrapper): return wrapper.encode(content)
    }
  }
}
