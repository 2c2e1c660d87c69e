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

    @Test(arguments: ["a:b", "a\"b", "a\\b"])
    func `a TMPDIR with a sign of variables breaks none of them`(name: String) async throws {
      let workshop = try Workshop()
      let temporary = workshop.folder.file(name)
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await workshop.vcr(
        [
          "replay", "-c", "c.yaml", "--isolate", "off", "--", "sh", "-c",
          """
          IFS=:; for folder in $SSL_CERT_DIR; do test -d "$folder" || echo "no $folder"; done
          case "$NODE_OPTIONS$SSL_CERT_DIR" in *"$TMPDIR"*) echo "in $TMPDIR" ;; esac
          curl -sS http://api.test/a
          """,
        ], setting: ["TMPDIR": temporary.path(percentEncoded: false)])
      #expect(result.text == "a\n", "\(result.errorText)")
    }

    @Test(arguments: ["auto", "off"])
    func `a relative TMPDIR is the same folder wherever COMMAND goes`(isolation: String)
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["https://api.test/a"])
      let result = try await workshop.vcr(
        [
          "replay", "-c", "c.yaml", "--isolate", isolation, "--", "sh", "-c",
          "cd / && curl -sS https://api.test/a && test -d \"${SSL_CERT_DIR%%:*}\" && echo there",
        ], setting: ["TMPDIR": "tmp"])
      #expect(result.text == "a\nthere\n", "\(result.errorText)")
      #expect(try workshop.leftovers == [])
    }

    @Test func `a full TMPDIR is named, also where it takes away what git says`() async throws {
      let workshop = try Workshop()
      let probe = try await Child.run(
        "unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
      guard probe.status == 0 else { try Test.cancel("no small file system can be mounted here") }
      let disk = workshop.folder.file("disk")
      try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
      let script = """
        mount -t tmpfs -o size=16k none disk || exit 9
        head -c 20000 /dev/zero >disk/file 2>/dev/null
        export TMPDIR="$PWD/disk"
        "$0" record -c c.yaml -- true; echo $?
        git init -q . && "$0" diff never..other; echo $?
        """
      let result = try await Child.run(
        "unshare", ["-rm", "sh", "-c", script, Workshop.tool], environment: workshop.environment,
        directory: workshop.folder.url)
      let errors = result.errorText.split(separator: "\n").map(String.init)
      try #require(errors.count == 2, "\(result.errorText)")
      let reason = "cannot be written: No space left on device; set TMPDIR to a folder that can"
      #expect(errors[0].hasPrefix("vcr: error: \(disk.path)/vcr-"), "\(errors[0])")
      #expect(errors[0].hasSuffix(": " + reason), "\(errors[0])")
      #expect(errors[1].contains("TMPDIR=\(disk.path): \(reason)"), "\(errors[1])")
      #expect(result.text.hasPrefix("74\n"))
    }
  }
#endif
