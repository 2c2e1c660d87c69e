#if CommandLineTool && os(Linux)
  /// The packet rules of COMMAND's network (nf_tables): a new connection that no listener inside is
  /// for goes to ours, whatever its address and port.
  ///
  /// Only the first packet of a connection is looked at, so the rules cost the others nothing. A
  /// connection to a port of loopback on which nobody listens, inside or outside, is refused by the
  /// kernel as ever, so a program that waits for a port waits for the right one.
  struct CaptureRules {
    /// The ports of this machine that are to be reached from inside, beside that for names.
    var ports: Set<UInt16>
    /// The addresses of this machine beside 127.0.0.0/8, and of COMMAND's network.
    var localAddresses: [[UInt8]]

    /// The messages that set the rules, and how many acknowledgements they bring.
    var messages: (bytes: [[UInt8]], acknowledgements: Int) {
      let rules = self.rules
      let sets = [
        set("ports", key: 13, size: 2), set("local4", key: 7, size: 4),
        set("local6", key: 8, size: 16),
      ]
      let elements = [
        Self.elements("ports", Self.keys(ports.union([CallAddress.namesPort])), adding: true),
        Self.elements("local4", localAddresses.filter { $0.count == 4 }, adding: true),
        Self.elements("local6", localAddresses.filter { $0.count == 16 }, adding: true),
      ].compactMap { $0 }
      let changes = [table, chain] + sets + elements + rules
      return (Self.batch(changes), changes.count)
    }

    /// The messages that change which ports are to be reached; nil when nothing changes.
    static func change(from old: Set<UInt16>, to new: Set<UInt16>) -> [[UInt8]]? {
      let names: Set = [CallAddress.namesPort]
      let changes = [
        elements("ports", keys(new.subtracting(old).subtracting(names)), adding: true),
        elements("ports", keys(old.subtracting(new).subtracting(names)), adding: false),
      ].compactMap { $0 }
      return changes.isEmpty ? nil : batch(changes)
    }

    private static func keys(_ ports: Set<UInt16>) -> [[UInt8]] {
      ports.sorted().map { Netlink.native($0.bigEndian) }
    }

    /// The mark of packets that come from `vcr` itself.
    static let ownMark: UInt32 = 0x7663_7231

    private static let name = "vcr"
    private static let (inet, ipv4, ipv6): (UInt8, UInt8, UInt8) = (1, 2, 10)

    // MARK: - Messages (<linux/netfilter/nf_tables.h>)

    private enum Command: UInt16 {
      case newTable = 0
      case newChain = 3
      case newRule = 6
      case newSet = 9
      case newElements = 12
      case deleteElements = 14
    }

    private static func message(
      _ command: Command, _ flags: UInt16, _ attributes: [[UInt8]]
    ) -> [UInt8] {
      // The subsystem of nf_tables is 10; a `nfgenmsg` follows.
      Netlink.message(
        type: 10 << 8 | command.rawValue, flags: Netlink.acknowledge | flags,
        [inet, 0, 0, 0] + attributes.flatMap { $0 })
    }

    private static func batch(_ changes: [[UInt8]]) -> [[UInt8]] {
      func end(_ type: UInt16) -> [UInt8] {
        Netlink.message(type: type, flags: 0, [0, 0, 0, 10])
      }
      return [end(0x10)] + changes + [end(0x11)]
    }

    private var table: [UInt8] {
      Self.message(.newTable, Netlink.create, [Netlink.attribute(1, text: Self.name)])
    }

    /// A chain before routing, where rules that change packets belong (-150).
    private var chain: [UInt8] {
      Self.message(
        .newChain, Netlink.create,
        [
          Netlink.attribute(1, text: Self.name), Netlink.attribute(3, text: Self.name),
          Netlink.nest(
            4, Netlink.attribute(1, number: 0),
            Netlink.attribute(2, number: UInt32(bitPattern: -150))),
          Netlink.attribute(7, text: "filter"),
        ])
    }

    private func set(_ name: String, key: UInt32, size: UInt32) -> [UInt8] {
      Self.message(
        .newSet, Netlink.create,
        [
          Netlink.attribute(1, text: Self.name), Netlink.attribute(2, text: name),
          Netlink.attribute(3, number: 0), Netlink.attribute(4, number: key),
          Netlink.attribute(5, number: size), Netlink.attribute(10, number: key),
        ])
    }

    private static func elements(
      _ set: String, _ keys: [[UInt8]], adding isAdding: Bool
    ) -> [UInt8]? {
      guard !keys.isEmpty else { return nil }
      let list = keys.map { Netlink.nest(1, Netlink.nest(1, Netlink.attribute(1, $0))) }
      return message(
        isAdding ? .newElements : .deleteElements, isAdding ? Netlink.create : 0,
        [
          Netlink.attribute(1, text: name), Netlink.attribute(2, text: set),
          Netlink.nest(3, list.flatMap { $0 }),
        ])
    }

    // MARK: - Rules

    private var rules: [[UInt8]] {
      let isLoopback = [Self.family(Self.ipv4)] + Self.compare(network: 16, [127])
      let isLocal4 = [Self.family(Self.ipv4), Self.load(1, 16, 4), Self.isIn("local4")]
      let isLocal6 = [Self.family(Self.ipv6), Self.load(1, 24, 16), Self.isIn("local6")]
      let local = [isLoopback, isLocal4, isLocal6]
      let isLoopback6 =
        [Self.family(Self.ipv6)]
        + Self.compare(network: 24, [UInt8](repeating: 0, count: 15) + [1])
      let isInside4 = [Self.family(Self.ipv4)] + Self.compare(network: 16, InnerNetwork.own4)
      let isInside6 = [Self.family(Self.ipv6)] + Self.compare(network: 24, InnerNetwork.own6)
      return [
        // Not TCP.
        Self.rule([Self.meta(16), Self.compare([6], isEqual: false), Self.accept]),
        // From us, to a server of COMMAND's.
        Self.rule([Self.meta(3), Self.compare(Netlink.native(Self.ownMark)), Self.accept]),
        // Not the first packet: of SYN and ACK, not SYN alone (RFC 9293 §3.1).
        Self.rule([
          Self.load(2, 13, 1), Self.mask([0x12]), Self.compare([0x02], isEqual: false), Self.accept,
        ]),
      ]
        // A listener inside.
        + local.map { Self.rule($0 + [Self.socket, Self.compare([0]), Self.accept]) }
        // A port of loopback without a listener, outside either.
        + [isLoopback, isLoopback6].map {
          Self.rule($0 + [Self.load(2, 2, 2), Self.isIn("ports", false), Self.accept])
        }
        // The addresses that only COMMAND has.
        + [isInside4, isInside6].map { Self.rule($0 + [Self.accept]) }
        + [
          Self.redirect(Self.ipv4, to: InnerNetwork.capture4),
          Self.redirect(Self.ipv6, to: InnerNetwork.capture6),
        ]
    }

    private static func rule(_ expressions: [[UInt8]]) -> [UInt8] {
      message(
        .newRule, Netlink.create | Netlink.append,
        [
          Netlink.attribute(1, text: name), Netlink.attribute(2, text: name),
          Netlink.nest(4, expressions.flatMap { $0 }),
        ])
    }

    private static func expression(_ name: String, _ attributes: [UInt8]...) -> [UInt8] {
      Netlink.nest(
        1, Netlink.attribute(1, text: name), Netlink.nest(2, attributes.flatMap { $0 }))
    }

    /// Register 1, which every expression here works on.
    private static let register = Netlink.attribute(1, number: 1)

    private static func value(_ type: UInt16, _ bytes: [UInt8]) -> [UInt8] {
      Netlink.nest(type, Netlink.attribute(1, bytes))
    }

    private static func meta(_ key: UInt32) -> [UInt8] {
      expression("meta", register, Netlink.attribute(2, number: key))
    }

    private static func compare(_ bytes: [UInt8], isEqual: Bool = true) -> [UInt8] {
      expression(
        "cmp", register, Netlink.attribute(2, number: isEqual ? 0 : 1), value(3, bytes))
    }

    private static func load(_ base: UInt32, _ offset: UInt32, _ size: UInt32) -> [UInt8] {
      expression(
        "payload", register, Netlink.attribute(2, number: base),
        Netlink.attribute(3, number: offset), Netlink.attribute(4, number: size))
    }

    private static func compare(network offset: UInt32, _ bytes: [UInt8]) -> [[UInt8]] {
      [load(1, offset, UInt32(bytes.count)), compare(bytes)]
    }

    private static func mask(_ bytes: [UInt8]) -> [UInt8] {
      expression(
        "bitwise", register, Netlink.attribute(2, number: 1),
        Netlink.attribute(3, number: UInt32(bytes.count)), value(4, bytes),
        value(5, [UInt8](repeating: 0, count: bytes.count)))
    }

    /// The protocol of the network layer, loaded and compared.
    private static func family(_ family: UInt8) -> [UInt8] { meta(15) + compare([family]) }

    private static func isIn(_ set: String, _ isMember: Bool = true) -> [UInt8] {
      expression(
        "lookup", Netlink.attribute(1, text: set), Netlink.attribute(2, number: 1),
        Netlink.attribute(5, number: isMember ? 0 : 1))
    }

    /// Whether the socket that the packet is for is transparent; without a socket the rule ends.
    private static let socket = expression(
      "socket", Netlink.attribute(1, number: 0), Netlink.attribute(2, number: 1))

    private static let accept = expression(
      "immediate", Netlink.attribute(1, number: 0),
      Netlink.nest(2, Netlink.nest(2, Netlink.attribute(1, number: 1))))

    private static func set(_ register: UInt32, _ bytes: [UInt8]) -> [UInt8] {
      expression("immediate", Netlink.attribute(1, number: register), value(2, bytes))
    }

    private static func redirect(_ family: UInt8, to address: [UInt8]) -> [UInt8] {
      rule([
        self.family(family), set(1, address),
        set(2, Netlink.native(InnerNetwork.capturePort.bigEndian)),
        expression(
          "tproxy", Netlink.attribute(1, number: UInt32(family)), Netlink.attribute(2, number: 1),
          Netlink.attribute(3, number: 2)),
      ])
    }
  }
#endif
