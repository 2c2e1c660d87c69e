internal import CBytes

extension TextSecrets.Scan {
  /// Replaces the token within a word, if there is one.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - word: The word. A token may continue after it.
  /// - Returns: The position after the token; nil if there is none.
  @inline(__always)
  mutating func shape(_ text: Span<UInt8>, in word: Range<Int>) -> Int? {
    // Nearly every word is shorter than any token and needs no further test.
    word.count < TokenShape.shortest ? shortShape(text, in: word) : longShape(text, in: word)
  }

  /// The token that begins with a short word and continues after it.
  private mutating func shortShape(_ text: Span<UInt8>, in word: Range<Int>) -> Int? {
    guard word.upperBound < text.count else { return nil }
    if text[word.lowerBound] == UInt8(ascii: "-") { return privateKey(text, word) }
    if word.count == Self.puttyMark.utf8CodeUnitCount, text.equals(Self.puttyMark, in: word) {
      return puttyKey(text, word)
    }
    let next = text[word.upperBound]
    guard endsSpecial.contains(next) else { return nil }
    if next == UInt8(ascii: ":") || next == UInt8(ascii: "|") {
      return numbered(text, word)
        ?? (TokenShape.starts.mayBegin(text, at: word.lowerBound) ? marked(text, in: word) : nil)
    }
    if next == UInt8(ascii: "%"), let end = numbered(text, word) { return end }
    return marked(text, in: word)
  }

  /// The characters that end a word and may stand near the beginning of a token, or between a
  /// number and a token.
  static let endsSpecial = ByteSet("/+$~!%\\=}:|")

