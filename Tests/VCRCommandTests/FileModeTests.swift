#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Who may read what a run writes, whatever the umask is.
  struct FileModeTests {
    /// Runs a recording under a umask; COMMAND lists what is there while it runs.
    private func record(_ workshop: Workshop, umask: String, url: String) async throws
      -> Child.Result
    {
      let command = """
        curl -sS -o /dev/null '\(url)'
        ls -l c.yaml.recording
        ls -ld "$(dirname "$SSL_CERT_FILE")"
        ls -lR "$(dirname "$SSL_CERT_FILE")" | grep '^[-d]'
        """
      // In namespaces root's COMMAND has a copy, which no process outside of them sees.
      return try await Child.run(
        "sh",
        [
          "-c", "umask \(umask); exec \"$@\"", "sh", Workshop.tool, "record", "--isolate", "off",
          "-c", "c.yaml", "--mode", "all", "--", "sh", "-c", command,
        ], environment: workshop.environment, directory: workshop.folder.url)
    }

    private func mode(_ workshop: Workshop, _ name: String) throws -> Int? {
      let path = workshop.folder.file(name).path(percentEncoded: false)
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [("0", 0o666), ("022", 0o644), ("077", 0o600)])
    func `what lies beside a cassette is its user's alone`(umask: String, cassette: Int)
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "fine") }
      // A journal that an older version left is open to others.
      try workshop.folder.write("", to: "c.yaml.recording")
      let result = try await record(workshop, umask: umask, url: server.origin + "/")
      #expect(result.status == 0, "\(result.errorText)")
      let lines = result.text.split(separator: "\n")
      #expect(lines.count > 6, "\(result.text)")
      // The roots that COMMAND sees in place of the system's, in a file and in a folder, are
      // public, and all that it starts reads them; nobody else gets into the run's folder.
      let open = [" system.pem", " certs", " 4042bcee.0", " vcr.pem"]
      for line in lines where !open.contains(where: line.hasSuffix) {
        #expect(line.hasPrefix("-rw-------") || line.hasPrefix("drwx------"), "\(result.text)")
      }
      #expect(try mode(workshop, "c.yaml") == cassette)
    }

    @Test func `a cassette keeps its mode, and a journal that stays is its user's alone`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "fine") }
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let path = workshop.folder.file("c.yaml").path(percentEncoded: false)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      let result = try await record(workshop, umask: "0", url: server.origin + "/")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try mode(workshop, "c.yaml") == 0o640)
      let failed = try await Child.run(
        "sh",
        [
          "-c", "umask 0; exec \"$@\"", "sh", Workshop.tool, "record", "-c", "d.yaml", "--", "sh",
          "-c", "curl -sS \(server.origin)/; exit 3",
        ], environment: workshop.environment, directory: workshop.folder.url)
      #expect(failed.status == 3)
      #expect(try mode(workshop, "d.yaml.recording") == 0o600)
    }
  }
#endif
