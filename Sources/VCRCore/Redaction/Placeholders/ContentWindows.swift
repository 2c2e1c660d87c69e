/// Changes a content of any length while it passes, and holds no more of it than a window.
///
/// A window is looked at together with what is before and behind it, so that whatever is no longer
/// than this context is found wherever in the content it stands. What a window gives out ends
/// where nothing was changed: a change that begins in one window never ends in another.
package struct ContentWindows: Sendable {
  /// The most bytes that a change, with what it is recognised by, may have to be found for certain.
  package static let usualContext = 64 << 10

  /// The bytes that a window gives out at most, unless it can be cut nowhere.
  private let step: Int
  private let context: Int
  /// The bytes that the next window gives out at most.
  private var reach: Int
  /// The bytes of the content that are still needed, from an even position of it.
  private var held: [UInt8] = []
  /// How many of them were given out already.
  private var given = 0

  /// The most steps that one window takes; what is cut nowhere in it is cut at its end.
  private static let mostSteps = 16
  /// As many for what can only be looked at as a whole.
  private static let mostStepsOfWholes = 32
  /// The number of places at which a window may be cut.
  private static let choices = 16

  /// Creates the windows of one content.
  ///
  /// - Parameters:
  ///   - step: The bytes that a window gives out, at least 256.
  ///   - context: The bytes around them that it is looked at with.
  package init(step: Int = 256 << 10, context: Int = Self.usualContext) {
    self.step = step
    self.context = context
    reach = step
  }

  /// Adds the bytes that follow.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - change: Changes an excerpt of the content. It keeps its pieces, as replacements that are
  ///     applied to a body do.
  ///   - open: Where something begins in a part of the content, from a position on, that goes on
  ///     behind it and can only be looked at as a whole; nil where nothing does.
  ///   - give: Receives what is final.
  /// - Throws: What `give` throws.
  package mutating func take<Failure: Error>(
    _ bytes: [UInt8], _ change: (inout Body) -> Void,
    open: (Span<UInt8>, Int) -> Int? = { _, _ in nil },
    _ give: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    held.append(contentsOf: bytes)
    while held.count >= given + reach + context {
      var limit = given + reach
      if reach < Self.mostStepsOfWholes * step, let whole = open(held.view, given), whole < limit {
        limit = whole
      }
      guard limit - given >= step / 2 else {
        reach *= 2
        continue
      }
      let isLast = reach >= Self.mostSteps * step && limit == given + reach
      guard let cut = changed(before: limit, isLast: isLast, change) else {
        reach *= 2
        continue
      }
      try give(cut.output)
      let dropped = max(0, cut.end - context) / 2 * 2
      held.removeFirst(dropped)
      given = cut.end - dropped
      reach = step
    }
  }

  /// Gives out what is left, and is as new after it.
  package mutating func finish<Failure: Error>(
    _ change: (inout Body) -> Void, _ give: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var body = Body(
      held,
      chunks: [
        Body.Chunk(length: given, after: 0), Body.Chunk(length: held.count - given, after: 1),
      ])
    change(&body)
    let before = body.chunks.first { $0.after == 0 }?.length ?? 0
    held = []
    given = 0
    reach = step
    if before < body.count { try give(Array(body.bytes[before...])) }
  }

  /// Changes a window, and cuts it at the last place around which nothing was changed.
  ///
  /// - Parameters:
  ///   - limit: The last position at which it may be cut.
  ///   - isLast: True to cut it at its end where there is no such place.
  ///   - change: The change.
  /// - Returns: The bytes that it gives out, and up to where in the held bytes; nil when it has to
  ///   be longer.
  private func changed(
    before limit: Int, isLast: Bool, _ change: (inout Body) -> Void
  ) -> (output: [UInt8], end: Int)? {
    let spacing = max(4, (limit - given) / (2 * Self.choices) / 2 * 2)
    let end = limit / 2 * 2
    // A character of UTF-16 on either side of a place shows whether it was changed there.
    let places = (0..<Self.choices).reversed().map { end - $0 * spacing }
    var pieces = [given]
    for place in places { pieces += [place - 2, place, place + 2] }
    pieces.append(held.count)
    var body = Body(held)
    var start = 0
    for (index, piece) in pieces.enumerated() {
      body.chunks.append(Body.Chunk(length: piece - start, after: Double(index)))
      start = piece
    }
    change(&body)
    var found: [Int: Range<Int>] = [:]
    start = 0
    for chunk in body.chunks {
      if let after = chunk.after { found[Int(after)] = start..<start + chunk.length }
      start += chunk.length
    }
    let bytes = body.bytes
    func isUnchanged(_ piece: Int) -> Bool {
      guard let range = found[piece] else { return false }
      return bytes[range] == held[pieces[piece - 1]..<pieces[piece]]
    }
    // A change that begins before the end of what was given out, and ends behind it, belongs to
    // that.
    let first = found[0]?.upperBound ?? 0
    for index in places.indices.reversed()
    where isUnchanged(3 * index + 2) && isUnchanged(3 * index + 3) {
      guard let last = found[3 * index + 2]?.upperBound, last >= first else { continue }
      return (Array(bytes[first..<last]), places[index])
    }
    guard isLast else { return nil }
    let rest = (3 * (places.count - 1) + 3..<pieces.count).lazy.compactMap { found[$0] }.first
    let last = max(first, rest?.lowerBound ?? bytes.count)
    return (Array(bytes[first..<last]), end)
  }
}