  /// The position before which there is no token, no placeholder and no escape.
  ///
  /// The words that are passed over are those that `shape` returns nil for by their length and the
  /// byte after them.
  static func endOfHarmless(_ text: Span<UInt8>, from start: Int) -> Int {
    let longest = puttyMark.utf8CodeUnitCount - 1
    return unsafe text.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return start }
      return unsafe start
        + vcr_harmless_count(base + start, bytes.count - start, kindsOfBytes, longest)
    }
  }

  private static let kindsOfBytes = (0...UInt8.max).map { byte in
    var kind: UInt8 = 0
    if ByteSet.word.contains(byte) { kind |= UInt8(vcr_of_word.rawValue) }
    if beginsSpecial.contains(byte) { kind |= UInt8(vcr_begins_special.rawValue) }
    if endsSpecial.contains(byte) { kind |= UInt8(vcr_ends_special.rawValue) }
    return kind
  }

  /// A hyphen begins a private key, each other one a placeholder or an escape.
  private static let beginsSpecial = ByteSet("-{%\\")

  /// The tokens of a word, which may go on after it.
  private mutating func marked(_ text: Span<UInt8>, in word: Range<Int>) -> Int? {
    var end: Int?
    let starts = TokenShape.starts
    let limit = min(word.upperBound + 1, text.count)
    var index = word.lowerBound
    // A mark within a token may begin with a sign, before which another one stands.
    if index > 0, starts.innerFirsts.contains(text[index - 1]) { index -= 1 }
    while index < limit {
      index = starts.next(
        text, in: index..<limit, ofWord: word.lowerBound, isBinary: kind == .binary)
      guard index < limit else { break }
      defer { index += 1 }
      if starts.mayBegin(text, at: index), let token = TokenShape.find(in: text, at: index),
        token.range.lowerBound >= found.items.last?.range.upperBound ?? 0,
        kind != .binary || !token.shape.isWeak
      {
        add(token.range, Array(token.shape.name.utf8), in: text)
        end = token.range.upperBound
        index = token.range.upperBound
      } else if text[index] == UInt8(ascii: "L") || text[index] == UInt8(ascii: "Z"),
        let secret = encodedSecret(text, at: index)
      {
        end = secret
        index = secret
      } else if text[index] == UInt8(ascii: "e"), let jwt = webToken(text, at: index) {
        add(index..<jwt, Array("JWT".utf8), in: text)
        end = jwt
        index = jwt
      }
    }
    return end
  }

  private mutating func longShape(_ text: Span<UInt8>, in word: Range<Int>) -> Int? {
    if let end = marked(text, in: word) { return end }
    if let token = TextSecrets.discordToken(text, at: word.lowerBound), token <= word.upperBound {
      add(word.lowerBound..<token, Array("DISCORD_TOKEN".utf8), in: text)
      return token
    }
    return word.upperBound < text.count ? numbered(text, word) : nil
  }

  /// The token that begins with the number of an account: of a Telegram bot, of a Facebook app.
  private mutating func numbered(_ text: Span<UInt8>, _ word: Range<Int>) -> Int? {
    guard text[word.upperBound - 1].isASCIIDigit else { return nil }
    let encoded = text.percentDecoded(at: word.upperBound, before: text.count)
    let start = word.upperBound + (encoded == nil ? 1 : 3)
    switch encoded ?? text[word.upperBound] {
    case UInt8(ascii: ":"): return telegramToken(text, word, from: start)
    case UInt8(ascii: "|"): return facebookToken(text, word, from: start)
    default: return nil
    }
  }

  /// The access token of an application in Laravel: its number, a bar, 40 characters, and since
  /// 2023 eight digits of a checksum (Sanctum, HasApiTokens::generateTokenString).
  private mutating func sanctumToken(
    _ text: Span<UInt8>, _ word: Range<Int>, from start: Int
  ) -> Int? {
    var end = start
    while end < text.count, text[end].isASCIILetter || text[end].isASCIIDigit { end += 1 }
    let hasChecksum = end - start == 48 && (end - 8..<end).allSatisfy { text[$0].hexValue != nil }
    guard end - start == 40 || hasChecksum,
      Entropy.looksRandom((start..<start + 40).map { text[$0] }[...])
    else { return nil }
    add(word.lowerBound..<end, Array("ACCESS_TOKEN".utf8), in: text)
    return end
  }

  /// The access token of a Facebook app: its number, a bar and 27 to 40 characters.
  private mutating func facebookToken(
    _ text: Span<UInt8>, _ word: Range<Int>, from start: Int
  ) -> Int? {
    guard word.count <= 16, word.allSatisfy({ text[$0].isASCIIDigit }) else { return nil }
    if let end = sanctumToken(text, word, from: start) { return end }
    guard word.count >= 15 else { return nil }
    var end = start
    while end < text.count, ByteSet.word.contains(text[end]), text[end] != UInt8(ascii: ".") {
      end += 1
    }
    guard (27...40).contains(end - start), TokenLikeness.isTokenLike(text, in: start..<end) else {
      return nil
    }
    add(word.lowerBound..<end, Array("FACEBOOK_ACCESS_TOKEN".utf8), in: text)
    return end
  }

  /// The end of a JSON Web Token in compact form (RFC 7515 §7.1, RFC 7516 §7.1): parts in Base64,
  /// of which the first is a JSON object.
  private mutating func webToken(_ text: Span<UInt8>, at start: Int) -> Int? {
    guard start >= webTokenLimit, start + 20 < text.count,
      Credentials.webTokenMarks.contains(where: { text.equals($0, in: start..<start + 3) })
    else { return nil }
    var index = start
    var dots = 0
    var length = 0
    var isSigned = false
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        guard dots < 4, length >= 8 || dots >= 1 else { break }
        dots += 1
        length = 0
      } else if byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "_")
      {
        length += 1
        if dots >= 1 && length >= 8 { isSigned = true }
      } else {
        break
      }
      index += 1
    }
    guard dots >= 2, isSigned, Self.isWebTokenHead(text, from: start) else {
      webTokenLimit = index
      return nil
    }
    if text[index - 1] == UInt8(ascii: "."), dots > 2 { index -= 1 }
    return index
  }

  /// True for a first part of a web token that is the text of an object.
  private static func isWebTokenHead(_ text: Span<UInt8>, from start: Int) -> Bool {
    // No word begins with the usual three letters.
    if text.equals("eyJ", in: start..<start + 3) { return true }
    guard let dot = text.firstIndex(of: UInt8(ascii: "."), in: start..<text.count),
      let head = Base64Text.decode(text, in: start..<dot)
    else { return false }
    return head.contains(UInt8(ascii: "\""))
  }

  /// Replaces everything between the first and the last line of a private key in PEM (RFC 7468 §10,
  /// §11) or in OpenPGP's armor (RFC 9580 §6.2).
  private mutating func privateKey(_ text: Span<UInt8>, _ word: Range<Int>) -> Int? {
    guard text.equals("-----BEGIN", in: word) else { return nil }
    if word.upperBound < text.count, text[word.upperBound] != UInt8(ascii: " ") {
      let next = text[word.upperBound]
      if next == UInt8(ascii: "%") || next == UInt8(ascii: "+") { hasEncodedKey = true }
      return nil
    }
    let limit = min(text.count, word.upperBound + 64)
    var index = word.upperBound
    while index < limit, text[index] != UInt8(ascii: "-") { index += 1 }
    guard index + 5 <= text.count, text.equals("-----", in: index..<index + 5),
      Self.isPrivateKey(text, word.upperBound..<index)
    else { return nil }
    let start = index + 5
    // A key ends with its last line, or at the first byte that cannot be part of a key: in code
    // that builds one, or at the end of a text that was cut off.
    index = start
    while index < text.count, !text.equalsDashes(at: index) {
      let reference = Self.lineEndReference(text, at: index)
      guard reference > 0 || Self.armor.contains(text[index]) else { break }
      index += max(1, reference)
    }
    let isWhole = index + 8 <= text.count && text.equals("-----END", in: index..<index + 8)
    guard isWhole || index - start >= 32 else { return nil }
    var end = index
    // The line end before the last line stays, even if it is a JSON escape.
    if isWhole {
      if end - 2 > start, text.equals("\\n", in: end - 2..<end) {
        end -= 2
      } else if end - 1 > start, text[end - 1] == 0x0A {
        end -= 1
      }
    }
    var first = start
    if first + 2 < end, text.equals("\\n", in: first..<first + 2) {
      first += 2
    } else if first < end, text[first] == 0x0A {
      first += 1
    }
    // Documentation has nothing or dots between the two lines.
    guard (first..<end).contains(where: { text[$0].isASCIIAlphanumeric }) else {
      return nil
    }
    add(first..<end, Array("PRIVATE_KEY".utf8), in: text)
    return index
  }

  /// The field of a key file of PuTTY before the lines of the private key.
  private static let puttyMark: StaticString = "Private-Lines"

  /// Replaces the lines of the private key in a key file of PuTTY, where a field gives their
  /// number.
  private mutating func puttyKey(_ text: Span<UInt8>, _ word: Range<Int>) -> Int? {
    guard text.equals(": ", at: word.upperBound) else { return nil }
    var index = word.upperBound + 2
    var lines = 0
    while index < text.count, text[index].isASCIIDigit, lines < 10_000 {
      lines = lines * 10 + Int(text[index] - UInt8(ascii: "0"))
      index += 1
    }
    guard lines > 0, let start = Self.nextLine(text, after: index) else { return nil }
    var end = start
    index = start
    for _ in 0..<lines {
      let line = index
      while index < text.count, Credentials.token68.contains(text[index]) { index += 1 }
      guard index > line else { break }
      end = index
      guard let next = Self.nextLine(text, after: index) else { break }
      index = next
    }
    guard end - start >= Self.shortestPuttyKey else { return nil }
    add(start..<end, Array("PRIVATE_KEY".utf8), in: text)
    return end
  }

  private static let shortestPuttyKey = 32

  /// True for the label of a private key: `RSA PRIVATE KEY`, `PGP PRIVATE KEY BLOCK`.
  private static func isPrivateKey(_ text: Span<UInt8>, _ label: Range<Int>) -> Bool {
    (label.lowerBound..<max(label.lowerBound, label.upperBound - 10)).contains {
      text.equals("PRIVATE KEY", in: $0..<$0 + 11)
    }
  }

  /// The characters of a key: Base64, fields such as `Proc-Type`, line ends and their JSON escapes.
  private static let armor = ByteSet(.alphanumeric, "+/=,:.-()\\ \n\r\t")

  /// The length of the reference of a line end in markup that begins at a position (XML §4.1); 0
  /// for anything else.
  private static func lineEndReference(_ text: Span<UInt8>, at index: Int) -> Int {
    guard text[index] == UInt8(ascii: "&") else { return 0 }
    return lineEndReferences.first { text.equals($0, at: index) }?.utf8CodeUnitCount ?? 0
  }

  private static let lineEndReferences: [StaticString] = [
    "&#10;", "&#13;", "&#xA;", "&#xD;", "&#xa;", "&#xd;",
  ]

  /// A private key in PEM that is encoded in Base64 again, as in a `kubeconfig`, or such a web
  /// token.
  private mutating func encodedSecret(_ text: Span<UInt8>, at start: Int) -> Int? {
    let isKey = starts(text, start, Self.encodedKeyMark)
    guard isKey || Credentials.encodedWebTokenMarks.contains(where: { starts(text, start, $0) })
    else { return nil }
    if isKey {
      // The deciding bytes are in the first line of a key.
      guard let head = Self.decodedBase64(text, from: start, limit: 96),
        Self.isPrivateKey(head.view, head.indices)
      else { return nil }
    } else {
      guard let head = Self.decodedBase64(text, from: start, limit: 64),
        head.allSatisfy(ByteSet.word.contains),
        let token = Self.decodedBase64(text, from: start, limit: 8192)
      else { return nil }
      var scan = TextSecrets.Scan(isForm: false, kind: .code)
      guard scan.webToken(token.view, at: 0) != nil else { return nil }
    }
    var end = start
    var line = start
    var count = 0
    while end < text.count {
      if Credentials.token68.contains(text[end]) {
        end += 1
        count += 1
      } else if isKey, end - line >= Self.shortestLine,
        line == start || !Self.endsKey(text, line..<end, of: count),
        let next = Self.nextLine(text, after: end)
      {
        (line, end) = (next, next)
      } else {
        break
      }
    }
    add(start..<end, Array((isKey ? "PRIVATE_KEY" : "JWT").utf8), in: text)
    return end
  }

  /// True for a line in Base64 that ends with the last dashes of a private key.
  ///
  /// How many characters there are up to the line's end says where a group of four begins.
  private static func endsKey(_ text: Span<UInt8>, _ line: Range<Int>, of count: Int) -> Bool {
    let start = line.lowerBound + (4 - (count - line.count) % 4) % 4
    guard let end = decodedBase64(text.extracting(..<line.upperBound), from: start, limit: 512)
    else { return false }
    return end[...].reversed().drop { $0 <= 0x20 }.starts(with: repeatElement(0x2D, count: 5))
  }

  /// Programs break Base64 after 60 to 76 characters (RFC 2045 §6.8).
  private static let shortestLine = 60

  /// Where the next line of a text in Base64 begins, after a line end, also one that JSON escapes,
  /// and indentation; nil if there is none.
  private static func nextLine(_ text: Span<UInt8>, after end: Int) -> Int? {
    var index = end
    for escape: StaticString in ["\\r", "\\n"] where text.equals(escape, at: index) { index += 2 }
    while index < text.count, text[index] <= 0x20 { index += 1 }
    return index > end && index < text.count && Credentials.token68.contains(text[index])
      ? index : nil
  }

  /// Decodes the first characters of the Base64 that begins at a position.
  private static func decodedBase64(
    _ text: Span<UInt8>, from start: Int, limit: Int
  ) -> [UInt8]? {
    let limit = min(text.count, start + limit)
    var end = start
    while end < limit, Credentials.token68.contains(text[end]), text[end] != UInt8(ascii: "=") {
      end += 1
    }
    let isCut = end == limit && limit < text.count
    let rest = (end - start) % 4
    if isCut || rest == 1 { end -= rest }
    return Base64Text.decode(text, in: start..<end)
  }

  private func starts(_ text: Span<UInt8>, _ start: Int, _ mark: StaticString) -> Bool {
    let end = start + mark.utf8CodeUnitCount
    return end < text.count && text.equals(mark, in: start..<end)
  }

  /// The Base64 letters of `-----BEGIN ` that do not depend on the text after it.
  private static let encodedKeyMark: StaticString = "LS0tLS1CRUdJTi"

  /// The token of a Telegram bot: its number, a colon and 35 characters, of which the first is `A`.
  private mutating func telegramToken(
    _ text: Span<UInt8>, _ word: Range<Int>, from secret: Int
  ) -> Int? {
    guard secret + 35 <= text.count, text[secret] == UInt8(ascii: "A") else { return nil }
    // In a URL the word `bot` precedes the number.
    var start = word.upperBound
    while start > word.lowerBound, text[start - 1].isASCIIDigit { start -= 1 }
    guard (5...16).contains(word.upperBound - start) else { return nil }
    var end = secret
    while end < text.count,
      text[end].isASCIIAlphanumeric || text[end] == UInt8(ascii: "-")
        || text[end] == UInt8(ascii: "_")
    {
      end += 1
    }
    guard end - secret == 35, TokenLikeness.isTokenLike(text, in: secret..<end) else { return nil }
    add(start..<end, Array("TELEGRAM_BOT_TOKEN".utf8), in: text)
    return end
  }
}

