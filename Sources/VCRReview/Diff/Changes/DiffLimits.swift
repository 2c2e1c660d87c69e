/// How much of a change is shown before the rest is counted.
///
/// A diff that shows everything of a body that was rewritten is read by nobody, so there are
/// limits; whoever wants to see all of it lifts them, and what is left out says so.
package struct DiffLimits: Sendable {
  private let areLifted: Bool

  /// The limits that a reader wants.
  package static let usual = DiffLimits(areLifted: false)
  /// No limit: everything is shown.
  package static let none = DiffLimits(areLifted: true)

  /// A limit, unless all are lifted.
  func most(_ limit: Int) -> Int { areLifted ? .max : limit }

  /// The words for a reader who does not see all.
  static let words = "not all that changed in an interaction is shown; --all shows it"
}

extension MessageDifference {
  /// True when a limit left something of it out.
  var isShortened: Bool { isCut && (old == nil || !hunks.isEmpty) }
}
