package import VCRCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The summary that a list of interactions gives of one of them, in a table and on a page alike.
package struct InteractionSummary: Sendable {
  /// The method of the request, or `gRPC`.
  package let method: String
  /// The URL of the request, or the call of gRPC: `helloworld.Greeter/SayHello at https://…`.
  package let request: String
  /// The operations of GraphQL that are asked for: `query Products`; empty for none.
  package let operation: String
  /// The status, the name of that of gRPC, or how the exchange failed.
  package private(set) var status: String
  /// The status code that says how it went (200 for a call of gRPC that went well); nil for a
  /// failure.
  package private(set) var code: Int?
  /// The bytes of the response's body and of the messages of a WebSocket; nil for a failure.
  package private(set) var size: Int?
  /// The media type of the response without parameters, or the code of a failure; often empty.
  package private(set) var type: String
  /// The seconds of the exchange; nil when unknown.
  package let seconds: Double?
  /// The entry's own rule in the syntax of the cassette; empty for none.
  package let rule: String

  /// Describes an interaction.
  package init(_ interaction: Interaction) {
    let call = GRPCCall(interaction)
    method = call == nil ? interaction.request.method : "gRPC"
    request = call?.words ?? interaction.request.url
    operation = call == nil ? interaction.request.graphQLWords ?? "" : ""
    seconds = interaction.seconds
    rule = interaction.rule.map(Self.words) ?? ""
    switch interaction.outcome.byFinalResponse {
    case .response(let response):
      let type =
        response.opensWebSocket
        ? "websocket" : response.headers["content-type"] ?? response.mediaType ?? ""
      self.type = Self.trimmed(type.prefix { $0 != ";" })
      size = response.body.count + response.messages.reduce(0) { $0 + ($1.body?.count ?? 0) }
      code = response.status ?? 0
      status = (response.status.map(String.init) ?? "-") + Self.end(response.failure)
    case .failure(let failure):
      type = failure.isLeft ? "" : failure.code
      status = failure.isLeft ? "left" : "failed"
    }
    if let name = call?.statusName {
      status = name
      code = call?.status == 0 ? 200 : nil
    }
  }

  /// The word after a status for how the response broke off.
  private static func end(_ failure: Interaction.Failure?) -> String {
    failure.map { $0.isLeft ? " left" : " broken off" } ?? ""
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  // MARK: - Words

  /// Seconds with their milliseconds.
  package static func words(seconds: Double) -> String {
    let milliseconds = Int((max(0, min(seconds, 1e9)) * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// An entry's own rule in the syntax of the cassette, such as `match: method, path; times: any`.
  private static func words(_ rule: Interaction.Rule) -> String {
    var parts: [String] = []
    let match = (rule.match ?? []) + (rule.isPattern ? ["pattern"] : [])
    if rule.match != nil || rule.isPattern {
      parts.append("match: " + match.joined(separator: ", "))
    }
    if let times = rule.times { parts.append("times: " + (times == .max ? "any" : "\(times)")) }
    return parts.joined(separator: "; ")
  }

  /// The data of an interaction besides its messages, in one line; empty for none.
  ///
  /// - Parameter interaction: The interaction.
  /// - Returns: The line, with whatever the cassette holds in it.
  package static func remarks(_ interaction: Interaction) -> String {
    var words: [String] = []
    if let call = GRPCCall(interaction) {
      words.append("gRPC \(call.method)" + (call.statusName.map { ": \($0)" } ?? ""))
      if !call.message.isEmpty { words[0] += ", \(call.message)" }
    }
    if let rule = interaction.rule { words.append(self.words(rule)) }
    if let seconds = interaction.seconds { words.append("took \(self.words(seconds: seconds)) s") }
    if let date = interaction.recordedAt { words.append("recorded at \(date.formatted(.iso8601))") }
    if case .response(let response) = interaction.outcome, let encoding = response.body.encoding {
      words.append("came as \(encoding)")
    }
    return words.joined(separator: "; ")
  }
}
