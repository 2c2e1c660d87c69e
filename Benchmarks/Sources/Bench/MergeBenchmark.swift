import Foundation
import VCR

/// Merging a re-recording into its old cassette, against opening that cassette and writing it.
enum MergeBenchmark {
  static func run() async throws {
    var times: [Int: (merge: Double, floor: Double)] = [:]
    for count in [2_000, 20_000] {
      let measured = try await measure(count)
      times[count] = measured
      let detail = String(
        format: "%.0f ms against %.0f ms", measured.merge * 1e3, measured.floor * 1e3)
      row(
        "merging a re-recording of \(count) / opening and writing",
        measured.merge / measured.floor, limit: 2, detail)
    }
    guard let small = times[2_000], let large = times[20_000] else { return }
    row(
      "merging one of 20,000 / one of 2,000", large.merge / 20_000 / (small.merge / 2_000),
      limit: 1.5,
      "\(micros(small.merge / 2_000)) and \(micros(large.merge / 20_000)) each")
  }

  /// The middle times of merging, and of opening and writing.
  private static func measure(_ count: Int) async throws -> (merge: Double, floor: Double) {
    let path = NSTemporaryDirectory() + "vcr-bench-merge-\(getpid()).yaml"
    defer { for file in [path, path + ".copy"] { try? FileManager.default.removeItem(atPath: file) } }
    try record(count, run: 0, to: path).close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    var merges: [Double] = []
    var floors: [Double] = []
    for run in 1...7 {
      let open = try await seconds { _ = try Deck(cassette: path, options: .init(mode: .none)) }
      let write = try await seconds { try self.write(bytes, to: path + ".copy") }
      floors.append(open + write)
      let deck = try record(count, run: run, to: path)
      merges.append(try await seconds { try deck.close() })
      let lines = try changedLines(bytes, Data(contentsOf: URL(fileURLWithPath: path)))
      guard lines == 10 else { fatalError("\(lines) lines changed, not 10") }
      try self.write(bytes, to: path)
    }
    return (median(merges), median(floors))
  }

  /// Records a service whose answers differ from run to run in volatile headers, and of which ten
  /// answers have changed since the first.
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
    let file = open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { fatalError("cannot write \(path)") }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    try handle.write(contentsOf: bytes)
    try handle.synchronize()
    guard rename(path + ".new", path) == 0 else { fatalError("cannot rename to \(path)") }
  }

  private static func changedLines(_ old: Data, _ new: Data) -> Int {
    let (left, right) = (old.split(separator: 0x0A), new.split(separator: 0x0A))
    guard left.count == right.count else { return -1 }
    return zip(left, right).count { $0 != $1 }
  }
}
