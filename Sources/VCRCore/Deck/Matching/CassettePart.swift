/// The part of a cassette that a scope records, where several scopes of a run may record one.
package struct CassettePart: Sendable {
  /// The name of the part: parts stand in the cassette in the order of their names.
  package var name: String

  /// True when it is known that other tests of the run use the cassette too.
  package var isShared: Bool

  /// Creates one.
  ///
  /// - Parameters:
  ///   - name: The name of the test, the same in every run.
  ///   - isShared: True when other tests of the run are known to use the cassette.
  package init(name: String, isShared: Bool) {
    self.name = name
    self.isShared = isShared
  }
}
