#if BUNDLED_YAML
  import CYaml
#else
  import Clibyaml
#endif
import Foundation
import VCR

/// Opening a 40 MB cassette to the first replayed response, against libyaml's event scan of it.
enum OpenBenchmark {
  @concurrent static func run() async throws {
    let path = NSTemporaryDirectory() + "vcr-bench-open-\(getpid()).yaml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var count = 24_000
    try Cassettes.write(count, to: path)
    var size = try size(of: path)
    // Scaled once to what 40 MB hold.
    count = count * 40_000_000 / size
    try Cassettes.write(count, to: path)
    size = try self.size(of: path)

    var scans: [Double] = []
    var opens: [Double] = []
    for _ in 0..<7 {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      scans.append(await seconds { scan(bytes) })
      opens.append(try await seconds { try openOnce(path, quietly: true) })
    }
    row(
      "libyaml scan / open to first response, \(size / 1_000_000) MB, \(count)",
      median(scans) / median(opens),
      limit: 10, atMost: false,
      String(format: "scan %.0f ms, open %.1f ms", median(scans) * 1e3, median(opens) * 1e3))

    let child = Process()
    child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    child.arguments = ["open-once", path]
    let output = Pipe()
    child.standardOutput = output
    try child.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    child.waitUntilExit()
    let peak = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .nan
    row(
      "peak memory of the process / file", peak / Double(size), limit: 2,
      String(format: "%.0f MB", peak / 1e6))
  }

  /// Opens the cassette, serves one response and, in a process of its own, prints the peak memory.
  static func openOnce(_ path: String?, quietly: Bool = false) throws {
    guard let path else { exit(64) }
    let deck = try Deck(cassette: path, options: .init(mode: .none))
    guard
      case .replay(let playback) = try deck.decide(.init(url: "https://api.example.com/users/777")),
      case .response(let response) = playback.interaction.outcome, response.body.bytes.count == 1024
    else { fatalError("not replayed") }
    if quietly { return }
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    let kilobytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
    print(kilobytes * 1024)
  }

  private static func size(of path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
  }

  /// Prints the seconds that libyaml takes to scan a file into events: the floor for whoever reads
  /// it.
  static func scanOnce(_ path: String?) async throws {
    guard let path else { exit(64) }
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let (_, work) = await cost { scan(bytes) }
    print(String(format: "%.4f", work))
  }

  private static func scan(_ bytes: [UInt8]) {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    unsafe yaml_parser_initialize(parser)
    defer { unsafe yaml_parser_delete(parser) }
    unsafe bytes.withUnsafeBufferPointer { input in
      unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
      var isAtEnd = false
      while !isAtEnd {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else {
          fatalError("libyaml refuses the file")
        }
        isAtEnd = unsafe event.type == YAML_STREAM_END_EVENT
        unsafe yaml_event_delete(&event)
      }
    }
  }
}
