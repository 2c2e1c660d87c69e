#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Mutants of what clients send, over real connections to a real proxy: it does not end, no
  /// connection is left without a response or a close, and nothing grows.
  struct ConnectionFuzzTests {
    private static let words = [
      "\r\n", "\n", "\r\n\r\n", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
      "0\r\n\r\n",
      "FFFFFFFFFFFFFFFF", "-1", " HTTP/1.1\r\n", "Host: a\r\n", "Upgrade: websocket\r\n",
      "Connection: close\r\n", "Expect: 100-continue\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{0}", "é",
    ]

    /// What clients send; `AUTHORITY` is known to the proxy.
    private static func samples(_ authority: String, isForward: Bool) -> [[UInt8]] {
      let origin = isForward ? "http://\(authority)" : ""
      let host = "Host: \(authority)\r\n"
      let get = RawFrame.request(authority)
      let post = RawFrame.request(authority, method: "POST")
      let http1 = [
        "GET \(origin)/ HTTP/1.1\r\n\(host)\r\n",
        "GET \(origin)/ HTTP/1.1\r\n\(host)\r\nGET \(origin)/a HTTP/1.1\r\n\(host)\r\n",
        "POST \(origin)/ HTTP/1.1\r\n\(host)Content-Length: 5\r\nExpect: 100-continue\r\n\r\nhello",
        "POST \(origin)/ HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n"
          + "1\r\n!\r\n0\r\nT: end\r\n\r\n",
        "GET \(origin)/ HTTP/1.1\r\n\(host)Connection: Upgrade\r\nUpgrade: websocket\r\n"
          + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        "POST \(origin)/ HTTP/1.1\r\n\(host)Content-Type: application/grpc\r\nContent-Length: 7\r\n\r\n"
          + "\u{0}\u{0}\u{0}\u{0}\u{2}hi",
      ].map { Array($0.utf8) }
      let http2 =
        RawFrame.preface + RawFrame.frame(1, flags: 5, stream: 1, get)
        + RawFrame.frame(1, flags: 4, stream: 3, post)
        + RawFrame.frame(0, flags: 1, stream: 3, Array("hello".utf8))
        + RawFrame.frame(8, [0, 1, 0, 0]) + RawFrame.frame(6, [UInt8](repeating: 7, count: 8))
        + RawFrame.frame(1, stream: 5, Array(get.prefix(3)))
        + RawFrame.frame(9, flags: 4, stream: 5, Array(get.dropFirst(3)))
        + RawFrame.frame(3, stream: 5, [0, 0, 0, 8])
      let hello: [UInt8] =
        [22, 3, 1, 0, 60, 1, 0, 0, 56, 3, 3] + [UInt8](repeating: 7, count: 32)
        + [0, 0, 2, 0x13, 1, 1, 0, 0, 13, 0, 0, 0, 9, 0, 7, 0, 0, 4] + Array("a.te".utf8)
      let connect = Array("CONNECT \(authority) HTTP/1.1\r\n\(host)\r\n".utf8)
      return http1 + [http2, hello]
        + (isForward ? [connect + http1[0], connect + http2, connect + hello] : [])
    }

    private struct State: Equatable {
      /// Memory in kB.
      var memory: Int
      var descriptors: Int

      init(of process: Int32) throws {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let found = status.firstMatch(of: /VmRSS:\s+(\d+) kB/)
        memory = try #require(found.flatMap { Int($0.output.1) })
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
          .count
      }
    }

    /// Sends the mutants of one run to a proxy.
    private func fuzz(_ run: FuzzRun, port: Int, _ samples: [[UInt8]]) throws {
      var mutator = Mutator(seed: run.seed, samples: samples, words: Self.words)
      for number in run {
        let input = mutator.next()
        let connection = try RawConnection(port: port)
        for piece in mutator.split(input) { connection.send(piece) }
        switch mutator.random.below(4) {
        case 0: connection.resetAtEnd()
        case 1: break
        default:
          connection.endSending()
          var hasEnded = false
          while !hasEnded, let bytes = connection.receive(within: 60) { hasEnded = bytes.isEmpty }
          guard hasEnded else {
            throw FuzzRun.Finding(
              description: "seed \(run.seed), input \(number): the connection stays open: "
                + Data(input.prefix(4096)).base64EncodedString())
          }
        }
      }
    }

    @Test func `what follows a response and is no request is refused`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "served") }
      let vcr = try workshop.start(
        ["record", "--isolate", "off", "-c", "c.yaml", "--"] + Relay.command)
      let proxy = try #require(await vcr.nextLine())
      let port = try #require(proxy.split(separator: ":").last.flatMap { Int($0) })
      let connection = try RawConnection(port: port)
      connection.send(
        Array(
          "GET \(server.origin)/ HTTP/1.1\r\nHost: \(server.port)\r\n\r\n no request\r\n".utf8))
      var received: [UInt8] = []
      while let bytes = connection.receive(within: 60), !bytes.isEmpty { received += bytes }
      let text = String(decoding: received, as: UTF8.self)
      #expect(text.contains("served") && text.contains("HTTP/1.1 400 Bad Request"), "\(text)")
      let other = try await Child.run(
        "curl", ["-sS", "-x", proxy, server.origin], environment: workshop.environment)
      #expect(other.text == "served", "\(other.errorText)")
      vcr.closeInput()
      #expect(await vcr.finished().timedOut == false)
    }

    @Test(arguments: [true, false])
    func `mutated connections end, and cost nothing that stays`(isReplay: Bool) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "\($0.method) \($0.body.count)") }
      let authority = isReplay ? "a.test:80" : "127.0.0.1:\(server.port)"
      try workshop.writeCassette("c.yaml", urls: ["http://a.test/", "http://a.test/a"])
      // Only a request for a path goes to the service, so that no mutant reaches another place.
      let options =
        isReplay
        ? ["replay", "--repeat", "--isolate", "off", "-c", "c.yaml"]
        : ["record", "--upstream", server.origin, "--listen", "127.0.0.1:0", "-c", "new.yaml"]
      let command = isReplay ? Relay.command : ["sh", "-c", "echo $http_proxy; cat"]
      let vcr = try workshop.start(options + ["--"] + command)
      let proxy = try #require(await vcr.nextLine())
      let digits = proxy.split(separator: ":").last?.filter(\.isNumber)
      let port = try #require(digits.flatMap { Int($0) })
      let samples = Self.samples(authority, isForward: isReplay)
      // What a first run leaves is what the proxy needs.
      try fuzz(FuzzRun(count: 50, isFixed: true), port: port, samples)
      let before = try State(of: vcr.id)
      try fuzz(FuzzRun(count: 300), port: port, samples)
      let after = try State(of: vcr.id)
      #expect(vcr.isRunning, "\(vcr.errorText)")
      #expect(after.memory - before.memory < 40_000, "\(before) \(after)")
      // Connections that were left open by the last inputs may still be there.
      #expect(after.descriptors - before.descriptors < 50, "\(before) \(after)")
      vcr.closeInput()
      let result = await vcr.finished(timeout: 120)
      #expect(!result.timedOut && result.status < 128, "\(result.errorText.suffix(2000))")
    }
  }
#endif
