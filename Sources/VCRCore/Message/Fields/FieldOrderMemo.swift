import VCRLocks

/// Remembers the orders of fields that were found last: the messages of a service have the same
/// names, and their order takes longer to find than to look up.
final class FieldOrderMemo: Sendable {
  /// The orders of all messages that are written.
  static let shared = FieldOrderMemo()

  /// The orders by all that they depend on, which are names.
  private let orders = Mutex<[[UInt8]: String?]>([:])

  /// Services seldom have more; those of a hostile one are forgotten all at once.
  private static var most: Int { 256 }
  /// The most fields of a message that is remembered.
  private static var mostFields: Int { 64 }

  /// The names of an order, as `FieldOrder.words` gives them.
  ///
  /// - Parameters:
  ///   - fields: The fields in their order on the wire.
  ///   - groups: The same fields as the section has them; those of one name in their order.
  ///   - implied: The fields that follow from the body beside them.
  ///   - known: The places of that; nil where nothing is known of them.
  /// - Returns: Nil where the section itself has that order, or a name cannot be told apart from
  ///   others.
  func words(
    of fields: [HeaderField], in groups: [[HeaderField]], with implied: [FieldOrder.Implied],
    at known: FieldOrder?
  ) -> String? {
    guard fields.count <= Self.mostFields else {
      return FieldOrder.words(of: fields, in: groups, with: implied, at: known)
    }
    let key = Self.key(fields, groups, implied, known)
    if let words = orders.withLock({ $0[key] }) { return words }
    let words = FieldOrder.words(of: fields, in: groups, with: implied, at: known)
    orders.withLock { orders in
      if orders.count >= Self.most { orders.removeAll() }
      orders.updateValue(words, forKey: key)
    }
    return words
  }

  /// The names in UTF-8, in which the bytes behind each of them and each list do not occur.
  private static func key(
    _ fields: [HeaderField], _ groups: [[HeaderField]], _ implied: [FieldOrder.Implied],
    _ known: FieldOrder?
  ) -> [UInt8] {
    var key: [UInt8] = []
    key.reserveCapacity(512)
    func add(_ name: String) {
      key.append(contentsOf: name.utf8)
      key.append(0xFF)
    }
    for field in fields { add(field.name) }
    key.append(0xFE)
    for group in groups { for field in group { add(field.name) } }
    key.append(0xFE)
    for field in implied { add(field.rawValue) }
    guard let known else { return key }
    key.append(0xFE)
    for name in known.names { add(name) }
    return key
  }
}
