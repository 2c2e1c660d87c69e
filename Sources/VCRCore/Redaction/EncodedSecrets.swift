/// Finds known secrets in a text in any encoding: unencoded, percent-encoded, form-encoded, escaped
/// as in JSON and HTML, in Base64, in hexadecimal digits, and in one encoding within another.
struct EncodedSecrets {
  /// The secrets.
  let values: SecretValues
  /// The direction of the message.
  ///
  /// A response has to be restored to the same bytes, so its placeholders record how the secret was
  /// encoded.
  let direction: Redactor.Direction
  /// True for `application/x-www-form-urlencoded`, where braces are percent-encoded.
  let isForm: Bool

  private struct Hit {
    var range: Range<Int>
    var placeholder: [UInt8]
    /// The number of encodings around it.
    var depth: Int
  }

  /// Texts above this size are searched only one encoding deep.
  private static let largeSize = 1 << 20

  /// The places of the secrets.
  func find(in text: Span<UInt8>) -> Replacements {
    var hits: [Hit] = []
    search(text, of: text, path: [], into: &hits) { $0 }
    hits.sort {
      // Of two hits at the same place the one with fewer encodings wins: the other encodings
      // changed nothing.
      ($0.range.lowerBound, $1.range.upperBound, $0.depth)
        < ($1.range.lowerBound, $0.range.upperBound, $1.depth)
    }
    var found = Replacements()
    var end = 0
    for hit in hits where hit.range.lowerBound >= end {
      found.add(hit.range, hit.placeholder, in: text)
      end = hit.range.upperBound
    }
    return found
  }

  private func search(
    _ text: Span<UInt8>, of root: Span<UInt8>, path: [DecodedText.Encoding],
    into hits: inout [Hit], _ original: (Range<Int>) -> Range<Int>
  ) {
    scan(text, of: root, path: path, into: &hits, original)
    let depth = text.count > Self.largeSize ? 1 : 2
    for encoding in DecodedText.Encoding.allCases
    where values.mayBeIn(encoding) || DecodedText.encodesLetters(text, encoding) {
      // A text that was quoted repeatedly has the same encoding three times.
      let isSame = path.allSatisfy { $0 == encoding }
      guard path.count < (isSame ? depth + 1 : depth) else { continue }
      guard let decoded = DecodedText(text, encoding) else { continue }
      search(decoded.bytes.view, of: root, path: path + [encoding], into: &hits) {
        original(decoded.original($0))
      }
    }
  }

