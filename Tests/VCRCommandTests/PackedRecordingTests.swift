#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Recordings that are compressed, or in a ZIP archive as testers of browsers and Fiddler write
  /// it.
  struct PackedRecordingTests {
    private static let archive =
      #"{"log":{"entries":[{"request":{"method":"GET","url":"http://api.example.test/1","#
      + #""headers":[]},"response":{"status":200,"headers":[],"content":{"text":"one"}}}]}}"#

    /// A body in a file of its own, named by its digest.
    private static let attached = archive.replacingOccurrences(
      of: #"{"text":"one"}"#,
      with: #"{"size":3,"_file":"fe05bcdcdc4928012781a5f1a2a77cbb5398e106.txt"}"#)

    /// Packs `old.har` by Python's own modules.
    private static let packing = """
      import gzip, zipfile, zlib
      text = open('old.har', 'rb').read()
      open('old.har.gz', 'wb').write(gzip.compress(text))
      open('old.har.zz', 'wb').write(zlib.compress(text))
      with zipfile.ZipFile('old.zip', 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('har.har', text)
        file.writestr('__MACOSX/._har.har', 'x')
      with zipfile.ZipFile('stored.har.zip', 'w') as file:
        file.writestr('a/har.har', text)
      with zipfile.ZipFile('attached.zip', 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('har.har', open('attached.har').read())
        file.writestr('fe05bcdcdc4928012781a5f1a2a77cbb5398e106.txt', 'one')
      with zipfile.ZipFile('two.zip', 'w') as file:
        file.writestr('a.har', text)
        file.writestr('b.har', text)
      with zipfile.ZipFile('none.zip', 'w') as file:
        file.writestr('readme.txt', text)
      with zipfile.ZipFile('old.saz', 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('raw/1_c.txt', 'GET http://api.example.test/1 HTTP/1.1\\r\\n\\r\\n')
        file.writestr('raw/1_s.txt', 'HTTP/1.1 200 OK\\r\\nContent-Length: 3\\r\\n\\r\\none')
      damaged = bytearray(open('stored.har.zip', 'rb').read())
      damaged[damaged.index(b'one')] ^= 1
      open('damaged.zip', 'wb').write(damaged)
      open('cut.har.gz', 'wb').write(gzip.compress(text)[:-9])
      """

    /// Packs so much that nobody wants it unpacked.
    private static let bombs = """
      import gzip, zipfile
      text = b'[' * (40 << 20)
      open('bomb.har.gz', 'wb').write(gzip.compress(text))
      with zipfile.ZipFile('bomb.zip', 'w', zipfile.ZIP_DEFLATED) as file:
        file.writestr('har.har', text)
      lying = bytearray(open('bomb.zip', 'rb').read())
      at = lying.rindex(b'PK\\x01\\x02')
      lying[at + 24:at + 28] = (1000).to_bytes(4, 'little')
      open('lying.zip', 'wb').write(lying)
      """

    private func workshop(_ script: String = packing) async throws -> Workshop {
      let workshop = try Workshop()
      try workshop.folder.write(Self.archive, to: "old.har")
      try workshop.folder.write(Self.attached, to: "attached.har")
      try workshop.folder.write(script, to: "pack.py")
      let packed = try await Child.run(
        try #require(Tool.path(of: "python3")), ["pack.py"], environment: workshop.environment,
        directory: workshop.folder.url)
      try #require(packed.status == 0, "\(packed.errorText)")
      return workshop
    }

    @Test(arguments: [
      "old.har.gz", "old.har.zz", "old.zip", "stored.har.zip", "attached.zip", "old.saz",
    ])
    func `it is replayed, shown and converted like the file within`(name: String) async throws {
      let workshop = try await workshop()
      let replayed = try await workshop.vcr(
        "replay", "-c", name, "--", "curl", "-sS", "http://api.example.test/1")
      #expect(replayed.status == 0 && replayed.text == "one", "\(replayed.errorText)")
      let shown = try await workshop.vcr("show", name)
      #expect(shown.text.contains("http://api.example.test/1"), "\(shown.errorText)")
      let converted = try await workshop.vcr("convert", name, "new.yaml")
      #expect(converted.status == 0, "\(converted.errorText)")
      #expect(workshop.text("new.yaml")?.contains("        one\n") == true)
    }

    @Test(arguments: [
      ("two.zip", "with 2 files that may be recordings (a.har, b.har); unpack it first"),
      ("none.zip", "without a recording"), ("damaged.zip", "whose recording is damaged"),
      ("cut.har.gz", "compressed with gzip, and damaged"),
    ])
    func `what cannot be recognised or read is refused with the reason`(
      name: String, reason: String
    ) async throws {
      let workshop = try await workshop()
      let result = try await workshop.vcr("convert", name, "new.yaml")
      #expect(result.status == 65 && result.errorText.contains(reason), "\(result.errorText)")
      #expect(workshop.text("new.yaml") == nil)
    }

    @Test(arguments: ["bomb.har.gz", "bomb.zip", "lying.zip"])
    func `what becomes too large is refused`(name: String) async throws {
      let workshop = try await workshop(Self.bombs)
      let result = try await workshop.vcr("convert", name, "new.yaml")
      #expect(result.status == 65 && result.errorText.contains("16.7 MB"), "\(result.errorText)")
    }

    @Test func `a folder of packed recordings is converted, each under its own name`() async throws
    {
      let workshop = try await workshop()
      let result = try await workshop.vcr(
        "convert", "old.har.gz", "stored.har.zip", "attached.zip", "new/")
      #expect(result.status == 0, "\(result.errorText)")
      for name in ["old", "stored", "attached"] {
        #expect(workshop.text("new/\(name).yaml")?.contains("        one\n") == true)
      }
    }
  }
#endif
