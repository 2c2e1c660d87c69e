#if CommandLineTool
  import Foundation
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRProxy

  /// Requests whose bytes are known get what they would get if they were parsed and decided about.
  struct KnownRequestTests {
    /// What one client sends at once, and what it waits for then.
    private struct Step {
      var client: Int
      var pieces: [[UInt8]]
      /// For each response, whether it is one to `HEAD`.
      var responses: [Bool]
      /// True when the connection ends with the last response.
      var isLast = false
    }

    private static let tokens = ["q8Zt5rLmX2vK9wNdQ8", "h3Yc7PsBf6GjT1xV4e"]

    /// A cassette whose interactions with numbers are served twenty times in a run that does not
    /// repeat.
    private static let cassette =
      (1...6).map {
        """
        - request: {method: GET, url: 'http://service.test/\($0)'}
          times: 20
          response: {status: 200, headers: {X-Number: '\($0)'}, body: {text: 'number \($0)'}}
        """
      }.joined(separator: "\n") + "\n"
      + (1...3).map {
        """
        - request: {method: GET, url: 'http://service.test/poll'}
          response: {status: 200, body: {text: 'answer \($0)'}}
        """
      }.joined(separator: "\n") + "\n" + """
        - request: {method: GET, url: 'http://service.test/limited'}
          times: 40
          response: {status: 200, body: {text: limited}}
        - request: {method: HEAD, url: 'http://service.test/1'}
          response: {status: 200, headers: {X-Number: head}}
        - request: {method: GET, url: 'http://service.test/empty'}
          response: {status: 204}
        - request: {method: POST, url: 'http://service.test/1', body: {text: sent}}
          response: {status: 201, body: {text: posted}}
        - request: {method: GET, url: 'http://service.test/me?access_token={{ACCESS_TOKEN}}'}
          response: {status: 200, body: {text: mine}}
        - request: {method: GET, url: 'http://service.test/of/{{ACCESS_TOKEN}}'}
          response: {status: 200, body: {text: found}}
        - request: {method: GET, url: 'http://service.test/never'}
          response: {status: 200, body: {text: never}}
        """

    private static func head(_ method: String, _ target: String, _ fields: String = "") -> String {
      "\(method) http://service.test\(target) HTTP/1.1\r\nHost: service.test\r\n\(fields)\r\n"
    }

    /// What two clients do: mostly requests that came before, to the byte.
    private static func steps(_ count: Int) -> [Step] {
      var random = SeededRandom(seed: 13)
      var steps: [Step] = []
      while steps.count < count {
        var text = ""
        var responses: [Bool] = []
        for _ in 0..<(Bool.random(using: &random) ? 1 : Int.random(in: 2...5, using: &random)) {
          switch Int.random(in: 0..<24, using: &random) {
          case 0: text += head("HEAD", "/1")
          case 1: text += head("GET", "/missing")
          case 2: text += head("GET", "/poll")
          case 3: text += head("POST", "/1", "Content-Length: 4\r\n") + "sent"
          case 4:
            text += head("POST", "/1", "Transfer-Encoding: chunked\r\n")
            text += "4\r\nsent\r\n0\r\n\r\n"
          case 5: text += "\r\n" + head("GET", "/1")
          case 6: text += head("GET", "/empty")
          case 7: text += head("GET", "/2", "Accept: text/\(random.below(9))\r\n")
          case 8: text += head("GET", "/3", "Content-Length: 0\r\n")
          case 9: text += head("GET", "/me?access_token=\(random.pick(tokens))")
          case 10: text += head("GET", "/of/\(random.pick(tokens))")
          case 11: text += head("GET", "/4", "TE: trailers\r\n")
          case 12: text += head("GET", "/limited")
          default: text += head("GET", "/\(Int.random(in: 1...6, using: &random))")
          }
          responses.append(text.hasSuffix(head("HEAD", "/1")))
        }
        var isLast = true
        switch Int.random(in: 0..<20, using: &random) {
        case 0: text += head("GET", "/1", "Connection: close\r\n")
        case 1: text += "GET http://service.test/1 HTTP/1.0\r\n\r\n"
        case 2: text += "GET http://service.test/1 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"
        case 3: text += "no request\r\n\r\n"
        default: isLast = false
        }
        if isLast { responses.append(false) }
        let bytes = Array(text.utf8)
        let cut = Int.random(in: 0..<bytes.count, using: &random)
        let pieces: [[UInt8]] =
          switch Int.random(in: 0..<8, using: &random) {
          case 0: bytes.map { [$0] }
          case 1: [Array(bytes[..<cut]), Array(bytes[cut...])]
          default: [bytes]
          }
        steps.append(
          Step(
            client: Int.random(in: 0...1, using: &random), pieces: pieces, responses: responses,
            isLast: isLast))
      }
      return steps
    }

    /// The end of a response in what was received; nil when more is needed.
    private func end(of bytes: ArraySlice<UInt8>, isHead: Bool) throws -> Int? {
      guard let mark = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
      let head = String(latin1: bytes[..<mark.lowerBound]).lowercased()
      let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      if isHead || head.hasPrefix("http/1.1 204") { return mark.upperBound }
      let length = try #require(field.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) })
      return bytes.endIndex - mark.upperBound >= length ? mark.upperBound + length : nil
    }

    /// Takes the steps one after the other.
    ///
    /// - Returns: What each client received.
    private func take(_ steps: [Step], port: Int) throws -> [[UInt8]] {
      var connections: [RawConnection?] = [nil, nil]
      var received: [[UInt8]] = [[], []]
      for step in steps {
        let connection = try connections[step.client] ?? RawConnection(port: port)
        connections[step.client] = step.isLast ? nil : connection
        for piece in step.pieces { connection.send(piece) }
        var bytes: [UInt8] = []
        var start = 0
        for isHead in step.responses {
          while true {
            if let end = try end(of: bytes[start...], isHead: isHead) {
              start = end
              break
            }
            let more = try #require(connection.receive(within: 240))
            try #require(!more.isEmpty)
            bytes += more
          }
        }
        while step.isLast, let more = connection.receive(within: 240), !more.isEmpty {
          bytes += more
        }
        received[step.client] += bytes
      }
      return received
    }

    @Test(arguments: [true, false])
    func `known requests get the same bytes, counts and reports as unknown ones`(
      repeats: Bool
    ) async throws {
      let steps = Self.steps(400)
      var received: [[[UInt8]]] = []
      var counts: [String] = []
      var summaries: [Deck.Summary] = []
      var served: [Int] = []
      let studio = try Studio(Self.cassette)
      for knows in [true, false] {
        let summary = try await studio.run(deck: .init(repeats: repeats)) {
          $0.knowsRequests = knows
        } _: { bench in
          received.append(try take(steps, port: bench.server.port))
          let progress = bench.server.progress
          counts.append(
            "\(progress) \(bench.events.unmatched.map(\.description)) \(bench.events.refusals)")
          let context = bench.server.context
          served.append(
            try await context.eventLoop.submit { context.value.known.served }.get())
        }
        summaries.append(summary)
      }
      for client in 0...1 {
        let place = zip(received[0][client], received[1][client]).enumerated()
          .first { $1.0 != $1.1 }?.offset
        #expect(place == nil)
        #expect(received[0][client].count == received[1][client].count)
      }
      let place = zip(counts[0].utf8, counts[1].utf8).enumerated().first { $1.0 != $1.1 }?.offset
      let from = place.map { max(0, $0 - 200) } ?? 0
      #expect(
        counts[0] == counts[1],
        "\(counts.map { String(decoding: $0.utf8.dropFirst(from).prefix(400), as: UTF8.self) })")
      #expect(summaries[0] == summaries[1])
      #expect(served[0] >= (repeats ? 300 : 50))
      #expect(served[1] == 0)
    }

    @Test func `a known request is not known in another tunnel`() async throws {
      let studio = try Studio(
        ["a", "b"].map {
          """
          - request: {method: GET, url: 'http://\($0).test/'}
            response: {status: 200, body: {text: 'of \($0)'}}
          """
        }.joined(separator: "\n"))
      try await studio.run(deck: .init(repeats: true)) { bench in
        for name in ["a", "a", "b", "a", "b"] {
          let connection = try RawConnection(port: bench.server.port)
          connection.send(
            Array("CONNECT \(name).test:80 HTTP/1.1\r\nHost: \(name).test:80\r\n\r\n".utf8))
          _ = try #require(connection.receive(within: 240))
          connection.send(Array("GET / HTTP/1.1\r\nHost: service.test\r\n\r\n".utf8))
          let response = try #require(connection.receive(within: 240))
          #expect(String(latin1: response).hasSuffix("of \(name)"))
        }
      }
    }

    @Test func `a response is where it was kept, or another one is not taken for it`() throws {
      var kept = RenderedResponses()
      var places: [RenderedResponses.Place] = []
      func form(_ number: Int) -> RenderedResponses.Form {
        .init(item: number / 2, isLast: number % 2 == 1)
      }
      // Three times as much as there is room for.
      let size = 50_000
      let count = 3 * RenderedResponses.limit / size
      for number in 0..<count {
        kept.keep(
          .init(
            bytes: ByteBuffer(repeating: UInt8(number % 251), count: size), bodySize: number,
            form: form(number)))
        places.append(try #require(kept.place(of: form(number))))
      }
      var found = 0
      for number in 0..<count {
        guard let response = kept[places[number]] else {
          #expect(kept[form(number)] == nil)
          continue
        }
        found += 1
        #expect(response.form == form(number) && response.bodySize == number)
        #expect(response.bytes == ByteBuffer(repeating: UInt8(number % 251), count: size))
      }
      #expect((count / 5...count / 3).contains(found))
    }

    @Test func `a client that pipelines requests and reads nothing is held back`() async throws {
      let size = 20_000
      let count = 5_000
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/large'}
          response: {status: 200, body: {text: '\(String(repeating: "x", count: size))'}}
        - request: {method: GET, url: 'http://service.test/small'}
          response: {status: 200, body: {text: small}}
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        let greedy = try RawConnection(port: bench.server.port)
        let requests = Array(
          String(repeating: Self.head("GET", "/large"), count: count).utf8)
        let sent = Task.detached {
          let isSent = greedy.send(requests)
          greedy.endSending()
          return isSent
        }
        // Others are served meanwhile, and the first one's requests stay where they are in the end.
        let other = try RawConnection(port: bench.server.port)
        let small = Array(Self.head("GET", "/small").utf8)
        var (asked, taken, before) = (0, 0, 0)
        repeat {
          before = taken
          for _ in 0..<200 {
            other.send(small)
            _ = try #require(other.receive(within: 240))
            asked += 1
          }
          taken = bench.server.progress.requests - asked
        } while taken == 0 || taken != before
        #expect(taken < count / 2)
        // Each gets its response all the same, although the client has said that no more follow.
        var received = 0
        while let bytes = greedy.receive(within: 240), !bytes.isEmpty { received += bytes.count }
        #expect(await sent.value)
        #expect(bench.server.progress.requests == asked + count)
        #expect(received > count * size)
        #expect(received % count == 0)
      }
    }

    @Test func `what cannot be read is refused with a body after a HEAD`() async throws {
      let studio = try Studio(
        """
        - request: {method: HEAD, url: 'http://service.test/'}
          response: {status: 200}
        """)
      try await studio.run(deck: .init()) { bench in
        let response = String(
          latin1: try await Client.exchange(
            Self.head("HEAD", "/") + "no request\r\n\r\n", port: bench.server.port))
        let refusal = try #require(response.components(separatedBy: "\r\n\r\n").last)
        #expect(refusal.contains("METHOD TARGET"))
      }
    }
  }
#endif
