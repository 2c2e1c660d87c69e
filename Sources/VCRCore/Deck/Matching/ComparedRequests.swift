/// How recorded requests compare with one that came in, as far as their bodies had to be read from
/// files for that.
struct ComparedRequests: Sendable {
  /// A comparison for which all of a recorded request is needed.
  struct Question: Sendable {
    /// The request that came in.
    let request: Interaction.Request
    /// True when a recorded request that cannot be read is as good as one that does not agree.
    var skipsUnreadable = false
    /// How much of a recorded request agrees, the more the greater; nil when it does not match.
    let agreement: @Sendable (_ recorded: Interaction.Request) -> Int?
  }

  /// The result of a comparison.
  struct Result: Sendable {
    /// How much agrees; nil when the recorded request does not match.
    let agreement: Int?
  }

  private var request: Interaction.Request?
  private var results: [Int: Result] = [:]

  /// The known result of an item; nil when it was not compared with this request.
  func result(ofItem item: Int, _ question: Question) -> Result? {
    guard !results.isEmpty, request == question.request else { return nil }
    return results[item]
  }

  /// Compares an item.
  ///
  /// - Parameters:
  ///   - recorded: Its request; nil when that cannot be read.
  ///   - item: Its position.
  ///   - question: The comparison.
  mutating func compare(
    _ recorded: Interaction.Request?, ofItem item: Int, _ question: Question
  ) {
    if request != question.request {
      request = question.request
      results.removeAll()
    }
    results[item] = Result(agreement: recorded.flatMap(question.agreement))
  }
}
