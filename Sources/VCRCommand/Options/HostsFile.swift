#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// The names that this machine's own table gives to addresses (hosts(5)), which every resolver
  /// asks first.
  enum HostsFile {
    /// The addresses of loopback that a name stands for.
    ///
    /// - Parameters:
    ///   - address: A name and a port.
    ///   - path: The path of the table.
    /// - Returns: The addresses with the same port; none where the table leads elsewhere, or cannot
    ///   be read.
    static func loopback(
      of address: Upstream.Address, at path: String = "/etc/hosts"
    ) -> [Upstream.Address] {
      let text = String(decoding: (try? FileSystem.read(path)) ?? [], as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).compactMap { line in
        let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        guard let first = words.first,
          words.dropFirst().contains(where: { $0.lowercased() == address.host })
        else { return nil }
        let place = Upstream.Address(host: first.lowercased(), port: address.port)
        return place.isLoopback ? place : nil
      }
    }
  }
#endif
