#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport

  /// A small service of items on loopback whose ids, tokens and cookies differ from run to run.
  final class ItemService: Sendable {
    /// A program for `sh`, with the origin as its argument: creates an item and uses its id, its
    /// tag, a field of a form and a cookie.
    static let writing = """
      id=$(curl -sS -H 'Content-Type: application/json' -d '{"name":"Ada"}' "$1/items" |
        sed 's/.*"id":\\([0-9]*\\).*/\\1/')
      tag=$(curl -sS -D - -o out "$1/items/$id" | tr -d '\\r' | sed -n 's/^ETag: //p')
      curl -sS -o out -X PUT -H "If-Match: $tag" -H 'Content-Type: application/json' \
        -d "{\\"item_id\\":$id,\\"count\\":1}" "$1/items/$id"
      csrf=$(curl -sS -c jar "$1/form" | sed -n 's/.*value="\\([^"]*\\)".*/\\1/p')
      curl -sS -o out -b jar -d "page=1&csrf=$csrf" "$1/form"
      """

    /// What a test may change about it.
    struct Behaviour: Sendable {
      /// The id of the next item.
      var nextID = 7
      /// The price of every item.
      var price = 10
      /// The value of `Cache-Control`.
      var cacheControl = "no-store"
      /// The status of `/status`.
      var status = 200
    }

    private struct State {
      var behaviour: Behaviour
      var items: [Int: String] = [:]
      var sessions: [String: String] = [:]
      var run: Int
    }

    private final class Box: Sendable {
      let state: Mutex<State>
      init(_ state: consuming State) { self.state = Mutex(state) }
    }

    private let box: Box
    private let server: LoopbackServer

    /// Starts the service.
    ///
    /// - Parameters:
    ///   - run: A number that all its tokens are made of.
    ///   - behaviour: How it answers.
    /// - Throws: when no socket can be opened.
    init(run: Int, _ behaviour: Behaviour = Behaviour()) throws {
      let box = Box(State(behaviour: behaviour, run: run))
      self.box = box
      server = try LoopbackServer { request in box.state.withLock { Self.respond(request, &$0) } }
    }

    /// Where it is.
    var origin: String { server.origin }
    /// What arrived.
    var requests: [ServerRequest] { server.requests }
    /// The loopback server itself.
    var loopback: LoopbackServer { server }

    /// Makes it answer in another way.
    func change(_ change: (inout Behaviour) -> Void) {
      box.state.withLock { change(&$0.behaviour) }
    }

    private static func respond(_ request: ServerRequest, _ state: inout State) -> ServerResponse {
      let path = request.target.prefix { $0 != "?" }
      let parts = path.split(separator: "/").map(String.init)
      let body = String(decoding: request.body, as: UTF8.self)
      switch (request.method == "HEAD" ? "GET" : request.method, parts.first ?? "") {
      case ("POST", "items"):
        let id = state.behaviour.nextID
        state.behaviour.nextID += 1
        state.items[id] = "e\(state.run)-\(id)f0c\(state.run)"
        return json(
          #"{"id":\#(id),"name":"Ada","price":\#(state.behaviour.price)}"#,
          [("Location", "http://\(request.header("Host") ?? "")/items/\(id)")], status: 201)
      case ("GET", "items") where parts.count == 2:
        guard let id = Int(parts[1]), let tag = state.items[id] else { return missing }
        return json(
          #"{"id":\#(id),"price":\#(state.behaviour.price),"self":"/items/\#(id)"}"#,
          [("ETag", "\"\(tag)\""), ("Cache-Control", state.behaviour.cacheControl)])
      case ("PUT", "items"):
        guard let id = Int(parts[1]), let tag = state.items[id] else { return missing }
        guard request.header("If-Match") == "\"\(tag)\"" else {
          return ServerResponse(status: 412, reason: "Precondition Failed")
        }
        return json(#"{"item_id":\#(id),"saved":true}"#)
      case ("GET", "form"):
        let csrf = "c5rf\(state.run)Token\(state.run)Qx"
        state.sessions[csrf] = "session\(state.run)A1b2C3"
        return ServerResponse(
          headers: [
            ("Content-Type", "text/html"),
            ("Set-Cookie", "visit=v\(state.run)s1t2u3; Path=/"),
          ],
          text: """
            <form method="post" action="/form">
            <input type="hidden" name="csrf" value="\(csrf)">
            </form>

            """)
      case ("POST", "form"):
        let csrf = body.split(separator: "csrf=").last.map(String.init) ?? ""
        guard state.sessions[csrf] != nil, request.header("Cookie") == "visit=v\(state.run)s1t2u3"
        else {
          return ServerResponse(status: 403, reason: "Forbidden")
        }
        return ServerResponse(text: "sent with \(csrf)\n")
      case ("GET", "status"):
        return ServerResponse(
          status: state.behaviour.status, reason: state.behaviour.status == 200 ? "OK" : "Gone",
          headers: [("Date", "day \(state.run)"), ("X-Request-Id", "r\(state.run)")],
          text: "status\n")
      default: return missing
      }
    }

    private static let missing = ServerResponse(status: 404, reason: "Not Found", text: "none\n")

    private static func json(
      _ text: String, _ headers: [(String, String)] = [], status: Int = 200
    ) -> ServerResponse {
      ServerResponse(
        status: status, reason: status == 201 ? "Created" : "OK",
        headers: [("Content-Type", "application/json")] + headers, text: text)
    }
  }
#endif
