#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// Collects the losses while the entries of a recording are read.
final class ForeignLog {
  /// The losses so far, in the order of the file.
  private(set) var losses: [ForeignLoss] = []

  /// The parts that were left out and no replay needs.
  private(set) var remarks: [String] = []

  /// The number of the current entry, counted from 1.
  var interaction: Int?

  /// Decompresses a body; nil if that is not supported.
  private let inflating: ForeignCassette.Inflating?

  /// The number of bytes to which compressed bodies may still expand.
  private var room: Int

  /// The number of bytes that may still stand in place of variables.
  private var roomOfVariables: Int

  /// True for a text in YAML that does not end in a line feed.
  var isCutInLine = false

  /// Bodies in files of their own.
  let files: ForeignBodyFiles

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - path: The path of the recording, beside which its further files stand.
  ///   - byteCount: The size of the recording, which limits the size of decompressed bodies: text
  ///     shrinks to a tenth, rarely to less than a thirtieth, and stands in Base64 here, which is a
  ///     third longer.
  ///   - inflating: Decompresses bodies; nil if that is not supported.
  ///   - share: The part of the recording, of 1, whose entries are read, and so the part of what is
  ///     limited that they may take.
  ///   - archive: The archive that the recording came in; nil for none.
  init(
    path: String, byteCount: Int, inflating: ForeignCassette.Inflating?, share: Double = 1,
    archive: ArchivedFiles? = nil
  ) {
    func part(_ room: Int) -> Int { Int(Double(room) * share) }
    files = ForeignBodyFiles(
      besideRecording: path, room: part(ForeignBodyFiles.room), archive: archive)
    self.inflating = inflating
    room = part(16 << 20 + 24 * byteCount)
    roomOfVariables = part(4 << 20 + 4 * byteCount)
  }

  /// True when something was refused that may have fitted into the room of a whole recording.
  private(set) var hasRunOut = false

  /// True when bodies can be decompressed.
  var canInflate: Bool { inflating != nil }

  /// Decompresses bytes by the name of the content coding; nil when that fails.
  func inflate(_ bytes: [UInt8], coding: String) -> [UInt8]? {
    guard let inflated = inflating?(bytes, coding, room), inflated.count <= room else {
      hasRunOut = true
      return nil
    }
    room -= inflated.count
    return inflated
  }

  /// Counts bytes that are put in place of variables, which may stand for further ones.
  ///
  /// - Parameter count: Their number.
  /// - Returns: False when there is no more room, then and ever after.
  func takeRoom(_ count: Int) -> Bool {
    roomOfVariables -= min(count, roomOfVariables + 1)
    if roomOfVariables < 0 { hasRunOut = true }
    return roomOfVariables >= 0
  }

  /// Empties the log, and returns what was in it.
  func takeAll() -> (losses: [ForeignLoss], remarks: [String]) {
    defer { (losses, remarks) = ([], []) }
    return (losses, remarks)
  }

  /// Notes what is left out and no replay needs: `2 pages of a browser`.
  func remark(_ text: String) { remarks.append(text) }

  /// The most losses that are kept, as a hostile file may have as many as it has bytes.
  private static let most = 100_000

  /// Notes a loss.
  func lost(_ kind: ForeignLoss.Kind, _ text: String, line: Int) {
    guard losses.count <= Self.most else { return }
    let text = losses.count < Self.most ? text : "from here on no further losses are listed"
    losses.append(ForeignLoss(kind: kind, interaction: interaction, line: line, text: text))
  }

  /// The text of a member that is not needed; anything but a scalar is a loss.
  ///
  /// - Parameters:
  ///   - value: The value; nil for none.
  ///   - what: The name of the member for messages.
  /// - Returns: The text; nil for none.
  func text(_ value: ForeignValue?, _ what: String) -> String? {
    guard let value, value.content != .nothing, value.text == nil else { return value?.text }
    lost(.member, "\(what) is \(value.kind), and not read", line: value.line)
    return nil
  }

