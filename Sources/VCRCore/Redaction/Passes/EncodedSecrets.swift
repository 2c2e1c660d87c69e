/// Finds known secrets in a text in any encoding: unencoded, percent-encoded, form-encoded, escaped
/// as in JSON and HTML, in Base64, in hexadecimal digits, and in one encoding within another.
///
/// Secrets that the user named are also found in UTF-16, in what is compressed, and in any of these
/// within another, in any order (see ``EncodingLayer``).
struct EncodedSecrets {
  /// The secrets.
  let values: SecretValues
  /// Finds what else is a secret in the text around one, where a placeholder shows that decoded.
  let rules: TextSecrets
  /// The direction of the message.
  ///
  /// A response has to be restored to the same bytes, so its placeholders record how the secret was
  /// encoded.
  let direction: MessageDirection
  /// True for `application/x-www-form-urlencoded`, where braces are percent-encoded.
  let isForm: Bool

  /// A place of one or more secrets.
  struct Hit {
    var range: Range<Int>
    /// The placeholder that records how the secrets were encoded.
    var placeholder: [UInt8]
    /// The secrets in it, in order of position.
    var secrets: [Int]
    /// The number of encodings around it.
    var depth = 0
    /// True when there are none but escapes around one secret.
    var isPlain = false
    /// False where no spelling gives back what was written, as where nothing was encoded there.
    var isExact = true
    /// True for what is more than its secret, and differs from others with the same one.
    var isDocument = false
  }

  /// The work that a search may still do.
  struct Budget {
    /// How many bytes may still be decoded.
    var bytes: Int
    /// How deep texts were met that come of undoing escapes, by their digests.
    var seen: [Int: Int] = [:]
  }

  /// The places of the secrets.
  func find(in text: Span<UInt8>) -> Replacements {
    var budget = Budget(bytes: Self.leastBudget + 8 * text.count)
    var found = Replacements()
    for hit in hits(in: text, depth: 0, &budget, { _ in true }) {
      found.add(hit.range, placeholder(of: hit, in: text), in: text)
    }
    return found
  }

  private static let leastBudget = 4 << 20

  /// The placeholder of a hit in a message.
  private func placeholder(of hit: Hit, in text: Span<UInt8>) -> [UInt8] {
    let names = hit.secrets.map { values.secrets[$0].name }
    if direction == .request, !hit.isDocument {
      return names.flatMap { isForm ? Placeholder.formEncoded($0) : Placeholder.bytes($0) }
    }
    if isForm, hit.isPlain, hit.depth < 2 {
      let usual = EscapeSpelling.usual(of: .form).encode(values.secrets[hit.secrets[0]].bytes)
      if hit.range.elementsEqual(usual, by: { text[$0] == $1 }) {
        return Placeholder.formEncoded(names[0])
      }
    }
    return hit.placeholder
  }

  /// The hits in order, without those that others hold.
  static func disjoint(_ hits: [Hit]) -> [Hit] {
    guard hits.contains(where: { !$0.isExact }) else { return merged(hits) }
    // Of two hits of one secret the one that comes back to the byte wins, although it is shorter.
    let exact = merged(hits.filter(\.isExact))
    var next = exact[...]
    let others = hits.filter { !$0.isExact }.sorted { $0.range.lowerBound < $1.range.lowerBound }
      .filter { hit in
        next = next.drop { $0.range.upperBound <= hit.range.lowerBound }
        guard let found = next.first, found.range.lowerBound < hit.range.upperBound else {
          return true
        }
        return found.secrets != hit.secrets
      }
    return merged(exact + others)
  }

  private static func merged(_ hits: [Hit]) -> [Hit] {
    guard hits.count > 1 else { return hits }
    let sorted = hits.sorted {
      // Of two hits at the same place the one with fewer encodings wins: the other encodings
      // changed nothing.
      ($0.range.lowerBound, $1.range.upperBound, $0.depth)
        < ($1.range.lowerBound, $0.range.upperBound, $1.depth)
    }
    var disjoint: [Hit] = []
    for hit in sorted {
      guard let last = disjoint.last, last.range.upperBound > hit.range.lowerBound else {
        disjoint.append(hit)
        continue
      }
      guard last.range.upperBound < hit.range.upperBound else { continue }
      // A hit that goes over the end of another is no less a secret.
      disjoint[disjoint.count - 1].range = last.range.lowerBound..<hit.range.upperBound
      disjoint[disjoint.count - 1].placeholder += hit.placeholder
      disjoint[disjoint.count - 1].secrets += hit.secrets
      disjoint[disjoint.count - 1].isPlain = false
    }
    return disjoint
  }

  // MARK: - One text

  /// The secrets that stand in a text as it is, in Base64, or in hexadecimal digits.
  func scan(_ text: Span<UInt8>) -> [Hit] {
    var hits: [Hit] = []
    var index = 0
    while true {
      index = values.next(in: text, from: index)
      guard index < text.count else { return hits }
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
      guard let hit = hit(text, at: index, entry) else {
        index += 1
        continue
      }
      hits.append(hit)
      index = hit.range.upperBound
    }
  }

