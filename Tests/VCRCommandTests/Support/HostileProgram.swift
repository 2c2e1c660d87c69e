#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A program that tries everything to reach a listener outside of a replay.
  enum HostileProgram {
    /// Replays it, and counts what the listener hears.
    ///
    /// - Parameter vcr: Runs `vcr` to its end.
    /// - Throws: What the closure throws.
    static func prove(
      _ vcr: (Workshop, [String]) async throws -> Child.Result
    ) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(Self.hostile, to: "hostile.py")
      let listener = try Child(
        "python3", ["-c", Self.listener], directory: workshop.folder.url)
      let port = try #require(await listener.nextLine())
      let replay = ["replay", "-c", "c.yaml"]
      let result = try await vcr(
        workshop,
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
        workshop,
        replay + [
          "--isolate", "off", "--", "sh", "-c",
          "curl -s -m 20 --noproxy '*' http://127.0.0.1:\(port)/; curl -sS http://api.test/a",
        ])
      #expect(await listener.nextLine() == "heard TCP")
      listener.kill()
    }

    /// Says its port, then a line for each connection and datagram.
    private static let listener = """
      import os, socket, threading
      tcp = socket.socket(); tcp.bind(("0.0.0.0", 0)); tcp.listen(100)
      port = tcp.getsockname()[1]
      new = socket.socket(socket.AF_INET6); new.setsockopt(41, 26, 1)
      new.bind(("::", port)); new.listen(100)
      udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); udp.bind(("0.0.0.0", port))
      file = socket.socket(socket.AF_UNIX); file.bind("listener.sock"); file.listen(100)
      os.chmod("listener.sock", 0o777)
      part = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); part.bind("datagram.sock")
      os.chmod("datagram.sock", 0o777)
      name = socket.socket(socket.AF_UNIX); name.bind(f"\\0vcr-listener-{port}"); name.listen(100)
      print(port, flush=True)
      def accept(listener, what):
          while True:
              listener.accept(); print("heard " + what, flush=True)
      for listener, what in ((tcp, "TCP"), (new, "TCP"), (file, "a file"), (name, "a name")):
          threading.Thread(target=accept, args=(listener, what)).start()
      def receive(listener, what):
          while True:
              listener.recvfrom(100); print("heard " + what, flush=True)
      threading.Thread(target=receive, args=(part, "a datagram")).start()
      receive(udp, "UDP")
      """

    private static let hostile = """
      import ctypes, errno, os, socket, struct, subprocess, sys, threading
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

      def message(address, parts=()):
          with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
              s.sendmsg([b"out"], parts, 0, (address, port))

      def untied(address):
          with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
              for _, name in socket.if_nameindex():
                  attempt(s.setsockopt, 1, 25, name.encode())
                  attempt(s.sendto, b"out", (address, port))

      def fast_open(address, s=None):
          s = s or socket.socket()
          s.settimeout(1); s.sendto(b"out", 0x20000000, (address, port))

      def ended(address):
          # The end of a connection that vcr has made, or of one that came, and then data that opens one.
          def again(s):
              libc.connect(s.fileno(), bytes(16), 16); fast_open(address, s)
          host, proxy = os.environ["http_proxy"].rstrip("/").split("//")[1].split(":")
          with socket.create_connection((host, int(proxy)), 1) as s: attempt(again, s)
          own = socket.create_server(("127.0.0.1", 0))
          with socket.create_connection(own.getsockname()), own.accept()[0] as s: attempt(again, s)

      def file(path):
          def connect(path):
              with socket.socket(socket.AF_UNIX) as s: s.connect(path)
          attempt(connect, path)
          # As long as an address of IPv4, and by a mount that is COMMAND's alone.
          attempt(os.symlink, os.path.abspath("listener.sock"), "./11-byte-lnk")
          attempt(connect, "./11-byte-lnk")
          open("mounted.sock", "w").close()
          if libc.mount(b"listener.sock", b"mounted.sock", None, 4096, None) == 0:
              attempt(connect, "mounted.sock"); libc.umount(b"mounted.sock")

      def race(address, other=2):
          # One thread changes the port of the address, or its family, while another uses it.
          own = socket.socket(); own.bind(("127.0.0.1", 0)); own.listen(999)
          safe = own.getsockname()[1]
          place = ctypes.create_string_buffer(
              struct.pack("=H", 2) + struct.pack(">H", safe) + socket.inet_aton(address) + bytes(8), 16)
          running = True
          def change():
              while running:
                  for family, to in ((2, port), (other, safe if other == 2 else port)):
                      struct.pack_into("=H", place, 0, family); struct.pack_into(">H", place, 2, to)
          thread = threading.Thread(target=change); thread.start()
          for _ in range(60):
              with socket.socket() as s: libc.connect(s.fileno(), place, 16)
              with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
                  libc.sendto(s.fileno(), b"out", 3, 0, place, 16)
          running = False; thread.join(); own.close()

      def ring():
          # io_uring_setup, whose number is the same everywhere: calls that no filter sees.
          if libc.syscall(425, 8, ctypes.create_string_buffer(256)) >= 0:
              print("made a ring")

      def overwrite(process):
          # process_vm_writev, into the memory of another.
          number = {"x86_64": 311, "aarch64": 271}[os.uname().machine]
          here = ctypes.create_string_buffer(b"out")
          with open(f"/proc/{process}/maps") as maps:
              place = int(next(line for line in maps if " rw" in line).split("-")[0], 16)
          part = lambda at: ctypes.create_string_buffer(struct.pack("=QQ", at, 1), 16)
          if libc.syscall(number, process, part(ctypes.addressof(here)), 1, part(place), 1, 0) == 1:
              print("wrote the memory of the parent")

      def enter(process):
          with open(f"/proc/{process}/ns/net") as namespace:
              if libc.setns(namespace.fileno(), 0) == 0:
                  tcp(socket.AF_INET, "127.0.0.1"); os._exit(0)

      def trace(process):
          if libc.ptrace(16, process, 0, 0) == 0: print("traced the parent")

      def message_by_path():
          for path in ("datagram.sock", "/proc/self/cwd/datagram.sock"):
              with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
                  attempt(s.sendto, b"out", path)
                  attempt(s.sendmsg, [b"out"], [], 0, path)
                  attempt(s.sendmsg, [b"out"], [(1, 1, struct.pack("=i", 2))], 0, path)
                  attempt(s.connect, path); attempt(s.send, b"out")

      def flip(change, use):
          # One thread changes what a call names while another makes it.
          running = True
          def run():
              while running: change()
          thread = threading.Thread(target=run); thread.start()
          for _ in range(300): use()
          running = False; thread.join()

      def bound():
          # A datagram of a socket that is bound to a port by name, to itself or to the listener.
          probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); probe.bind(("127.0.0.1", 0))
          own = probe.getsockname()[1]; probe.close()
          s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.1", own))
          place = ctypes.create_string_buffer(
              struct.pack("=H", 2) + struct.pack(">H", own) + socket.inet_aton("127.0.0.1") + bytes(8), 16)
          def change():
              for to in (port, own): struct.pack_into(">H", place, 2, to)
          flip(change, lambda: libc.sendto(s.fileno(), b"out", 3, 0x40, place, 16))

      def named(kind, there):
          # The same by a path, through connect, sendto, sendmsg and sendmmsg.
          # Of the same length, and a socket of its own.
          here = "own" + there[3:]
          own = socket.socket(socket.AF_UNIX, kind); own.bind(here); own.setblocking(False)
          if kind == socket.SOCK_STREAM: own.listen(999)
          place = ctypes.create_string_buffer(struct.pack("=H", 1) + here.encode() + b"\\0")
          data = ctypes.create_string_buffer(b"out")
          part = ctypes.create_string_buffer(struct.pack("=QQ", ctypes.addressof(data), 3))
          header = ctypes.create_string_buffer(
              struct.pack("=QIIQQQQQQ", ctypes.addressof(place), len(place), 0,
                          ctypes.addressof(part), 1, 0, 0, 0, 0))
          def change():
              for to in (there, here): place[2:2 + len(to)] = to.encode()
          def use():
              with socket.socket(socket.AF_UNIX, kind) as s:
                  if kind == socket.SOCK_DGRAM:
                      libc.sendto(s.fileno(), data, 3, 0x40, place, len(place))
                      libc.sendmsg(s.fileno(), header, 0x40)
                      libc.sendmmsg(s.fileno(), header, 1, 0x40)
                  libc.connect(s.fileno(), place, len(place))
                  libc.send(s.fileno(), data, 3, 0x4040)
              try:
                  while True: own.accept() if kind == socket.SOCK_STREAM else own.recv(9)
              except OSError: pass
          flip(change, use)

      def key():
          # request_key(2), for which the kernel starts a program outside of every namespace.
          number = {"x86_64": 249, "aarch64": 218}[os.uname().machine]
          libc.syscall(number, b"dns_resolver", b"host.test", b"", ctypes.c_int(-3))
          if ctypes.get_errno() not in (errno.ENOKEY, errno.EPERM): print("asked for a key")

      def pairs():
          # Pairs of sockets of a cluster (TIPC), which could be connected elsewhere.
          for family in range(2, 47):
              ends = (ctypes.c_int * 2)()
              if libc.socketpair(family, 1, 0, ends) == 0: print("made a pair of", family)

      def everything():
          for address in own:
              attempt(tcp, socket.AF_INET, address)
              attempt(udp, address, port)
              attempt(raw, address)
              attempt(message, address)
              for index, _ in socket.if_nameindex():
                  attempt(message, address, [(0, 8, struct.pack("=I8x", index))])
              attempt(untied, address)
              attempt(fast_open, address)
              attempt(ended, address)
          attempt(tcp, socket.AF_INET6, "::1")
          attempt(message_by_path)
          attempt(file, "listener.sock")
          attempt(file, "/proc/self/cwd/listener.sock")
          attempt(file, f"\\0vcr-listener-{port}")
          attempt(packet)
          attempt(udp, "127.0.0.1", 53)

      everything()
      sys.setswitchinterval(1e-5)
      for address in own:
          # Blocking connections to an address that is nobody's would take minutes.
          with socket.socket() as s:
              try: s.bind((address, 0))
              except OSError: continue
          if not address.endswith((".0", ".255")):
              for other in (2, 0, 1, 16): attempt(race, address, other)
      attempt(bound)
      attempt(named, socket.SOCK_STREAM, "listener.sock")
      attempt(named, socket.SOCK_DGRAM, "datagram.sock")
      attempt(ring)
      attempt(key)
      attempt(pairs)
      # The shell that runs this is in the same namespace; its parent is vcr.
      shell = open(f"/proc/{os.getppid()}/stat").read().rsplit(")", 1)[1].split()
      recorder = int(shell[1])
      attempt(trace, recorder)
      attempt(overwrite, recorder)
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
