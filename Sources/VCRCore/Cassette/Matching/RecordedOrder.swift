/// The order in which a run's requests were sent, as far as it is certain.
struct RecordedOrder {
  private let spans: [RequestSpan]
  /// For each request the number of the period in which some request was always in flight.
  private let chains: [Int]

  /// Creates the order from the span of each request.
  init(_ spans: [RequestSpan]) {
    self.spans = spans
    var (number, end) = (0, 0)
    chains = spans.map { span in
      if span.start >= end { number += 1 }
      end = max(end, span.end)
      return number
    }
  }

  /// Requests in the order in which they were sent, overlapping ones together.
  func runs(_ items: [Int]) -> [[Int]] {
    var runs: [[Int]] = []
    var end = Int.min
    for item in items {
      if spans[item].start >= end { runs.append([]) }
      runs[runs.count - 1].append(item)
      end = max(end, spans[item].end)
    }
    return runs
  }

  /// Requests, together as long as some request of the run was in flight without a gap.
  func chainedRuns(_ items: [Int]) -> [[Int]] {
    var runs: [[Int]] = []
    var last = -1
    for item in items {
      if chains[item] != last { runs.append([]) }
      last = chains[item]
      runs[runs.count - 1].append(item)
    }
    return runs
  }
}
