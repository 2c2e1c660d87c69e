#if CommandLineTool && os(Linux)
  /// A socket that is made inside COMMAND's network and used outside of it.
  struct InnerSocket {
    /// The type of a socket, as <bits/socket_type.h> numbers it.
    enum Kind: UInt16 {
      case stream = 1
      case datagram = 2
    }

    /// The address, in network byte order.
    var address: [UInt8]
    /// The port.
    var port: UInt16
    /// The kind of data that is sent over it.
    var type: Kind
    /// True for one that takes connections to other addresses than its own.
    var isTransparent: Bool

    /// A listener.
    static func listener(
      _ address: [UInt8], port: UInt16, isTransparent: Bool = false
    ) -> InnerSocket {
      InnerSocket(
        address: address, port: port, type: .stream, isTransparent: isTransparent)
    }

    /// A socket that names are asked over.
    static func nameServer(_ address: [UInt8]) -> InnerSocket {
      InnerSocket(address: address, port: 53, type: .datagram, isTransparent: false)
    }
  }
#endif
