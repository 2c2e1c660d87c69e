/// Secrets with known values, found wherever they occur in a text.
///
/// A look-up costs a hash of four bytes at each position, and a binary search where a value begins
/// with these bytes. The time of a search is therefore proportional to the length of the text,
/// whatever the number of values.
package struct SecretValues: Sendable {
  /// The encoding of a secret in an entry.
  enum Form: Sendable, Equatable {
    /// Unencoded.
    case plain
    /// In Base64, beginning with this byte of a group of three.
    case base64(offset: Int)
    /// In hexadecimal digits.
    case hexadecimal(isUpper: Bool)
  }

  /// One text to search for.
  struct Entry: Sendable {
    /// The text.
    var bytes: [UInt8]
    /// The index of the secret it belongs to.
    var secret: Int
    /// How the secret is encoded in the text.
    var form: Form
    /// True for a text that is found as a whole word alone, as it may be a part of another one.
    var isWord = false
    /// The longest other entry of the same bucket that is a prefix of this one; -1 for none.
    fileprivate var prefix: Int32 = -1
  }

  /// A secret.
  package struct Secret: Sendable {
    /// The name of its placeholder, without braces.
    package var name: [UInt8]
    /// The value.
    package var bytes: [UInt8]
  }

  /// The secrets, in the order in which they were added.
  package private(set) var secrets: [Secret] = []

  private var entries: [Entry] = []
  /// The entries by their first four bytes, each list sorted by its bytes.
  private var buckets: [UInt32: [Int32]] = [:]
  /// Entries of fewer than four bytes, longest first.
  private var short: [Int32] = []
  /// One bit for each hash of four bytes that an entry begins with.
  private var filter: [UInt64] = []
  /// The number of bits of a hash that the filter ignores.
  private var filterShift: UInt32 = 16
  private var shortStarts: [Bool] = []

  /// The bytes that JSON and HTML writers do not escape.
  private static let unescaped = ByteSet(.unreserved, " !#$%()*,:;?@[]^{|}")

  /// The Base64 forms of shorter secrets occur in unrelated texts.
  private static let shortestInBase64 = 6

  /// The digits of shorter secrets occur by chance.
  private static let shortestInHexadecimal = 4

  private var encodings: Set<DecodedText.Encoding> = []

  /// True when the user named one of them: these are looked for in every encoding.
  private(set) var hasNamed = false

  /// True if there are no secrets.
  var isEmpty: Bool { entries.isEmpty }

  /// False if the encoding does not change any entry, as is so for most tokens.
  func mayBeIn(_ encoding: DecodedText.Encoding) -> Bool { encodings.contains(encoding) }

  /// Adds a secret.
  ///
  /// A value that was added before keeps its name.
  ///
  /// - Parameters:
  ///   - value: The secret.
  ///   - name: The name of its placeholder.
  ///   - isNamed: True for a secret that the user named. It is also searched for in hexadecimal
  ///     digits, in all that one encoding may hold of another, and within words.
  mutating func insert(_ value: [UInt8], name: [UInt8], isNamed: Bool = false) {
    guard !value.isEmpty, self.name(of: value.view) == nil else { return }
    if value.contains(UInt8(ascii: " ")) { encodings.insert(.form) }
    secrets.append(Secret(name: name, bytes: value))
    hasNamed = hasNamed || isNamed
    for encoding in [.quotes, .doubled] as [DecodedText.Encoding] where isNamed {
      if value.contains(where: { DoubledSigns.contains($0, encoding) }) {
        encodings.insert(encoding)
      }
    }
    let isWord = !isNamed && !TokenLikeness.isApart(value)
    add(Entry(bytes: value, secret: secrets.count - 1, form: .plain, isWord: isWord))
    if isNamed, value.count >= Self.shortestInHexadecimal {
      for isUpper in [false, true] {
        let digits = value.hexadecimal(isUpper: isUpper)
        add(Entry(bytes: digits, secret: secrets.count - 1, form: .hexadecimal(isUpper: isUpper)))
      }
    }
    guard value.count >= Self.shortestInBase64 else { return }
    for offset in 0..<3 {
      let core = Base64Text.core(of: value, offset: offset, isURLSafe: false)
      add(
        Entry(
          bytes: core, secret: secrets.count - 1, form: .base64(offset: offset), isWord: isWord))
      let safe = Base64Text.core(of: value, offset: offset, isURLSafe: true)
      if safe != core {
        add(
          Entry(
            bytes: safe, secret: secrets.count - 1, form: .base64(offset: offset), isWord: isWord))
      }
    }
  }

  /// The name of the secret that is the whole text, or nil.
  func name(of text: Span<UInt8>) -> [UInt8]? {
    guard let entry = longest(in: text, at: 0), entry.bytes.count == text.count,
      entry.form == .plain
    else { return nil }
    return secrets[entry.secret].name
  }

  /// The longest entry that begins at a position, or nil.
  @inline(__always)
  func longest(in text: Span<UInt8>, at index: Int) -> Entry? {
    if index + 4 <= text.count, !filter.isEmpty {
      let key = Self.key(text, index)
      let hash = hash(key)
      if filter[Int(hash >> 6)] >> UInt64(hash & 63) & 1 == 1, let bucket = buckets[key],
        let found = find(in: bucket, text, index)
      {
        return entries[found]
      }
    }
    guard !short.isEmpty, shortStarts[Int(text[index])] else { return nil }
    for entry in short where Self.compare(entries[Int(entry)].bytes, text, index) == 0 {
      return entries[Int(entry)]
    }
    return nil
  }

  /// The next position at which an entry or a placeholder may begin.
  ///
  /// Nearly every byte of a text is passed here, in a few instructions.
  func next(in text: Span<UInt8>, from start: Int) -> Int {
    guard short.isEmpty, !filter.isEmpty else { return start }
    let shift = filterShift
    return unsafe filter.withUnsafeBufferPointer { filter in
      unsafe text.withUnsafeBytes { bytes in
        var index = start
        while index &+ 4 <= bytes.count {
          let key = UInt32(
            littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self))
          let first = UInt8(truncatingIfNeeded: key)
          if first == UInt8(ascii: "{") || first == UInt8(ascii: "%") { break }
          let hash = (key &* 0x9E37_79B1) >> shift
          if unsafe filter[Int(hash >> 6)] >> UInt64(hash & 63) & 1 == 1 { break }
          index &+= 1
        }
        return index
      }
    }
  }

  /// False when none of them can stand in a text in any encoding, as a fast search shows where they
  /// are few and no encoding changes them.
  func mayStand(in text: [UInt8]) -> Bool {
    guard !hasNamed, encodings.isEmpty, entries.count <= Self.fewEntries else { return true }
    return entries.contains { text.contains($0.bytes, in: text.indices) }
      || DecodedText.Encoding.searched.contains { DecodedText.encodesLetters(text.view, $0) }
  }

  private static let fewEntries = 64

  /// True if any secret occurs in a text, unencoded or in Base64.
  func isAny(in text: Span<UInt8>) -> Bool {
    for index in 0..<text.count where longest(in: text, at: index) != nil { return true }
    return false
  }

  /// True when an entry that is there may be found there.
  @inline(__always)
  private func mayStand(_ entry: Entry, in text: Span<UInt8>, at index: Int) -> Bool {
    // Letters of Base64 are beside others always, and what they encode is looked at later.
    !entry.isWord || entry.form != .plain || text.isWholeWord(index..<index + entry.bytes.count)
  }

  // MARK: - Parts

  private mutating func add(_ entry: Entry) {
    let index = Int32(entries.count)
    // No writer percent-encodes letters, digits, `-`, `.` and `_`, but some encode the tilde.
    if !entry.bytes.allSatisfy(ByteSet.word.contains) { encodings.insert(.percent) }
    if entry.bytes.contains(where: { !Self.unescaped.contains($0) }) {
      encodings.formUnion([.script, .html])
    }
    guard entry.bytes.count >= 4 else {
      if shortStarts.isEmpty { shortStarts = Array(repeating: false, count: 256) }
      entries.append(entry)
      shortStarts[Int(entry.bytes[0])] = true
      let place = short.firstIndex { entries[Int($0)].bytes.count < entry.bytes.count }
      short.insert(index, at: place ?? short.count)
      return
    }
    if filter.isEmpty { filter = Array(repeating: 0, count: 1 << 10) }
    let key = Self.key(entry.bytes.view, 0)
    // A filter that is half full no longer filters much.
    if entries.count >= 1 << 10, filterShift == 16 { widenFilter() }
    mark(key)
    entries.append(entry)
    var bucket = buckets.removeValue(forKey: key) ?? []
    insert(index, into: &bucket)
    buckets[key] = bucket
  }

  /// Inserts an entry at its place and updates the prefix links around it.
  private mutating func insert(_ new: Int32, into bucket: inout [Int32]) {
    let bytes = entries[Int(new)].bytes
    let place = bucket.partitioningIndex {
      !entries[Int($0)].bytes.lexicographicallyPrecedes(bytes)
    }
    if place < bucket.count, entries[Int(bucket[place])].bytes == bytes { return }
    var link = place > 0 ? bucket[place - 1] : -1
    while link >= 0, !bytes.starts(with: entries[Int(link)].bytes) {
      link = entries[Int(link)].prefix
    }
    entries[Int(new)].prefix = link
    var index = place
    while index < bucket.count, entries[Int(bucket[index])].bytes.starts(with: bytes) {
      if entries[Int(bucket[index])].prefix == link { entries[Int(bucket[index])].prefix = new }
      index += 1
    }
    bucket.insert(new, at: place)
  }

  /// The longest entry of a bucket that is a prefix of the text at a position.
  ///
  /// Every entry that is a prefix of the text is also a prefix of the last entry that does not sort
  /// after the text. The result is therefore that entry or one that it links to.
  private func find(in bucket: [Int32], _ text: Span<UInt8>, _ index: Int) -> Int? {
    let next = bucket.partitioningIndex {
      Self.compare(entries[Int($0)].bytes, text, index) > 0
    }
    guard next > 0 else { return nil }
    var candidate = bucket[next - 1]
    while candidate >= 0 {
      let entry = entries[Int(candidate)]
      if Self.compare(entry.bytes, text, index) == 0, mayStand(entry, in: text, at: index) {
        return Int(candidate)
      }
      candidate = entries[Int(candidate)].prefix
    }
    return nil
  }

  /// 0 if the text at a position begins with the bytes, -1 if the bytes sort before the text, else
  /// 1.
  private static func compare(_ bytes: [UInt8], _ text: Span<UInt8>, _ index: Int) -> Int {
    var position = index
    for byte in bytes {
      guard position < text.count else { return 1 }
      if byte != text[position] { return byte < text[position] ? -1 : 1 }
      position += 1
    }
    return 0
  }

  @inline(__always)
  private static func key(_ text: Span<UInt8>, _ index: Int) -> UInt32 {
    UInt32(text[index]) | UInt32(text[index + 1]) << 8 | UInt32(text[index + 2]) << 16
      | UInt32(text[index + 3]) << 24
  }

  @inline(__always)
  private func hash(_ key: UInt32) -> UInt32 { (key &* 0x9E37_79B1) >> filterShift }

  private mutating func mark(_ key: UInt32) {
    let hash = hash(key)
    filter[Int(hash >> 6)] |= 1 << UInt64(hash & 63)
  }

  /// Makes the filter sixteen times larger.
  private mutating func widenFilter() {
    filterShift = 12
    filter = Array(repeating: 0, count: 1 << 14)
    for key in buckets.keys { mark(key) }
  }
}
