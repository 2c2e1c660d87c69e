import VCRCore

/// Merges three texts line by line, as `git merge-file` does.
enum LineMerge {
  /// Merges the changes of two texts against their common ancestor.
  ///
  /// - Parameters:
  ///   - base: The common ancestor.
  ///   - ours: Our text.
  ///   - theirs: Their text.
  /// - Returns: The merged text; changes of the same or neighbouring lines are conflicts unless
  ///   they are equal.
  static func merge(
    base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>
  ) -> [MergeSegment] {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func numbered(_ text: ArraySlice<UInt8>) -> (lines: [ArraySlice<UInt8>], ids: [Int]) {
      let lines = text.lines
      let ids = lines.map { line in
        if let known = numbers[line] { return known }
        numbers[line] = numbers.count
        return numbers.count - 1
      }
      return (lines, ids)
    }
    let b = numbered(base)
    let o = numbered(ours)
    let t = numbered(theirs)
    let inOurs = LineMatching.partners(b.ids, o.ids)
    let inTheirs = LineMatching.partners(b.ids, t.ids)

    var segments: [MergeSegment] = []
    var (i, j, k) = (0, 0, 0)
    while true {
      // The next line that all three texts share ends a changed section.
      var next = i
      while next < b.ids.count, inOurs[next] == nil || inTheirs[next] == nil { next += 1 }
      let ourEnd = next < b.ids.count ? inOurs[next] ?? 0 : o.ids.count
      let theirEnd = next < b.ids.count ? inTheirs[next] ?? 0 : t.ids.count
      resolve(
        base: b.lines[i..<next], ours: o.lines[j..<ourEnd], theirs: t.lines[k..<theirEnd],
        to: &segments)
      guard next < b.ids.count else { return segments }
      segments.append(clean: b.lines[next])
      (i, j, k) = (next + 1, ourEnd + 1, theirEnd + 1)
    }
  }

  private static func resolve(
    base: ArraySlice<ArraySlice<UInt8>>, ours: ArraySlice<ArraySlice<UInt8>>,
    theirs: ArraySlice<ArraySlice<UInt8>>, to segments: inout [MergeSegment]
  ) {
    if ours == theirs || theirs == base {
      segments.append(clean: ours.joined())
    } else if ours == base {
      segments.append(clean: theirs.joined())
    } else {
      // Lines with which both sides begin or end are not part of the conflict.
      let head = zip(ours, theirs).prefix { $0 == $1 }.count
      let (restOfOurs, restOfTheirs) = (ours.dropFirst(head), theirs.dropFirst(head))
      let tail = zip(restOfOurs.reversed(), restOfTheirs.reversed()).prefix { $0 == $1 }.count
      segments.append(clean: ours.prefix(head).joined())
      segments.append(
        .conflict(
          .init(
            ours: Array(restOfOurs.dropLast(tail).joined()), base: Array(base.joined()),
            theirs: Array(restOfTheirs.dropLast(tail).joined()))))
      segments.append(clean: ours.suffix(tail).joined())
    }
  }
}

extension ArraySlice<UInt8> {
  /// The lines with their line feeds.
  var lines: [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = startIndex
    while start < endIndex {
      let end = self[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? endIndex
      lines.append(self[start..<end])
      start = end
    }
    return lines
  }
}
