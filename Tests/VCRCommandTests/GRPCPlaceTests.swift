#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Places in messages of gRPC, which a descriptor set names, in all verbs that compare.
  struct GRPCPlaceTests {
    private static func field(_ number: UInt8, _ text: [UInt8]) -> [UInt8] {
      [number << 3 | 2, UInt8(text.count)] + text
    }

    private static func field(_ number: UInt8, _ text: String) -> [UInt8] {
      field(number, Array(text.utf8))
    }

    /// The descriptor set of a service whose messages have an `id` and a `name`.
    private static let descriptors: Data = {
      func text(_ name: String, _ number: UInt8) -> [UInt8] {
        field(1, name) + [0x18, number, 0x20, 1, 0x28, 9]
      }
      let message =
        field(1, "Item") + field(2, text("id", 1)) + field(2, text("name", 2))
      let method = field(1, "Find") + field(2, ".t.Item") + field(3, ".t.Item")
      let service = field(1, "Shop") + field(2, method)
      return Data(
        field(1, field(1, "t.proto") + field(2, "t") + field(4, message) + field(6, service)))
    }()

    /// A service whose ids are others each time.
    private static func service() throws -> LoopbackServer {
      let count = Counter()
      return try LoopbackServer { _ in
        let number = count.next()
        let message = field(1, "a7f3\(number * 7919)e") + field(2, "lamp")
        return ServerResponse(
          headers: [("Content-Type", "application/grpc"), ("grpc-status", "0")],
          text: String(decoding: [0, 0, 0, 0, UInt8(message.count)] + message, as: UTF8.self))
      }
    }

    @Test func `noise, diff and verify name the place, and take it as it is printed`() async throws
    {
      let workshop = try Workshop()
      let server = try Self.service()
      try Self.descriptors.write(to: workshop.folder.url.appending(path: "d.pb"))
      try Data([0, 0, 0, 0, 4] + Self.field(2, "oo")).write(
        to: workshop.folder.url.appending(path: "body"))
      let command = [
        "--", "curl", "-sS", "-o", "out", "-H", "Content-Type: application/grpc",
        "--data-binary", "@body", "\(server.origin)/t.Shop/Find",
      ]
      for name in ["a.yaml", "b.yaml"] {
        let recorded = try await workshop.vcr(["record", "-c", name] + command)
        #expect(recorded.status == 0, "\(recorded.errorText)")
      }
      let unnamed = try await workshop.vcr(["noise"] + command)
      #expect(unnamed.text.contains("body cannot be named"), "\(unnamed.text)")
      for words in [["--proto", "d.pb"], ["--write", "--proto=d.pb"]] {
        let noise = try await workshop.vcr(["noise"] + words + command)
        #expect(noise.text.hasPrefix("volatile:\n- $.id  # "), "\(noise.text)\(noise.errorText)")
      }
      #expect(try #require(workshop.text(".vcr.yaml")).contains("$.id"))
      try FileManager.default.removeItem(at: workshop.folder.url.appending(path: ".vcr.yaml"))

      for words in [
        ["diff", "--proto", "d.pb", "a.yaml", "b.yaml"],
        ["verify", "--unsafe", "--proto", "d.pb", "a.yaml"],
      ] {
        let told = try await workshop.vcr(words)
        #expect(told.status == 1, "\(told.errorText)")
        #expect(told.text.contains("#1 gRPC t.Shop/Find at http://"), "\(told.text)")
        #expect(told.text.contains("$.id  \"a7f3"), "\(told.text)")
        let named = try await workshop.vcr(words + ["--volatile", "$.id"])
        #expect(named.status == 0, "\(named.text)\(named.errorText)")
        let other = try await workshop.vcr(words + ["--volatile", "$.name"])
        #expect(other.status == 1)
        // The page has both states by their fields, too.
        let page = try await workshop.vcr(words + ["--format", "html"])
        #expect(page.text.contains("\n   \"name\": \"lamp\""), "\(page.text)")
        #expect(!page.text.contains("not text"))
      }
      // Nor is an added call a number of bytes alone.
      try workshop.folder.write("vcr: 1\ninteractions: []\n", to: "empty.yaml")
      for format in ["text", "markdown"] {
        let added = try await workshop.vcr(
          "diff", "--proto", "d.pb", "--format", format, "empty.yaml", "a.yaml")
        #expect(added.text.contains("\"name\": \"lamp\""), "\(added.text)")
      }
      try workshop.folder.write("syntax = \"proto3\";", to: "t.proto")
      for words in [
        ["noise", "--proto", "t.proto", "--", "true"],
        ["show", "--proto", "t.proto", "a.yaml", "1"],
        ["verify", "--proto", "t.proto", "a.yaml"],
      ] {
        let refused = try await workshop.vcr(words)
        #expect(refused.status == 64)
        #expect(refused.errorText.contains("this is no descriptor set"), "\(refused.errorText)")
      }
    }
  }
#endif
