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
      var members = [
        ("number", String(number)),
        ("method", Self.string(request.method)),
        ("url", Self.string(request.url)),
      ]
      if let http = request.http { members.append(("request_http", Self.string(http))) }
      members.append(("request_headers", Self.pairs(request.headers)))
      members.append(("request_body", Self.base64(request.body)))
      if !request.trailers.isEmpty {
        members.append(("request_trailers", Self.pairs(request.trailers)))
      }
      switch interaction.outcome {
      case .response(let response): members += Self.members(of: response)
      case .failure(let failure):
        members.append(
          (
            "error",
            Self.object([
              ("code", Self.string(failure.code)), ("domain", Self.string(failure.domain)),
              ("number", String(failure.number)), ("message", Self.string(failure.message)),
            ])
          ))
      }
      if let seconds = interaction.seconds { members.append(("seconds", String(seconds))) }
      if let date = interaction.recordedAt {
        members.append(("recorded_at", Self.string(date.formatted(.iso8601))))
      }
      return Self.object(members) + "\n"
    }

    private static func members(of response: Interaction.Response) -> [(String, String)] {
      var members = [("status", response.status.map(String.init) ?? "null")]
      if let reason = response.reason { members.append(("reason", string(reason))) }
      if let http = response.http { members.append(("http", string(http))) }
      members.append(("headers", pairs(response.headers)))
      members.append(("body", base64(response.body)))
      if let encoding = response.body.encoding { members.append(("encoding", string(encoding))) }
      if !response.trailers.isEmpty { members.append(("trailers", pairs(response.trailers))) }
      return members
    }

    private static func object(_ members: [(String, String)]) -> String {
      "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
    }

    private static func pairs(_ section: HeaderFields) -> String {
      "[" + section.fields.map { "[\(string($0.name)),\(string($0.value))]" }.joined(separator: ",")
        + "]"
    }

    private static func base64(_ body: Body) -> String {
      "\"" + Data(body.bytes).base64EncodedString() + "\""
    }

    /// A JSON string (RFC 8259 §7).
    static func string(_ text: String) -> String {
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
  }
#endif