  /// The hit at an entry; nil where its letters encode the secret as a part of another word.
  private func hit(_ text: Span<UInt8>, at index: Int, _ entry: SecretValues.Entry) -> Hit? {
    let range = index..<index + entry.bytes.count
    let name = Placeholder.bytes(values.secrets[entry.secret].name)
    switch entry.form {
    case .plain:
      return Hit(range: range, placeholder: name, secrets: [entry.secret], isPlain: true)
    case .hexadecimal(let isUpper):
      let layer = EncodingLayer.hexadecimal(isUpper: isUpper)
      return Hit(
        range: range, placeholder: Placeholder.encoded(layer.name, name), secrets: [entry.secret])
    case .base64(let offset):
      let region = base64Region(text, at: index, entry, offset)
      let bytes = Base64Text.decode(text, in: region.range)
      let hits = bytes.map { plainHits(in: $0.view) } ?? []
      if entry.isWord, bytes != nil, !hits.contains(where: { $0.secrets == [entry.secret] }) {
        return nil
      }
      let placeholder = bytes.map { base64Placeholder(text, region.range, hits, $0.view) }
      return Hit(
        range: region.range,
        placeholder: placeholder
          ?? region.secrets.flatMap { Placeholder.bytes(values.secrets[$0].name) },
        secrets: region.secrets)
    }
  }

  /// The secrets that stand in decoded bytes as they are.
  private func plainHits(in bytes: Span<UInt8>) -> [Hit] {
    var hits: [Hit] = []
    var index = 0
    while index < bytes.count {
      if let entry = values.longest(in: bytes, at: index), entry.form == .plain,
        let hit = hit(bytes, at: index, entry)
      {
        hits.append(hit)
        index = hit.range.upperBound
      } else {
        index += 1
      }
    }
    return hits
  }

  // MARK: - Base64

  /// The groups of four letters that depend on the secret, and on other secrets that share groups
  /// with it, and the secrets in order of position.
  ///
  /// Where the surrounding letters decode to readable text, they are part of the region too.
  private func base64Region(
    _ text: Span<UInt8>, at index: Int, _ entry: SecretValues.Entry, _ offset: Int
  ) -> (range: Range<Int>, secrets: [Int]) {
    let start = max(0, index - Base64Text.coreStart[offset])
    var end = Self.groupsEnd(
      text, from: start, count: offset + values.secrets[entry.secret].bytes.count)
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
          Self.groupsEnd(
            text, from: group, count: offset + values.secrets[other.secret].bytes.count))
        secrets.append(other.secret)
        next += other.bytes.count
      } else {
        next += 1
      }
    }
    return (whole.lowerBound..<end, secrets)
  }

  /// The end of the groups that encode so many bytes, or the end of the letters if that is earlier.
  static func groupsEnd(_ text: Span<UInt8>, from start: Int, count: Int) -> Int {
    let limit = min(text.count, start + (count + 2) / 3 * 4)
    var end = start
    while end < limit, Base64Text.isLetter(text[end]) { end += 1 }
    while end < limit, text[end] == UInt8(ascii: "=") { end += 1 }
    return end
  }

  /// The placeholder for letters of Base64.
  ///
  /// - Parameters:
  ///   - text: The text with the letters.
  ///   - range: The letters.
  ///   - hits: The hits in the bytes that they encode.
  ///   - bytes: Those bytes.
  /// - Returns: The placeholder.
  func base64Placeholder(
    _ text: Span<UInt8>, _ range: Range<Int>, _ hits: [Hit], _ bytes: Span<UInt8>
  ) -> [UInt8] {
    let letters = text.extracting(range)
    let isURLSafe =
      letters.firstIndex(of: UInt8(ascii: "-"), in: 0..<letters.count) != nil
      || letters.firstIndex(of: UInt8(ascii: "_"), in: 0..<letters.count) != nil
    return enclosed(
      hits, bytes, in: .base64(isURLSafe: isURLSafe, isPadded: letters.count % 4 == 0))
  }

  /// The hits in a text, and what the rules of names and shapes find in it besides.
  func withOthers(_ hits: [Hit], _ text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    for hit in hits { found.add(hit.range, hit.placeholder, in: text) }
    return found.merged(with: rules.find(in: text))
  }

  /// The placeholder of a layer with all of its bytes: those that are no secret percent-encoded.
  ///
  /// Of more bytes than a placeholder may have the secrets alone are left. Other secrets among the
  /// bytes are replaced as in a text that is not encoded, and do not come back.
  func enclosed(_ hits: [Hit], _ bytes: Span<UInt8>, in layer: EncodingLayer) -> [UInt8] {
    let replacements = withOthers(hits, bytes).items
    var content: [UInt8] = []
    var (copied, others) = (0, 0)
    func copy(to end: Int) {
      let before = content.count
      for index in copied..<max(copied, end) {
        if ByteSet.unreserved.contains(bytes[index]) {
          content.append(bytes[index])
        } else {
          content.appendPercentEncoded(bytes[index])
        }
        if others + content.count - before > Placeholder.longestContent { break }
      }
      others += content.count - before
    }
    for replacement in replacements {
      copy(to: replacement.range.lowerBound)
      content += replacement.bytes
      copied = replacement.range.upperBound
    }
    copy(to: bytes.count)
    guard content.count <= Placeholder.longestContent else {
      return replacements.flatMap(\.bytes)
    }
    return Placeholder.encoded(layer.name, content)
  }
}
