#if CommandLineTool
  import VCRCore
  import VCRUpstream

  /// The names that this machine's own table gives to addresses (hosts(5)), which every resolver
  /// asks first.
  enum HostsFile {
    /// The addresses that a name stands for.
    ///
    /// - Parameters:
    ///   - address: A name and a port.
    ///   - path: The path of the table.
    /// - Returns: The addresses with the same port; none where the table does not have the name, or
    ///   cannot be read.
    static func addresses(
      of address: Upstream.Address, at path: String = "/etc/hosts"
    ) -> [Upstream.Address] {
      let text = String(decoding: (try? FileSystem.read(path)) ?? [], as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).compactMap { line in
        let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
        guard let first = words.first,
          words.dropFirst().contains(where: { $0.lowercased() == address.host })
        else { return nil }
        return Upstream.Address(host: first.lowercased(), port: address.port)
      }
    }
  }
#endif
