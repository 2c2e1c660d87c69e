/// The open calls of gRPC, by number.
struct OpenCalls: Sendable {
  private var calls: [Int: OpenCall] = [:]
  /// Which open call a recorded one is served to.
  private var holders: [Int: Int] = [:]
  private var nextID = 0

  /// The open call with a number.
  subscript(id: Int) -> OpenCall? { calls[id] }

  /// The recorded calls that were taken for one that is not open yet.
  private var reserved: Set<Int> = []

  /// The recorded calls that are served to them.
  var items: Set<Int> { reserved.union(holders.keys) }

  /// Notes that a recorded call was taken, so that others see it as one that may be theirs.
  mutating func reserve(_ item: Int) { reserved.insert(item) }

  /// Notes that it is of an open call by now, or of none.
  mutating func release(_ item: Int) { reserved.remove(item) }

  /// The number of the open call that a recorded one is served to.
  func holder(of item: Int) -> Int? { holders[item] }

  /// Adds one.
  ///
  /// - Returns: Its number.
  mutating func open(_ call: OpenCall) -> Int {
    defer { nextID += 1 }
    calls[nextID] = call
    holders[call.item] = nextID
    return nextID
  }

  /// Removes one that is over, or whose client cannot have another one any more.
  @discardableResult
  mutating func close(_ id: Int) -> OpenCall? {
    guard let call = calls.removeValue(forKey: id) else { return nil }
    if holders[call.item] == id { holders[call.item] = nil }
    return call
  }

  /// Removes one, unless it is served something else by now.
  ///
  /// - Returns: False then.
  mutating func close(_ id: Int, serving item: Int) -> Bool {
    guard calls[id]?.item == item else { return false }
    close(id)
    return true
  }

  /// Notes which recorded calls an open one may still be.
  ///
  /// - Returns: False when it is served something else by now, or is over.
  mutating func narrow(_ id: Int, serving item: Int, to candidates: [Int]) -> Bool {
    guard calls[id]?.item == item else { return false }
    if candidates.isEmpty { close(id) } else { calls[id]?.candidates = candidates }
    return true
  }

  /// Serves a recorded call to an open one.
  mutating func serve(_ item: Int, to id: Int) {
    if let before = calls[id]?.item, holders[before] == id { holders[before] = nil }
    calls[id]?.item = item
    holders[item] = id
  }
}

extension DeckState {
  /// Gives an open call one of several recorded ones, and what it had been given to whoever needs
  /// that, or back.
  ///
  /// - Parameters:
  ///   - id: The number of the open call.
  ///   - own: What it had been given.
  ///   - items: What it may have, in the order of preference.
  /// - Returns: What it has now; nil when others need all of them, or it was given something else
  ///   meanwhile.
  mutating func exchangeCall(_ id: Int, _ own: Int, for items: [Int]) -> Int? {
    guard openCalls[id]?.item == own else { return nil }
    var asked: Set<Int> = []
    guard moveCall(id, to: items, leaving: own, &asked), let item = openCalls[id]?.item else {
      return nil
    }
    if openCalls.holder(of: own) == nil { index?.giveBack(own) }
    return item
  }

  /// Takes a recorded call from the open one that it is served to, if that may have another one.
  ///
  /// - Parameter item: The position of the recorded call.
  /// - Returns: False when it may not.
  mutating func freeCall(_ item: Int) -> Bool {
    guard let id = openCalls.holder(of: item), let open = openCalls[id] else { return false }
    var asked: Set<Int> = [item]
    guard moveCall(id, to: open.candidates.filter { $0 != item }, leaving: nil, &asked) else {
      return false
    }
    index?.giveBack(item)
    return true
  }

  /// Gives an open call one of several recorded ones, of which others may have to be given others:
  /// an augmenting path of a bipartite matching, so that each has its own wherever that is
  /// possible.
  ///
  /// - Parameters:
  ///   - id: The number of the open call.
  ///   - items: What it may have.
  ///   - left: What the first of the path gives up; nil when that stays taken.
  ///   - asked: The recorded calls whose clients were asked already.
  /// - Returns: False when others need all of them.
  private mutating func moveCall(
    _ id: Int, to items: [Int], leaving left: Int?, _ asked: inout Set<Int>
  ) -> Bool {
    for item in items where item != openCalls[id]?.item {
      let isLeft = item == left && openCalls[id]?.item != left
      guard isLeft || index?.take(item: item, again: false) == true else { continue }
      openCalls.serve(item, to: id)
      return true
    }
    for item in items where item != openCalls[id]?.item {
      guard let holder = openCalls.holder(of: item), holder != id, asked.insert(item).inserted,
        let others = openCalls[holder]?.candidates,
        moveCall(holder, to: others, leaving: left, &asked)
      else { continue }
      openCalls.serve(item, to: id)
      return true
    }
    return false
  }
}
