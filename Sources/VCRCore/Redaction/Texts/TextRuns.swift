internal import CBytes

/// The characters of ASCII that stand in a row within bytes that are no text.
///
/// Only there do names and shapes give away a secret, names in longer ones alone. Of random bytes
/// one in a thousand is in such a run, so that a search of the runs alone is a thousand times
/// faster than one of all bytes.
package struct TextRuns {
  /// The runs, each followed by a NUL, with a piece for each run and for each NUL.
  var body: Body

  private let runs: [Range<Int>]

  /// The least characters of a run: no token has fewer after its mark.
  private static let shortest = 8

  /// The least characters of a run in which a name and a value are looked for: random bytes have
  /// none so long.
  static let shortestWithName = 24

  /// Finds the runs; nil for bytes that are a text as a whole.
  init?(in bytes: [UInt8], shortest: Int = shortest) {
    guard !Self.isText(bytes) else { return nil }
    runs = Self.runs(in: bytes, shortest)
    var texts: [UInt8] = []
    var pieces: [Body.Chunk] = []
    for (index, run) in runs.enumerated() {
      texts += bytes[run]
      texts.append(0)
      pieces.append(Body.Chunk(length: run.count, after: Double(2 * index)))
      pieces.append(Body.Chunk(length: 1, after: Double(2 * index + 1)))
    }
    body = Body(texts, chunks: pieces)
  }

  /// Returns the changes made in the runs, as changes of the bytes that they are from; nil when a
  /// change went over the end of a run.
  func replacements(in bytes: [UInt8]) -> Replacements? {
    var found = Replacements()
    var lengths: [Int: Int] = [:]
    for piece in body.chunks { if let after = piece.after { lengths[Int(after)] = piece.length } }
    let changed = body.bytes
    var start = 0
    for (index, run) in runs.enumerated() {
      guard let length = lengths[2 * index], lengths[2 * index + 1] == 1,
        changed[start + length] == 0
      else { return nil }
      found.add(run, Array(changed[start..<start + length]), in: bytes.view)
      start += length + 1
    }
    return found
  }

  /// Bytes of which only what may be a text is left: a text as it is, of others the runs and the
  /// line ends, with a NUL for each other byte.
  package static func masked(_ bytes: [UInt8]) -> [UInt8] {
    guard !isText(bytes) else { return bytes }
    var masked = [UInt8](repeating: 0, count: bytes.count)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      masked[index] = bytes[index]
    }
    for run in runs(in: bytes, shortest) {
      masked.replaceSubrange(run, with: bytes[run])
    }
    return masked
  }

  /// True for bytes that are mostly a text: no NUL, and few other control characters but those with
  /// which a terminal changes its colours.
  static func isText(_ bytes: [UInt8]) -> Bool {
    guard !bytes.isEmpty, !bytes[...].isPlainASCII else { return true }
    let sample = bytes.prefix(4096)
    guard sample.firstIndex(of: 0) == nil,
      bytes.first(0, from: 0, to: bytes.count) == bytes.count
    else { return false }
    let controls = sample.count {
      $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0x1B
    }
    return controls * 50 <= sample.count
  }

  private static func runs(in bytes: [UInt8], _ shortest: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var (start, end) = (0, 0)
      while true {
        let length = unsafe vcr_next_text(base + end, bytes.count - end, shortest, &start)
        guard length > 0 else { break }
        runs.append(end + start..<end + start + length)
        end += start + length
      }
    }
    return runs
  }
}
