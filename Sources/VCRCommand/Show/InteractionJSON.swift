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
      if let http = request.http { members.append(.init("request_http", .string(http))) }
      members.append(.init("request_headers", Self.pairs(request.headers)))
      members.append(.init("request_body", Self.base64(request.body)))
      if !request.trailers.isEmpty {
        members.append(.init("request_trailers", Self.pairs(request.trailers)))
      }
      switch interaction.outcome {
      case .response(let response): members += Self.members(of: response)
      case .failure(let failure):
        members.append(
          .init(
            "error",
            [
              "code": .string(failure.code), "domain": .string(failure.domain),
              "number": failure.number.json, "message": .string(failure.message),
            ]))
      }
      if let seconds = interaction.seconds {
        members.append(.init("seconds", .number(String(seconds))))
      }
      if let date = interaction.recordedAt {
        members.append(.init("recorded_at", .string(date.formatted(.iso8601))))
      }
      return JSONValue.object(members).text + "\n"
    }

    private static func members(of response: Interaction.Response) -> [JSONValue.Member] {
      var members: [JSONValue.Member] = [.init("status", response.status?.json ?? .null)]
      if let reason = response.reason { members.append(.init("reason", .string(reason))) }
      if let http = response.http { members.append(.init("http", .string(http))) }
      members.append(.init("headers", pairs(response.headers)))
      members.append(.init("body", base64(response.body)))
      if let encoding = response.body.encoding {
        members.append(.init("encoding", .string(encoding)))
      }
      if !response.trailers.isEmpty { members.append(.init("trailers", pairs(response.trailers))) }
      return members
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
