/// When the parts of a replayed interaction are to be served, counted from the request.
package struct ReplaySchedule: Sendable {
  /// A piece of the body and its moment.
  package struct Piece: Sendable {
    /// Where it lies in the body.
    package var range: Range<Int>
    /// When it is due.
    package var time: Duration
  }

  /// When the head of the response is due, or the failure.
  package var head: Duration
  /// The pieces of a streamed body; empty for one that comes whole, with the head.
  package var pieces: [Piece] = []
  /// When the end is due.
  package var end: Duration { max(breakOff ?? head, pieces.last?.time ?? head) }
  /// When a response breaks off; nil for one that ends with its last piece.
  private var breakOff: Duration?

  /// Creates a schedule in which everything is due at one moment.
  package init(at moment: Duration) { head = moment }

  /// Creates the schedule of an interaction.
  ///
  /// A cassette says how long everything took and, for a stream, when each piece came after the
  /// head; so the head's own moment is the difference. A response that broke off may have been
  /// silent for long before it did, so its head is due at once.
  ///
  /// - Parameters:
  ///   - interaction: The interaction to be served.
  ///   - factor: The factor by which the recorded times are multiplied.
  ///   - delay: How much later everything is due.
  package init(_ interaction: Interaction, factor: Double, after delay: Duration = .zero) {
    // A recorded time is data: bounded, so that a wrong one cannot overflow a clock.
    func duration(_ seconds: Double) -> Duration {
      delay + .seconds(min(max(seconds * factor, 0), 86_400))
    }
    let seconds = interaction.seconds ?? 0
    guard case .response(let response) = interaction.outcome.byFinalResponse,
      response.failure != nil || response.body.chunks.contains(where: { $0.after != nil })
    else {
      head = duration(seconds)
      return
    }
    let isWhole = response.failure == nil
    let start = isWhole ? max(0, seconds - (response.body.chunks.last?.after ?? 0)) : 0
    head = duration(start)
    if !isWhole { breakOff = duration(seconds) }
    if response.body.chunks.isEmpty {
      pieces.append(Piece(range: response.body.bytes.indices, time: head))
    }
    var offset = 0
    var time = start
    for chunk in response.body.chunks {
      let end = min(offset + chunk.length, response.body.bytes.count)
      time = max(time, start + (chunk.after ?? 0))
      pieces.append(Piece(range: offset..<end, time: duration(time)))
      offset = end
    }
  }
}
