extension Deck {
  /// A message as a reader may see it.
  ///
  /// - Parameter text: An error's text, a log line.
  /// - Returns: The text without secrets.
  package func shown(text: String) -> String { readersRedactor.redacting(text: text) }

  /// A URL, or the target of a request, as a reader may see it.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The URL without secrets.
  package func shown(url: String) -> String {
    readersRedactor.redacting(url: url)
  }

  /// A request as a reader may see it.
  ///
  /// Interactions that were written by hand or recorded with other rules may hold secrets.
  func shown(_ request: Interaction.Request) -> Interaction.Request {
    readersRedactor.redacting(request)
  }

  /// Where two requests differ, as a reader may see it.
  ///
  /// Redaction can make values equal that matching distinguishes. The reader then learns the places
  /// of these values and that they are secrets.
  ///
  /// - Parameters:
  ///   - incoming: The request that is to be served.
  ///   - recorded: The request of a recorded interaction.
  ///   - policy: The policy that decides.
  /// - Returns: The differences, values without secrets.
  func shownDifferences(
    incoming: Interaction.Request, recorded: Interaction.Request, _ policy: RequestEquivalence
  ) -> [RequestEquivalence.Difference] {
    let (shownIncoming, shownRecorded) = (shown(incoming), shown(recorded))
    let found = policy.differences(incoming: incoming, recorded: recorded)
    guard shownIncoming != incoming || shownRecorded != recorded else { return found }
    let visible = policy.differences(
      incoming: shownIncoming, recorded: shownRecorded)
    let places = Set(visible.map { [$0.part, $0.place] })
    let hidden = found.filter { !places.contains([$0.part, $0.place]) }.map { difference in
      RequestEquivalence.Difference(
        part: difference.part, place: difference.place.map { shown(text: $0) },
        recorded: difference.recorded.map { _ in "(a secret)" },
        incoming: difference.incoming.map { _ in "(a secret)" })
    }
    return visible + hidden
  }
}
