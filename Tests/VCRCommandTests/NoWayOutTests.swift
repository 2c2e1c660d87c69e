#if CommandLineTool && os(Linux)
  import TestSupport
  import Testing

  /// A program that tries everything to reach a listener outside of a replay, in namespaces.
  @Suite(
    .serialized,
    .enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
  struct NoWayOutTests {
    @Test func `nothing that a replay runs reaches a listener`() async throws {
      try await HostileProgram.prove { try await $0.vcr($1, timeout: 300) }
    }

    @Test(.enabled(if: Isolated.canChangeUser))
    func `nothing that an ordinary user's replay runs reaches a listener`() async throws {
      try await HostileProgram.prove {
        try await Isolated.vcr(asNobodyIn: $0, $1, timeout: 300)
      }
    }

    /// Their calls could not be told of, and a machine's host is no service of the machine.
    @Test func `a replay that reaches services of this machine has no rings and no AF_VSOCK`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let program = """
        import ctypes, errno, os, socket
        libc = ctypes.CDLL(None, use_errno=True)
        # io_uring_setup
        print(libc.syscall(425, 8, ctypes.create_string_buffer(256)), os.strerror(ctypes.get_errno()))
        try: socket.socket(40, socket.SOCK_STREAM); print("opened")
        except OSError as error: print(error.strerror)
        """
      try workshop.folder.write(program, to: "program.py")
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "sh", "-c",
        "python3 program.py; curl -sS http://api.test/a")
      #expect(
        result.text == """
          -1 Function not implemented
          Address family not supported by protocol
          a

          """, "\(result.errorText)")
      #expect(result.errorText.contains("; isolated\n"), "\(result.errorText)")
    }
  }

  /// The same where namespaces are refused.
  @Suite(
    .serialized,
    .enabled("this machine allows no filter that asks") { try await Isolated.isFilterAllowed() })
  struct NoWayOutUnderFilterTests {
    @Test func `nothing that a replay runs reaches a listener`() async throws {
      try await HostileProgram.prove {
        try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
      }
    }

    @Test(.enabled(if: Isolated.canChangeUser))
    func `nothing that an ordinary user's replay runs reaches a listener`() async throws {
      try await HostileProgram.prove {
        try await Sandbox.docker.vcr(in: $0, isNobody: true, $1, timeout: 300)
      }
    }
  }
#endif
