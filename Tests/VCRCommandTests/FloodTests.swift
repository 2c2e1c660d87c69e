#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Peers that send frames of HTTP/2 without end, each of them allowed: they are cut off, and cost
  /// nobody else anything.
  struct FloodTests {
    /// What a client sends.
    enum Flood: String, CaseIterable {
      case resets, headersOfOneStream, continuations, emptyContinuations, pings, settings
      case largeSettings, emptyData, windows, priorities, unknown, streams, blocksOfReferences
      case sectionsForNobody

      /// What comes first.
      func beginning(_ authority: String) -> [UInt8] {
        let get = RawFrame.request(authority)
        let post = RawFrame.request(authority, method: "POST")
        return switch self {
        case .continuations, .emptyContinuations: RawFrame.frame(1, flags: 1, stream: 1, get)
        case .emptyData, .windows: RawFrame.frame(1, flags: 4, stream: 1, post)
        case .headersOfOneStream:
          RawFrame.frame(1, flags: 5, stream: 1, get) + RawFrame.frame(3, stream: 1, [0, 0, 0, 8])
        case .blocksOfReferences:
          // A field of 4,000 bytes enters the table.
          RawFrame.frame(
            1, flags: 5, stream: 1,
            get + [0x40, 1, 0x61, 0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x78, count: 4000))
        case .sectionsForNobody:
          // A name in upper case has the stream reset, and what follows on it is dropped.
          RawFrame.frame(1, flags: 4, stream: 1, post + [0, 1, 0x41, 1, 0x62])
        default: []
        }
      }

      /// What follows again and again.
      func piece(_ number: Int, _ authority: String) -> [UInt8] {
        let get = RawFrame.request(authority)
        let streams = (0..<100).map { 3 + 2 * (100 * number + $0) }
        let cancel = RawFrame.number(8, bytes: 4)
        func times(_ count: Int, _ frame: [UInt8]) -> [UInt8] {
          Array(repeatElement(frame, count: count).joined())
        }
        return switch self {
        case .resets:
          streams.flatMap {
            RawFrame.frame(1, flags: 5, stream: $0, get) + RawFrame.frame(3, stream: $0, cancel)
          }
        case .headersOfOneStream: times(100, RawFrame.frame(1, flags: 5, stream: 1, get))
        case .continuations:
          RawFrame.frame(
            9, stream: 1, [0, 1, 0x61, 0x7F, 0x81, 0x7C] + [UInt8](repeating: 0x78, count: 15_997))
        case .emptyContinuations: times(100, RawFrame.frame(9, stream: 1))
        case .pings: times(100, RawFrame.frame(6, [UInt8](repeating: 0, count: 8)))
        case .settings: times(100, RawFrame.frame(4, [0, 4, 0, 1, 0, 0]))
        case .largeSettings: RawFrame.frame(4, times(2700, [0, 4, 0, 1, 0, 0]))
        case .emptyData: times(100, RawFrame.frame(0, stream: 1))
        case .windows: times(100, RawFrame.frame(8, stream: 1, [0, 0, 0, 1]))
        case .priorities: streams.flatMap { RawFrame.frame(2, stream: $0, [0, 0, 0, 0, 16]) }
        case .unknown: times(100, RawFrame.frame(77, [1, 2, 3]))
        case .streams: streams.flatMap { RawFrame.frame(1, flags: 5, stream: $0, get) }
        case .blocksOfReferences:
          RawFrame.frame(
            1, flags: 5, stream: streams[0], get + [UInt8](repeating: 0xBE, count: 16_000))
            + RawFrame.frame(3, stream: streams[0], cancel)
        case .sectionsForNobody:
          times(100, RawFrame.frame(1, flags: 5, stream: 1, get))
        }
      }
    }

    private func memory(of process: Int32) throws -> Int {
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let found = status.firstMatch(of: /VmRSS:\s+(\d+) kB/)
      return try #require(found.flatMap { Int($0.output.1) })
    }

    @Test func `floods of a client are cut off while others are served`() async throws {
      let workshop = try Workshop()
      let gate = Gate()
      defer { gate.open() }
      let server = try LoopbackServer { request in
        request.target == "/" ? .raw([.gate(gate)]) : ServerResponse(text: "served")
      }
      let authority = "127.0.0.1:\(server.port)"
      let vcr = try workshop.start(
        ["record", "--isolate", "off", "-c", "c.yaml", "--"] + Relay.command)
      let proxy = try #require(await vcr.nextLine())
      let port = try #require(proxy.split(separator: ":").last.flatMap { Int($0) })
      func ask() async throws -> String {
        try await Child.run(
          "curl", ["-sS", "-x", proxy, "http://\(authority)/other"],
          environment: workshop.environment
        ).text
      }
      #expect(try await ask() == "served")
      let before = try memory(of: vcr.id)
      for flood in Flood.allCases {
        let connection = try RawConnection(port: port)
        connection.send(RawFrame.preface + flood.beginning(authority))
        // What a reset takes away is of no account: it ends the connection.
        var (isOpen, number) = (true, 0)
        var piece = flood.piece(0, authority)
        let isSame = piece == flood.piece(1, authority)
        while isOpen, number < 20_000 {
          if !isSame { piece = flood.piece(number, authority) }
          isOpen = connection.send(piece)
          number += 1
          if number == 5 { #expect(try await ask() == "served", "beside \(flood)") }
        }
        #expect(!isOpen, "\(flood) was taken \(number) times")
        #expect(try await ask() == "served", "after \(flood)")
      }
      let grown = try memory(of: vcr.id) - before
      #expect(grown < 40_000, "it took \(grown) kB")
      vcr.closeInput()
      let result = await vcr.finished()
      // A flood of header fields is a request that cannot be read.
      #expect(result.status == 80, "\(result.errorText)")
    }

    /// A service in Python that sends frames without end, one port for each kind of them.
    private static let service = """
      import select, socket, struct, sys, threading
      def frame(kind, flags, stream, payload=b""):
          return (struct.pack(">I", len(payload))[1:] + bytes([kind, flags])
                  + struct.pack(">I", stream) + payload)
      ok, end = frame(1, 4, 1, b"\\x88"), frame(0, 1, 1, b"fine")
      early = frame(1, 4, 1, b"\\x08\\x03103\\x00\\x04link\\x7f\\x01" + b"a" * 128)
      floods = dict(
          none=(ok + end, b""), pings=(b"", frame(6, 0, 0, bytes(8)) * 100),
          settings=(b"", frame(4, 0, 0, struct.pack(">HI", 4, 65535)) * 100),
          continuations=(frame(1, 0, 1, b"\\x88"), frame(9, 0, 1, b"\\x00\\x01a\\x01b" * 1000)),
          emptyData=(ok, frame(0, 0, 1) * 100), padding=(ok, frame(0, 8, 1, b"\\xff" + bytes(255)) * 9),
          windows=(ok, frame(8, 0, 0, b"\\0\\0\\0\\1") * 100), unknown=(b"", frame(77, 0, 0, b"a") * 100),
          interim=(b"", early * 10), ends=(ok, frame(7, 0, 0, struct.pack(">II", 1, 0)) * 100),
          pushes=(b"", frame(5, 4, 1, struct.pack(">I", 2) + b"\\x82") * 100))
      def serve(link, beginning, piece):
          try:
              data = b""
              # The preface, settings and the head of a request.
              while len(data) < 24 + 9 + 9 + 9: data += link.recv(65536)
              link.settimeout(60)
              link.sendall(frame(4, 0, 0) + beginning)
              while piece:
                  if select.select([link], [], [], 0)[0] and not link.recv(65536): return
                  link.sendall(piece)
              while link.recv(65536): pass
          except OSError: pass
          finally: link.close()
      def accept(listener, flood):
          while True: threading.Thread(
              target=serve, args=(listener.accept()[0], *flood), daemon=True).start()
      for name, flood in floods.items():
          listener = socket.create_server(("127.0.0.1", 0))
          print(name, listener.getsockname()[1], flush=True)
          threading.Thread(target=accept, args=(listener, flood), daemon=True).start()
      print("", flush=True)
      sys.stdin.read()
      """

    @Test func `floods of a service are cut off while others are served`() async throws {
      let workshop = try Workshop()
      let service = try Child("python3", ["-c", Self.service])
      var ports: [(name: String, port: String)] = []
      while let line = await service.nextLine(), !line.isEmpty {
        let words = line.split(separator: " ").map(String.init)
        ports.append((words[0], words[1]))
      }
      try #require(ports.count == 11, "\(service.errorText)")
      let other = try LoopbackServer { _ in ServerResponse(text: "served") }
      let asks = ports.map { name, port in
        """
        curl -s -m 100 --http2-prior-knowledge -p -o \(name) http://127.0.0.1:\(port)/ & pid=$!
        echo \(name) $(curl -sS \(other.origin)/)
        wait $pid; echo \(name) $?
        """
      }
      let script = asks.joined(separator: "\n") + "\ngrep VmHWM /proc/$PPID/status"
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "bash", "-c", script], timeout: 300)
      let lines = result.text.split(separator: "\n")
      for (name, _) in ports {
        #expect(lines.contains("\(name) served"), "\(result.text)")
        let status = lines.last { $0.hasPrefix("\(name) ") }?.split(separator: " ").last
        // It has failed, and not by its own limit of time.
        #expect((status == "0") == (name == "none") && status != "28", "\(result.text)")
      }
      #expect(workshop.text("none") == "fine")
      let found = result.text.firstMatch(of: /VmHWM:\s+(\d+) kB/)
      let memory = try #require(found.flatMap { Int($0.output.1) })
      #expect(memory < 100_000)
    }
  }
#endif
