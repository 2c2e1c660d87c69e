#if CommandLineTool && os(Linux)
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// The list of the TCP sockets of a network namespace (proc(5), `/proc/PID/net/tcp`).
  enum SocketList {
    /// The inode of one end of a connection.
    ///
    /// - Parameters:
    ///   - source: The address of that end.
    ///   - destination: The address of the other end.
    ///   - folder: The folder `net` of a process in the namespace.
    /// - Returns: 0 when its process has closed it; nil when the namespace has no such connection.
    static func inode(
      from source: SocketAddress, to destination: SocketAddress, in folder: String
    ) -> UInt32? {
      guard let source = Endpoint(source), let destination = Endpoint(destination) else {
        return nil
      }
      // A socket for both versions of IP has the addresses of version 4 mapped (RFC 4291 §2.5.5.2).
      let lists = [
        ("tcp", source.text, destination.text), ("tcp6", source.mapped, destination.mapped),
      ]
      for case (let name, let source?, let destination?) in lists {
        // Foundation takes a short read for the end of a file; here it is the end of a page.
        guard let bytes = try? FileSystem.read(folder + "/" + name) else { continue }
        let list = String(decoding: bytes, as: UTF8.self)
        guard let start = list.firstRange(of: "\(source) \(destination) ")?.upperBound else {
          continue
        }
        // The sixth column after the addresses.
        let columns = list[start...].prefix { $0 != "\n" }.split(separator: " ")
        if columns.count > 6, let inode = UInt32(columns[6]) { return inode }
      }
      return nil
    }

    /// An address as the lists write it.
    private struct Endpoint {
      /// In the list for version 4; nil for an address of version 6.
      let text: String?
      /// In the list for version 6.
      let mapped: String

      init?(_ address: SocketAddress) {
        guard let bytes = address.ipBytes, let port = address.port else { return nil }
        let prefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        let four = bytes.count == 4 ? bytes : bytes.starts(with: prefix) ? Array(bytes[12...]) : nil
        text = four.map { Self.text($0, port) }
        mapped = Self.text(four.map { prefix + $0 } ?? bytes, port)
      }

      /// Words of 32 bits as the machine reads them, then the port, in hexadecimal digits.
      private static func text(_ bytes: [UInt8], _ port: Int) -> String {
        let words = stride(from: 0, to: bytes.count, by: 4).map { start in
          let word = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
          return word.bigEndian.hexadecimal(digits: 8, isUpper: true)
        }
        return words.joined() + ":" + port.hexadecimal(digits: 4, isUpper: true)
      }
    }
  }
#endif
