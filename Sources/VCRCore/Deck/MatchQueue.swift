/// The interactions that share one key, queued so that the best unused one for a request is found
/// in constant time.
///
/// The order of preference is that of ``RequestFingerprint/agreement(with:)``, and then recorded
/// order.
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

  /// What the items of one queue have in common.
  private enum Trait: Hashable {
    case bodyAndHeaders(Int, Int)
    case bareBodyAndUsers(Int, RequestFingerprint.Users)
    case bareBodyAndHeaders(Int, Int)
    case bareBody(Int)
    case users(RequestFingerprint.Users)
  }

  private var all = Queue()
  private var queues: [Trait: Queue] = [:]
  /// True if the items have several users.
  private let hasUsers: Bool

  /// Creates a queue of items with the digests of their requests, in recorded order.
  init(_ items: [(item: Int, likeness: RequestFingerprint)]) {
    hasUsers = items.contains { item in
      switch item.likeness.users {
      case .none, .first: false
      case .numbered, .any: true
      }
    }
    for (item, likeness) in items {
      all.items.append(Int32(item))
      for trait in traits(of: likeness) {
        queues[trait, default: Queue()].items.append(Int32(item))
      }
    }
  }

  /// The traits of a request, the best ones first.
  private func traits(of likeness: RequestFingerprint) -> [Trait] {
    var traits = [Trait.bodyAndHeaders(likeness.body, likeness.headers)]
    if hasUsers {
      if likeness.users != .any {
        traits.append(.bareBodyAndUsers(likeness.bareBody, likeness.users))
      }
      traits.append(.bareBodyAndHeaders(likeness.bareBody, likeness.bareHeaders))
    }
    traits.append(.bareBody(likeness.bareBody))
    if hasUsers, likeness.users != .any { traits.append(.users(likeness.users)) }
    return traits
  }

  /// The item to serve, or nil when all are used up and none may be repeated.
  mutating func take(_ likeness: RequestFingerprint, remaining: [Int32], repeats: Bool) -> Int? {
    let traits = traits(of: likeness)
    for trait in traits {
      if let item = queues[trait]?.first(remaining) { return item }
    }
    if let item = all.first(remaining) { return item }
    guard repeats else { return nil }
    for trait in traits {
      if let last = queues[trait]?.items.last { return Int(last) }
    }
    return all.items.last.map(Int.init)
  }
}
