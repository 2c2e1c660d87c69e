#if CommandLineTool
  import VCRCore

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// An interaction as one line of JSON, for scripts.
  ///
  /// Nothing is lost: header sections are lists of
  /// name and value in wire order, bodies are base64.
  struct InteractionJSON {
    private let interaction: Interaction
    private let number: Int

    /// Creates the line of an interaction.
    ///
    /// - Parameters:
    ///   - interaction: The interaction.
    ///   - number: Its number, counted from 1.
    init(_ interaction: Interaction, number: Int) {
      self.interaction = interaction
      self.number = number
    }

    /// The object and a line feed.
    var line: String {
      let request = interaction.request
      var members: [JSONValue.Member] = [
        .init("number", number.json), .init("method", .string(request.method)),
        .init("url", .string(request.url)),
      ]
      if let call = GRPCCall(interaction) {
        members.append(
          .init(
            "grpc",
            [
              "method": .string(call.method),
              "status": call.statusName.map(JSONValue.string) ?? .null,
              "message": .string(call.message),
            ]))
      }
      if let http = request.http { members.append(.init("request_http", .string(http))) }
      members.append(.init("request_headers", Self.pairs(request.headers)))
      members.append(.init("request_body", Self.base64(request.body)))
      if !request.trailers.isEmpty {
        members.append(.init("request_trailers", Self.pairs(request.trailers)))
      }
      if case .response(let response) = interaction.outcome {
        members += Self.members(of: response)
      }
      if let failure = interaction.outcome.failure { members.append(Self.member(of: failure)) }
      if let seconds = interaction.seconds {
        members.append(.init("seconds", .number(String(seconds))))
      }
      if let date = interaction.recordedAt {
        members.append(.init("recorded_at", .string(date.formatted(.iso8601))))
      }
      return JSONValue.object(members).text + "\n"
    }

    private static func member(of failure: Interaction.Failure) -> JSONValue.Member {
      if failure.isLeft { return .init("left", .string("client")) }
      var members: [JSONValue.Member] = [
        .init("code", .string(failure.code)), .init("domain", .string(failure.domain)),
        .init("number", failure.number.json), .init("message", .string(failure.message)),
      ]
      if let reset = failure.reset { members.append(.init("reset", .string(reset.description))) }
      return .init("error", .object(members))
    }

    private static func members(of response: Interaction.Response) -> [JSONValue.Member] {
      var members: [JSONValue.Member] = [.init("status", response.status?.json ?? .null)]
      if let reason = response.reason { members.append(.init("reason", .string(reason))) }
      if let http = response.http { members.append(.init("http", .string(http))) }
      if !response.interim.isEmpty {
        let interim = response.interim.map { interim in
          JSONValue.object([
            .init("status", interim.status.json), .init("headers", pairs(interim.headers)),
          ])
        }
        members.append(.init("interim", .array(interim)))
      }
      members.append(.init("headers", pairs(response.headers)))
      members.append(.init("body", base64(response.body)))
      if let encoding = response.body.encoding {
        members.append(.init("encoding", .string(encoding)))
      }
      if !response.trailers.isEmpty { members.append(.init("trailers", pairs(response.trailers))) }
      if response.opensWebSocket {
        members.append(.init("messages", .array(response.messages.map(value))))
      }
      return members
    }

    private static func value(of message: Interaction.WebSocketMessage) -> JSONValue {
      var members: [JSONValue.Member] = [.init("by", .string(message.sender.rawValue))]
      if let after = message.after { members.append(.init("after", .number(String(after)))) }
      switch message.content {
      case .text(let body):
        members.append(.init("text", .string(String(decoding: body.bytes, as: UTF8.self))))
      case .binary(let body): members.append(.init("binary", base64(body)))
      case .close(let code, let reason):
        members.append(.init("close", code?.json ?? .null))
        members.append(.init("reason", .string(reason)))
      }
      return .object(members)
    }

    private static func pairs(_ section: HeaderFields) -> JSONValue {
      .array(section.fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private static func base64(_ body: Body) -> JSONValue {
      .string(Data(body.bytes).base64EncodedString())
    }
  }

  extension Int {
    /// The number in JSON.
    fileprivate var json: JSONValue { .number(String(self)) }
  }
#endif
