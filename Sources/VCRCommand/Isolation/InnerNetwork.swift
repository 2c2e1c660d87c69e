#if CommandLineTool && os(Linux)
  /// The network of COMMAND: loopback alone, with routes that make every address one of its own.
  enum InnerNetwork {
    /// Where captured connections of IPv4 are listened for, which is on loopback and no one's.
    static let capture4: [UInt8] = [127, 118, 99, 114]
    /// Where captured connections of IPv6 are listened for.
    static let capture6: [UInt8] =
      [0xFD, 0x76, 0x63, 0x72] + [UInt8](repeating: 0, count: 11) + [2]
    /// The port of both.
    static let capturePort: UInt16 = 1
    /// The address of the interface, without which a resolver holds that there is no IPv4.
    static let own4: [UInt8] = [198, 18, 0, 1]
    /// The same for IPv6.
    static let own6: [UInt8] = [0xFD, 0x76, 0x63, 0x72] + [UInt8](repeating: 0, count: 11) + [1]

    private static let newLink: UInt16 = 16
    private static let newAddress: UInt16 = 20
    private static let newRoute: UInt16 = 24
    private static let (inet, inet6): (UInt8, UInt8) = (2, 10)

    /// Turns loopback on, and gives it an address and the route of IPv4.
    static let basis: [[UInt8]] = [
      // An `ifinfomsg`: interface 1, and the flag IFF_UP set.
      message(
        newLink,
        [0, 0, 0, 0] + Netlink.native(Int32(1)) + Netlink.native(UInt32(1))
          + Netlink.native(UInt32(1))),
      address(inet, own4, bits: 32),
      route(inet),
    ]

    /// The same for IPv6, which a machine may not have.
    ///
    /// - Parameter nameServers: Addresses that the interface has, too: a response from it comes
    ///   from the address that was asked.
    /// - Returns: The messages.
    static func basis6(nameServers: [[UInt8]]) -> [[UInt8]] {
      ([own6] + nameServers).map { address(inet6, $0, bits: 128) } + [route(inet6)]
    }

    private static func message(
      _ type: UInt16, _ body: [UInt8], flags: UInt16 = 0
    ) -> [UInt8] {
      Netlink.message(type: type, flags: Netlink.acknowledge | flags, body)
    }

    /// An `ifaddrmsg` with IFA_LOCAL and IFA_ADDRESS; without duplicate address detection.
    private static func address(_ family: UInt8, _ bytes: [UInt8], bits: UInt8) -> [UInt8] {
      message(
        newAddress,
        [family, bits, 0x02, 0] + Netlink.native(UInt32(1)) + Netlink.attribute(2, bytes)
          + Netlink.attribute(1, bytes), flags: Netlink.create)
    }

    /// A `rtmsg` for every address: table local, from us, for this host, of type local, and
    /// RTA_OIF.
    private static func route(_ family: UInt8) -> [UInt8] {
      message(
        newRoute,
        [family, 0, 0, 0, 255, 4, 254, 2] + Netlink.native(UInt32(0))
          + Netlink.attribute(4, Netlink.native(UInt32(1))), flags: Netlink.create)
    }
  }
#endif
