import Foundation
import VCR

/// Merging a re-recording into its old cassette, against opening that cassette and writing it.
///
/// Merging is all that the end of a recording adds to writing the cassette: from the journal on the
/// disk to the finished content in memory. That is the journal read and taken apart, old and new
/// paired, each pair compared, and the new list of items. It is measured as `Deck.close()` of a
/// recording in which ten responses differ from the old ones, less the time that the writing of the
/// finished file takes.
///
/// Opening is a `Deck` in mode `none` on the old cassette: the file read, scanned and indexed.
/// Writing is what `close()` does with a finished cassette: a temporary file, synced and renamed.
///
/// All of it is measured in turn in one process, on the same files; the middle times count.
enum MergeBenchmark {
  /// The middle times of the pieces, in seconds.
  private struct Times {
    /// `Deck.close()`: merging and writing.
    var closing: Double
    var opening: Double
    var writing: Double

    var merging: Double { closing - writing }
  }

  @concurrent static func run() async throws {
    let small = try await measure(2_000)
    let large = try await measure(20_000)
    for (count, times) in [(2_000, small), (20_000, large)] {
      let detail = String(
        format: "merging %.0f ms, opening %.0f ms, writing %.0f ms", times.merging * 1e3,
        times.opening * 1e3, times.writing * 1e3)
      row(
        "merging a re-recording of \(count) / opening, writing",
        times.merging / (times.opening + times.writing), limit: 2, detail)
    }
    row(
      "merging one of 20,000 / one of 2,000", large.merging / small.merging / 10, limit: 1.5,
      "\(micros(small.merging / 2_000)) and \(micros(large.merging / 20_000)) each")
  }

  private static func measure(_ count: Int) async throws -> Times {
    let path = NSTemporaryDirectory() + "vcr-bench-merge-\(getpid()).yaml"
    defer {
      for file in [path, path + ".copy"] { try? FileManager.default.removeItem(atPath: file) }
    }
    try record(count, run: 0, to: path).close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var (closings, openings, writings): ([Double], [Double], [Double]) = ([], [], [])
    for run in 1...9 {
      openings.append(
        try await seconds { _ = try Deck(cassette: path, options: .init(mode: .none)) })
      writings.append(try await seconds { try self.write(bytes, to: path + ".copy") })
      let deck = try record(count, run: run, to: path)
      closings.append(try await seconds { try deck.close() })
      let lines = try changedLines(bytes, Data(contentsOf: URL(fileURLWithPath: path)))
      guard lines == 10 else { fatalError("\(lines) lines changed, not 10") }
      try self.write(bytes, to: path)
    }
    return Times(
      closing: median(closings), opening: median(openings), writing: median(writings))
  }

  /// Records a service whose responses differ from run to run in volatile headers, and of which ten
  /// responses have changed since the first.
  private static func record(_ count: Int, run: Int, to path: String) throws -> Deck {
    let deck = try Deck(cassette: path, options: .init(mode: .all, redaction: .none))
    for number in 0..<count {
      let interaction = Cassettes.interaction(number, origin: "https://api.example.com")
      guard case .record(let ticket) = try deck.decide(interaction.request),
        case .response(var response) = interaction.outcome
      else { fatalError("not recording") }
      response.headers.append("Date", "Fri, 20 Nov 2026 10:00:\(10 + run) GMT")
      response.headers.append("X-Request-Id", "\(run)-\(number)")
      if run > 0, number % (count / 10) == 7 {
        let text = String(decoding: response.body.bytes, as: UTF8.self)
        response.body = Body(Array(text.replacingOccurrences(of: "user ", with: "User ").utf8))
      }
      try deck.record(.response(response), for: ticket)
    }
    return deck
  }

  /// Writes a file as carefully as a cassette is written: beside it, to the disk, and over it.
  private static func write(_ bytes: Data, to path: String) throws {
    let file = unsafe open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { fatalError("cannot write \(path)") }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    try handle.write(contentsOf: bytes)
    try handle.synchronize()
    guard unsafe rename(path + ".new", path) == 0 else { fatalError("cannot rename to \(path)") }
  }

  private static func changedLines(_ old: Data, _ new: Data) -> Int {
    let (left, right) = (old.split(separator: 0x0A), new.split(separator: 0x0A))
    guard left.count == right.count else { return -1 }
    return zip(left, right).count { $0 != $1 }
  }
}
