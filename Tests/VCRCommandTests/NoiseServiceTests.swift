#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The services of `Examples/services`, with which a machine finds what differs for no reason.
  struct NoiseServiceTests {
    /// A service that runs until the test is over.
    private struct Service {
      let origin: String
      private let child: Child

      init(_ name: String, _ options: String...) async throws {
        let script = Package.folder.appending(path: "Examples/services/\(name)")
          .path(percentEncoded: false)
        child = try Child("python3", [script, "0"] + options)
        let line = try #require(await child.nextLine(), "\(child.errorText)")
        origin = "http://127.0.0.1:\(try #require(Int(line)))"
      }

      func stop() { child.kill() }
    }

    /// What every client does: `work(number)` for each number, over as many connections.
    private static let crowd = """
      import sys, threading
      origin, count = sys.argv[1], int(sys.argv[2])
      def crowd(work):
          if count == 1:
              for number in range(4): work(number)
              return
          barrier = threading.Barrier(count)
          def start(number):
              barrier.wait()
              work(number)
          threads = [threading.Thread(target=start, args=(n,)) for n in range(count)]
          [thread.start() for thread in threads]
          [thread.join() for thread in threads]

      """

    private static let graphQL =
      crowd + """
        import json, urllib.request
        queries = {
            "Products": "query Products($kind: Int!, $after: String) { products(kind: $kind, after: $after) "
                        "{ edges { cursor node { id name price } } pageInfo { endCursor hasNextPage } } }",
            "AddToCart": "mutation AddToCart($product: ID!) { addToCart(product: $product) { id items } }",
            "Cart": "query Cart($id: ID!) { cart(id: $id) { id items } }",
        }
        def call(operation, **variables):
            body = {"operationName": operation, "query": queries[operation], "variables": variables}
            request = urllib.request.Request(
                origin + "/graphql", json.dumps(body).encode(), {"Content-Type": "application/json"})
            return json.load(urllib.request.urlopen(request, timeout=120))["data"]
        def work(number):
            after = None
            while True:
                page = call("Products", kind=number, after=after)["products"]["pageInfo"]
                after = page["endCursor"]
                if not page["hasNextPage"]: break
            cart = call("AddToCart", product=f"p{number + 1}")["addToCart"]
            assert call("Cart", id=cart["id"])["cart"]["items"] == [f"p{number + 1}"]
        crowd(work)

        """

    private static let site =
      crowd + """
        import http.cookiejar, re, urllib.parse, urllib.request
        def work(number):
            jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
            opener = urllib.request.build_opener(jar)
            def get(path): return opener.open(origin + path, timeout=120).read().decode()
            get(f"/?page={number}")
            form = get(f"/login?user=user{number}")
            token = re.search('name="csrf_token" value="([^"]*)"', form)[1]
            data = urllib.parse.urlencode({"csrf_token": token, "user": f"user{number}"}).encode()
            opener.open(origin + "/login", data, timeout=120).read()
        crowd(work)

        """

    /// Finds the noise of a service, records it again three times, and replays it.
    private func silence(
      _ name: String, _ client: String, policy: String, connections: Int
    ) async throws -> (workshop: Workshop, settings: String) {
      let workshop = try Workshop()
      let service = try await Service(name)
      try workshop.folder.write(client, to: "client.py")
      try workshop.folder.write("match: \(policy)\n", to: ".vcr.yaml")
      let command = ["--", "python3", "client.py", service.origin, "\(connections)"]
      let noise = try await workshop.vcr(["noise", "--write"] + command, timeout: 240)
      #expect(noise.status == 0, "\(noise.text)\(noise.errorText)")
      let settings = workshop.text(".vcr.yaml") ?? ""
      var first: String?
      for round in 1...3 {
        let recorded = try await workshop.vcr(
          ["record", "--mode", "all", "-c", "c.yaml"] + command, timeout: 240)
        #expect(recorded.status == 0, "\(recorded.errorText)")
        let text = try #require(workshop.text("c.yaml"))
        if let first, first != text {
          try workshop.folder.write(first, to: "first.yaml")
          let diff = try await workshop.vcr("diff", "first.yaml", "c.yaml")
          let lines = try await Child.run(
            "diff", ["first.yaml", "c.yaml"], directory: workshop.folder.url)
          Issue.record(
            "round \(round): \(diff.text.prefix(3_000))\n\(lines.text.prefix(3_000))\n\(settings)")
          break
        }
        first = first ?? text
      }
      service.stop()
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml"] + command, timeout: 240)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      return (workshop, settings)
    }

    @Test(arguments: [1, 32])
    func `a GraphQL service with cursors and carts is silent after it`(connections: Int)
      async throws
    {
      let (_, settings) = try await silence(
        "graphql.py", Self.graphQL, policy: "method, url, graphql", connections: connections)
      for place in ["$.extensions.requestId", "$.extensions.at", "X-Build"] {
        #expect(settings.contains(place), "\(place) in \(settings)")
      }
      // A later request carries it.
      #expect(!settings.contains("addToCart.id"), "\(settings)")
    }

    @Test(arguments: [1, 32])
    func `a site with times, nonces and forms is silent after it`(connections: Int) async throws {
      let (_, settings) = try await silence(
        "site.py", Self.site, policy: "method, url, form", connections: connections)
      #expect(settings.contains("text(/"), "\(settings)")
      #expect(settings.contains("Rendered at "), "\(settings)")
      #expect(!settings.contains("csrf"), "\(settings)")
      #expect(!settings.contains("nonce="), "\(settings)")
    }
  }
#endif
