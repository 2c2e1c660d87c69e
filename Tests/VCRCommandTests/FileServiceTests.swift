#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Services of this machine that listen on sockets with a name in place of an address.
  @Suite(.serialized)
  struct FileServiceTests {
    @Test(arguments: LifecycleTests.Rung.allCases)
    func `a socket in a file of this machine is reached, and the replay is not proven then`(
      rung: LifecycleTests.Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let workshop = try Workshop()
      let service = try await Self.service(in: workshop)
      let result = try await Self.replay(rung, workshop, [])
      #expect(
        result.text == "outside\noutside\noutside\nsent\nsent\nown\nown\nown own\nnone\n",
        "\(result.errorText)")
      let path = workshop.folder.file("service.sock").resolvingSymlinksInPath()
        .path(percentEncoded: false)
      // The kernel alone sees a message's address where a namespace holds the rest.
      let messages = rung == .namespaces ? 1 : 2
      #expect(
        result.errorText.contains(
          "services of this machine: /proc/self/cwd/service.sock, 1 connection; \(path), 2 connections; "
            + "\(path)d, \(messages) connection"),
        "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "; not proven: \(3 + messages) connections to services of this machine "
            + "(--no-host-ports shuts them out)\n"),
        "\(result.errorText)")
      service.kill()
    }

    @Test(arguments: LifecycleTests.Rung.allCases)
    func `a socket whose path makes an address as long as one of IPv4 is reported as well`(
      rung: LifecycleTests.Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      // 13 bytes.
      let name = "/tmp/v" + String(Int.random(in: 1_000_000..<10_000_000))
      let program = """
        import socket
        service = socket.socket(socket.AF_UNIX); service.bind("\(name)"); service.listen()
        print("ready", flush=True); service.accept()
        """
      let service = try Child("python3", ["-c", program])
      #expect(await service.nextLine() == "ready")
      let client = "import socket; socket.socket(socket.AF_UNIX).connect('\(name)'); print('there')"
      let result = try await Self.replay(rung, Workshop(), [], client: client)
      #expect(result.text == "there\n", "\(result.errorText)")
      #expect(
        result.errorText.contains("services of this machine: \(name), 1 connection\n"),
        "\(result.errorText)")
      service.kill()
      try FileManager.default.removeItem(atPath: name)
    }

    @Test(arguments: LifecycleTests.Rung.allCases)
    func `sockets in files of COMMAND's own, and those that are not there, leave a replay isolated`(
      rung: LifecycleTests.Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let client = """
        import os, socket
        server = socket.socket(socket.AF_UNIX); server.bind("own.sock"); server.listen()
        for path in ("own.sock", "./own.sock", os.path.abspath("own.sock"), "nobody.sock", "client.py"):
            with socket.socket(socket.AF_UNIX) as client:
                try: client.connect(path); print("own")
                except OSError: print("none")
        """
      for options in [[], ["--no-host-ports"]] {
        let result = try await Self.replay(rung, Workshop(), options, client: client)
        #expect(result.text == "own\nown\nown\nnone\nnone\n", "\(result.errorText)")
        #expect(result.errorText.hasSuffix("; isolated\n"), "\(result.errorText)")
      }
    }

    @Test(arguments: LifecycleTests.Rung.allCases)
    func `a socket in a file of this machine is shut out, and COMMAND's own is not`(
      rung: LifecycleTests.Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let workshop = try Workshop()
      let service = try await Self.service(in: workshop)
      let result = try await Self.replay(rung, workshop, ["--no-host-ports"])
      #expect(
        result.text
          == "refused\nrefused\nrefused\nrefused\nrefused\nown\nown\nown own\nnone\n",
        "\(result.errorText)")
      #expect(result.errorText.hasSuffix("; isolated\n"), "\(result.errorText)")
      service.kill()
    }

    @Test(arguments: LifecycleTests.Rung.allCases)
    func `a descriptor of COMMAND's, by which it names a file, leads to no socket that is shut out`(
      rung: LifecycleTests.Rung
    ) async throws {
      guard try await rung.isAllowed() else { try Test.cancel("not allowed here") }
      let workshop = try Workshop()
      let service = try await Self.service(in: workshop)
      // Of a number that vcr has not, so that it finds nobody at that path.
      let client = """
        import fcntl, os, socket
        number = fcntl.fcntl(os.open("service.sock", os.O_PATH), fcntl.F_DUPFD, 700)
        for path in (f"/proc/self/fd/{number}", f"/proc/thread-self/fd/{number}"):
            with socket.socket(socket.AF_UNIX) as client:
                try: client.connect(path); print(client.recv(10).decode())
                except OSError: print("refused")
        """
      #expect(
        try await Self.replay(rung, workshop, ["--no-host-ports"], client: client).text
          == "refused\nrefused\n")
      service.kill()
    }

    @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    func `a path that another thread changes leads to no socket that is shut out`() async throws {
      let workshop = try Workshop()
      let service = try await Self.service(in: workshop)
      let client = """
        import ctypes, os, socket, struct, sys, threading
        libc = ctypes.CDLL(None)
        own = socket.socket(socket.AF_UNIX); own.bind("own.sock"); own.listen(4000)
        names = [os.path.abspath(name).encode().ljust(108, b"\\0") for name in ("own.sock", "service.sock")]
        address = ctypes.create_string_buffer(struct.pack("=H", socket.AF_UNIX) + names[0], 110)
        running = True
        def change():
            while running:
                for name in reversed(names): ctypes.memmove(ctypes.addressof(address) + 2, name, 108)
        sys.setswitchinterval(1e-5)
        threading.Thread(target=change).start()
        reached = set()
        for _ in range(300):
            with socket.socket(socket.AF_UNIX) as client:
                if libc.connect(client.fileno(), address, 110) == 0:
                    reached.add(os.path.basename(client.getpeername()))
        running = False
        print(*sorted(reached))
        """
      #expect(
        try await Self.replay(.namespaces, workshop, ["--no-host-ports"], client: client).text
          == "own.sock\n")
      service.kill()
    }

    #if arch(x86_64)
      @Test(
        .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() },
        .enabled(if: Tool.isInstalled("cc"), "there is no compiler"))
      func `calls of 32-bit programs lead to no socket that is shut out`() async throws {
        let workshop = try Workshop()
        let service = try await Self.service(in: workshop)
        try workshop.folder.write(Self.narrow, to: "narrow.c")
        let made = try await Child.run(
          "cc", ["-o", "narrow", "narrow.c"], directory: workshop.folder.url)
        #expect(made.status == 0, "\(made.errorText)")
        // Without the option they are made, so that this is what refuses them.
        let client = "import os; os.execv('./narrow', ['narrow'])"
        let replayed = try await Self.replay(.namespaces, workshop, [], client: client)
        #expect(
          try await Self.replay(.namespaces, workshop, ["--no-host-ports"], client: client).text
            == replayed.text.replacing("1", with: "0"))
        #expect(
          replayed.text == "1 1 1 1\n" || replayed.text == "none\n", "\(replayed.errorText)")
        service.kill()
      }

      /// Connects by `connect` and `socketcall`, sends a datagram by `sendto` and one by `sendmsg`,
      /// and prints 1 for each that the kernel of a 64-bit system carries out for a 32-bit program;
      /// `none` where it has no such calls.
      private static let narrow = """
        #define _GNU_SOURCE
        #include <signal.h>
        #include <stdio.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/socket.h>
        #include <sys/un.h>
        #include <unistd.h>
        static long call(long number, long a, long b, long c, long d, long e, long f) {
          long result;
          long rest[2] = {a, f};
          register long kept __asm__("r12") = number;
          __asm__ volatile("push %%rbx\\n push %%rbp\\n mov 8(%%rax), %%rbp\\n mov (%%rax), %%rbx\\n"
                           "mov %1, %%rax\\n int $0x80\\n pop %%rbp\\n pop %%rbx"
                           : "=a"(result) : "r"(kept), "0"(rest), "c"(b), "d"(c), "S"(d), "D"(e)
                           : "memory", "r8", "r9", "r10", "r11");
          return result;
        }
        static void none(int signal) { write(1, "none\\n", 5); _exit(0); }
        int main(void) {
          signal(SIGSEGV, none);
          char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
          struct sockaddr_un *place = (void *)low, *datagrams = (void *)(low + 512);
          place->sun_family = datagrams->sun_family = AF_UNIX;
          strcpy(place->sun_path, "service.sock");
          strcpy(datagrams->sun_path, "service.sockd");
          int one = socket(AF_UNIX, SOCK_STREAM, 0), two = socket(AF_UNIX, SOCK_STREAM, 0);
          int three = socket(AF_UNIX, SOCK_DGRAM, 0);
          unsigned *list = (void *)(low + 1024), *message = list + 8, *part = list + 20;
          list[0] = two, list[1] = (unsigned)(long)place, list[2] = sizeof *place;
          strcpy(low + 2048, "out");
          part[0] = (unsigned)(long)(low + 2048), part[1] = 3;
          message[0] = (unsigned)(long)datagrams, message[1] = sizeof *datagrams;
          message[2] = (unsigned)(long)part, message[3] = 1;
          int first = call(362, one, (long)place, sizeof *place, 0, 0, 0) == 0;
          int second = call(102, 3, (long)list, 0, 0, 0, 0) == 0;
          int third = call(369, three, (long)(low + 2048), 3, 0, (long)datagrams, sizeof *datagrams) == 3;
          int fourth = call(370, three, (long)message, 0, 0, 0, 0) == 3;
          printf("%d %d %d %d\\n", first, second, third, fourth);
        }
        """
    #endif

    @Test(
      .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() },
      .enabled(if: Isolated.canChangeUser, "only root unmounts"))
    func `a run that cannot shut sockets in files out, as one around it does, is not proven`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      // The file of roots that the outer run mounted takes no other mount.
      let script = """
        for place in $(awk '$4 ~ /deleted/ { print $5 }' /proc/self/mountinfo); do umount "$place"; done
        for option in --no-host-ports --isolate=require; do
          "$0" replay -c c.yaml $option -- curl -sS http://api.test/a
        done
        """
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--no-host-ports", "--", "sh", "-c", script, Workshop.tool)
      #expect(result.text == "a\na\n", "\(result.errorText)")
      let verdicts = result.errorText.split(separator: "\n")
        .filter { $0.hasPrefix("vcr: replayed") }
        .compactMap { $0.split(separator: ";").last }
      #expect(
        verdicts.first?.hasPrefix(" not proven: sockets in files are not shut out") == true,
        "\(result.errorText)")
      #expect(verdicts.dropFirst().first == " isolated", "\(result.errorText)")
    }

    private static func replay(
      _ rung: LifecycleTests.Rung, _ workshop: Workshop, _ options: [String],
      client: String = Self.client
    ) async throws -> Child.Result {
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      try workshop.folder.write(client, to: "client.py")
      return try await rung.start(
        in: workshop,
        ["replay", "-c", "c.yaml"] + options + [
          "--", "sh", "-c", "curl -sS -o response http://api.test/a && python3 client.py",
        ]
      ).finished()
    }

    private static func service(in workshop: Workshop) async throws -> Child {
      let path = workshop.folder.file("service.sock").path(percentEncoded: false)
      let program = """
        import socket
        service = socket.socket(socket.AF_UNIX); service.bind("\(path)"); service.listen()
        datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); datagrams.bind("\(path)d")
        print("ready", flush=True)
        while True: service.accept()[0].send(b"outside")
        """
      let service = try Child("python3", ["-c", program])
      #expect(await service.nextLine() == "ready")
      return service
    }

    /// Asks the service by its path, by a link and by a folder in /proc, and sends it a datagram
    /// and a message; then asks servers of its own by an absolute path, by a relative one that is
    /// as long as an address of IPv4, and by a datagram and a message, and nobody.
    private static let client = """
      import os, socket
      def ask(path):
          with socket.socket(socket.AF_UNIX) as client:
              try: client.connect(path)
              except ConnectionRefusedError: return "refused"
              except FileNotFoundError: return "none"
              return client.recv(10).decode()
      def serve(path):
          server = socket.socket(socket.AF_UNIX); server.bind(path); server.listen()
          if os.fork() == 0:
              server.accept()[0].send(b"own"); os._exit(0)
          server.close()
      os.symlink(os.path.abspath("service.sock"), "link")
      print(ask("service.sock")); print(ask("link")); print(ask("/proc/self/cwd/service.sock"))
      with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
          for send in (client.sendto, lambda data, to: client.sendmsg([data], [], 0, to)):
              try: send(b"out", "service.sockd"); print("sent")
              except ConnectionRefusedError: print("refused")
      for path in (os.path.abspath("own.sock"), "./own-file.sk"):
          serve(path); print(ask(path)); os.wait()
      with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
          server.bind("own.sockd")
          with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
              client.sendto(b"own", "own.sockd"); client.sendmsg([b"o", b"wn"], [], 0, "own.sockd")
          print(server.recv(9).decode(), server.recv(9).decode())
      print(ask("nobody.sock"))
      """
  }
#endif
