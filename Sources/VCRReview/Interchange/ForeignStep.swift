import VCRCore

/// The place of an entry in a scenario: the state in which alone it is served, and the one to which
/// that leads.
struct ForeignStep: Sendable, Equatable {
  /// The name of the scenario.
  let scenario: String

  /// The state in which a scenario begins; nil where none is known.
  let first: String?

  /// The state in which the entry is served; nil for any.
  let state: String?

  /// The state after it was served; nil for the same.
  let next: String?

  /// The number of the entry in its file.
  var number = 0

  /// The file, of several that are read as one recording.
  var file: String?

  /// Describes a place in a scenario.
  init(of scenario: String, from first: String?, at state: String?, to next: String?) {
    (self.scenario, self.first, self.state) = (scenario, first, state)
    self.next = next == state ? nil : next
  }
}
