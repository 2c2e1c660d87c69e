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

/// A section of a merged text.
enum MergeSegment: Equatable {
  /// The three texts of a conflict.
  struct Conflict: Equatable {
    /// Our side's text.
    var ours: [UInt8]
    /// The common ancestor's text.
    var base: [UInt8]
    /// Their side's text.
    var theirs: [UInt8]
  }

  /// Text that both sides agree on, or that only one of them changed.
  case clean([UInt8])
  /// Text that both sides changed differently.
  case conflict(Conflict)
}

extension [MergeSegment] {
  /// True when a section is a conflict.
  var hasConflict: Bool {
    contains { if case .conflict = $0 { true } else { false } }
  }

  /// Appends text, to the last section if that is no conflict.
  mutating func append(clean text: some Collection<UInt8>) {
    if case .clean(var last) = self.last {
      // The array is moved out and back, since appending to a shared array would copy it.
      self[count - 1] = .clean([])
      last += text
      self[count - 1] = .clean(last)
    } else if !text.isEmpty {
      append(.clean(Array<UInt8>(text)))
    }
  }

  /// The whole text with each conflict replaced by the result of a closure.
  func text(_ choosing: (MergeSegment.Conflict) -> [UInt8]) -> [UInt8] {
    reduce(into: []) { text, segment in
      switch segment {
      case .clean(let bytes): text += bytes
      case .conflict(let conflict): text += choosing(conflict)
      }
    }
  }
}
