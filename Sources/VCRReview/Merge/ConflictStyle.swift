import VCRCore

/// The form in which a conflict is written into a file, which is git's.
package struct ConflictStyle: Sendable, Equatable {
  /// The number of characters of a marker: git's `conflict-marker-size`, 7 by default.
  package var markerSize: Int
  /// The label of our side.
  package var ours: String
  /// The label of the common ancestor.
  package var base: String
  /// The label of their side.
  package var theirs: String
  /// True to include the common ancestor, as `merge.conflictStyle=diff3` does.
  package var showsBase: Bool

  /// Creates a style.
  package init(
    markerSize: Int = 7, ours: String = "ours", base: String = "base", theirs: String = "theirs",
    showsBase: Bool = false
  ) {
    self.markerSize = markerSize
    self.ours = ours
    self.base = base
    self.theirs = theirs
    self.showsBase = showsBase
  }

  /// Appends a conflict with its markers.
  func append(_ conflict: MergeSegment.Conflict, to out: inout [UInt8]) {
    marker("<", ours, to: &out)
    lines(conflict.ours, to: &out)
    if showsBase {
      marker("|", base, to: &out)
      lines(conflict.base, to: &out)
    }
    marker("=", "", to: &out)
    lines(conflict.theirs, to: &out)
    marker(">", theirs, to: &out)
  }

  private func marker(_ character: Character, _ label: String, to out: inout [UInt8]) {
    out += String(repeating: character, count: max(markerSize, 1)).utf8
    if !label.isEmpty { out += " \(label)".utf8 }
    out.append(UInt8(ascii: "\n"))
  }

  private func lines(_ text: [UInt8], to out: inout [UInt8]) {
    out += text
    if let last = text.last, last != UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
  }
}
