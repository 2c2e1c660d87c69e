/// A field of a server-sent event, by its name in a cassette.
package enum EventField: String, Sendable, CaseIterable {
  case event, id, retry, data
  /// A line that begins with a colon, which clients ignore.
  case comment

  /// The field that a line of a stream names; nil for another name.
  init?(onWire name: ArraySlice<UInt8>) {
    if name.isEmpty {
      self = .comment
    } else if let field = Self(rawValue: String(decoding: name, as: UTF8.self)), field != .comment {
      self = field
    } else {
      return nil
    }
  }

  /// The name before the colon of a line.
  var nameOnWire: String { self == .comment ? "" : rawValue }
}
