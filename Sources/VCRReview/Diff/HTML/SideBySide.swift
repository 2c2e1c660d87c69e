import VCRCore

/// Two states of a message, line by line.
struct SideBySide {
  /// The content of a row.
  enum Row: Equatable {
    /// Both states have the line.
    case same(String, old: Int, new: Int)
    /// Only the old state has the line.
    case removed(String, old: Int)
    /// Only the new state has the line.
    case added(String, new: Int)
    /// A line of the old state, and the line that replaces it.
    case changed(String, old: Int, String, new: Int)
  }

  /// The number of unchanged lines around a change.
  static let context = 3

  /// The rows in order; line numbers count from 1.
  let rows: [Row]

  /// Compares the lines of two texts.
  init(_ old: [String], _ new: [String]) {
    var isGone = [Bool](repeating: true, count: old.count)
    var isNew = [Bool](repeating: true, count: new.count)
    for pair in SequenceAlignment.matches(old.map(Self.number), new.map(Self.number)) {
      isGone[pair.old] = false
      isNew[pair.new] = false
    }
    var rows: [Row] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let (goneStart, newStart) = (left, right)
      while left < old.count, isGone[left] { left += 1 }
      while right < new.count, isNew[right] { right += 1 }
      let (gone, added) = (left - goneStart, right - newStart)
      for line in 0..<max(gone, added) {
        let (i, j) = (goneStart + line, newStart + line)
        if line < gone, line < added {
          rows.append(.changed(old[i], old: i + 1, new[j], new: j + 1))
        } else if line < gone {
          rows.append(.removed(old[i], old: i + 1))
        } else {
          rows.append(.added(new[j], new: j + 1))
        }
      }
      guard left < old.count, right < new.count else { continue }
      rows.append(.same(old[left], old: left + 1, new: right + 1))
      left += 1
      right += 1
    }
    self.rows = rows
  }

  /// A number that lines with equal bytes share.
  private static func number(_ line: String) -> Int {
    var hasher = Hasher()
    hasher.combine(utf8Of: line)
    return hasher.finalize()
  }

  /// The sections of rows that are shown, or folded because nothing changes near them.
  var runs: [(isFolded: Bool, rows: ArraySlice<Row>)] {
    var isNear = [Bool](repeating: false, count: rows.count)
    for (index, row) in rows.enumerated() {
      if case .same = row { continue }
      for near in max(0, index - Self.context)...min(rows.count - 1, index + Self.context) {
        isNear[near] = true
      }
    }
    var runs: [(isFolded: Bool, rows: ArraySlice<Row>)] = []
    var start = 0
    for index in 0...rows.count where index == rows.count || isNear[index] != isNear[start] {
      guard index > start else { break }
      // Unfolding one or two lines is more work than reading them.
      let isFolded = !isNear[start] && index - start > 2
      if let last = runs.last, last.isFolded == isFolded {
        runs[runs.count - 1].rows = rows[last.rows.startIndex..<index]
      } else {
        runs.append((isFolded, rows[start..<index]))
      }
      start = index
      if index == rows.count { break }
    }
    return runs
  }
}
