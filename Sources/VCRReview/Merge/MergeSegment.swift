import VCRCore

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