  private func scan(
    _ text: Span<UInt8>, of root: Span<UInt8>, path: [DecodedText.Encoding],
    into hits: inout [Hit], _ original: (Range<Int>) -> Range<Int>
  ) {
    var index = 0
    while true {
      index = values.next(in: text, from: index)
      guard index < text.count else { break }
      let byte = text[index]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "%"),
        let end = Placeholder.end(text, at: index)
      {
        index = end
        continue
      }
      guard let entry = values.longest(in: text, at: index) else {
        index += 1
        continue
      }
      var region = Region(range: index..<index + entry.bytes.count, secrets: [entry.secret])
      if case .base64(let offset) = entry.form {
        region = base64Region(text, at: index, entry, offset)
      }
      let place = original(region.range)
      // A secret that is the same in the original text was found there already. The bytes have to
      // be compared, because `+` in a form is as long as the space it stands for.
      if path.isEmpty || !Self.isSame(root, place, text, region.range) {
        let written = Self.layers(of: root, place, path)
        let bytes = placeholder(path, written, entry, region, text)
        hits.append(Hit(range: place, placeholder: bytes, depth: path.count))
      }
      index = region.range.upperBound
    }
  }

  private static func isSame(
    _ root: Span<UInt8>, _ place: Range<Int>, _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Bool {
    guard place.count == range.count else { return false }
    for offset in 0..<place.count
    where root[place.lowerBound + offset] != text[range.lowerBound + offset] { return false }
    return true
  }

  /// The text at a place, followed by the result of undoing each layer of encoding.
  private static func layers(
    of root: Span<UInt8>, _ place: Range<Int>, _ path: [DecodedText.Encoding]
  ) -> [[UInt8]] {
    var layers = [place.map { root[$0] }]
    for encoding in path {
      let last = layers[layers.count - 1]
      layers.append(DecodedText(last.view, encoding)?.bytes ?? last)
    }
    return layers
  }

  // MARK: - Base64

  private struct Region {
    var range: Range<Int>
    /// The secrets in it, in order of position.
    var secrets: [Int]
  }

  /// The groups of four letters that depend on the secret, and on other secrets that share groups
  /// with it.
  ///
  /// Where the surrounding letters decode to readable text, they are part of the region too.
  private func base64Region(
    _ text: Span<UInt8>, at index: Int, _ entry: SecretValues.Entry, _ offset: Int
  ) -> Region {
    let start = max(0, index - Base64Text.coreStart[offset])
    var end = groupsEnd(text, from: start, count: offset + values.secrets[entry.secret].bytes.count)
    end = max(end, index + entry.bytes.count)
    let whole = Base64Text.readableRun(in: text, around: start..<end)
    end = max(end, whole.upperBound)
    var secrets = [entry.secret]
    var next = index + entry.bytes.count
    while next < end {
      if let other = values.longest(in: text, at: next), case .base64(let offset) = other.form,
        (next - Base64Text.coreStart[offset] - start) % 4 == 0
      {
        let group = next - Base64Text.coreStart[offset]
        end = max(
          end,
          groupsEnd(text, from: group, count: offset + values.secrets[other.secret].bytes.count))
        secrets.append(other.secret)
        next += other.bytes.count
      } else {
        next += 1
      }
    }
    return Region(range: whole.lowerBound..<end, secrets: secrets)
  }

  /// The end of the groups that encode so many bytes, or the end of the letters if that is earlier.
  private func groupsEnd(_ text: Span<UInt8>, from start: Int, count: Int) -> Int {
    let limit = min(text.count, start + (count + 2) / 3 * 4)
    var end = start
    while end < limit, Base64Text.isLetter(text[end]) { end += 1 }
    while end < limit, text[end] == UInt8(ascii: "=") { end += 1 }
    return end
  }

  // MARK: - Placeholders

  private func placeholder(
    _ path: [DecodedText.Encoding], _ layers: [[UInt8]], _ entry: SecretValues.Entry,
    _ region: Region, _ text: Span<UInt8>
  ) -> [UInt8] {
    let name = values.secrets[entry.secret].name
    switch entry.form {
    case .base64: return placeholder(path, layers, base64: region, text)
    case .plain where isForm:
      let secret = values.secrets[entry.secret].bytes
      let isUsual =
        path.count < 2 && layers[0] == EscapeSpelling.usual(of: .form).encode(secret)
      if direction == .request || isUsual { return Placeholder.formEncoded(name) }
      return wrapped(Placeholder.bytes(name), path, layers)
    case .plain: return wrapped(Placeholder.bytes(name), path, layers)
    case .hexadecimal(let isUpper):
      guard direction == .response else {
        return isForm ? Placeholder.formEncoded(name) : Placeholder.bytes(name)
      }
      let encoding = isUpper ? "hex-upper" : "hex"
      return wrapped(Placeholder.encoded(encoding, Placeholder.bytes(name)), path, layers)
    }
  }

  private func placeholder(
    _ path: [DecodedText.Encoding], _ layers: [[UInt8]], base64 region: Region,
    _ text: Span<UInt8>
  ) -> [UInt8] {
    let names = region.secrets.map { values.secrets[$0].name }
    guard direction == .response,
      let bytes = Base64Text.decode(text, in: region.range)
    else {
      return names.flatMap { isForm ? Placeholder.formEncoded($0) : Placeholder.bytes($0) }
    }
    var content: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let entry = values.longest(in: bytes.view, at: index), entry.form == .plain {
        content += Placeholder.bytes(values.secrets[entry.secret].name)
        index += entry.bytes.count
      } else {
        if ByteSet.unreserved.contains(bytes[index]) {
          content.append(bytes[index])
        } else {
          content.appendPercentEncoded(bytes[index])
        }
        index += 1
      }
    }
    let letters = text.extracting(region.range)
    let isURLSafe =
      letters.firstIndex(of: UInt8(ascii: "-"), in: 0..<letters.count) != nil
      || letters.firstIndex(of: UInt8(ascii: "_"), in: 0..<letters.count) != nil
    let encoding =
      (isURLSafe ? "base64url" : "base64") + (letters.count % 4 == 0 ? "" : "-unpadded")
    return wrapped(Placeholder.encoded(encoding, content), path, layers)
  }

  /// A placeholder that names the spelling of each encoding that changed the text.
  private func wrapped(
    _ placeholder: [UInt8], _ path: [DecodedText.Encoding], _ layers: [[UInt8]]
  ) -> [UInt8] {
    guard direction == .response else { return placeholder }
    var wrapped = placeholder
    for (index, encoding) in path.enumerated().reversed()
    where layers[index] != layers[index + 1] {
      let spelling = EscapeSpelling.of(layers[index], layers[index + 1], in: encoding)
      wrapped = Placeholder.encoded(spelling.name, wrapped)
    }
    return wrapped
  }
}
