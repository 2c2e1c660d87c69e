/// One of several ways to write a text in an encoding that leaves encoders a choice.
///
/// PHP escapes the slash in JSON, Go writes `<` there as `\u003c`, Python keeps the slash in a
/// path: each is some language's default. A replay must return the original bytes, so a placeholder
/// names the spelling that was found.
struct EscapeSpelling: Sendable {
  private enum Rule: Sendable {
    /// Percent-encoding of all characters but those kept.
    case percent(kept: ByteSet, isLower: Bool, hasPlus: Bool)
    /// JSON's escapes, with some more characters as `\u` and four digits.
    case json(slash: Bool, inUnicode: ByteSet, isASCII: Bool, isUpper: Bool)
    /// Character references: those of the apostrophe and the quote, where they have one, others,
    /// and how characters beyond ASCII are written, where they are.
    case html(apostrophe: String?, quote: String?, others: [UInt8: String], Numbers?)
    /// Numeric references of all characters.
    case references(Numbers)
    /// The quoted-printable encoding.
    case quotedPrintable(QuotedPrintable)
    /// The escapes of a programming language or a shell.
    case script(ScriptSpelling)
    /// Signs that stand twice.
    case doubled(DoubledSigns)
  }

  /// How numeric references (HTML §13.1.4) are written.
  private enum Numbers: Sendable {
    case decimal, hexadecimal, upper
    /// Decimal digits, for what Latin-1 has besides ASCII and for what is beyond 16 bits.
    case latin

    /// True for a character beyond ASCII that is written so.
    func isMeant(_ character: Unicode.Scalar) -> Bool {
      self != .latin || (0xA0...0xFF).contains(character.value) || character.value > 0xFFFF
    }

    private var isDecimal: Bool { self == .decimal || self == .latin }

    func reference(_ character: Unicode.Scalar) -> [UInt8] {
      let digits = String(
        character.value, radix: isDecimal ? 10 : 16, uppercase: self == .upper)
      return Array((isDecimal ? "&#" : "&#x").utf8) + digits.utf8 + [UInt8(ascii: ";")]
    }
  }

  /// The name of the spelling in a placeholder.
  let name: String
  private let rule: Rule

  /// The spelling of a name; nil for none.
  static func named(_ name: Span<UInt8>) -> EscapeSpelling? {
    let text = String(decoding: (0..<name.count).map { name[$0] }, as: UTF8.self)
    return byName[text] ?? QuotedPrintable(named: text).map(EscapeSpelling.init)
      ?? ScriptSpelling(named: text).map(EscapeSpelling.init)
  }

  /// The spelling that reproduces an encoded text; the usual one, which is not exact, when none
  /// does.
  static func of(
    _ written: [UInt8], _ text: [UInt8], in encoding: DecodedText.Encoding
  ) -> (spelling: EscapeSpelling, isExact: Bool) {
    let all =
      encoding == .quotedPrintable
      ? QuotedPrintable.candidates(for: written).map(EscapeSpelling.init) : spellings(of: encoding)
    if let spelling = all.first(where: { $0.encode(text) == written }) { return (spelling, true) }
    // What no library escapes by default is written down sign for sign.
    let script = encoding == .script || encoding == .json ? ScriptSpelling(of: written, text) : nil
    return (script.map(EscapeSpelling.init) ?? all[0], script != nil)
  }

  /// All spellings of an encoding, the usual one first.
  private static func spellings(of encoding: DecodedText.Encoding) -> [EscapeSpelling] {
    switch encoding {
    case .percent: percent
    case .form: form
    case .json, .script: json
    case .html: html
    case .quotes: quotes
    case .doubled: doubled
    case .quotedPrintable: [EscapeSpelling(QuotedPrintable())]
    }
  }

  /// The usual spelling of an encoding.
  static func usual(of encoding: DecodedText.Encoding) -> EscapeSpelling {
    spellings(of: encoding)[0]
  }

  // MARK: - Spellings

  private static let byName = Dictionary(
    (percent + form + json + html + quotes + doubled).map { ($0.name, $0) },
    uniquingKeysWith: { first, _ in first })