  /// The date of a value that is not needed; one that cannot be read is a loss.
  ///
  /// - Parameters:
  ///   - value: The value; nil for none.
  ///   - what: The name of the value for messages.
  /// - Returns: The date; nil for none.
  func time(_ value: ForeignValue?, _ what: String) -> Date? {
    guard let value, !value.isVoid else { return nil }
    if let date = ForeignScalars.time(value) { return date }
    lost(.member, "\(what) is no time that vcr knows, and not read", line: value.line)
    return nil
  }

  /// The number in a value that is not needed; one that cannot be read is a loss.
  ///
  /// - Parameters:
  ///   - value: The value; nil for none.
  ///   - what: The name of the value for messages.
  /// - Returns: The value; nil for none.
  func numeric(_ value: ForeignValue?, _ what: String) -> ForeignValue? {
    guard let value, value.content != .nothing, value.number == nil else { return value }
    lost(.member, "\(what) is no number, and not read", line: value.line)
    return nil
  }

  /// The members of a mapping that is not needed; anything else is a loss, unless it is empty.
  ///
  /// - Parameters:
  ///   - value: The value; nil for none.
  ///   - what: The name of the mapping for messages.
  ///   - kind: The kind of loss.
  /// - Returns: The members; none for anything else.
  func members(
    _ value: ForeignValue?, _ what: String, losing kind: ForeignLoss.Kind = .member
  ) -> [ForeignValue.Member] {
    guard let value, !value.isVoid, value.members == nil else { return value?.members ?? [] }
    lost(kind, "\(what) are \(value.kind), and not read", line: value.line)
    return []
  }

  /// The elements of a list that is not needed; anything else is a loss, unless it is empty.
  ///
  /// - Parameters:
  ///   - value: The value; nil for none.
  ///   - what: The name of the list for messages.
  ///   - kind: The kind of loss.
  /// - Returns: The elements; none for anything else.
  func elements(
    _ value: ForeignValue?, _ what: String, losing kind: ForeignLoss.Kind = .member
  ) -> [ForeignValue] {
    guard let value, !value.isVoid else { return [] }
    if case .list(let elements) = value.content { return elements }
    lost(kind, "\(what) are \(value.kind), not a list, and not read", line: value.line)
    return []
  }

  /// Reads the members of a mapping, and notes members that were neither taken nor ignored as lost.
  ///
  /// All reading of a request, a response or a body goes through this method, so that no member is
  /// lost silently because its name is unknown.
  ///
  /// - Parameters:
  ///   - value: The mapping.
  ///   - part: The name of the mapping for messages, with its article (`its response`).
  ///   - kind: The kind of loss for a member that is not taken.
  ///   - read: Takes members.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or an error for a value that is not a mapping.
  func reading<Result>(
    _ value: ForeignValue, _ part: String, losing kind: ForeignLoss.Kind = .member,
    _ read: (inout ForeignMembers) throws(ForeignEntryError) -> Result
  ) throws(ForeignEntryError) -> Result {
    guard let all = value.members else {
      throw ForeignEntryError("\(part) is \(value.kind), not a mapping", at: value)
    }
    var members = ForeignMembers(all)
    let result = try read(&members)
    for member in members.rest {
      // An empty list or mapping is no value where another kind of value stands.
      let isOfOtherKind =
        members.unreadable.contains(member.name) && member.value.bytes == nil
        && member.value.content != .nothing
      guard isOfOtherKind || !member.value.isVoid else { continue }
      let name = PrintableText.line(String(member.name.prefix(40)))
      if members.taken.contains(member.name) {
        lost(
          kind, "`\(name)` of \(part) is there more than once, of which the last counts",
          line: member.value.line)
        continue
      }
      if members.unreadable.contains(member.name) {
        let found = member.value.bytes == nil ? member.value.kind : "no such value"
        lost(
          kind, "`\(name)` of \(part) is \(found), which vcr does not know there, and not read",
          line: member.value.line)
        continue
      }
      let about = ForeignMembers.bodyWords.contains { member.name.lowercased().contains($0) }
      lost(
        about ? .body : kind, "`\(name)` of \(part) is not known to vcr, and not read",
        line: member.value.line)
    }
    return result
  }

