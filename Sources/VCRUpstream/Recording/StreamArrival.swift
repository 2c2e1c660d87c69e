/// When and after what a piece of a body arrived.
package struct StreamArrival: Sendable {
  /// The position in the body at which it ended.
  var end: Int
  /// The time in seconds since the head.
  var after: Double
  /// How much of an unfinished request was sent; nil when the request was complete.
  var awaits: Int?
}
