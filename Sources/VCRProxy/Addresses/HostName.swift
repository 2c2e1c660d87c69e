#if CommandLineTool
  /// The rules for the host of an authority: an address literal, or a name of labels (RFC 3986
  /// §3.2.2, RFC 1034 §3.5).
  ///
  /// Only these get a certificate. Underscores are allowed in names, since local networks use them
  /// although DNS host names may not.
  enum HostName {
    /// The most bytes of a name and of one of its labels (RFC 1035 §2.3.4).
    private static let (limit, labelLimit) = (253, 63)

    /// True for an IPv4 or IPv6 address without brackets, and for a name of labels.
    static func isValid(_ host: String) -> Bool {
      // An IPv6 address may have a zone (RFC 6874).
      if host.utf8.contains(UInt8(ascii: ":")) {
        return CertificateAuthority.isAddress(String(host.prefix { $0 != "%" }))
      }
      var name = host.utf8[...]
      // The dot after the last label is that of the root.
      if name.last == UInt8(ascii: ".") { name.removeLast() }
      guard name.count <= limit else { return false }
      return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .allSatisfy { 1...labelLimit ~= $0.count && $0.allSatisfy(isNameByte) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x7E: true
      default: false
      }
    }
  }
#endif
