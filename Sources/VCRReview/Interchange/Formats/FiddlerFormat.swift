import VCRCore

/// Sessions of Fiddler, as they stand in an archive (`.saz`): of each the bytes of the request and
/// of the response, and a document in XML about it.
struct FiddlerFormat: ForeignFormat {
  static let title = "Fiddler"

  static let tools = [
    ForeignTool(
      title,
      reads: "archives of sessions (`.saz`), reason phrase, version, trailers, duration, time",
      losing: "tunnels, WebSockets, archives with a password")
  ]

  let name = title
  let list: ForeignValue

  /// The number of tunnels, of which what Fiddler decrypted stands in sessions of its own.
  private let tunnelCount: Int

  init?(_ root: ForeignValue) {
    guard let sessions = root[Self.member] else { return nil }
    let connect = Array("CONNECT ".utf8)
    let exchanges = sessions.elements.filter {
      $0[Self.request]?.bytes?.starts(with: connect) != true
    }
    tunnelCount = sessions.elements.count - exchanges.count
    list = ForeignValue(.list(exchanges), line: sessions.line)
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    if tunnelCount > 0 { log.remark("\(Quantity.of(tunnelCount, "tunnel")) (CONNECT)") }
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      guard members.take(Self.messages) == nil else {
        throw ForeignEntryError("is a WebSocket, whose messages vcr does not read there")
      }
      let document = members.take(Self.about)
      let about = document?["Session"]
      if document != nil, about == nil {
        log.lost(
          .member, "what Fiddler says about it (`_m.xml`) cannot be read, and is not kept",
          line: entry.line)
      }
      guard let asked = members.take(Self.request)?.bytes,
        let came = members.take(Self.response)?.bytes, !came.isEmpty
      else { throw ForeignEntryError("has no response") }
      let message = RawMessage(asked, of: "its request", line: entry.line, log)
      let request = try message.request(at: url(message, about), entry)
      let response = try RawMessage(
        came, of: "its response", line: entry.line, hasBody: request.method != "HEAD", log
      ).response(entry)
      let timers = about?["SessionTimers"]
      var interaction = Interaction(
        request: request, outcome: .response(response),
        recordedAt: timers?["ClientBeginRequest"].flatMap(ForeignScalars.time) ?? nil)
      if let start = timers?["ClientBeginRequest"].flatMap(ForeignScalars.instant),
        let end = timers?["ClientDoneResponse"].flatMap(ForeignScalars.instant), end > start
      {
        interaction.seconds = ForeignScalars.seconds(end - start)
      }
      return interaction
    }
  }

  /// The URL, which is in the request line; where that has a path alone, the flags of the session
  /// say whether the connection was encrypted (the lowest of the bits that it writes as
  /// hexadecimal digits).
  private func url(_ request: RawMessage, _ about: ForeignValue?) -> String {
    let target = request.requestLine?.target ?? ""
    guard target.hasPrefix("/"), let host = request.headers["Host"] else { return target }
    let flags = about?["BitFlags"]?.text.flatMap { Int($0, radix: 16) } ?? 0
    return (flags & 1 == 1 ? "https://" : "http://") + host + target
  }

  // MARK: - The archive

  /// The member with the sessions of an archive, which no other recording has.
  private static let member = "raw/*_c.txt"

  private static let request = "c.txt"
  private static let response = "s.txt"
  private static let about = "m.xml"
  private static let messages = "w.txt"

  /// The sessions in an archive, with all that is said of them.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - read: Reads a file in it.
  /// - Returns: What the format is recognised by; nil for an archive of another tool.
  /// - Throws: The error of the closure.
  static func sessions<Failure: Error>(
    in archive: ZIPArchive, read: (ZIPArchive.Entry) throws(Failure) -> [UInt8]
  ) throws(Failure) -> ForeignValue? {
    var sessions: [(number: Int, members: [ForeignValue.Member])] = []
    var indices: [Int: Int] = [:]
    for entry in archive.entries {
      guard let (number, kind) = part(named: entry.name) else { continue }
      let bytes = try read(entry)
      var value = ForeignValue(.scalar(bytes), line: 1, isText: true)
      // What is damaged there costs the time of the session alone.
      if kind == about, let document = try? ForeignValue(xml: bytes) { value = document }
      let index = indices[number] ?? sessions.count
      if index == sessions.count {
        indices[number] = index
        sessions.append((number, []))
      }
      sessions[index].members.append(.init(name: kind, value: value))
    }
    guard sessions.contains(where: { $0.members.contains { $0.name == request } }) else {
      return nil
    }
    let list = sessions.sorted { $0.number < $1.number }.map {
      ForeignValue(.map($0.members), line: 1)
    }
    return ForeignValue(
      .map([.init(name: member, value: ForeignValue(.list(list), line: 1))]), line: 1)
  }

  /// The number of a session and the part of it that a file has, `raw/12_c.txt`.
  private static func part(named name: String) -> (number: Int, kind: String)? {
    let folders = name.replacing("\\", with: "/").split(separator: "/")
    guard folders.count == 2, folders[0] == "raw" else { return nil }
    let words = folders[1].split(separator: "_", maxSplits: 1)
    guard words.count == 2, let number = Int(words[0]),
      [request, response, about, messages].contains(String(words[1]))
    else { return nil }
    return (number, String(words[1]))
  }
}
