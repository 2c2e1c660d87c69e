import VCRCore

/// Flows that mitmproxy saved, from version 4 on, of which those of HTTP and WebSockets are read.
struct MitmproxyFormat: ForeignFormat {
  static let tools = [
    // `ServerPlayback._hash`: scheme, method, path, content, host, port and the pairs of the query.
    ForeignTool(
      "mitmproxy",
      reads: "flows of HTTP, WebSockets, trailers, failures, duration, time",
      losing: "flows of TCP, UDP and DNS, contents that were streamed",
      matching: [.method, .url, .body])
  ]

  let name = "mitmproxy"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let first = root.firstMapping, first["client_conn"] != nil, first["version"] != nil
    else { return nil }
    list = root
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        [
          "id", "version", "client_conn", "server_conn", "intercepted", "is_replay", "marked",
          "metadata", "comment", "timestamp_created", "backup", "mode",
        ], because: "about the recording, not about the exchange")
      let type = members.text("type") ?? "nothing"
      guard type == "http", let request = members.take("request") else {
        throw ForeignEntryError(
          "is a flow of type `\(PrintableText.line(String(type.prefix(20))))`, not of HTTP")
      }
      let asked = try read(request: request, log)
      let (response, error) = (members.take("response"), members.take("error"))
      let began = request["timestamp_start"]
      var interaction = Interaction(
        request: asked, outcome: try outcome(response, error, log),
        recordedAt: began.flatMap { ForeignScalars.time($0) ?? nil })
      if let start = began?.number, let end = response?["timestamp_end"]?.number, end > start {
        interaction.seconds = ForeignScalars.seconds(end - start)
      }
      guard let webSocket = members.take("websocket") else { return interaction }
      return try read(webSocket, into: interaction, log)
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let part = "its request"
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      members.ignore(["first_line_format", "is_replay"], because: "about the recording")
      let head = try message(&members, part, log)
      guard let method = members.text("method"), let scheme = members.text("scheme"),
        let host = members.text("host"), let port = members.text("port"),
        let path = members.text("path"), !scheme.isEmpty
      else { throw ForeignEntryError("its request has no method, or no URL", at: request) }
      // The address may be that of a machine, where traffic was redirected; the client's own word
      // is better, and what mitmproxy itself prefers to show.
      let authority = members.text("authority") ?? ""
      var name = authority.isEmpty ? head.headers["Host"] ?? "" : authority
      if name.isEmpty { name = (host.contains(":") ? "[\(host)]" : host) + ":" + port }
      let usual = scheme == "https" ? ":443" : ":80"
      if name.hasSuffix(usual) { name = String(name.dropLast(usual.count)) }
      return Interaction.Request(
        method: method, url: "\(scheme)://\(name)\(path == "*" ? "" : path)", http: head.http,
        headers: head.headers, body: Body(head.body), trailers: head.trailers)
    }
  }

  /// Reads the parts that a request and a response have in common.
  private func message(
    _ members: inout ForeignMembers, _ part: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> (
    headers: HeaderFields, body: [UInt8], http: String?, trailers: HeaderFields
  ) {
    // Numbers are read with the exchange.
    for name in ["timestamp_start", "timestamp_end"] { _ = members.number(name) }
    let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
    let streamed = members.rest.last { $0.name == "content" && $0.value.content == .nothing }
    if let streamed {
      log.lost(
        .body, "the body of \(part) is not in the recording, as it was streamed",
        line: streamed.value.line)
    }
    let content = members.take("content")
    return (
      headers, try ForeignBody(part: part, headers: headers, log: log).read(content),
      ForeignScalars.version(members.scalar("http_version")),
      ForeignHeaders.read(members.take("trailers"), of: part, log)
    )
  }

  private func outcome(
    _ response: ForeignValue?, _ error: ForeignValue?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Outcome {
    let failure = try error.map { value throws(ForeignEntryError) in
      try log.reading(value, "its error") { members throws(ForeignEntryError) in
        members.ignore(["timestamp"], because: "about the recording")
        return Interaction.Failure(
          .networkConnectionLost, message: members.text("msg") ?? "")
      }
    }
    guard let response else {
      guard let failure else { throw ForeignEntryError("its request got no response") }
      return .failure(failure)
    }
    var read = try log.readingResponse(response, status: "status_code") {
      members, status, part throws(ForeignEntryError) in
      members.ignore(["is_replay"], because: "about the recording")
      let head = try message(&members, part, log)
      let reason = log.text(members.take("reason"), "the reason phrase") ?? ""
      return Interaction.Response(
        status: status, reason: reason.isEmpty ? nil : reason, http: head.http,
        headers: head.headers, body: Body(head.body), trailers: head.trailers)
    }
    read.failure = failure
    return .response(read)
  }

  /// A WebSocket and its messages: type, sender, content, time and whether it was dropped.
  private func read(
    _ value: ForeignValue, into interaction: Interaction, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction {
    try log.reading(value, "its WebSocket") { members throws(ForeignEntryError) in
      let part = "a message of its WebSocket"
      var messages: [Interaction.WebSocketMessage] = []
      var first: Double?
      func after(_ time: ForeignValue?) -> Double? {
        guard let time = time?.number else { return nil }
        first = first ?? time
        return ForeignScalars.seconds(max(time - (first ?? time), 0))
      }
      for message in log.elements(members.take("messages"), "its messages", losing: .body) {
        let parts = message.elements
        guard parts.count > 3, let content = parts[2].bytes else {
          throw ForeignEntryError("\(part) is in a form that vcr does not know", at: message)
        }
        if parts.count > 4, !parts[4].isVoid {
          log.lost(.body, "\(part) that did not reach its receiver is not read", line: message.line)
          continue
        }
        let sender: Interaction.WebSocketMessage.Sender = parts[1].isVoid ? .service : .client
        switch parts[0].text {
        case "1": messages.append(.init(sender, .text(Body(content)), after: after(parts[3])))
        case "2": messages.append(.init(sender, .binary(Body(content)), after: after(parts[3])))
        default: throw ForeignEntryError("\(part) is of a type that vcr does not know", at: message)
        }
      }
      let (closed, time) = (members.take("closed_by_client"), members.numeric("timestamp_end"))
      let reason = members.text("close_reason") ?? ""
      switch members.number("close_code").flatMap({ Int(exactly: $0) }) {
      case nil: break
      // RFC 6455 §7.4.1: what stands for a connection that was lost.
      case 1006: log.lost(.member, "its WebSocket ended without a close", line: value.line)
      case let code:
        messages.append(
          .init(
            closed?.isVoid == false ? .client : .service,
            HARWebSocket.close(code, reason, line: value.line, log), after: after(time)))
      }
      return HARWebSocket.opened(interaction, with: messages) ?? interaction
    }
  }
}
