#if CommandLineTool
  import Crypto

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import VCRCore

  /// Writes a trust store in Java's own format (JKS, version 2), so that no JDK is needed for it.
  ///
  /// The format is that of `sun.security.provider.JavaKeyStore`: a header, the entries, and a SHA-1
  /// digest of the password, a fixed phrase, and all bytes before it.
  enum JavaTrustStore {
    /// The password that is customary in Java; it protects nothing, since certificates are public.
    static let password = "changeit"

    /// The first byte of a certificate or a PKCS #12, which DER begins with for a sequence.
    static let sequence: UInt8 = 0x30

    /// The bytes of a store.
    ///
    /// - Parameters:
    ///   - certificates: The certificates to trust, each in DER.
    ///   - password: The password, without which a reader does not look at the digest.
    /// - Returns: The file's content.
    static func bytes(
      trusting certificates: [[UInt8]], password: String = password
    ) -> [UInt8] {
      var store = [UInt8]()
      append(UInt32(0xFEED_FEED), to: &store)
      append(UInt32(2), to: &store)
      append(UInt32(certificates.count), to: &store)
      for (index, certificate) in certificates.enumerated() {
        let trustedCertificate: UInt32 = 2
        append(trustedCertificate, to: &store)
        append("vcr-\(index)", to: &store)
        append(UInt64(0), to: &store)
        append("X.509", to: &store)
        append(UInt32(certificate.count), to: &store)
        store += certificate
      }
      var digest = Insecure.SHA1()
      digest.update(data: Array(password.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }))
      digest.update(data: Array("Mighty Aphrodite".utf8))
      digest.update(data: store)
      store += digest.finalize()
      return store
    }

    /// The certificates of a PEM file; text between them is skipped (RFC 7468 §5.2).
    ///
    /// - Parameter pem: The file's text.
    /// - Returns: The certificates in DER, without those that cannot be decoded.
    static func certificates(in pem: String) -> [[UInt8]] {
      // Bytes, and those between the marks alone: each start reads all roots of the system.
      let text = Array(pem.utf8)
      let (begin, end) = (
        Array("-----BEGIN CERTIFICATE-----".utf8), Array("-----END CERTIFICATE-----".utf8)
      )
      var certificates = [[UInt8]]()
      var start = 0
      while var first = text.firstRange(of: begin, from: start),
        let last = text.firstRange(of: end, from: first.upperBound)
      {
        // One without an end may stand before it.
        while let next = text.firstRange(of: begin, in: first.upperBound..<last.lowerBound) {
          first = next
        }
        if let certificate = decoded(text, first.upperBound..<last.lowerBound) {
          certificates.append(certificate)
        }
        start = last.upperBound
      }
      return certificates
    }

    /// The certificates that a store says to trust, and the first of each key's chain, which Java
    /// trusts, too.
    ///
    /// - Parameters:
    ///   - store: The content of a file.
    ///   - passwords: The passwords that may open a PKCS #12.
    /// - Returns: The certificates in DER, up to a place that cannot be read; none of a file that
    ///   is no JKS, nor JCEKS, whose entries for certificates are the same, nor a PKCS #12 that is
    ///   not encrypted, as that of a JDK is not since version 18, or as ``EncryptedBags`` reads it.
    static func certificates(
      inStore store: [UInt8], passwords: [String] = [password]
    ) -> [[UInt8]] {
      if store.first == sequence {
        return ([store] + EncryptedBags.contents(of: store, passwords: passwords))
          .flatMap(certificates(inBags:))
      }
      var reader = StoreReader(bytes: store[...])
      guard let magic = reader.number(4), magic == 0xFEED_FEED || magic == 0xCECE_CECE,
        let version = reader.number(4), version == 1 || version == 2,
        let count = reader.number(4)
      else { return [] }
      var certificates = [[UInt8]]()
      for _ in 0..<count {
        guard let kind = reader.number(4), reader.text() != nil, reader.number(8) != nil else {
          return certificates
        }
        let isKey = kind == 1
        guard kind == 2 || isKey && reader.block() != nil,
          let length = isKey ? reader.number(4) : 1
        else { return certificates }
        for place in 0..<length {
          guard version == 1 || reader.text() != nil, let certificate = reader.block() else {
            return certificates
          }
          if place == 0 { certificates.append(Array(certificate)) }
        }
      }
      return certificates
    }

    /// The certificates in the bags of a PKCS #12 (RFC 7292 §4.2.3).
    private static func certificates(inBags store: [UInt8]) -> [[UInt8]] {
      // The identifier x509Certificate, and the tag of its value.
      let bag: [UInt8] = [
        0x06, 0x0A, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x16, 0x01, 0xA0,
      ]
      var certificates = [[UInt8]]()
      var start = 0
      while let found = store.firstRange(of: bag, from: start) {
        start = found.upperBound
        var reader = StoreReader(bytes: store[start...])
        let octetString = 0x04
        guard reader.length() != nil, reader.number(1) == octetString,
          let certificate = reader.value()
        else { continue }
        certificates.append(Array(certificate))
        start = certificate.endIndex
      }
      return certificates
    }

    /// What lines of Base64 encode, in which spaces and tabs may stand, as hardly a file has them.
    private static func decoded(_ text: [UInt8], _ lines: Range<Int>) -> [UInt8]? {
      var letters = Data(capacity: lines.count)
      var start = lines.lowerBound
      while start < lines.upperBound {
        let end = text.first(0x0A, from: start, to: lines.upperBound)
        letters += text[start..<end]
        start = end + 1
      }
      let data =
        Data(base64Encoded: letters)
        ?? Data(base64Encoded: letters.filter { ![0x20, 0x09, 0x0D].contains($0) })
      return data.map(Array.init)
    }

    private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8])
    {
      for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
      }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
      append(UInt16(text.utf8.count), to: &bytes)
      bytes += Array(text.utf8)
    }
  }
#endif
