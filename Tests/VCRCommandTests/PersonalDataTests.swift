#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Personal data around the command: a flow that looks people up replays with its own responses.
  struct PersonalDataTests {
    private static let client = #"""
      curl -fsS "$1/people" | tr -d '[]"' | tr ',' '\n' >people
      for person in $(cat people); do
        curl -fsS -g --get --data-urlencode "email=$person" "$1/person" || exit 1
      done
      """#

    @Test func `a client that looks people up gets each one's response`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("redact: [pii]\n", to: ".vcr.yaml")
      try workshop.folder.write(Self.client, to: "client.sh")
      let service = try LoopbackServer { request in
        guard request.target.contains("email=") else {
          return ServerResponse(text: #"["ada@example.com","bob@example.com"]"#)
        }
        return ServerResponse(text: request.target.contains("email=ada") ? "first\n" : "second\n")
      }
      let arguments = ["-c", "c.yaml", "--", "sh", "client.sh", service.origin]
      let live = try await workshop.vcr(["record"] + arguments)
      service.stop()
      #expect(live.status == 0 && live.text == "first\nsecond\n", "\(live.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      #expect(!text.contains("example.com") && text.contains("{{EMAIL_2}}"), "\(text)")
      let again = try await workshop.vcr(["replay"] + arguments)
      #expect(again.status == 0 && again.text == live.text, "\(again.errorText)")
      let check = try await workshop.vcr(["check", "c.yaml"])
      #expect(check.status == 0, "\(check.text)")
    }
  }
#endif
