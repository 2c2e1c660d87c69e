#if CommandLineTool
  import Foundation
  import NIOCore
  import TestSupport
  import Testing
  import VCRCore

  @testable import VCRProxy

  /// Connections on which nothing happens are closed in the end, and no others.
  struct UnusedConnectionTests {
    private static let request = Array(
      "GET http://service.test/ HTTP/1.1\r\nHost: service.test\r\n\r\n".utf8)

    @Test func `a connection without requests is closed in the end, and one with requests is not`()
      async throws
    {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: here}}
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        let context = bench.server.context
        let (silent, used) = (
          try RawConnection(port: bench.server.port), try RawConnection(port: bench.server.port)
        )
        for connection in [silent, used] {
          connection.send(Self.request)
          _ = try #require(connection.receive(within: 240))
        }
        for _ in 0...ClientConnection.maximumUnusedLooks {
          used.send(Self.request)
          #expect(try #require(used.receive(within: 240)).isEmpty == false)
          try await context.eventLoop.submit { context.value.closeUnused() }.get()
        }
        #expect(try #require(silent.receive(within: 240)).isEmpty)
        used.send(Self.request)
        #expect(try #require(used.receive(within: 240)).isEmpty == false)
      }
    }

    /// A preface of HTTP/2 with its settings, then a head of which the end never comes.
    private static let unfinishedHead: [UInt8] =
      Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
      + [0, 0, 1, 1, 0, 0, 0, 0, 1, 0x82]

    @Test(arguments: [
      [], Array("PRI".utf8), unfinishedHead, Array(unfinishedHead.dropLast(12)),
    ])
    func `a connection whose first request never comes is closed sooner`(sent: [UInt8])
      async throws
    {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: here}}
        """)
      try await studio.run(deck: .init(repeats: true)) { bench in
        let context = bench.server.context
        let (unused, used) = (
          try RawConnection(port: bench.server.port), try RawConnection(port: bench.server.port)
        )
        unused.send(sent)
        used.send(Self.request)
        #expect(try #require(used.receive(within: 240)).isEmpty == false)
        let looks = try await context.eventLoop.submit { context.value.firstRequestLooks }.get()
        for _ in 0...looks {
          try await context.eventLoop.submit { context.value.closeUnused() }.get()
        }
        var received: [UInt8] = []
        while case let bytes = try #require(unused.receive(within: 240)), !bytes.isEmpty {
          received += bytes
        }
        // Settings at most, and a GOAWAY.
        #expect(received.count < 100)
        used.send(Self.request)
        #expect(try #require(used.receive(within: 240)).isEmpty == false)
      }
    }

    @Test func `without connections nothing is looked for any more`() async throws {
      let studio = try Studio(
        """
        - request: {method: GET, url: 'http://service.test/'}
          response: {status: 200, body: {text: here}}
        """)
      try await studio.run(deck: .init()) { bench in
        let context = bench.server.context
        do {
          let connection = try RawConnection(port: bench.server.port)
          connection.send(Self.request)
          _ = try #require(connection.receive(within: 240))
          #expect(try await context.eventLoop.submit { context.value.isSweeping }.get())
        }
        var isOver = false
        for _ in 0..<24_000 where !isOver {
          isOver = try await context.eventLoop.submit {
            context.value.closeUnused()
            return !context.value.isSweeping
          }.get()
          if !isOver { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(isOver)
      }
    }
  }
#endif
