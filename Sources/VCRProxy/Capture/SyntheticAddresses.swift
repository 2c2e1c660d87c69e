#if CommandLineTool
  /// Addresses that stand for names, so that a connection shows which name its client meant.
  ///
  /// They are taken from the block for benchmarks (198.18.0.0/15, RFC 2544) and from a unique local
  /// prefix (RFC 4193), of which nothing on a network has any.
  struct SyntheticAddresses {
    /// The most names of a run.
    static let limit = 1 << 17
    /// The first 12 bytes of the addresses of IPv6.
    private static let prefix: [UInt8] = [0xFD, 0x76, 0x63, 0x72, 0, 0, 0, 1, 0, 0, 0, 0]

    private var names: [String] = []
    private var numbers: [String: Int] = [:]

    /// The addresses of a name, of both families; nil when there are no more.
    mutating func addresses(of name: String) -> (old: [UInt8], new: [UInt8])? {
      // The first addresses are those of the namespace's own interface.
      let number: Int
      if let known = numbers[name] {
        number = known
      } else {
        number = names.count + 16
        guard number < Self.limit else { return nil }
        names.append(name)
        numbers[name] = number
      }
      let bytes = [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
      return (
        [198, 18 + UInt8(number >> 16)] + bytes,
        Self.prefix + [0, UInt8(number >> 16)] + bytes
      )
    }

    /// The name that an address stands for; nil for any other address.
    func name(of address: [UInt8]) -> String? {
      let number: Int
      if address.count == 4, address[0] == 198, address[1] & 0xFE == 18 {
        number = Int(address[1] & 1) << 16 | Int(address[2]) << 8 | Int(address[3])
      } else if address.count == 16, address.starts(with: Self.prefix), address[12] == 0 {
        number = Int(address[13]) << 16 | Int(address[14]) << 8 | Int(address[15])
      } else {
        return nil
      }
      return names.indices.contains(number - 16) ? names[number - 16] : nil
    }
  }
#endif