  /// The sets of characters that are kept besides letters, digits, `-`, `.` and `_`.
  private static let percent =
    lowerAndUpper([
      ("percent", "~"),
      // Python's `quote`.
      ("percent-path", "~/"),
      // JavaScript's `encodeURIComponent` and `encodeURI`.
      ("percent-component", "~!'()*"), ("percent-uri", "~!'()*;,/?:@&=+$#"),
      // A segment and a path of RFC 3986 §3.3, and a query of §3.4.
      ("percent-segment", "~!$&'()*+,;=:@"), ("percent-pchar", "~!$&'()*+,;=:@/"),
      ("percent-query", "~!$&'()*+,;=:@/?"),
      // Go's `PathEscape`.
      ("percent-go", "~$&+=:@"),
      // PHP's older `rawurlencode`, and encoders that encode everything they may.
      ("percent-strict", ""),
      // A path and a query of the WHATWG URL Standard §1.3.
      ("percent-whatwg-path", "~!$&'()*+,;=:@/[]|\\"),
      ("percent-whatwg-query", "~!$&'()*+,;=:@/?[]{}|\\^`"),
    ]) { name, kept, isLower in
      EscapeSpelling(name, .percent(kept: kept, isLower: isLower, hasPlus: false))
    }
    + [false, true].map {
      EscapeSpelling(
        $0 ? "percent-all-lower" : "percent-all",
        .percent(kept: ByteSet(""), isLower: $0, hasPlus: false))
    }

  private static let form = lowerAndUpper([
    ("form", "~"),
    // WHATWG URL Standard §5.2, Java's `URLEncoder`; PHP's `urlencode`; Python's with a slash.
    ("form-url", "*"), ("form-strict", ""), ("form-slash", "~/"),
    // .NET's `UrlEncode`.
    ("form-net", "!*()"),
  ]) { name, kept, isLower in
    EscapeSpelling(name, .percent(kept: kept, isLower: isLower, hasPlus: true))
  }

  private static func lowerAndUpper(
    _ rows: [(String, StaticString)], _ make: (String, ByteSet, Bool) -> EscapeSpelling
  ) -> [EscapeSpelling] {
    rows.flatMap { name, kept in
      let kept = ByteSet(.word, kept)
      return [make(name, kept, false), make(name + "-lower", kept, true)]
    }
  }

  private static let json: [EscapeSpelling] = {
    var all: [EscapeSpelling] = []
    // Go and Rails; .NET; Gson.
    let sets: [(String, ByteSet)] = [
      ("", ByteSet("")), ("-html", ByteSet("<>&")), ("-strict", ByteSet("\"<>&'+`")),
      ("-gson", ByteSet("<>&='")),
      // Programs that escape every character.
      ("-unicode", .ascii),
    ]
    for (slashName, slash) in [("", false), ("-slash", true)] {
      for (setName, set) in sets {
        for (asciiName, isASCII) in [("", false), ("-ascii", true)] {
          for (caseName, isUpper) in [("", false), ("-upper", true)] {
            all.append(
              EscapeSpelling(
                "json" + slashName + setName + asciiName + caseName,
                .json(slash: slash, inUnicode: set, isASCII: isASCII, isUpper: isUpper)))
          }
        }
      }
    }
    return all
  }()

  private static let html: [EscapeSpelling] = {
    var all: [EscapeSpelling] = []
    let apostrophes: [(String, String?)] = [
      ("", "&#39;"), ("-x27", "&#x27;"), ("-039", "&#039;"), ("-apos", "&apos;"),
      ("-noapos", nil),
    ]
    let quotes: [(String, String?)] = [
      ("", "&quot;"), ("-34", "&#34;"), ("-x22", "&#x22;"), ("-noquot", nil),
    ]
    let slash: [UInt8: String] = [UInt8(ascii: "/"): "&#x2F;"]
    let mustache = slash.merging(
      [UInt8(ascii: "`"): "&#x60;", UInt8(ascii: "="): "&#x3D;"], uniquingKeysWith: { $1 })
    let others: [(String, [UInt8: String])] = [
      ("", [:]), ("-slash", slash), ("-mustache", mustache),
      ("-handlebars", mustache.filter { $0.key != UInt8(ascii: "/") }),
      ("-plus", [UInt8(ascii: "+"): "&#43;"]),
      ("-xplus", [UInt8(ascii: "+"): "&#x2B;"]),
      // Underscore; Razor.
      ("-backtick", [UInt8(ascii: "`"): "&#x60;"]),
      ("-razor", [UInt8(ascii: "+"): "&#x2B;", UInt8(ascii: "`"): "&#x60;"]),
      // OWASP's sanitizer.
      (
        "-owasp",
        [
          UInt8(ascii: "+"): "&#43;", UInt8(ascii: "="): "&#61;", UInt8(ascii: "@"): "&#64;",
          UInt8(ascii: "`"): "&#96;", UInt8(ascii: "{"): "&#123;", UInt8(ascii: "}"): "&#125;",
        ]
      ),
    ]
    // XML in ASCII, as lxml and PHP write it, what JavaScript's libraries do, and .NET's
    // `HtmlEncode`.
    let numbers: [(String, Numbers?)] = [
      ("", nil), ("-ascii", .decimal), ("-ascii-hex", .hexadecimal), ("-ascii-upper", .upper),
      ("-latin", .latin),
    ]
    for (numberName, number) in numbers {
      for (otherName, other) in others {
        for (apostropheName, apostrophe) in apostrophes {
          for (quoteName, quote) in quotes {
            all.append(
              EscapeSpelling(
                "html\(apostropheName)\(quoteName)\(otherName)\(numberName)",
                .html(apostrophe: apostrophe, quote: quote, others: other, number)))
          }
        }
      }
    }
    // Programs that escape every character.
    return all + [
      EscapeSpelling("html-all", .references(.decimal)),
      EscapeSpelling("html-all-hex", .references(.hexadecimal)),
    ]
  }()

