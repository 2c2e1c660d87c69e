#if Recording
  import NIOCore
  import VCRCore

  /// The services that are reached without a proxy: those of `no_proxy`, and loopback always.
  struct ProxyExceptions: Sendable, Hashable {
    /// The services that an element of the list names.
    private enum Pattern: Sendable, Hashable {
      /// Every service.
      case all
      /// A host and those below it.
      case name(String, port: Int?)
      /// The addresses that begin with these bits.
      case network([UInt8], bits: Int, port: Int?)
    }

    private let patterns: [Pattern]
    /// The list in words, with its beginning; empty for an empty list.
    let words: String

    /// Reads a list.
    ///
    /// - Parameter text: Names, addresses and networks (`10.0.0.0/8`), each with a port or without,
    ///   between commas or spaces; `*` for everything. A name stands for all below it, too, with a
    ///   dot in front of it or without.
    init(_ text: String) {
      let elements = text.split { $0 == "," || $0.isWhitespace }.map { $0.lowercased() }
      patterns = elements.compactMap { Self.pattern($0) }
      words = elements.map { ", \($0)" }.joined()
    }

    /// True for a service that is reached without a proxy.
    func contains(_ service: Upstream.Address) -> Bool {
      if service.isLoopback { return true }
      let host = service.hostWithoutFinalDot
      let address = try? SocketAddress(ipAddress: host, port: 0).ipBytes
      return patterns.contains { pattern in
        switch pattern {
        case .all: return true
        case .name(let name, let port):
          return (port ?? service.port) == service.port
            && (host == name || (address == nil && host.hasSuffix("." + name)))
        case .network(let start, let bits, let port):
          guard let address, address.count == start.count, (port ?? service.port) == service.port
          else { return false }
          return zip(address, start).enumerated().allSatisfy { index, bytes in
            let count = min(8, max(0, bits - index * 8))
            return (bytes.0 ^ bytes.1) >> (8 - count) == 0
          }
        }
      }
    }

    private static func pattern(_ element: String) -> Pattern? {
      if element == "*" { return .all }
      if let network = network(element, port: nil) { return network }
      var (host, port) = (element, Int?.none)
      if let address = ServiceAddress(element) {
        (host, port) = (address.host, address.port)
      } else if host.hasPrefix("["), host.hasSuffix("]") {
        host = String(host.dropFirst().dropLast())
      }
      if let network = network(host, port: port) { return network }
      for start in ["*.", "."] where host.hasPrefix(start) {
        host = String(host.dropFirst(start.count))
      }
      if host.hasSuffix(".") { host.removeLast() }
      return host.isEmpty ? nil : .name(host, port: port)
    }

    /// An address, or a network with the length of its prefix (RFC 4632 §3.1).
    private static func network(_ text: String, port: Int?) -> Pattern? {
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      guard let address = try? SocketAddress(ipAddress: String(parts[0]), port: 0).ipBytes else {
        return nil
      }
      guard parts.count == 2 else {
        return .network(address, bits: address.count * 8, port: port)
      }
      guard let bits = Int(parts[1]), (0...address.count * 8).contains(bits) else { return nil }
      return .network(address, bits: bits, port: port)
    }
  }
#endif
