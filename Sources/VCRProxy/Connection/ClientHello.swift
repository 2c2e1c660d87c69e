#if CommandLineTool
  import NIOCore

  /// The first message of a TLS client (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2), as far as it decides
  /// which certificate the client can use.
  struct ClientHello {
    /// False when the client takes no certificate with a key of ECDSA on the curve P-256.
    let takesECDSA: Bool

    /// The signature algorithm `ecdsa_secp256r1_sha256`; in TLS 1.2 it is that with any curve.
    private static let scheme: UInt16 = 0x0403
    /// The cipher suites of TLS 1.2 that the TLS library has for certificates with such a key.
    ///
    /// In TLS 1.3 a suite says nothing about the certificate.
    private static let suites: Set<UInt16> = [
      0xC009, 0xC00A, 0xC023, 0xC024, 0xC02B, 0xC02C, 0xCCA9,
    ]

    /// Reads the message.
    ///
    /// - Parameter records: The bytes that came; what follows the message is not looked at.
    init?(_ records: ByteBuffer) {
      var message = Self.content(of: records)
      // The length of the message, the version, and the random bytes.
      guard message.readInteger(as: UInt8.self) == 1, message.readSlice(length: 3 + 2 + 32) != nil,
        message.readLengthPrefixedSlice(as: UInt8.self) != nil,
        let suites = message.readLengthPrefixedSlice(as: UInt16.self),
        message.readLengthPrefixedSlice(as: UInt8.self) != nil
      else { return nil }
      var schemes: [UInt16]?
      var versions: [UInt16] = []
      var extensions = message.readLengthPrefixedSlice(as: UInt16.self) ?? ByteBuffer()
      while let kind = extensions.readInteger(as: UInt16.self),
        var content = extensions.readLengthPrefixedSlice(as: UInt16.self)
      {
        switch kind {
        case 13: schemes = content.readLengthPrefixedSlice(as: UInt16.self).map(Self.numbers)
        case 43: versions = content.readLengthPrefixedSlice(as: UInt8.self).map(Self.numbers) ?? []
        default: break
        }
      }
      takesECDSA =
        schemes?.contains(Self.scheme) != false
        && (versions.contains(0x0304) || !Self.suites.isDisjoint(with: Self.numbers(suites)))
    }

    /// The content of handshake records, which may be in pieces (RFC 8446 §5.1).
    private static func content(of records: ByteBuffer) -> ByteBuffer {
      var (records, content) = (records, ByteBuffer())
      while records.readInteger(as: UInt8.self) == 0x16,
        records.readInteger(as: UInt16.self) != nil,
        let piece = records.readLengthPrefixedSlice(as: UInt16.self)
      {
        content.writeImmutableBuffer(piece)
      }
      return content
    }

    private static func numbers(_ list: ByteBuffer) -> [UInt16] {
      var (list, numbers) = (list, [UInt16]())
      while let number = list.readInteger(as: UInt16.self) { numbers.append(number) }
      return numbers
    }
  }
#endif
