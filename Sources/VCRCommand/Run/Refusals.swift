#if CommandLineTool
  import VCRCore

  /// The requests that could neither be recorded nor replayed, counted by the reason.
  struct Refusals: Sendable {
    /// The most reasons that are told apart: what a client sends may be part of one.
    private static let reasonLimit = 20

    private var reasons: [(text: String, count: Int)] = []
    private var otherCount = 0
    /// How many there were.
    private(set) var count = 0
    /// The reason of the last one.
    private(set) var last: String?

    /// True when there was none.
    var isEmpty: Bool { count == 0 }

    /// Counts a request.
    ///
    /// - Parameter reason: Why it was refused.
    /// - Returns: True for a reason that is new, and to be reported at once.
    mutating func add(_ reason: String) -> Bool {
      count += 1
      last = reason
      if let index = reasons.firstIndex(where: { $0.text == reason }) {
        reasons[index].count += 1
        return false
      }
      guard reasons.count < Self.reasonLimit else {
        otherCount += 1
        return false
      }
      reasons.append((reason, 1))
      return true
    }

    /// The lines that were not printed at once: how often a request was refused for the same
    /// reason, and how many for reasons of which there were too many.
    var repeatedLines: [String] {
      reasons.filter { $0.count > 1 }.map { Self.line($0.count, $0.text) } + otherLines
    }

    /// All of them, a line for each reason.
    var lines: [String] { reasons.map { Self.line($0.count, $0.text) } + otherLines }

    private var otherLines: [String] {
      otherCount > 0 ? [Self.line(otherCount, "other reasons")] : []
    }

    private static func line(_ count: Int, _ reason: String) -> String {
      count == 1
        ? "a request was refused: \(reason)"
        : "\(Quantity.of(count, "request")) were refused: \(reason)"
    }
  }
#endif
