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
