#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// COMMAND in the reverse form, whose clients may know the listener as a service, as their proxy,
  /// or as both.
  struct ReverseFormTests {
    @Test(arguments: [
      "curl -sS $http_proxy/a", "curl -sS -p $http_proxy/a",
      "curl -sS --noproxy '*' $http_proxy/a",
      "python3 -c \"import os, urllib.request as u;"
        + "print(u.urlopen(os.environ['http_proxy'] + '/a').read().decode(), end='')\"",
      "wget -qO- $http_proxy/a",
    ])
    func `COMMAND reaches the service by the listener's address`(client: String) async throws {
      let tool = String(client.prefix { $0 != " " })
      guard try await Child.run("sh", ["-c", "command -v \(tool)"]).status == 0 else {
        try Test.cancel("\(tool) is not installed")
      }
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "live \($0.header("Host") ?? "")") }
      let recorded = try await workshop.vcr(
        "record", "-c", "c.yaml", "--upstream", server.origin, "--listen", "127.0.0.1:0", "--",
        "sh", "-c", client)
      #expect(recorded.text == "live 127.0.0.1:\(server.port)", "\(recorded.errorText)")
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(workshop.text("c.yaml")?.contains("url: \(server.origin)/a\n") == true)
      server.stop()
      let replayed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--listen", "127.0.0.1:0", "--", "sh", "-c", client)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.status == 0, "\(replayed.errorText)")
    }

    @Test func `services beside the listener are still proxied`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "service") }
      let other = try LoopbackServer { _ in ServerResponse(text: "other") }
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--upstream", server.origin, "--listen", "127.0.0.1:0", "--",
        "sh", "-c", "curl -sS $http_proxy/a \"$0\"", "\(other.origin)/b")
      #expect(result.text == "serviceother", "\(result.errorText)")
      #expect(result.errorText.contains("recorded 2"), "\(result.errorText)")
    }

    @Test func `without a service the proxy's own address is refused`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        "record", "-c", "c.yaml", "--", "sh", "-c", "curl -sS $http_proxy/a")
      #expect(result.status == 80)
      #expect(result.text.contains("is this proxy itself"))
    }
  }
#endif
