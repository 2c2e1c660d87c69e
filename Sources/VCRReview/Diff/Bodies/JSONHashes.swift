import VCRCore

/// A hash for each value of a JSON text; equal values have equal hashes.
///
/// Objects are hashed without order, numbers by value, strings by code points. The hashes are valid
/// within one process.
struct JSONHashes {
  /// The hash of each node with its content.
  private(set) var whole: [Int]
  /// The hash of each node without volatile values.
  private(set) var stable: [Int]

  /// Hashes every value.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isKept: False for volatile nodes; nil when there are none.
  ///   - other: Another text and its hashes, which values at its beginning and end share where both
  ///     have the same bytes.
  init(
    _ text: JSONText, isKept: [Bool]?, sharing other: (text: JSONText, hashes: JSONHashes)? = nil
  ) {
    whole = Array(repeating: 0, count: text.nodes.count)
    stable = []
    hash(text, isKept: nil, sharing: other, into: &whole)
    guard isKept != nil else {
      stable = whole
      return
    }
    stable = whole
    hash(text, isKept: isKept, sharing: nil, into: &stable)
  }

  /// The values of two texts that are the same bytes at the same distance from the beginning or the
  /// end.
  private struct SharedValues {
    private let text: JSONText
    private let other: JSONText
    private let prefix: Int
    private let suffix: Int

    init(_ text: JSONText, _ other: JSONText) {
      (self.text, self.other) = (text, other)
      prefix = text.bytes.commonPrefixLength(
        text.bytes.indices, other.bytes, other.bytes.indices)
      suffix = text.bytes.commonSuffixLength(other.bytes)
    }

    /// The node of the other text with the same bytes; nil when none is known.
    func partner(of index: Int) -> Int? {
      let node = text.nodes[index]
      if node.end <= prefix {
        guard index < other.nodes.count else { return nil }
        let candidate = other.nodes[index]
        return candidate.start == node.start && candidate.end == node.end ? index : nil
      }
      let (count, otherCount) = (text.bytes.count, other.bytes.count)
      let partner = index + other.nodes.count - text.nodes.count
      guard count - Int(node.start) <= suffix, other.nodes.indices.contains(partner) else {
        return nil
      }
      let candidate = other.nodes[partner]
      return otherCount - Int(candidate.start) == count - Int(node.start)
        && otherCount - Int(candidate.end) == count - Int(node.end) ? partner : nil
    }
  }

  private func hash(
    _ text: JSONText, isKept: [Bool]?, sharing other: (text: JSONText, hashes: JSONHashes)?,
    into hashes: inout [Int]
  ) {
    let shared = other.map { (SharedValues(text, $0.text), $0.hashes.whole) }
    var form: [UInt8] = []
    // Contained values follow their container, so a pass from the end finds them hashed already.
    for index in text.nodes.indices.reversed() {
      let node = text.nodes[index]
      if isKept?[index] == false {
        hashes[index] = 0
        continue
      }
      if let shared, let partner = shared.0.partner(of: index) {
        hashes[index] = shared.1[partner]
        continue
      }
      var hasher = Hasher()
      hasher.combine(node.kind.rawValue)
      switch node.kind {
      case .null, .true, .false: break
      case .number:
        form.removeAll(keepingCapacity: true)
        JSONNumber.appendNormalForm(text.bytes.view, text.range(of: index), to: &form)
        unsafe form.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      case .string:
        let inner = Int(node.start) + 1..<Int(node.end) - 1
        if node.hasEscapes {
          form.removeAll(keepingCapacity: true)
          JSONString.appendUnescaped(text.bytes.view, inner, to: &form)
          unsafe form.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        } else {
          unsafe text.bytes.withUnsafeBytes {
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[inner]))
          }
        }
      case .array:
        var child = index + 1
        while child < Int(node.next) {
          hasher.combine(hashes[child])
          child = Int(text.nodes[child].next)
        }
      case .object:
        var sum = 0
        var child = index + 1
        while child < Int(node.next) {
          if isKept?[child] != false { sum &+= Self.member(text, child, hashes[child]) }
          child = Int(text.nodes[child].next)
        }
        hasher.combine(sum)
      }
      hashes[index] = hasher.finalize()
    }
  }

  /// The hash of a member with its name.
  static func member(_ text: JSONText, _ index: Int, _ hash: Int) -> Int {
    var hasher = Hasher()
    text.withName(of: index) { name in
      unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
    hasher.combine(hash)
    return hasher.finalize()
  }
}
