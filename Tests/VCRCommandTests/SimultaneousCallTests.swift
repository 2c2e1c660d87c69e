#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Calls of gRPC at the same time that begin alike: only what their clients send later tells
  /// which recorded one is whose.
  struct SimultaneousCallTests {
    /// Makes the calls of some names, so many at a time, each of which says who it is last: those
    /// that are open at a time have all been answered before the first of them says it.
    private static let client = """
      import queue, sys, threading
      import grpc
      channel = grpc.insecure_channel("localhost:" + sys.argv[1])
      names = sys.argv[3:]
      together = threading.Barrier(int(sys.argv[2]))
      results = {}

      def call(name):
          messages, responses = queue.Queue(), []
          stream = channel.stream_stream("/test.Test/Both")(iter(messages.get, None), timeout=240)
          def say(text):
              messages.put(text)
              responses.append(next(stream).decode())
          try:
              say(b"hello")
              together.wait(240)
              say(b"who")
              together.wait(240)
              say(name.encode())
              messages.put(None)
              responses += [text.decode() for text in stream]
          except grpc.RpcError as error:
              responses.append(error.code().name)
          results[name] = responses

      def work(names):
          for name in names: call(name)

      count = int(sys.argv[2])
      threads = [threading.Thread(target=work, args=(names[i::count],)) for i in range(count)]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      for name in sorted(results): print(name, *results[name], sep=", ")
      """

    private static func expected(_ names: [String]) -> String {
      names.sorted().map { "\($0), echo hello, echo who, echo \($0)\n" }.joined()
    }

    private func service(in workshop: Workshop) async throws -> GRPCService {
      guard await GRPCService.isInstalled() else { try Test.cancel("grpcio is not installed") }
      try workshop.folder.write(Self.client, to: "many.py")
      return try await GRPCService(nil)
    }

    private func command(_ service: GRPCService, _ count: Int, _ names: [String]) -> [String] {
      ["--", "python3", "many.py", "\(service.port)", "\(count)"] + names
    }

    @Test(arguments: ["method,url", "method,url,body"])
    func `each gets the response to what it has said, in whatever order and number they come`(
      policy: String
    ) async throws {
      let workshop = try Workshop()
      let service = try await service(in: workshop)
      let names = (0..<12).map { "n\($0)" }
      let recorded = try await workshop.vcr(
        ["record", "-c", "c.yaml"] + command(service, 6, names), timeout: 300)
      #expect(recorded.text == Self.expected(names), "\(recorded.errorText)")

      var generator = SeededRandom(seed: 7)
      for count in [1, 4, 12] {
        let shuffled = names.shuffled(using: &generator)
        let replayed = try await workshop.vcr(
          ["replay", "-c", "c.yaml", "--match", policy] + command(service, count, shuffled),
          timeout: 300)
        #expect(replayed.text == Self.expected(names), "\(count): \(replayed.errorText)")
        #expect(replayed.status == 0)
        #expect(replayed.errorText.contains("replayed 12 of 12"), "\(replayed.errorText)")
      }
    }

    @Test func `one that goes on as none that was recorded is missed, and the others are not`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await service(in: workshop)
      _ = try await workshop.vcr(
        ["record", "-c", "c.yaml"] + command(service, 3, ["a", "b", "c"]), timeout: 300)
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--match", "method,url,body"]
          + command(service, 3, ["c", "x", "a"]), timeout: 300)
      #expect(
        replayed.text == """
          a, echo hello, echo who, echo a
          c, echo hello, echo who, echo c
          x, echo hello, echo who, FAILED_PRECONDITION

          """, "\(replayed.errorText)")
      #expect(replayed.errorText.contains("missed 1"), "\(replayed.errorText)")
      #expect(replayed.status != 0)
    }
  }
#endif
