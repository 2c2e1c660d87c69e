#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A program that tries everything to reach a listener outside of a replay.
  @Suite(
    .serialized,
    .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
  struct NoWayOutTests {
    @Test(arguments: [false, true])
    func `nothing that a replay runs reaches a listener`(isNobody: Bool) async throws {
      guard !isNobody || Isolated.canChangeUser else {
        try Test.cancel("only root can become another user")
      }
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(Self.hostile, to: "hostile.py")
      let listener = try Child("python3", ["-c", Self.listener])
      let port = try #require(await listener.nextLine())
      func vcr(_ arguments: [String]) async throws -> Child.Result {
        isNobody
          ? try await Isolated.vcr(asNobodyIn: workshop, arguments)
          : try await workshop.vcr(arguments)
      }
      let replay = ["replay", "-c", "c.yaml"]
      let result = try await vcr(
        replay + [
          "--no-host-ports", "--", "sh", "-c",
          "python3 hostile.py \(port) && curl -sS http://api.test/a",
        ])
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "tried everything\na\n", "\(result.text)")
      #expect(result.errorText.contains("; isolated\n"), "\(result.errorText)")
      #expect(String(decoding: listener.output, as: UTF8.self) == "\(port)\n")
      // Without isolation a client is heard, so the listener would have told.
      _ = try await vcr(
        replay + [
          "--isolate", "off", "--", "sh", "-c",
          "curl -s -m 20 --noproxy '*' http://127.0.0.1:\(port)/; curl -sS http://api.test/a",
        ])
      #expect(await listener.nextLine() == "heard TCP")
      listener.kill()
    }

    /// Says its port, then a line for each connection and datagram.
    private static let listener = """
      import socket, threading
      tcp = socket.socket(); tcp.bind(("0.0.0.0", 0)); tcp.listen(100)
      port = tcp.getsockname()[1]
      new = socket.socket(socket.AF_INET6); new.setsockopt(41, 26, 1)
      new.bind(("::", port)); new.listen(100)
      udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); udp.bind(("0.0.0.0", port))
      print(port, flush=True)
      def accept(listener):
          while True:
              listener.accept(); print("heard TCP", flush=True)
      for listener in (tcp, new): threading.Thread(target=accept, args=(listener,)).start()
      while True:
          udp.recvfrom(100); print("heard UDP", flush=True)
      """

    private static let hostile = """
      import ctypes, os, socket, struct, subprocess, sys
      port = int(sys.argv[1])
      libc = ctypes.CDLL(None, use_errno=True)
      own = {"127.0.0.1", "0.0.0.0", "127.0.0.2"}
      for line in open("/proc/net/fib_trie"):
          word = line.split()[-1]
          if word.count(".") == 3 and "/" not in word: own.add(word)
      try: own.add(socket.gethostbyname(socket.gethostname()))
      except OSError: pass

      def attempt(what, *arguments):
          try: what(*arguments)
          except Exception: pass

      def tcp(family, address):
          with socket.socket(family) as s:
              s.settimeout(1); s.connect((address, port)); s.send(b"\\0out"); s.recv(1)

      def udp(address, to):
          with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
              s.settimeout(0.2); s.sendto(b"out", (address, to)); s.recv(1)

      def raw(address):
          with socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP) as s:
              s.sendto(struct.pack(">HHHH", 9, port, 11, 0) + b"out", (address, 0))

      def packet():
          for _, name in socket.if_nameindex():
              with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as s:
                  s.bind((name, 0)); s.send(b"\\xff" * 12 + b"\\x08\\0" + b"out")

      def enter(process):
          with open(f"/proc/{process}/ns/net") as namespace:
              if libc.setns(namespace.fileno(), 0) == 0:
                  tcp(socket.AF_INET, "127.0.0.1"); os._exit(0)

      def trace(process):
          if libc.ptrace(16, process, 0, 0) == 0: print("traced the parent")

      def everything():
          for address in own:
              attempt(tcp, socket.AF_INET, address)
              attempt(udp, address, port)
              attempt(raw, address)
          attempt(tcp, socket.AF_INET6, "::1")
          attempt(packet)
          attempt(udp, "127.0.0.1", 53)

      everything()
      # The shell that runs this is in the same namespace; its parent is vcr.
      shell = open(f"/proc/{os.getppid()}/stat").read().rsplit(")", 1)[1].split()
      recorder = int(shell[1])
      attempt(trace, recorder)
      if os.fork() == 0:
          attempt(enter, recorder); os._exit(0)
      os.wait()
      subprocess.run(["env", "-i", "curl", "-s", "-m", "2", f"http://127.0.0.1:{port}/"])
      subprocess.run(["curl", "-s", "-m", "2", "--noproxy", "*", f"http://127.0.0.1:{port}/"])
      reader, writer = os.pipe()
      if os.fork() == 0:
          os.setsid()
          if os.fork() == 0:
              everything(); os.write(writer, b"done")
          os._exit(0)
      os.wait(); os.close(writer); os.read(reader, 4)
      print("tried everything", flush=True)
      """
  }
#endif