  /// Notes an empty list or mapping in the place of a body, which is taken for none; a tool without
  /// a body writes nothing, or an empty text.
  func loseEmptyBody(_ value: ForeignValue, of part: String) {
    lost(
      .body, "the body of \(part) is \(value.kind) with nothing in it, of which vcr knows no bytes",
      line: value.line)
  }

  /// Notes a matcher of a stub that says what matches and has no value that was recorded.
  ///
  /// - Parameters:
  ///   - word: The matcher, as the tool calls it.
  ///   - place: What it is about, for messages (`a header field`).
  ///   - kind: The kind of loss.
  ///   - addition: The words that say more of it (` in any case`).
  ///   - line: The line in which it begins.
  func loseMatcher(
    _ word: String, of place: String, losing kind: ForeignLoss.Kind = .member,
    _ addition: String = "", line: Int
  ) {
    lost(
      kind,
      "\(place) is matched by `\(PrintableText.line(String(word.prefix(20))))`\(addition), which is "
        + "no exact value, and is not compared", line: line)
  }

  /// Notes what a recording has beside its entries more than once, of which tools read the last.
  ///
  /// - Parameter value: The mapping that has the list of the entries; nil for none.
  func loseRepeated(of value: ForeignValue?) {
    var later: Set<String> = []
    var noted: Set<String> = []
    for member in (value?.members ?? []).reversed() where !later.insert(member.name).inserted {
      guard !member.value.isVoid, noted.insert(member.name).inserted else { continue }
      let name = PrintableText.line(String(member.name.prefix(40)))
      lost(
        .document, "`\(name)` is there more than once, of which the last counts",
        line: member.value.line)
    }
  }

  /// Notes lists of mappings beside the entries that a format does not know: they may be entries of
  /// another kind.
  ///
  /// - Parameters:
  ///   - value: The mapping that has the list of the entries; nil for none.
  ///   - known: The names of the lists that it has.
  func loseLists(of value: ForeignValue?, besides known: Set<String>) {
    for member in value?.members ?? []
    where !known.contains(member.name) && !member.name.hasPrefix("_")
      && member.value.firstMapping != nil
    {
      let name = PrintableText.line(String(member.name.prefix(40)))
      lost(
        .document, "the list `\(name)` beside the interactions is not known to vcr, and not read",
        line: member.value.line)
    }
  }

  /// The method of a request; a request without one is taken for a GET, which is a guess.
  ///
  /// - Parameters:
  ///   - members: The members of the request.
  ///   - name: The name of the member with the method.
  ///   - request: The request.
  /// - Returns: The method.
  func method(
    _ members: inout ForeignMembers, _ name: String = "method", of request: ForeignValue
  ) -> String {
    if let method = members.text(name), !method.isEmpty { return method }
    lost(.member, "its request has no method, and is taken for a GET", line: request.line)
    return "GET"
  }

  /// Reads a response: its status, which it has to have, and the rest by the closure.
  ///
  /// - Parameters:
  ///   - value: The mapping.
  ///   - name: The name of the member with the status.
  ///   - read: Takes the other members; gets the status, and the name of the response for messages.
  /// - Returns: The response.
  /// - Throws: The error of the closure, or an error for a response without a status.
  func readingResponse(
    _ value: ForeignValue, status name: String = "status",
    _ read: (inout ForeignMembers, _ status: Int, _ part: String) throws(ForeignEntryError) ->
      Interaction.Response
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = "its response"
    return try reading(value, part) { members throws(ForeignEntryError) in
      guard let status = ForeignScalars.status(members.take(name)) else {
        throw ForeignEntryError("\(part) has no status", at: value)
      }
      return try read(&members, status, part)
    }
  }
}
