/// The interactions that share one key, queued so that the best unused one for a request is found
/// in constant time: the same body and headers first, then the same body, then recorded order.
struct MatchQueue: Sendable {
  /// Items in recorded order and how far they have been used up.
  private struct Queue: Sendable {
    var items: [Int32] = []
    var head = 0

    /// The first item that may still be served; each used one is passed over once.
    mutating func first(_ remaining: [Int32]) -> Int? {
      while head < items.count {
        let item = Int(items[head])
        if remaining[item] > 0 { return item }
        head += 1
      }
      return nil
    }
  }

  private struct Both: Hashable {
    let body: Int
    let headers: Int
  }

  private var all = Queue()
  private var byBody: [Int: Queue] = [:]
  private var byBoth: [Both: Queue] = [:]

  /// Adds an item behind the others.
  mutating func append(_ item: Int, _ likeness: RequestFingerprint) {
    let both = Both(body: likeness.body, headers: likeness.headers)
    all.items.append(Int32(item))
    byBody[likeness.body, default: Queue()].items.append(Int32(item))
    byBoth[both, default: Queue()].items.append(Int32(item))
  }

  /// The item to serve, or nil when all are used up and none may be repeated.
  mutating func take(_ likeness: RequestFingerprint, remaining: [Int32], repeats: Bool) -> Int? {
    let both = Both(body: likeness.body, headers: likeness.headers)
    if let item = byBoth[both]?.first(remaining) ?? byBody[likeness.body]?.first(remaining)
      ?? all.first(remaining)
    {
      return item
    }
    guard repeats else { return nil }
    let last = byBoth[both]?.items.last ?? byBody[likeness.body]?.items.last ?? all.items.last
    return last.map(Int.init)
  }
}
