#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// Flows in which a service hands out ids, recorded again while it hands out others.
  struct CreateThenReadTests {
    /// A shop whose orders have another number in each run.
    private final class Shop: Sendable {
      private struct State {
        var next = 41
        var orders: [Int: Int] = [:]
        var price = 10
        var lists = false
      }

      private final class Box: Sendable {
        let state = Mutex(State())
      }

      private let box = Box()
      let server: LoopbackServer

      init() throws {
        let box = box
        server = try LoopbackServer { request in
          box.state.withLock { Self.respond(request, &$0) }
        }
      }

      /// Makes the shop answer in another way.
      func change(price: Int? = nil, lists: Bool? = nil) {
        box.state.withLock {
          $0.price = price ?? $0.price
          $0.lists = lists ?? $0.lists
        }
      }

      private static func respond(_ request: ServerRequest, _ state: inout State) -> ServerResponse
      {
        let parts = request.target.split(separator: "/").map(String.init)
        func json(_ text: String, status: Int = 200, _ more: [(String, String)] = [])
          -> ServerResponse
        {
          ServerResponse(
            status: status, headers: [("Content-Type", "application/json")] + more,
            body: Array(text.utf8))
        }
        guard parts.count > 1, let id = Int(parts[1]) else {
          if request.method == "POST" {
            let id = state.next
            state.next += 1
            // The number of a box is no id, though it may be the same number.
            state.orders[id] = state.price
            return json(
              #"{"id":\#(id),"price":\#(state.price),"box":\#(id)}"#, status: 201,
              [("Location", "/orders/\(id)")])
          }
          let ids = state.lists ? state.orders.keys.sorted() : []
          return json("[" + ids.map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]")
        }
        guard let price = state.orders[id] else { return json("{}", status: 404) }
        if request.method == "DELETE", !state.lists { state.orders[id] = nil }
        // What the path says is given back by a name that is no id's.
        return json(#"{"id":\#(id),"price":\#(price),"self":"/orders/\#(id)","of":\#(id)}"#)
      }
    }

    private static let script = #"""
      for n in 1 2 3 4 5; do
        id=$(curl -s -X POST "$1/orders" | sed 's/.*"id":\([0-9]*\).*/\1/')
        ids="$ids $id"
      done
      curl -s "$1/orders"
      for id in $ids; do curl -s "$1/orders/$id"; done
      for id in $ids; do curl -s -X DELETE "$1/orders/$id"; done
      """#

    private func record(_ workshop: Workshop, _ origin: String, _ script: String) async throws
      -> String
    {
      try workshop.folder.write(script, to: "client.sh")
      let result = try await workshop.vcr(
        "record", "--mode", "all", "-c", "c.yaml", "--volatile", "$.box", "--", "sh", "client.sh",
        origin)
      #expect(result.status == 0, "\(result.errorText)")
      return workshop.text("c.yaml") ?? ""
    }

    private func replay(_ workshop: Workshop, _ origin: String) async throws {
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--require-all", "--", "sh", "client.sh", origin)
      #expect(result.status == 0, "\(result.errorText)\(workshop.text("c.yaml") ?? "")")
    }

    /// The lines that two texts do not share, without their indentation.
    private func changes(_ old: String, _ new: String) -> [String] {
      let lines = [old, new].map {
        $0.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      }
      return lines[1].difference(from: lines[0]).map { change in
        switch change {
        case .insert(_, let line, _): "+\(line)"
        case .remove(_, let line, _): "-\(line)"
        }
      }
    }

    @Test func `five orders that are created, read and deleted leave no diff`() async throws {
      let workshop = try Workshop()
      let shop = try Shop()
      let first = try await record(workshop, shop.server.origin, Self.script)
      for _ in 1...3 {
        let again = try await record(workshop, shop.server.origin, Self.script)
        #expect(again == first, "\(changes(first, again))")
        try await replay(workshop, shop.server.origin)
      }
      #expect(shop.server.requests.contains { $0.target == "/orders/60" })
    }

    @Test func `what changed beside the ids is all that differs`() async throws {
      let workshop = try Workshop()
      let shop = try Shop()
      let first = try await record(workshop, shop.server.origin, Self.script)
      shop.change(price: 12)
      let again = try await record(workshop, shop.server.origin, Self.script)
      let changes = changes(first, again)
      // Each order is created, read and deleted.
      #expect(changes.count == 30, "\(changes)")
      #expect(changes.allSatisfy { $0.contains("\"price\": 1") }, "\(changes)")
      try await replay(workshop, shop.server.origin)
    }

    @Test func `a number that is no id stays what it is`() async throws {
      let workshop = try Workshop()
      let shop = try Shop()
      try workshop.folder.write(Self.script, to: "client.sh")
      var texts: [String] = []
      for _ in 1...2 {
        let result = try await workshop.vcr(
          "record", "--mode", "all", "-c", "c.yaml", "--", "sh", "client.sh", shop.server.origin)
        #expect(result.status == 0)
        texts.append(workshop.text("c.yaml") ?? "")
      }
      let changes = changes(texts[0], texts[1])
      #expect(changes.count == 10, "\(changes)")
      #expect(changes.allSatisfy { $0.contains("\"box\": ") }, "\(changes)")
      try await replay(workshop, shop.server.origin)
    }

    @Test func `ids that stay in lists are not given to others`() async throws {
      let workshop = try Workshop()
      let shop = try Shop()
      shop.change(lists: true)
      _ = try await record(workshop, shop.server.origin, Self.script)
      let again = try await record(workshop, shop.server.origin, Self.script)
      // The list has ten orders now, and each is one that was created.
      let ids = again.split(separator: "\n").filter { $0.contains("\"id\": ") }
      #expect(ids.count >= 20, "\(again)")
      try await replay(workshop, shop.server.origin)
    }

    @Test func `tags, fields of forms and cookies that are handed out leave no diff`() async throws
    {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      let first = try await record(workshop, service.origin, ItemService.writing)
      for _ in 1...2 {
        let again = try await record(workshop, service.origin, ItemService.writing)
        #expect(again == first, "\(changes(first, again))")
        try await replay(workshop, service.origin)
      }
      service.change { $0.price = 11 }
      let changed = try await record(workshop, service.origin, ItemService.writing)
      let changes = changes(first, changed)
      #expect(changes.count == 4 && changes.allSatisfy { $0.contains("price") }, "\(changes)")
    }

    /// A service that names its orders amid other words, and knows no other.
    private static func clerk(_ id: @escaping @Sendable (Int) -> String) throws -> LoopbackServer {
      let orders = Mutex<[String]>([])
      return try LoopbackServer { request in
        let body = String(decoding: request.body, as: UTF8.self)
        let fields = ["X-Order-Id", "X-Filter", "Referer"].compactMap(request.header)
        let asked = "\(request.target) \(fields) \(body)"
        return orders.withLock { orders in
          var known = orders.filter { asked.contains($0) }
          if asked.hasPrefix("/orders ") {
            known = [id(orders.count)]
            orders += known
          }
          let text = known.map {
            #"{"id":"\#($0)","text":"Order \#($0) is there","slug":"order-no-\#($0)-7","#
              + #""meta":"{\"of\":\"\#($0)\"}"}"#
          }
          return ServerResponse(
            status: known.isEmpty ? 404 : 200,
            headers: [
              ("Content-Type", asked.contains(".html") ? "text/html" : "application/json")
            ],
            text: asked.contains(".html")
              ? "<p>Order <b>\(known.joined())</b></p>" : "[\(text.joined(separator: ","))]")
        }
      }
    }

    private static let asking = #"""
      for n in 1 2 3; do
        id=$(curl -sf -X POST "$1/orders" | sed 's/[^:]*:"\([^"]*\)".*/\1/')
        ids="$ids,$id"
        curl -sf -X POST "$1/orders/$id:confirm" && curl -sf "$1/orders/$id.html" || exit 1
        curl -sf -H "X-Order-Id: $id" "$1/current" && curl -sf "$1/orders?ids=${ids#,}" || exit 1
        curl -sf -H Content-Type:application/json -d "{\"arguments\":\"{\\\"order\\\":\\\"$id\\\"}\"}" "$1/call" || exit 1
      done
      """#

    @Test(arguments: [false, true])
    func `ids amid other words leave no diff, and a replay takes the same path`(isNumber: Bool)
      async throws
    {
      let workshop = try Workshop()
      let server = try Self.clerk { count in
        isNumber ? "\(4711 + 13 * count)" : "7f3ea\(count)-81c\(7 * count)"
      }
      let first = try await record(workshop, server.origin, Self.asking)
      for _ in 1...2 {
        let again = try await record(workshop, server.origin, Self.asking)
        #expect(again == first, "\(changes(first, again))")
        try await replay(workshop, server.origin)
      }
    }

    /// What carries an id within a text that is within another one.
    private static let telling = #"""
      for n in 1 2 3; do
        id=$(curl -sf -X POST "$1/orders" | sed 's/[^:]*:"\([^"]*\)".*/\1/')
        curl -sf "$1/find?filter=%7B%22order_id%22%3A%20%22$id%22%7D" || exit 1
        curl -sf "$1/find?next=%2Forders%2F$id%3Fpage%3D2" || exit 1
        curl -sf "$1/find?ids=0%2C$id" || exit 1
        curl -sf -H "Referer: $1/orders/$id" "$1/current" || exit 1
        curl -sf -H "X-Filter: {\"order\": \"$id\"}" "$1/current" || exit 1
        curl -sf -d "state={%22order%22:%22$id%22}" "$1/form" || exit 1
        curl -sf -H Content-Type:text/plain -d "Please cancel order #$id." "$1/mail" || exit 1
        curl -sf -H Content-Type:application/json -d "{\"text\":\"\\u2192 order $id is late\"}" "$1/mail" || exit 1
        curl -sf -H Content-Type:application/json \
          -d "{\"call\":\"{\\\"url\\\":\\\"/orders/$id\\\"}\"}" "$1/call" || exit 1
      done
      """#

    @Test(arguments: [telling, asking], [false, true])
    func `a verification follows ids amid other words, as a recording does`(
      script: String, isNumber: Bool
    ) async throws {
      let workshop = try Workshop()
      let server = try Self.clerk { count in
        isNumber ? "\(4711 + 13 * count)" : "7f3ea\(count)-81c\(7 * count)"
      }
      let first = try await record(workshop, server.origin, script)
      let verified = try await workshop.vcr(
        "verify", "c.yaml", "--against", server.origin, "--unsafe", "--verbose")
      #expect(verified.status == 0, "\(verified.text)\(verified.errorText)")
      #expect(!verified.text.contains("drifted"), "\(verified.text)")
      let again = try await record(workshop, server.origin, script)
      #expect(again == first, "\(changes(first, again))")
      try await replay(workshop, server.origin)
    }

    @Test(arguments: [false, true])
    func `an id amid words that are new is the same as elsewhere`(isNumber: Bool) async throws {
      let workshop = try Workshop()
      let server = try Self.clerk { count in
        isNumber ? "\(4711 + 13 * count)" : "7f3ea\(count)-81c\(7 * count)"
      }
      _ = try await record(workshop, server.origin, Self.asking)
      let more = Self.asking.replacing(
        "ids=\"", with: "curl -sf \"$1/orders/$id:audit\" || exit 1; ids=\"")
      #expect(more != Self.asking)
      _ = try await record(workshop, server.origin, more)
      try await replay(workshop, server.origin)
    }

    /// Cursors are letters and digits, or Base64 of nothing but numbers, which has few digits.
    @Test(arguments: [false, true])
    func `a cursor that a query hands on leaves no diff, whatever its body`(isNumbers: Bool)
      async throws
    {
      let workshop = try Workshop()
      let count = Mutex(0)
      let server = try LoopbackServer { request in
        let body = String(decoding: request.body, as: UTF8.self)
        let cursor = count.withLock { count in
          count += 1
          return isNumbers
            ? Data("30:2:2351103161\(count)".utf8).base64EncodedString()
            : "Y3Vyc29y\(count * 7919)Xx"
        }
        let page = body.contains("null") ? 1 : 2
        return ServerResponse(
          headers: [("Content-Type", "application/json")],
          body: Array(
            #"{"data":{"page":\#(page),"pageInfo":{"endCursor":"\#(cursor)"}}}"#.utf8))
      }
      let script = #"""
        ask() { curl -s -H 'Content-Type: application/json' \
          -d "{\"query\":\"query P(\$after: String) { page }\",\"variables\":{\"after\":$2}}" "$1/graphql"; }
        cursor=$(ask "$1" null | sed 's/.*"endCursor":\("[^"]*"\).*/\1/')
        cursor=$(ask "$1" "$cursor" | sed 's/.*"endCursor":\("[^"]*"\).*/\1/')
        """#
      let first = try await record(workshop, server.origin, script)
      let again = try await record(workshop, server.origin, script)
      // The last cursor is handed on to nobody, so it is the service's to change.
      let changes = changes(first, again)
      #expect(changes.count == 2 && changes.allSatisfy { $0.contains("endCursor") }, "\(changes)")
      try await replay(workshop, server.origin)
    }
  }
#endif
