import VCRCore

/// How a conflict is written into a file, in git's own manner.
package struct ConflictStyle: Sendable, Equatable {
  /// How many characters a marker has; git's `conflict-marker-size`, 7 unless set.
  package var markerSize: Int
  /// What our side is called.
  package var ours: String
  /// What the common ancestor is called.
  package var base: String
  /// What their side is called.
  package var theirs: String
  /// True to show the common ancestor as well, as with `merge.conflictStyle=diff3`.
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

  /// Appends a conflict, markers and all.
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

/// A stretch of a merged text.
enum MergeSegment: Equatable {
  /// The texts of the three that could not be brought together.
  struct Conflict: Equatable {
    /// Our side's text.
    var ours: [UInt8]
    /// The common ancestor's text.
    var base: [UInt8]
    /// Their side's text.
    var theirs: [UInt8]
  }

  /// Text that both sides agree on, or that one of them alone changed.
  case clean([UInt8])
  /// Text that both sides changed, each in its way.
  case conflict(Conflict)
}

extension [MergeSegment] {
  /// True when some stretch is a conflict.
  var hasConflict: Bool {
    contains { if case .conflict = $0 { true } else { false } }
  }

  /// Adds text, to the last stretch where that is clean.
  mutating func append(clean text: some Collection<UInt8>) {
    if case .clean(var last) = self.last {
      // The array must not be shared while it grows.
      self[count - 1] = .clean([])
      last += text
      self[count - 1] = .clean(last)
    } else if !text.isEmpty {
      append(.clean(Array<UInt8>(text)))
    }
  }

  /// The whole text with each conflict replaced by what a closure makes of it.
  func text(_ choosing: (MergeSegment.Conflict) -> [UInt8]) -> [UInt8] {
    reduce(into: []) { text, segment in
      switch segment {
      case .clean(let bytes): text += bytes
      case .conflict(let conflict): text += choosing(conflict)
      }
    }
  }

  /// The whole text with its conflicts between markers.
  func text(in style: ConflictStyle) -> [UInt8] {
    text { conflict in
      var out: [UInt8] = []
      style.append(conflict, to: &out)
      return out
    }
  }
}
