import VCRCore

/// Recordings of node-replay: an exchange per file, in a folder that is named by the host.
struct NodeReplayFormat: ForeignFormat {
  static let title = "node-replay"

  static let tools = [
    // `Matcher.match`: also of header fields those that `Replay.headers` names.
    ForeignTool(
      title, reads: "one exchange per file in a folder of its host, reason phrase, version",
      losing: "regular expressions; files with bodies that are no text", matching: .standard,
      besides: "the header fields and the body that were recorded")
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let exchange = root[Self.title] else { return nil }
    list = ForeignValue(.list([exchange]), line: 1)
  }

  /// The text of a file as a value: the heads of the request and of the response, and the body; nil
  /// for any other text.
  ///
  /// `Catalog` divides it so: by the first two empty lines.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: The value.
  static func root(of bytes: [UInt8]) -> ForeignValue? {
    let gap = Array("\n\n".utf8)
    guard isRequest(bytes[...]), let end = bytes.firstRange(of: gap) else { return nil }
    let rest = bytes.firstRange(of: gap, from: end.upperBound)
    let response = bytes[end.upperBound..<(rest?.lowerBound ?? bytes.count)]
    guard status(response) != nil else { return nil }
    func value(_ bytes: ArraySlice<UInt8>, _ line: Int) -> ForeignValue {
      ForeignValue(.scalar(Array(bytes)), line: line, isText: true)
    }
    let line = bytes[..<end.upperBound].count { $0 == UInt8(ascii: "\n") } + 1
    let exchange = [
      ForeignValue.Member(name: "request", value: value(bytes[..<end.lowerBound], 1)),
      ForeignValue.Member(name: "response", value: value(response, line)),
      ForeignValue.Member(
        name: "body", value: value(bytes[(rest?.upperBound ?? bytes.count)...], line)),
    ]
    return ForeignValue(
      .map([.init(name: title, value: ForeignValue(.map(exchange), line: 1))]), line: 1)
  }

  /// The words of the first line of a head, which is as long as servers take it (RFC 9112 §3).
  private static func words(_ head: ArraySlice<UInt8>) -> [String] {
    String(decoding: head.prefix(16 << 10).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      .split(separator: " ").map(String.init)
  }

  private static func isRequest(_ head: ArraySlice<UInt8>) -> Bool {
    let words = words(head)
    guard words.count > 1, words[0].utf8.allSatisfy(\.isASCIILetter) else { return false }
    return words[1] == "REGEXP"
      || words.count == 2 && ["/", "http://", "https://"].contains(where: words[1].hasPrefix)
  }

  /// The status line of a head as HTTP has it; earlier versions wrote the status first.
  private static func status(_ head: ArraySlice<UInt8>) -> String? {
    let words = words(head)
    guard words.count > 1 else { return nil }
    let isEarlier = words[1].hasPrefix("HTTP/")
    let (version, status) = isEarlier ? (words[1], words[0]) : (words[0], words[1])
    guard version.hasPrefix("HTTP/"), status.count == 3, Int(status) != nil else { return nil }
    return ([version, status] + words.dropFirst(2)).joined(separator: " ")
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    guard let asked = entry["request"], let answered = entry["response"],
      let head = answered.bytes, let status = Self.status(head[...])
    else { throw ForeignEntryError("has no request, or no response") }
    let request = try request(asked, log)
    let fields = head.drop { $0 != UInt8(ascii: "\n") }
    // Node has taken the chunks from the body that stands there.
    let message = RawMessage(
      Array(status.utf8) + fields, of: "its response", line: answered.line, hasBody: false, log)
    var response = try message.response(answered)
    response.body = Body(entry["body"]?.bytes ?? [])
    return Interaction(request: request, outcome: .response(response))
  }

  private func request(
    _ value: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let message = RawMessage(
      value.bytes ?? [], of: "its request", line: value.line, hasBody: false, log)
    let words = message.start.split(separator: " ").map(String.init)
    guard words[1] != "REGEXP" else {
      throw ForeignEntryError("its request has a regular expression in place of a URL", at: value)
    }
    var url = words[1]
    if url.hasPrefix("/") {
      guard let origin = origin(message.headers["Host"], log) else {
        throw ForeignEntryError(
          "its request has a path without a host, which the folder of the file names", at: value)
      }
      url = origin + url
    }
    var body: [UInt8] = []
    if let text = message.headers["body"] {
      if text.hasPrefix("REGEXP ") {
        log.lost(
          .body, "the body of its request is a regular expression, and not read", line: value.line)
      } else {
        body = Self.unescaped(text)
      }
    }
    return Interaction.Request(
      method: words[0], url: url,
      headers: HeaderFields(message.headers.fields.filter { $0.name.lowercased() != "body" }),
      body: Body(body))
  }

  /// The scheme, the host and the port: the folder is named by host and port, but for port 80.
  private func origin(_ field: String?, _ log: ForeignLog) -> String? {
    let name = log.files.folderName ?? ""
    let host = field?.split(separator: ":").first.map(String.init)
    guard let host = host ?? (name.contains(".") || name.hasPrefix("localhost") ? name : nil) else {
      return nil
    }
    guard name.hasPrefix(host) else { return "http://\(field ?? host)" }
    let end = name.lastIndex { !$0.isASCII || !$0.isNumber } ?? name.startIndex
    let port = name[end...].dropFirst()
    guard ["-", ":"].contains(name[end]), !port.isEmpty else { return "http://\(name)" }
    return port == "443" ? "https://\(name[..<end])" : "http://\(name[..<end]):\(port)"
  }

  /// The bytes of a text as `js-string-escape` writes it.
  private static func unescaped(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch escaped {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "u") where rest.starts(with: "2028".utf8) || rest.starts(with: "2029".utf8):
        bytes += [0xE2, 0x80, rest.dropFirst(3).first == UInt8(ascii: "8") ? 0xA8 : 0xA9]
        rest = rest.dropFirst(4)
      default: bytes.append(escaped)
      }
    }
    return bytes
  }
}
