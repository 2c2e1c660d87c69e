#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The temporary folders of runs.
  struct RunFolderTests {
    @Test func `the folder of a run that was killed goes with the next run`() async throws {
      let workshop = try Workshop()
      let killed = try workshop.start(
        "record", "-c", "a.yaml", "--", "sh", "-c", "echo ready; exec sleep 60")
      #expect(await killed.nextLine() == "ready")
      kill(killed.id, SIGKILL)
      killed.closeInput()
      killed.kill()
      _ = await killed.finished()
      #expect(try workshop.leftovers.count == 1)
      // A folder that is no run's, however it is called, and a link stay.
      let manager = FileManager.default
      let own = workshop.temporary.appending(path: "vcr-secret")
      try manager.createDirectory(at: own, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: own.appending(path: "bundle.pem"))
      let target = workshop.folder.file("target")
      try manager.createDirectory(at: target, withIntermediateDirectories: true)
      for name in ["lock", "bundle.pem"] { try Data().write(to: target.appending(path: name)) }
      try manager.createSymbolicLink(
        at: workshop.temporary.appending(path: "vcr-linked"), withDestinationURL: target)
      let next = try await workshop.vcr("record", "-c", "b.yaml", "--", "true")
      #expect(next.status == 0, "\(next.errorText)")
      #expect(try workshop.leftovers.sorted() == ["vcr-linked", "vcr-secret"])
      #expect(try manager.contentsOfDirectory(atPath: own.path(percentEncoded: false)).count == 1)
      #expect(
        try manager.contentsOfDirectory(atPath: target.path(percentEncoded: false)).count == 2)
    }

    @Test func `the folder of a run that lives stays`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        "record", "-c", "a.yaml", "--", "sh", "-c",
        """
        file=$SSL_CERT_FILE
        "$0" record -c b.yaml -- true && test -s "$file" && echo there
        """, Workshop.tool)
      #expect(result.text == "there\n", "\(result.errorText)")
      #expect(try workshop.leftovers == [])
    }

    @Test func `a TMPDIR that is not there is named`() async throws {
      let workshop = try Workshop()
      let missing = workshop.folder.file("missing").path
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "true"], setting: ["TMPDIR": missing])
      #expect(result.status == 74)
      #expect(
        result.errorText.contains("TMPDIR=\(missing): cannot be written"), "\(result.errorText)")
    }
  }
#endif
