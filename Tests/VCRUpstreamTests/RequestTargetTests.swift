#if Recording
  import Testing

  @testable import VCRUpstream

  struct RequestTargetTests {
    @Test(arguments: [
      ("http://[fe80::1%25eth0]:8080/a", "fe80::1%eth0", "[fe80::1]:8080"),
      ("http://[fe80::1%eth0]/a", "fe80::1%eth0", "[fe80::1]"),
      ("http://[fe80::1%25]/a", "fe80::1%25", "[fe80::1]"),
      ("http://[::1]/a", "::1", "[::1]"),
    ])
    func `the zone of an address is used to reach it, and not sent`(
      url: String, host: String, authority: String
    ) throws {
      let target = try RequestTarget(url)
      #expect(target.host == host)
      #expect(target.authority == authority)
    }
  }
#endif