extension TextSecrets {
  /// Where the token of a Discord bot or user ends that begins at a position; nil if none does.
  ///
  /// It has three parts with dots between: the number of the account in Base64, a time and a
  /// signature.
  package static func discordToken(_ text: Span<UInt8>, at start: Int) -> Int? {
    guard start + 57 < text.count, discordStarts.contains(text[start]) else { return nil }
    var (dots, index) = ([Int](), start)
    while index < text.count, ByteSet.word.contains(text[index]), index - start < 80 {
      if text[index] == UInt8(ascii: ".") { dots.append(index) }
      index += 1
    }
    guard dots.count == 2, (22...28).contains(dots[0] - start), dots[1] - dots[0] == 7,
      (27...43).contains(index - dots[1] - 1),
      let number = Base64Text.decode(text, in: start..<dots[0])
    else { return nil }
    return number.allSatisfy(\.isASCIIDigit) ? index : nil
  }

  /// The Base64 of a digit begins with one of these.
  private static let discordStarts = ByteSet("MNO")

  /// How the numbers of accounts begin in Base64.
  package static let discordMarks = "MNO".flatMap { first in "DTjz".map { "\(first)\($0)" } }
}

extension Span<UInt8> {
  /// True at the start of the five dashes of a PEM line.
  fileprivate func equalsDashes(at index: Int) -> Bool {
    self[index] == UInt8(ascii: "-") && equals("-----", at: index)
  }
}
