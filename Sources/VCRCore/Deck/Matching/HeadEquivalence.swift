/// A policy's comparison of requests without their contents, by which recorded ones are found for
/// one whose content has not arrived.
struct HeadEquivalence: Sendable {
  private let policy: RequestEquivalence

  /// True when the policy asks nothing about contents, so that equivalent requests get their
  /// outcomes in recorded order.
  let isWhole: Bool

  /// Creates the part of a policy that needs no contents.
  init(_ equivalence: RequestEquivalence) {
    policy = RequestEquivalence(equivalence.parts.filter { !$0.needsBody })
    isWhole = policy.parts.count == equivalence.parts.count
  }

  /// A hash of what is compared of a request.
  func hash(of head: Interaction.Request) -> Int {
    var key: [UInt8] = []
    policy.appendKey(of: head, to: &key)
    return key.seededHash
  }

  /// A hash of what is compared of a recorded request; nil for one that cannot be read.
  func hash(ofItem item: Int, in file: CassetteFile) -> Int? {
    var key: [UInt8] = []
    let isRead: Void? = try? file.appendKey(ofItem: item, under: policy, to: &key)
    return isRead.map { key.seededHash }
  }
}
