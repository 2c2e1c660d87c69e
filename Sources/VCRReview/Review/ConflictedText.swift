import VCRCore

/// A cassette with conflict markers of a merge, as text for a diff by lines.
///
/// Git compares the work tree with both sides of a merge, so all three must be in the same form:
/// each side of the file is converted to text, and lines that differ are put between markers again.
package struct ConflictedText {
  /// The text.
  package private(set) var text = ""

  private var ours: [UInt8] = []
  private var theirs: [UInt8] = []
  private var openingMarker = "<<<<<<< ours"
  private var closingMarker = ">>>>>>> theirs"

  /// Creates the text of a file; nil when it has no conflict markers.
  ///
  /// - Parameters:
  ///   - content: The file's content.
  ///   - reviewed: Returns the text of a cassette without markers.
  /// - Throws: The error of the closure.
  package init?(_ content: [UInt8], reviewed: ([UInt8]) throws -> String) throws {
    guard CassetteRecognition.conflictMarker(in: content) != nil else { return nil }
    split(content)
    join(Array(try reviewed(ours).utf8)[...].lines, Array(try reviewed(theirs).utf8)[...].lines)
  }

  private enum Place {
    case both, ours, base, theirs
  }

  private mutating func split(_ content: [UInt8]) {
    var place = Place.both
    for line in content[...].lines {
      switch (Self.marker(line), place) {
      case (UInt8(ascii: "<"), .both):
        place = .ours
        openingMarker = Self.words(line)
      case (UInt8(ascii: "|"), .ours): place = .base
      case (UInt8(ascii: "="), .ours), (UInt8(ascii: "="), .base): place = .theirs
      case (UInt8(ascii: ">"), .theirs):
        place = .both
        closingMarker = Self.words(line)
      default:
        if place == .both || place == .ours { ours += line }
        if place == .both || place == .theirs { theirs += line }
      }
    }
  }

  /// The repeated character of a line that is a conflict marker.
  private static func marker(_ line: ArraySlice<UInt8>) -> UInt8? {
    guard let first = line.first, "<|=>".utf8.contains(first) else { return nil }
    let count = line.prefix { $0 == first }.count
    let rest = line.dropFirst(count).first
    return count >= 7 && (rest == nil || rest == 0x20 || rest == 0x0A || rest == 0x0D) ? first : nil
  }

  private static func words(_ line: ArraySlice<UInt8>) -> String {
    let text = String(decoding: line.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    return PrintableText.line(text)
  }

  private mutating func join(_ left: [ArraySlice<UInt8>], _ right: [ArraySlice<UInt8>]) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func numbered(_ lines: [ArraySlice<UInt8>]) -> [Int] {
      lines.map { line in
        let next = numbers.count
        return { (known: inout Int) in known }(&numbers[line, default: next])
      }
    }
    let partners = LineMatching.partners(numbered(left), numbered(right))
    var j = 0
    var waiting: [ArraySlice<UInt8>] = []
    func add(_ lines: some Sequence<ArraySlice<UInt8>>, to text: inout String) {
      for line in lines { text += String(decoding: line, as: UTF8.self) }
    }
    func flush(upTo end: Int, to text: inout String) {
      guard !waiting.isEmpty || j < end else { return }
      text += openingMarker + "\n"
      add(waiting, to: &text)
      text += "=======\n"
      add(right[j..<end], to: &text)
      text += closingMarker + "\n"
      waiting = []
      j = end
    }
    for i in left.indices {
      guard let partner = partners[i] else {
        waiting.append(left[i])
        continue
      }
      flush(upTo: partner, to: &text)
      add([left[i]], to: &text)
      j = partner + 1
    }
    flush(upTo: right.count, to: &text)
  }
}
