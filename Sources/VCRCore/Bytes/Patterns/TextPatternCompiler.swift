/// Turns the tree of a pattern into steps.
struct TextPatternCompiler {
  private(set) var steps: [TextPattern.Step] = []

  /// The most steps of a pattern.
  private static let limit = 5000

  mutating func add(_ node: TextPatternNode, at end: Int) throws(TextPattern.Fault) {
    guard steps.count <= Self.limit else {
      throw TextPattern.Fault(offset: end, reason: "the pattern is too large")
    }
    switch node {
    case .empty: break
    case .bytes(let set): steps.append(.bytes(set))
    case .step(let step): steps.append(step)
    case .sequence(let nodes): for node in nodes { try add(node, at: end) }
    case .group(let node):
      steps.append(.note(isEnd: false))
      try add(node, at: end)
      steps.append(.note(isEnd: true))
    case .either(let nodes):
      var jumps: [Int] = []
      for (number, node) in nodes.enumerated() {
        let split = steps.count
        let isLast = number == nodes.count - 1
        if !isLast { steps.append(.split(split + 1, 0)) }
        try add(node, at: end)
        if !isLast {
          jumps.append(steps.count)
          steps.append(.jump(0))
          steps[split] = .split(split + 1, steps.count)
        }
      }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repeated(let node, let from, let to, let isLazy):
      for _ in 0..<from { try add(node, at: end) }
      guard let to else {
        let split = steps.count
        steps.append(.jump(0))
        try add(node, at: end)
        steps.append(.jump(split))
        steps[split] = Self.split(split + 1, steps.count, isLazy)
        return
      }
      var splits: [Int] = []
      for _ in from..<to {
        splits.append(steps.count)
        steps.append(.jump(0))
        try add(node, at: end)
      }
      for split in splits { steps[split] = Self.split(split + 1, steps.count, isLazy) }
    }
  }

  private static func split(_ inside: Int, _ outside: Int, _ isLazy: Bool) -> TextPattern.Step {
    isLazy ? .split(outside, inside) : .split(inside, outside)
  }
}
