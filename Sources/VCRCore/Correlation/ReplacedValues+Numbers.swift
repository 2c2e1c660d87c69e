/// Numbers of one or two digits in requests.
extension ReplacedValues {
  /// How many requests are tried for one.
  private static let mostGuesses = 16

  /// The requests that one may be where the short numbers that it carries as whole values are ids.
  ///
  /// Such a number may as well be an amount, so that it counts only where the request is then the
  /// very one that the cassette has.
  ///
  /// - Parameter request: The request.
  /// - Returns: The requests with old numbers, each with the numbers that are replaced in it.
  func numberGuesses(
    _ request: Interaction.Request
  ) -> [(request: Interaction.Request, numbers: Set<String>)] {
    guard hasShortNumbers else { return [] }
    var guesses: [[(value: ConsumedValue, text: String)]] = [[]]
    for value in ConsumedValue.values(of: request)
    where !value.isByContent && ShortNumber.isOne(value.text) {
      let others = olds(ofNumber: value.text).reversed().flatMap { old in
        guesses.map { $0 + [(value, old)] }
      }
      guesses = Array((guesses + others).prefix(Self.mostGuesses))
    }
    return guesses.dropFirst().map { changes in
      (request.replacing(changes), Set(changes.map(\.value.text)))
    }
  }
}
