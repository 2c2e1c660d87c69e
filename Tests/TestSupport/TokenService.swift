import Foundation
import VCRLocks

/// A service on loopback that issues a new token at each login and refuses requests without a
/// token.
public final class TokenService: Sendable {
  private final class Issued: Sendable {
    let tokens = Mutex<[String]>([])
  }

  private let issued: Issued
  private let server: LoopbackServer

  /// Starts the service.
  ///
  /// - Throws: An error when no socket can be opened.
  public init() throws {
    let issued = Issued()
    self.issued = issued
    server = try LoopbackServer { Self.response(to: $0, issued) }
  }

  /// The origin of the service.
  public var origin: String { server.origin }

  /// The tokens that it has issued.
  public var tokens: [String] { issued.tokens.withLock { $0 } }

  /// The items of a cassette for each login and the requests after it.
  public static let recordedPlaces = [
    #""access_token": "{{ACCESS_TOKEN}}""#, "Authorization: Bearer {{ACCESS_TOKEN}}",
    "?access_token={{ACCESS_TOKEN}}", #""session": "{{ACCESS_TOKEN}}""#,
    "page=2&access_token={{ACCESS_TOKEN}}",
  ]

  /// Ends the service.
  public func stop() { server.stop() }

  /// Responds to a request: `POST /login/USER` issues a token; `GET /me/USER` takes it in a header,
  /// `GET /items/USER` in the query and `POST /session/USER` in a JSON body.
  private static func response(to request: ServerRequest, _ issued: Issued) -> ServerResponse {
    let path = request.target.prefix { $0 != "?" }
    let user = path.split(separator: "/").last ?? ""
    let tokens = issued.tokens.withLock { $0 }
    var token = ""
    switch (request.method, path.split(separator: "/").first) {
    case ("POST", "login"):
      token = newToken()
      issued.tokens.withLock { $0.append(token) }
      return json(#"{"access_token": "\#(token)", "expires_in": 3600}"#)
    case ("GET", "me"):
      token = request.header("Authorization")?.replacing("Bearer ", with: "") ?? ""
      guard tokens.contains(token) else { break }
      return json(#"{"name": "\#(user)"}"#)
    case ("GET", "items"):
      token = request.target.split(separator: "access_token=").last.map(String.init) ?? ""
      guard tokens.contains(token) else { break }
      return json(#"{"items": [1, 2], "next": "/items/\#(user)?page=2&access_token=\#(token)"}"#)
    case ("POST", "session"):
      let body = String(decoding: request.body, as: UTF8.self)
      token = tokens.first { body == #"{"session":"\#($0)"}"# } ?? ""
      guard !token.isEmpty else { break }
      return json(#"{"owner": "\#(user)", "session": "\#(token)"}"#)
    default: return ServerResponse(status: 404, reason: "Not Found")
    }
    return ServerResponse(status: 401, reason: "Unauthorized", text: "no such token\n")
  }

  private static func json(_ text: String) -> ServerResponse {
    ServerResponse(headers: [("Content-Type", "application/json")], text: text)
  }

  private static func newToken() -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return "t0" + String((0..<30).compactMap { _ in letters.randomElement() })
  }
}
