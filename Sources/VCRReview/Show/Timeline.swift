import VCRCore

/// Where each interaction of a cassette stands in time, for a waterfall.
///
/// A cassette knows the second in which an exchange ended, and its length. Those that ended in one
/// second are laid one after the other, in the order of the cassette, as far as the second goes;
/// without a date each begins where the one before it ends. Long times in which nothing happened,
/// as between two recordings, are drawn short.
struct Timeline {
  /// The facts known of an exchange.
  struct Exchange {
    /// When it ended, in whole seconds since any date; nil when unknown.
    var end: Double?
    /// Its seconds; nil when unknown.
    var seconds: Double?
  }

  /// A bar, in parts of the whole width.
  struct Bar: Equatable {
    /// Where it begins, from 0 to 1.
    var start: Double
    /// Its length, from 0 to 1.
    var length: Double
    /// Seconds from the beginning of the first exchange; an estimate.
    var offset: Double
  }

  /// The bar of each exchange; nil where its length is not known.
  let bars: [Bar?]

  /// The part of the width that all long pauses have together.
  private static let pauseShare = 0.2

  /// Lays out exchanges.
  init(_ exchanges: [Exchange]) {
    let spans = Self.spans(exchanges)
    let known = spans.compactMap(\.self).sorted { $0.lowerBound < $1.lowerBound }
    guard let first = known.first?.lowerBound else {
      bars = spans.map { _ in nil }
      return
    }
    // Times in which something happened, in order and apart.
    var busy: [ClosedRange<Double>] = []
    for span in known {
      if let last = busy.last, span.lowerBound <= last.upperBound {
        busy[busy.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        busy.append(span)
      }
    }
    let total = busy.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    let longest = total * Self.pauseShare / Double(max(1, busy.count - 1))
    var starts: [Double] = []
    var position = 0.0
    for (index, span) in busy.enumerated() {
      if index > 0 { position += min(longest, span.lowerBound - busy[index - 1].upperBound) }
      starts.append(position)
      position += span.upperBound - span.lowerBound
    }
    let width = max(position, .leastNormalMagnitude)
    bars = spans.map { span in
      guard let span else { return nil }
      let part = busy.partitioningIndex { $0.lowerBound > span.lowerBound } - 1
      let start = starts[part] + span.lowerBound - busy[part].lowerBound
      return Bar(
        start: min(1, start / width), length: min(1, (span.upperBound - span.lowerBound) / width),
        offset: span.lowerBound - first)
    }
  }

  private static func spans(_ exchanges: [Exchange]) -> [ClosedRange<Double>?] {
    var spans: [ClosedRange<Double>?] = []
    var cursor: [Double: Double] = [:]
    var last = 0.0
    for exchange in exchanges {
      guard let given = exchange.seconds, given.isFinite else {
        spans.append(nil)
        continue
      }
      let seconds = max(0, min(given, 1e9))
      var end = last + seconds
      if let date = exchange.end {
        end = min(date + 1, cursor[date, default: date] + seconds)
        cursor[date] = end
      }
      spans.append(end - seconds...end)
      last = end
    }
    return spans
  }
}
