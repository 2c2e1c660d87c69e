#if CommandLineTool
  import VCRLocks

  /// Addresses of loopback that stand for destinations: who connects to one of them, on the
  /// listener for it, meant its destination.
  ///
  /// All of 127.0.0.0/8 leads to this machine (RFC 1122 §3.2.1.3), so that the destination is known
  /// as soon as a connection is accepted.
  package final class Redirections: Sendable {
    /// An address of COMMAND's, in network byte order, with its port.
    package struct Place: Hashable, Sendable {
      /// The address: 4 or 16 bytes.
      package var address: [UInt8]
      /// The port.
      package var port: UInt16

      /// Creates a place.
      package init(address: [UInt8], port: UInt16) {
        self.address = address
        self.port = port
      }
    }

    private struct State {
      var places: [Place] = []
      var numbers: [Place: Int] = [:]
    }

    /// The second byte of the first address, 127.64.0.0, and the number of addresses.
    private static let (first, limit): (Int, Int) = (64, 1 << 22)

    private let state = Mutex(State())

    /// Creates an empty table.
    package init() {}

    /// The address of loopback that stands for a place; nil when there are no more.
    package func address(for place: Place) -> [UInt8]? {
      let number: Int? = state.withLock { state in
        if let known = state.numbers[place] { return known }
        let number = state.places.count
        guard number < Self.limit else { return nil }
        state.places.append(place)
        state.numbers[place] = number
        return number
      }
      return number.map { number in
        [127, UInt8(Self.first + number >> 16)]
          + [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
      }
    }

    /// The place that an address of loopback stands for; nil for any other address.
    package func place(of address: [UInt8]) -> Place? {
      guard address.count == 4, address[0] == 127 else { return nil }
      let number = (Int(address[1]) - Self.first) << 16 | Int(address[2]) << 8 | Int(address[3])
      return state.withLock { state in
        state.places.indices.contains(number) ? state.places[number] : nil
      }
    }
  }
#endif
