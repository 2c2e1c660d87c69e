/// The timing of replayed responses.
public enum ReplayLatency: Sendable, Equatable {
  /// At once.
  case none
  /// The recorded times multiplied by a factor; 1 is as recorded.
  case factor(Double)

  /// As recorded.
  public static let recorded = ReplayLatency.factor(1)

  /// The factor; nil for at once.
  var pace: Double? {
    guard case .factor(let factor) = self, factor > 0 else { return nil }
    return factor
  }
}

extension ReplayLatency {
  /// The timing of that name.
  ///
  /// - Parameter word: `none`, `recorded` or a factor such as `0.5`.
  /// - Throws: `SettingError` for any other word.
  package init(named word: String) throws(SettingError) {
    switch word {
    case "none": self = .none
    case "recorded": self = .recorded
    default:
      guard let factor = Double(word), factor.isFinite, factor >= 0 else {
        throw SettingError(
          word: word, expectation: "is not a timing; give none, recorded or a factor such as 0.5")
      }
      self = .factor(factor)
    }
  }
}
