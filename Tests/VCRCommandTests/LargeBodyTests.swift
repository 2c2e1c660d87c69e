#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VCRCore

  /// Bodies that are larger than the memory `vcr` may take.
  @Suite(.serialized) struct LargeBodyTests {
    /// The most that `vcr` may have had in memory, in kB as `/proc` has it.
    private static let memoryLimit = 100_000

    /// A MiB of bytes that are no text.
    private static let piece: [UInt8] = {
      var state: UInt64 = 88_172_645_463_325_252
      var bytes: [UInt8] = []
      bytes.reserveCapacity(1 << 20)
      while bytes.count < 1 << 20 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
          bytes.append(UInt8(truncatingIfNeeded: state >> shift))
        }
      }
      return bytes
    }()

    /// Serves `/N` with N MiB, with a gate after the first half where there is one, and anything
    /// else with a few bytes.
    private static func service(gate: Gate? = nil) throws -> LoopbackServer {
      try LoopbackServer { request in
        guard let count = Int(request.target.dropFirst()) else {
          return ServerResponse(text: request.target)
        }
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"
          + "Content-Length: \(count << 20)\r\n\r\n"
        let half = Array(repeating: ServerResponse.Piece.bytes(piece), count: count / 2)
        let pause = gate.map { [ServerResponse.Piece.gate($0)] } ?? []
        return .raw([.bytes(Array(head.utf8))] + half + pause + half, close: false)
      }
    }

    private static func digest(megabytes: Int) -> String {
      var hash = SHA256()
      for _ in 0..<megabytes { hash.update(piece) }
      return hash.hexadecimal()
    }

    /// What the most was that the parent of a shell had in memory, as a command of it prints it.
    private static let printMemory = "grep VmHWM /proc/$PPID/status"

    private func memory(_ text: String) throws -> Int {
      try #require(text.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.output.1) }, "\(text)")
    }

    private func names(_ workshop: Workshop) -> [String] {
      let folder = workshop.folder.path + "/c.yaml.files"
      return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    @Test func `a body larger than the memory limit is recorded and replayed as it was`()
      async throws
    {
      let workshop = try Workshop()
      let server = try Self.service()
      let command =
        "curl -sS \(server.origin)/160 | sha256sum; " + Self.printMemory
      let digest = Self.digest(megabytes: 160)
      let recorded = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "sh", "-c", command], timeout: 500)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text.hasPrefix(digest))
      #expect(try memory(recorded.text) < Self.memoryLimit)
      #expect(names(workshop) == ["\(digest.prefix(32)).bin"])
      let text = try #require(workshop.text("c.yaml"))
      #expect(text.contains("file: c.yaml.files/\(digest.prefix(32)).bin\n"))
      let shown = try await workshop.vcr("show", "c.yaml", "1")
      #expect(
        shown.text.hasSuffix(
          " of application/octet-stream, in c.yaml.files/\(digest.prefix(32)).bin)\n"),
        "\(shown.text)")

      server.stop()
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "sh", "-c", command], timeout: 500)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text.hasPrefix(digest))
      #expect(try memory(replayed.text) < Self.memoryLimit)

      // A file that was changed is not served as if it were whole.
      let file = workshop.folder.path + "/c.yaml.files/\(names(workshop)[0])"
      let handle = try #require(FileHandle(forWritingAtPath: file))
      try handle.seek(toOffset: 1000)
      try handle.write(contentsOf: Data([1, 2, 3, 4]))
      try handle.close()
      let changed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "curl", "-sS", "-o", "x", "\(server.origin)/160"],
        timeout: 500)
      #expect(changed.status != 0)
      #expect(changed.errorText.contains("is not the one that was recorded"))
    }

    @Test func `several bodies at a time take little more than what is held of each`() async throws
    {
      let workshop = try Workshop()
      let server = try Self.service()
      let gets = (1...8).map { "curl -sS -o out\($0) \(server.origin)/16 &" }
      let sums = "sha256sum out? | cut -d' ' -f1 | sort -u"
      let recorded = try await workshop.vcr(
        [
          "record", "-c", "c.yaml", "--", "sh", "-c",
          (gets + ["wait", sums, Self.printMemory]).joined(separator: "\n"),
        ], timeout: 500)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text.hasPrefix(Self.digest(megabytes: 16) + "\n"))
      // 8 MiB of each are held before it goes to a file.
      #expect(try memory(recorded.text) < Self.memoryLimit + 8 * 8_192)
    }

    @Test func `many bodies below the limit at a time take less memory than they have bytes`()
      async throws
    {
      let workshop = try Workshop()
      let gate = Gate()
      let server = try Self.service(gate: gate)
      let opener = try LoopbackServer { _ in
        gate.open()
        return ServerResponse(text: "open")
      }
      let gets = (10..<42).map { "curl -sSN -o out\($0) \(server.origin)/6 &" }
      // Each client has nearly half of its body before any gets the rest.
      let half = "until [ $(cat out?? | wc -c) -ge \(32 * 2 << 20) ]; do :; done"
      let sums = "sha256sum out?? | cut -d' ' -f1 | sort -u"
      let script =
        gets + [half, "curl -sS \(opener.origin)/", "echo", "wait", sums, Self.printMemory]
      let recorded = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "sh", "-c", script.joined(separator: "\n")], timeout: 500)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text.hasPrefix("open\n" + Self.digest(megabytes: 6) + "\n"))
      // They have 192 MiB together.
      #expect(try memory(recorded.text) < Self.memoryLimit + 40_000)
      let listed = try await workshop.vcr("show", "c.yaml")
      let rows = listed.text.split(separator: "\n").filter { $0.hasSuffix("/6") }
      #expect(rows.count == 32, "\(listed.text)")
    }

    /// A MiB in blocks of `deflate` that are stored (RFC 1951 §3.2.4), and the last block.
    private static let stored: (blocks: [UInt8], end: [UInt8]) = {
      var blocks: [UInt8] = []
      for start in stride(from: 0, to: piece.count, by: 1 << 15) {
        blocks += [0, 0x00, 0x80, 0xFF, 0x7F] + piece[start..<start + 1 << 15]
      }
      return (blocks, [1, 0, 0, 0xFF, 0xFF])
    }()

    @Test func `a coded body larger than the memory limit is replayed as the bytes that came`()
      async throws
    {
      let workshop = try Workshop()
      let (blocks, end) = Self.stored
      let server = try LoopbackServer { _ in
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nETag: \"1\"\r\n"
          + "Content-Encoding: deflate\r\nContent-Length: \(blocks.count * 120 + end.count)\r\n\r\n"
        let pieces = Array(repeating: ServerResponse.Piece.bytes(blocks), count: 120)
        return .raw([.bytes(Array(head.utf8))] + pieces + [.bytes(end)], close: false)
      }
      let get =
        "curl -sS --raw -D head -H 'Accept-Encoding: deflate' \(server.origin)/a | sha256sum"
      let command = "\(get); grep -v Date head; " + Self.printMemory
      var hash = SHA256()
      for _ in 0..<120 { hash.update(blocks) }
      hash.update(end)
      let digest = hash.hexadecimal()
      let recorded = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "sh", "-c", command], timeout: 500)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text.hasPrefix(digest) && recorded.text.contains("Encoding: deflate"))
      #expect(try memory(recorded.text) < Self.memoryLimit)
      #expect(names(workshop).count == 2, "\(names(workshop))")

      server.stop()
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "sh", "-c", command], timeout: 500)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      let lines = { (text: String) in text.split(separator: "\n").dropLast() }
      #expect(lines(replayed.text) == lines(recorded.text), "\(replayed.text)")
      #expect(try memory(replayed.text) < Self.memoryLimit)
      let plain = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "sh", "-c", "curl -sS \(server.origin)/a | sha256sum"],
        timeout: 500)
      #expect(plain.text.hasPrefix(Self.digest(megabytes: 120)), "\(plain.text)")
    }

    @Test func `an upload larger than the memory limit is recorded, and matched by its digest`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        ServerResponse(text: "\(request.body.count)\n")
      }
      let upload = workshop.folder.path + "/upload"
      try #require(FileManager.default.createFile(atPath: upload, contents: nil))
      let handle = try #require(FileHandle(forWritingAtPath: upload))
      for _ in 0..<120 { try handle.write(contentsOf: Data(Self.piece)) }
      let command =
        "curl -sS -m 400 -T upload \(server.origin)/up; " + Self.printMemory
      let recorded = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "sh", "-c", command], timeout: 500)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text.hasPrefix("\(120 << 20)\n"))
      #expect(try memory(recorded.text) < Self.memoryLimit)
      #expect(names(workshop) == ["\(Self.digest(megabytes: 120).prefix(32)).bin"])

      let compared = ["replay", "-c", "c.yaml", "--match", "method,url,body", "--"]
      server.stop()
      let replayed = try await workshop.vcr(compared + ["sh", "-c", command], timeout: 500)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text.hasPrefix("\(120 << 20)\n"))
      #expect(try memory(replayed.text) < Self.memoryLimit)

      try handle.write(contentsOf: Data([1]))
      try handle.close()
      let other = try await workshop.vcr(compared + ["sh", "-c", command], timeout: 500)
      #expect(other.status != 0)
      #expect(other.errorText.contains("SHA-256"))
      // A replay writes nothing.
      #expect(names(workshop).count == 1)
    }

    /// The deck decides by the body, which it may have to send to the service after that.
    @Test func `an upload that decides between replay and recording takes no memory`() async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        var hash = SHA256()
        hash.update(request.body)
        return ServerResponse(text: hash.hexadecimal() + "\n")
      }
      let upload = workshop.folder.path + "/upload"
      try #require(FileManager.default.createFile(atPath: upload, contents: nil))
      let handle = try #require(FileHandle(forWritingAtPath: upload))
      for _ in 0..<80 { try handle.write(contentsOf: Data(Self.piece)) }
      let command =
        "curl -sS -m 400 -T upload \(server.origin)/up; head -c \(10 << 20) upload | curl -sS -m 400 "
        + "-T - \(server.origin)/chunked; " + Self.printMemory
      let record = [
        "record", "--mode", "new-episodes", "-c", "c.yaml", "--match", "method,url,body", "--",
        "sh",
        "-c",
      ]
      let small = try await workshop.vcr(
        record + ["for p in up chunked; do curl -sS -d small -X PUT \(server.origin)/$p; done"])
      #expect(small.status == 0, "\(small.errorText)")
      let digests = [Self.digest(megabytes: 80), Self.digest(megabytes: 10)]
      for verdict in ["recorded 2: c.yaml", "replayed 2 of 4: c.yaml"] {
        let result = try await workshop.vcr(record + [command], timeout: 500)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.text.hasPrefix("\(digests[0])\n\(digests[1])\n"), "\(result.text)")
        #expect(try memory(result.text) < Self.memoryLimit)
        #expect(result.errorText.contains(verdict), "\(result.errorText)")
        #expect(server.requestCount == 4)
        #expect(names(workshop) == digests.map { "\($0.prefix(32)).bin" }.sorted())
      }
      // What was held meanwhile had no name, and is gone.
      let files = try FileManager.default.contentsOfDirectory(atPath: workshop.folder.path)
      #expect(!files.contains { $0.hasSuffix(".tmp") }, "\(files)")
    }

    @Test func `other clients are served while a large body passes`() async throws {
      let workshop = try Workshop()
      let gate = Gate()
      let server = try Self.service(gate: gate)
      let small = "\(server.origin)/small?[1-50]"
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--", "sh", "-c",
        "curl -sS -o big \(server.origin)/40 & curl -sS -o /dev/null '\(small)'; echo small; wait; "
          + "echo big")
      // The large one cannot end before the gate is open.
      #expect(await child.nextLine() == "small")
      gate.open()
      #expect(await child.nextLine() == "big")
      let result = await child.finished(timeout: 300)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.errorText.contains("51"))
    }

    @Test func `a secret in a large body never stands in its file, and is restored`() async throws {
      let workshop = try Workshop()
      let secret = "q7Zt2.LmX9vB4-nRk8"
      let pieceSize = Self.piece.count
      var body = Self.piece + Self.piece + Self.piece + Self.piece + Self.piece
      body += body
      // At the borders of what is read and of what is looked at in one go, and at any others.
      // None lies over another: the windows' end before the eighth MiB.
      var places = [0, 100, 9 * pieceSize - 9, body.count - secret.utf8.count]
      for window in 1...30 { places.append(window * (256 << 10) - window) }
      for place in places {
        body.replaceSubrange(place..<place + secret.utf8.count, with: Array(secret.utf8))
      }
      let served = body
      let server = try LoopbackServer { _ in
        ServerResponse(headers: [("Content-Type", "application/octet-stream")], body: served)
      }
      let command = ["sh", "-c", "curl -sS \(server.origin)/x | sha256sum"]
      let recorded = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--secret", "API_SECRET", "--"] + command,
        setting: ["API_SECRET": secret], timeout: 300)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let digest = SHA256.hexadecimal(body)
      #expect(recorded.text.hasPrefix(digest))
      let name = try #require(names(workshop).first)
      let file = try #require(
        FileManager.default.contents(atPath: workshop.folder.path + "/c.yaml.files/" + name))
      #expect(file.range(of: Data(secret.utf8)) == nil)
      #expect(
        file.count == body.count - places.count * (secret.utf8.count - "{{API_SECRET}}".count))
      server.stop()
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--secret", "API_SECRET", "--"] + command,
        setting: ["API_SECRET": secret], timeout: 300)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.text.hasPrefix(digest))
    }

    /// How much of a body is on the disk, with what is kept beside its file; nil for nothing.
    private func keptSize(_ workshop: Workshop) -> Int? {
      guard let name = names(workshop).first(where: { $0.contains(".rest.") }),
        let rest = FileManager.default.contents(
          atPath: workshop.folder.path + "/c.yaml.files/" + name),
        let end = rest.firstIndex(of: 0x0A),
        let position = Int(String(decoding: rest[..<end], as: UTF8.self))
      else { return nil }
      return position + rest.count - end - 1
    }

    /// How the rest of a killed recording is taken up.
    enum Sequel: CaseIterable, Sendable {
      case recover
      case recording
    }

    @Test(arguments: Sequel.allCases)
    func `a kill in the middle of a large body leaves what its client had of it`(
      sequel: Sequel
    ) async throws {
      let workshop = try Workshop()
      let gate = Gate()
      let server = try Self.service(gate: gate)
      let child = try workshop.start(
        "record", "-c", "c.yaml", "--", "sh", "-c",
        "curl -sS -N \(server.origin)/40 "
          + "| { head -c \(20 << 20) > /dev/null; echo half; cat > /dev/null; }")
      #expect(await child.nextLine() == "half")
      // What is looked at for secrets is written, too, once nothing comes for a moment.
      while keptSize(workshop) != 20 << 20 { try await Task.sleep(for: .milliseconds(20)) }
      child.signal(SIGKILL)
      kill(-child.id, SIGKILL)
      #expect(await child.finished().status == 128 + SIGKILL)
      gate.open()
      let next = try await workshop.vcr(
        sequel == .recover
          ? ["recover", "c.yaml"]
          : ["record", "-c", "c.yaml", "--", "curl", "-sS", "-o", "x", "\(server.origin)/10"],
        timeout: 300)
      #expect(next.status == 0, "\(next.errorText)")
      let half = "\(Self.digest(megabytes: 20).prefix(32)).bin"
      let more = sequel == .recording ? ["\(Self.digest(megabytes: 10).prefix(32)).bin"] : []
      #expect(names(workshop) == ([half] + more).sorted())
      server.stop()
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "sh", "-c", "curl -s \(server.origin)/40 | sha256sum"],
        timeout: 300)
      #expect(replayed.text.hasPrefix(Self.digest(megabytes: 20)), "\(replayed.errorText)")
    }

    @Test func `what a client takes of a large body is recorded in a file that the cassette names`()
      async throws
    {
      let workshop = try Workshop()
      let server = try Self.service()
      let record = ["record", "--mode", "all", "-c", "c.yaml", "--", "sh", "-c"]
      let leave = "curl -sS \(server.origin)/40 2>errors | head -c 15000000 | sha256sum"
      let recorded = try await workshop.vcr(
        record + ["\(leave); curl -sS \(server.origin)/a"], timeout: 300)
      #expect(recorded.text.hasSuffix("/a"), "\(recorded.errorText)")
      #expect(recorded.errorText.contains("1 left by the client"), "\(recorded.errorText)")
      let name = try #require(names(workshop).first)
      #expect(names(workshop).count == 1 && name.hasSuffix(".bin"), "\(names(workshop))")
      let cassette = try #require(workshop.text("c.yaml"))
      #expect(cassette.contains("file: c.yaml.files/\(name)\n  left: client\n"), "\(cassette)")
      #expect(cassette.contains("Content-Length: '\(40 << 20)'"), "\(cassette)")
      let file = try #require(
        FileManager.default.contents(atPath: workshop.folder.path + "/c.yaml.files/" + name))
      #expect(file.count >= 15_000_000 && file.count < 40 << 20)
      let isBeginning = file.indices.allSatisfy { file[$0] == Self.piece[$0 % (1 << 20)] }
      #expect(isBeginning)

      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--", "sh", "-c", leave], timeout: 300)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(recorded.text.hasPrefix(replayed.text), "\(replayed.text)")

      // The whole takes its place and its file, and stays when a client leaves it again, however
      // early.
      let whole = try await workshop.vcr(
        record + ["curl -sS -o x \(server.origin)/40"], timeout: 300)
      #expect(whole.status == 0, "\(whole.errorText)")
      let files = ["\(Self.digest(megabytes: 40).prefix(32)).bin"]
      #expect(names(workshop) == files)
      let kept = try #require(workshop.text("c.yaml"))
      for count in [15_000_000, 1000] {
        let again = try await workshop.vcr(
          record + ["curl -sS \(server.origin)/40 2>errors | head -c \(count) > x"], timeout: 300)
        #expect(again.errorText.contains("1 left by the client"), "\(again.errorText)")
        #expect(workshop.text("c.yaml") == kept)
        #expect(names(workshop) == files)
      }
    }
  }
#endif