  private static let quotes = DoubledSigns.all(in: .quotes).map {
    EscapeSpelling($0.name, .doubled($0))
  }
  private static let doubled = DoubledSigns.all(in: .doubled).map {
    EscapeSpelling($0.name, .doubled($0))
  }

  private init(_ spelling: ScriptSpelling) {
    self.init(spelling.name, .script(spelling))
  }

  private init(_ spelling: QuotedPrintable) {
    self.init(spelling.name, .quotedPrintable(spelling))
  }

  private init(_ name: String, _ rule: Rule) {
    self.name = name
    self.rule = rule
  }

  // MARK: - Writing

  /// Encodes a text in this spelling.
  func encode(_ text: [UInt8]) -> [UInt8] {
    switch rule {
    case .percent(let kept, let isLower, let hasPlus):
      Self.percent(text, kept: kept, isLower: isLower, hasPlus: hasPlus)
    case .json(let slash, let inUnicode, let isASCII, let isUpper):
      Self.json(text, slash: slash, inUnicode: inUnicode, isASCII: isASCII, isUpper: isUpper)
    case .html(let apostrophe, let quote, let others, let numbers):
      Self.html(text, apostrophe: apostrophe, quote: quote, others: others, numbers)
    case .references(let numbers):
      String(decoding: text, as: UTF8.self).unicodeScalars.flatMap { numbers.reference($0) }
    case .quotedPrintable(let spelling): spelling.encode(text)
    case .script(let spelling): spelling.encode(text)
    case .doubled(let signs): signs.encode(text)
    }
  }

  private static func percent(
    _ text: [UInt8], kept: ByteSet, isLower: Bool, hasPlus: Bool
  ) -> [UInt8] {
    var output: [UInt8] = []
    for byte in text {
      if kept.contains(byte) {
        output.append(byte)
      } else if hasPlus, byte == UInt8(ascii: " ") {
        output.append(UInt8(ascii: "+"))
      } else {
        output.append(UInt8(ascii: "%"))
        output.appendHexadecimal(byte, isUpper: !isLower)
      }
    }
    return output
  }

  private static func json(
    _ text: [UInt8], slash: Bool, inUnicode: ByteSet, isASCII: Bool, isUpper: Bool
  ) -> [UInt8] {
    var output: [UInt8] = []
    func appendUnit(_ unit: UInt16) { output.appendUnitEscape(unit, isUpper: isUpper) }
    func appendASCII(_ byte: UInt8) {
      if inUnicode.contains(byte) { return appendUnit(UInt16(byte)) }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "/"): output += slash ? [UInt8(ascii: "\\"), byte] : [byte]
      case 0x08: output += "\\b".utf8
      case 0x09: output += "\\t".utf8
      case 0x0A: output += "\\n".utf8
      case 0x0C: output += "\\f".utf8
      case 0x0D: output += "\\r".utf8
      case 0..<0x20: appendUnit(UInt16(byte))
      default: output.append(byte)
      }
    }
    guard isASCII, let characters = String(validating: text, as: UTF8.self) else {
      for byte in text { appendASCII(byte) }
      return output
    }
    for unit in characters.utf16 {
      if unit < 0x80 { appendASCII(UInt8(unit)) } else { appendUnit(unit) }
    }
    return output
  }

  private static func html(
    _ text: [UInt8], apostrophe: String?, quote: String?, others: [UInt8: String],
    _ numbers: Numbers?
  ) -> [UInt8] {
    var output: [UInt8] = []
    func append(_ byte: UInt8) {
      let reference: String? =
        switch byte {
        case UInt8(ascii: "\""): quote
        case UInt8(ascii: "'"): apostrophe
        default: byte.elementReference ?? others[byte]
        }
      if let reference { output += reference.utf8 } else { output.append(byte) }
    }
    guard let numbers, let characters = String(validating: text, as: UTF8.self) else {
      for byte in text { append(byte) }
      return output
    }
    for character in characters.unicodeScalars {
      if character.isASCII {
        append(UInt8(character.value))
      } else if numbers.isMeant(character) {
        output += numbers.reference(character)
      } else {
        output += String(character).utf8
      }
    }
    return output
  }
}
