#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What a recording of large bodies leaves when nothing of it can clean up.
  struct KilledRecordingTests {
    /// How the rest of a killed recording is taken up.
    enum Sequel: CaseIterable, Sendable {
      case recover
      case recording
    }

    /// Bytes that are no text and are long to write, another for each path.
    private static func picture(_ path: String) -> [UInt8] {
      var state = path.utf8.reduce(UInt64(88_172_645_463_325_252)) { $0 &* 31 &+ UInt64($1) }
      return [0x89, 0x50, 0x4E, 0x47, 0]
        + (0..<300_000).map { _ in
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          return UInt8(truncatingIfNeeded: state)
        }
    }

    private func names(_ workshop: Workshop) -> [String] {
      let folder = workshop.folder.path + "/c.yaml.files"
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private func mode(_ workshop: Workshop, _ name: String) throws -> Int? {
      let path = workshop.folder.path + "/" + name
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// The names that a text refers to.
    private func references(_ text: String?) -> [String] {
      (text ?? "").matches(of: /file: c\.yaml\.files\/(\S+)/).map { String($0.output.1) }.sorted()
    }

    @Test(arguments: Sequel.allCases)
    func `a kill in the middle of several large bodies loses none that was complete`(
      sequel: Sequel
    ) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        ServerResponse(
          headers: [("Content-Type", "image/png")], body: Self.picture(request.target))
      }
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--", "sh", "-c",
        "n=0; while :; do n=$((n+1)); curl -sS -o /dev/null \(server.origin)/$n; echo $n; done")
      while let line = await child.nextLine(), line != "4" {}
      child.signal(SIGKILL)
      // COMMAND outlives its parent; what is left of the group goes too.
      kill(-child.id, SIGKILL)
      #expect(await child.finished().status == 128 + SIGKILL)
      #expect(workshop.text("c.yaml") == nil)
      let complete = references(workshop.text("c.yaml.recording"))
      // The fourth request was answered when the third had been recorded.
      #expect(complete.count >= 3)
      for name in names(workshop) {
        #expect(try mode(workshop, "c.yaml.files/" + name) == 0o600)
      }
      // What a kill leaves between the file and the item, and within the file.
      let stale = String(repeating: "0a", count: 16) + ".png"
      try workshop.folder.write("stale", to: "c.yaml.files/" + stale)
      try workshop.folder.write("half", to: "c.yaml.files/\(stale).123.456.tmp")
      try workshop.folder.write("mine", to: "c.yaml.files/notes.txt")

      let more = "\(server.origin)/more"
      let next = try await workshop.vcr(
        sequel == .recover
          ? ["recover", "c.yaml"]
          : ["record", "-c", "c.yaml", "--", "curl", "-sS", "-o", "x", more])
      #expect(next.status == 0, "\(next.errorText)")
      #expect(workshop.text("c.yaml.recording") == nil)
      let text = try #require(workshop.text("c.yaml"))
      let kept = references(text)
      #expect(Set(kept).isSuperset(of: complete))
      #expect(kept.count == complete.count + (sequel == .recording ? 1 : 0))
      #expect(names(workshop) == (kept + ["notes.txt"]).sorted())
      for name in kept {
        #expect(try mode(workshop, "c.yaml.files/" + name) == mode(workshop, "c.yaml"))
      }
      let urls = text.matches(of: /url: (\S+)/).map { String($0.output.1) }
      #expect(urls.count == kept.count)
      for url in urls {
        let replayed = try await workshop.vcr(
          "replay", "-c", "c.yaml", "--", "curl", "-sS", "-o", "out", url)
        #expect(replayed.status == 0, "\(replayed.errorText)")
        let out = FileManager.default.contents(atPath: workshop.folder.path + "/out")
        let expected = Self.picture("/" + (url.split(separator: "/").last ?? ""))
        #expect(out.map { Array($0) == expected } == true, "\(url)")
      }
    }
  }
#endif
