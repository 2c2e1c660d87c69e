import Foundation

/// Measures what the project promises, each as a ratio against a floor measured in the same run.
///
/// The benchmarks are `@concurrent`: on the main actor each response would cost two more changes of
/// thread, for ours and for the floor, and so hide a part of the ratio.
@main
struct Bench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "replay":
      try await ReplayBenchmark.run(only: arguments.dropFirst().first.flatMap { Int($0) })
    case "debug": try await DebugBenchmark.run()
    case "record": try await RecordBenchmark.run(origin: arguments.dropFirst().first)
    case "lock": try await LockBenchmark.run(origin: arguments.dropFirst().first)
    case "redact": try await RedactBenchmark.run(origin: arguments.dropFirst().first)
    case "open": try await OpenBenchmark.run()
    case "merge": try await MergeBenchmark.run()
    case "open-once": try OpenBenchmark.openOnce(arguments.dropFirst().first)
    case "scan": try await OpenBenchmark.scanOnce(arguments.dropFirst().first)
    case "patterns": Patterns.all.forEach { print($0) }
    case "cassette": try Cassettes.writeForProxy(Array(arguments.dropFirst()))
    default:
      print(
        "usage: Bench replay [COUNT] | debug | record ORIGIN | lock ORIGIN | redact ORIGIN | open | merge | scan FILE | patterns | cassette FILE COUNT ORIGIN"
      )
      exit(64)
    }
  }
}

/// The middle value.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[sorted.count / 2]
}

/// Seconds that a piece of work takes.
func seconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await work()
  return (ContinuousClock.now - start) / .seconds(1)
}

/// Seconds by the clock and by the processor, on all threads, that a piece of work takes.
func cost(_ work: () async throws -> Void) async rethrows -> (wall: Double, cpu: Double) {
  let before = processorSeconds()
  let wall = try await seconds(work)
  return (wall, processorSeconds() - before)
}

/// Seconds of the processor that this process has used so far.
private func processorSeconds() -> Double {
  var time = timespec()
  guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .nan }
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// One row of the result: what, the ratio, the limit, and whether it holds.
func row(_ what: String, _ ratio: Double, limit: Double, atMost: Bool = true, _ detail: String) {
  let holds = atMost ? ratio <= limit : ratio >= limit
  let comparison = atMost ? "<=" : ">="
  let numbers = String(format: "%8.3f  %@ %-6.2f", ratio, comparison as NSString, limit)
  print(
    "\(holds ? "ok  " : "MISS") \(what.padding(toLength: 52, withPad: " ", startingAt: 0)) \(numbers) \(detail)"
  )
}

/// Microseconds for a reader.
func micros(_ seconds: Double) -> String { String(format: "%.1f us", seconds * 1e6) }
