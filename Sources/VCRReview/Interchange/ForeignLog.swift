import VCRCore

/// Why an entry of another tool's recording cannot be read.
struct ForeignEntryError: Error, CustomStringConvertible {
  /// What is wrong.
  var description: String
  /// Where, counted from 1; nil for the entry as a whole.
  var line: Int?

  init(_ description: String, at value: ForeignValue? = nil) {
    self.description = description
    line = value?.line
  }
}

/// Collects what is lost while the entries of a recording are read.
final class ForeignLog {
  /// What was lost so far, in the order of the file.
  private(set) var losses: [ForeignLoss] = []

  /// The number of the entry that is being read, counted from 1.
  var interaction: Int?

  /// Undoes a compression; nil when nothing here can.
  private let inflating: ForeignCassette.Inflating?

  /// How many bytes compressed bodies may still become.
  private var room: Int

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the recording, which bounds what compressed bodies may become: text
  ///     shrinks to a tenth, seldom to less than a fiftieth.
  ///   - inflating: What undoes the compression of bodies; nil for nothing.
  init(byteCount: Int, inflating: ForeignCassette.Inflating?) {
    self.inflating = inflating
    room = 32 << 20 + 64 * byteCount
  }

  /// True when something here can undo a compression.
  var canInflate: Bool { inflating != nil }

  /// Undoes a compression by the name of its content coding; nil when that fails.
  func inflate(_ bytes: [UInt8], coding: String) -> [UInt8]? {
    guard let inflated = inflating?(bytes, coding, room), inflated.count <= room else { return nil }
    room -= inflated.count
    return inflated
  }

  /// Notes a loss.
  func lost(_ kind: ForeignLoss.Kind, _ text: String, line: Int) {
    losses.append(ForeignLoss(kind: kind, interaction: interaction, line: line, text: text))
  }

  /// Reads the members of a mapping, and notes as lost what was neither taken nor ignored.
  ///
  /// That is the one way to look into a request, a response or a body, so that nothing in them is
  /// taken for absent because its name is not known.
  ///
  /// - Parameters:
  ///   - value: The mapping.
  ///   - part: What it is, with its article, for messages (`its response`).
  ///   - kind: What is lost with a member that nobody takes.
  ///   - read: Takes members.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, and an error for what is no mapping.
  func reading<Result>(
    _ value: ForeignValue, _ part: String, losing kind: ForeignLoss.Kind = .member,
    _ read: (inout ForeignMembers) throws(ForeignEntryError) -> Result
  ) throws(ForeignEntryError) -> Result {
    guard let all = value.members else {
      throw ForeignEntryError("\(part) is \(value.kind), not a mapping", at: value)
    }
    var members = ForeignMembers(all)
    let result = try read(&members)
    for member in members.rest where !member.value.isVoid {
      let name = PrintableText.line(String(member.name.prefix(40)))
      let about = ForeignMembers.bodyWords.contains { member.name.lowercased().contains($0) }
      lost(
        about ? .body : kind, "`\(name)` of \(part) is not known to vcr, and not read",
        line: member.value.line)
    }
    return result
  }
}

/// The members of a mapping, of which those that are read or known to say nothing are taken away.
struct ForeignMembers {
  /// What nobody has taken.
  private(set) var rest: [ForeignValue.Member]

  /// Words in the name of a member that may stand where a body belongs.
  static let bodyWords = ["body", "content", "payload", "data", "text", "string", "base64", "raw"]

  init(_ members: [ForeignValue.Member]) { rest = members }

  /// True when a member has that name, whatever it says.
  func has(_ name: String) -> Bool { rest.contains { $0.name == name } }

  /// The value of the first of these names that is there and says something, which is taken away.
  mutating func take(_ names: String...) -> ForeignValue? {
    for name in names {
      // What is there twice counts as the last says it, as it does for Ruby, Python and Go.
      if let index = rest.lastIndex(where: { $0.name == name && $0.value.content != .nothing }) {
        return rest.remove(at: index).value
      }
    }
    return nil
  }

  /// Takes members away that say nothing a cassette keeps.
  ///
  /// - Parameters:
  ///   - names: Their names.
  ///   - reason: Why nothing is lost with them.
  mutating func ignore(_ names: Set<String>, because reason: StaticString) {
    rest.removeAll { names.contains($0.name) }
  }

  /// Takes members away whose names the format leaves to whoever writes.
  mutating func ignore(prefix: String, because reason: StaticString) {
    rest.removeAll { $0.name.hasPrefix(prefix) }
  }
}
