package import VCRCore

/// How the settings of one `.vcr.yaml` differ between two states.
///
/// A rule decides what counts as a change, so a change of a rule is part of what is reviewed.
package struct RulesChange: Sendable, Equatable {
  /// A setting that differs.
  package struct Setting: Sendable, Equatable {
    /// Its key in the file.
    package var key: String
    /// The words of the old state that the new one lacks.
    package var removed: [String]
    /// The words of the new state that the old one lacks.
    package var added: [String]
  }

  /// The state whose rules decide what counts as a change.
  package struct Judge: Sendable, Equatable {
    /// One of two states.
    package enum Side: String, Sendable, CaseIterable {
      /// The old state, which a change cannot alter.
      case old
      /// The new state.
      case new
    }

    /// Which of the two.
    package var side: Side
    /// The state's name for the reader, such as `main`.
    package var name: String

    /// Creates a judge.
    package init(side: Side, name: String) {
      self.side = side
      self.name = name
    }
  }

  /// The file's path for the reader.
  package var path: String
  /// The state whose rules decide; nil when the file decides nothing here.
  package var judge: Judge?
  /// The settings that differ, by their keys.
  package var settings: [Setting]

  /// Compares the settings of two states of a file; nil when both are equal.
  ///
  /// - Parameters:
  ///   - path: The file's path for the reader.
  ///   - old: The old state; nil when there is none.
  ///   - new: The new state; nil when there is none.
  ///   - judge: The state whose rules decide; nil when the file decides nothing here.
  package init?(path: String, old: ProjectFile?, new: ProjectFile?, judge: Judge?) {
    let (before, after) = (old?.words ?? [:], new?.words ?? [:])
    self.path = path
    self.judge = judge
    settings = Set(before.keys).union(after.keys).sorted().compactMap { key in
      let (left, right) = (before[key] ?? [], after[key] ?? [])
      // An empty list says no more than none.
      guard left != right else { return nil }
      let setting = Setting(
        key: key, removed: left.filter { !right.contains($0) },
        added: right.filter { !left.contains($0) })
      return setting.removed.isEmpty && setting.added.isEmpty ? nil : setting
    }
    if settings.isEmpty { return nil }
  }

  /// The sentence above the settings: which file changed, and whose rules decide.
  var heading: String {
    let path = PrintableText.line(path)
    guard let judge else { return "\(path): the rules changed" }
    let other = judge.side == .old ? Judge.Side.new : .old
    return "\(path): the rules changed; what follows goes by those of "
      + "\(PrintableText.line(judge.name)) (--rules \(other) goes by the \(other) ones)"
  }

  /// One setting with its words, in a line: `volatile  added $.state`.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - limit: About the most characters of the old words and of the new ones, each; those that
  ///     are left out are counted.
  /// - Returns: The line.
  static func words(_ setting: Setting, below limit: Int = .max) -> String {
    func list(_ words: [String]) -> String {
      var room = limit
      let lines = words.map(PrintableText.line)
      let shown = lines.prefix { line in
        room -= line.count + 2
        return room >= 0
      }
      // One that has no room is cut rather than none shown.
      guard let first = lines.first, shown.count < lines.count else {
        return lines.joined(separator: ", ")
      }
      let start = shown.isEmpty ? [first.prefix(limit) + "…"] : Array(shown)
      let left = lines.count - start.count
      return start.joined(separator: ", ") + (left > 0 ? ", … and \(left) more" : "")
    }
    if setting.removed.isEmpty { return "added \(list(setting.added))" }
    if setting.added.isEmpty { return "removed \(list(setting.removed))" }
    return "\(list(setting.removed)) → \(list(setting.added))"
  }
}
