package import VCRCore

/// Makes values as programs, providers and people make them, the same ones from the same seed.
///
/// No value is written out anywhere, so that no scanner of repositories mistakes one for a secret.
package struct MadeUpValues: Sendable {
  /// Where the numbers come from.
  package var random: SeededRandom

  /// Starts with a seed.
  package init(seed: UInt64) { random = SeededRandom(seed: seed) }

  package static let small = "abcdefghijklmnopqrstuvwxyz"
  package static let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  package static let digits = "0123456789"
  package static let alphanumeric = capitals + small + digits
  package static let hexadecimal = "0123456789abcdef"

  /// Letters of an alphabet in a row.
  package mutating func text(_ count: Int, of alphabet: String) -> String {
    let letters = Array(alphabet.utf8)
    return String(decoding: (0..<count).map { _ in random.pick(letters) }, as: UTF8.self)
  }

  package mutating func hex(_ count: Int) -> String { text(count, of: Self.hexadecimal) }

  package mutating func uuid() -> String {
    "\(hex(8))-\(hex(4))-4\(hex(3))-\(random.pick(["8", "9", "a", "b"]))\(hex(3))-\(hex(12))"
  }

  /// Random bytes in Base64 with its padding.
  package mutating func base64(_ bytes: Int) -> String {
    let letters = (bytes * 8 + 5) / 6
    return text(letters, of: Self.alphanumeric + "+/")
      + String(repeating: "=", count: (4 - letters % 4) % 4)
  }

  /// A word that is none, as people are able to pronounce it.
  package mutating func word(_ syllables: Int) -> String {
    (0..<syllables).map { _ in
      random.pick(["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "st", "br"])
        + random.pick(["a", "e", "i", "o", "u"]) + random.pick(["", "", "n", "r", "s"])
    }.joined()
  }

  /// What programs make: keys, tokens, identifiers of sessions.
  package mutating func machineMade() -> String {
    switch random.below(12) {
    case 0: hex(32)
    case 1: hex(40)
    case 2: hex(64)
    case 3: text(20 + random.below(30), of: Self.alphanumeric)
    case 4: text(24 + random.below(40), of: Self.alphanumeric + "-_")
    case 5: base64(random.pick([24, 32, 64]))
    case 6: uuid()
    case 7: text(16, of: Self.alphanumeric)
    case 8: text(32, of: Self.small + Self.digits)
    case 9: text(26, of: Self.capitals + "234567")
    case 10: text(24, of: Self.alphanumeric) + "." + text(32, of: Self.alphanumeric + "-_")
    default: hex(24)
    }
  }

  /// What people choose for a password.
  package mutating func passwordOfPerson() -> String {
    let word = word(2 + random.below(2))
    switch random.below(6) {
    case 0:
      return word.capitalizedFirst + String(1 + random.below(2100)) + random.pick(["!", "$", "?"])
    case 1: return word + String(10 + random.below(90))
    case 2: return word.capitalizedFirst + "#" + self.word(2) + String(random.below(10))
    case 3: return self.word(3)
    case 4: return word + " " + self.word(2) + " " + self.word(2)
    default: return "P" + String(random.below(10)) + word + "@" + String(random.below(100))
    }
  }

  /// Samples of a form that are no sequences of words by chance.
  package mutating func samples(of shape: TokenShape, _ count: Int) -> [String] {
    var samples: [String] = []
    for _ in 0..<count * 20 where samples.count < count {
      let sample = sample(of: shape.form, alphabets: TokenShape.alphabets)
      if sample.utf8.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) { samples.append(sample) }
    }
    return samples
  }

  /// A sample of a form: `{A20}` stands for 20 characters of an alphabet, `{A20-40}` for 20 to 40.
  ///
  /// - Parameters:
  ///   - form: The form, as the table of shapes has it.
  ///   - alphabets: The characters of each letter that stands for an alphabet.
  /// - Returns: The sample.
  package mutating func sample(of form: String, alphabets: [Character: String]) -> String {
    var sample = ""
    var rest = form[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      sample += rest[..<open]
      let group = rest[rest.index(after: open)..<close]
      let bounds = group.dropFirst().split(separator: "-").compactMap { Int($0) }
      let least = bounds.first ?? 1
      // Documented forms have an end that is rarely met; most tokens are little longer than the
      // least.
      let most = min(bounds.last ?? least, least + 40)
      let count = least + (most > least ? random.below(most - least + 1) : 0)
      // Padding and dots stand where a form says so, and nowhere else in real tokens.
      if let first = group.first {
        sample += text(
          count, of: (alphabets[first] ?? "").filter { first == "=" || !"=./".contains($0) })
      }
      rest = rest[rest.index(after: close)...]
    }
    return sample + rest
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
