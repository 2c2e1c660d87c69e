import VCRCore

/// The scenarios of a recording, as a cassette says them: by the order of its interactions, and by
/// how often each is served.
///
/// That is the same where the states of a scenario are passed one after another, each with one
/// entry: each is served once and the last again and again, as of a service that was recorded while
/// it changed. What differs is named as lost.
struct ForeignScenarios {
  /// The indices of the interactions, in the order in which they are served.
  private(set) var order: [Int]

  /// How often some are served, by their places in that order.
  private(set) var times: [Int: Int?] = [:]

  /// The losses: parts that a replay of that order does not follow.
  private(set) var losses: [ForeignLoss] = []

  private let interactions: [Interaction]
  /// The indices of the interactions with some URL.
  private let indices: [String: [Int]]
  private let steps: [ForeignStep?]
  private let lines: [Int]

  /// Finds the order.
  ///
  /// - Parameters:
  ///   - interactions: The interactions, in the order in which they would be served without
  ///     scenarios.
  ///   - steps: The place of each in its scenario; nil for none.
  ///   - lines: The line of each.
  init(_ interactions: [Interaction], _ steps: [ForeignStep?], _ lines: [Int]) {
    (self.interactions, self.steps, self.lines) = (interactions, steps, lines)
    order = Array(interactions.indices)
    indices = Dictionary(grouping: order) { interactions[$0].request.url }
    var members: [String: [Int]] = [:]
    for (index, step) in steps.enumerated() {
      if let step { members[step.scenario, default: []].append(index) }
    }
    for places in members.values.sorted(by: { $0[0] < $1[0] }) {
      guard let chain = chain(places) else {
        for place in places {
          lose(place, "its scenario, by which it is served only in some state, is not read")
        }
        continue
      }
      put(chain, at: places)
    }
  }

  /// Puts the entries of a chain where entries of its scenario stand.
  private mutating func put(_ chain: [Int], at places: [Int]) {
    for (place, index) in zip(places, chain) {
      order[place] = index
      times[place] = steps[index]?.next == nil ? Int.max : .some(nil)
    }
    let own = Set(chain)
    let range = places[0]..<places[places.count - 1]
    var last: Int?
    for (before, index) in zip(chain, chain.dropFirst()) {
      if !isSame(before, index) {
        lose(
          index,
          "that another request comes before it, as its scenario has it, is not waited for")
        last = nil
      } else if last == nil {
        last = index
        // One of these is served whatever the state, which hides some states.
        let others = indices[interactions[index].request.url] ?? []
        if others.contains(where: {
          range.contains($0) && !own.contains($0) && isSame($0, index)
        }) {
          lose(index, "its place among those that are served in any state is not kept")
        }
      }
    }
  }

  /// The entries in the order of their states; nil where there is none, or another.
  private func chain(_ places: [Int]) -> [Int]? {
    var entries: [String: Int] = [:]
    for place in places {
      guard let state = steps[place]?.state, entries.updateValue(place, forKey: state) == nil else {
        return nil
      }
    }
    var chain: [Int] = []
    var state = steps[places[0]]?.first
    while let current = state, let place = entries.removeValue(forKey: current) {
      chain.append(place)
      state = steps[place]?.next
    }
    // A scenario that begins again has more responses than are recorded.
    let isOver = state.map { last in !chain.contains { steps[$0]?.state == last } } ?? true
    return entries.isEmpty && isOver ? chain : nil
  }

  /// True for entries that the same requests match.
  private func isSame(_ first: Int, _ second: Int) -> Bool {
    interactions[first].request == interactions[second].request
      && interactions[first].rule?.match == interactions[second].rule?.match
  }

  private mutating func lose(_ place: Int, _ text: String) {
    guard let step = steps[place] else { return }
    losses.append(
      ForeignLoss(
        kind: .member, interaction: step.number, line: lines[place], text: text, file: step.file))
  }
}
