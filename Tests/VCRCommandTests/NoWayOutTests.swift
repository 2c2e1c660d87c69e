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
