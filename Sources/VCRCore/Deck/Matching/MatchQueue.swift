/// The interactions that share one key, queued so that the best unused one for a request is found
/// in constant time.
///
/// The order of preference is that of ``RequestFingerprint/agreement(with:)``, and then recorded
/// order.
struct MatchQueue: Sendable {
  /// The facts known of an item.
  struct Item {
    /// Its position.
    let item: Int
    /// The digests of its request.
    let likeness: RequestFingerprint
    /// The placeholders by which the cassette's digests show its user.
    let users: [[UInt8]]
  }

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

  /// The trait that the items of one queue have in common.
  private enum Trait: Hashable {
    case bodyAndHeaders(Int, Int)
    case bareBodyAndProvenUsers(Int, RequestFingerprint.Users, Int)
    case bareBodyAndUsers(Int, RequestFingerprint.Users)
    case bareBodyAndHeaders(Int, Int)
    case bareBodyAndCredentials(Int, Int)
    case bareBody(Int)
    case provenUsers(RequestFingerprint.Users, Int)
    case users(RequestFingerprint.Users)
    case credentials(Int)
    /// Nothing but the key.
    case none
  }

  /// The trait that the items of a queue of one user have in common.
  private struct Own: Hashable {
    let user: Int
    let trait: Trait
  }

  private var queues: [Trait: Queue] = [:]
  /// The items of each user apart; empty when there is only one.
  private var own: [Own: Queue] = [:]
  /// The users by whom the cassette's digests tell the items apart.
  private var users: [[[UInt8]]] = []
  /// Which of them an item is of, where there are several.
  private var userOf: [Int: Int] = [:]
  /// True if the items have several users.
  private let hasUsers: Bool
  /// True if their users prove in several ways who they are.
  private let hasKinds: Bool

  /// Creates a queue of items in recorded order.
  init(_ items: [Item]) {
    hasUsers = items.contains { item in
      switch item.likeness.users {
      case .none, .first: false
      case .numbered, .any: true
      }
    }
    hasKinds = items.contains { $0.likeness.credentials != items[0].likeness.credentials }
    var numbers: [[[UInt8]]: Int] = [:]
    for item in items where numbers[item.users] == nil {
      numbers[item.users] = users.count
      users.append(item.users)
    }
    for item in items {
      let user = users.count > 1 ? numbers[item.users] : nil
      userOf[item.item] = user
      for trait in traits(of: item.likeness) {
        queues[trait, default: Queue()].items.append(Int32(item.item))
        guard let user else { continue }
        own[Own(user: user, trait: trait), default: Queue()].items.append(Int32(item.item))
      }
    }
  }

  /// The traits of a request, the best ones first.
  private func traits(of likeness: RequestFingerprint) -> [Trait] {
    var traits = [Trait.bodyAndHeaders(likeness.body, likeness.headers)]
    if hasUsers {
      if likeness.users != .any {
        if hasKinds {
          traits.append(
            .bareBodyAndProvenUsers(likeness.bareBody, likeness.users, likeness.credentials))
        }
        traits.append(.bareBodyAndUsers(likeness.bareBody, likeness.users))
      }
      traits.append(.bareBodyAndHeaders(likeness.bareBody, likeness.bareHeaders))
    }
    if hasKinds {
      traits.append(.bareBodyAndCredentials(likeness.bareBody, likeness.credentials))
    }
    traits.append(.bareBody(likeness.bareBody))
    if hasUsers, likeness.users != .any {
      if hasKinds { traits.append(.provenUsers(likeness.users, likeness.credentials)) }
      traits.append(.users(likeness.users))
    }
    if hasKinds { traits.append(.credentials(likeness.credentials)) }
    traits.append(.none)
    return traits
  }

  /// The item to serve, or nil when all are used up and none may be repeated.
  ///
  /// - Parameters:
  ///   - likeness: The digests of the request.
  ///   - remaining: How often each item may still be served.
  ///   - repeats: Whether an item that was used up may be served again.
  ///   - isOthers: True for the placeholders of an item that is proven to be another user's; nil
  ///     when nothing is proven. Only a request of which its own user has nothing left looks at
  ///     each user.
  /// - Returns: The item's position.
  mutating func take(
    _ likeness: RequestFingerprint, remaining: [Int32], repeats: Bool,
    isOthers: ((_ users: [[UInt8]]) -> Bool)? = nil
  ) -> Int? {
    let traits = traits(of: likeness)
    var allowed: [Int]?
    func isForAnother(_ item: Int) -> Bool {
      isOthers?(users[userOf[item] ?? 0]) ?? false
    }
    func places() -> [Int] {
      let found = allowed ?? users.indices.filter { isOthers?(users[$0]) != true }
      allowed = found
      return found
    }
    for trait in traits {
      guard let item = queues[trait]?.first(remaining) else { continue }
      guard isForAnother(item) else { return item }
      let first = places().compactMap { own[Own(user: $0, trait: trait)]?.first(remaining) }.min()
      if let first { return first }
    }
    guard repeats else { return nil }
    for trait in traits {
      guard let last = queues[trait]?.items.last.map(Int.init) else { continue }
      guard isForAnother(last) else { return last }
      let items = places().compactMap { own[Own(user: $0, trait: trait)]?.items.last }
      if let last = items.max() { return Int(last) }
    }
    return nil
  }
}
