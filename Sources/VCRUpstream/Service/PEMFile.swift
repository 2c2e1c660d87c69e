#if Recording
  import NIOSSL
  import VCRCore

  /// A file in PEM form (RFC 7468) that a user has named.
  ///
  /// It is read once, as it may be a pipe (`--client-cert api.test=<(cat client.crt client.key)`).
  struct PEMFile {
    private let path: String
    private let bytes: [UInt8]

    /// Reads a file.
    ///
    /// - Parameter path: Its path.
    /// - Throws: `CassetteError` with the system's reason.
    init(_ path: String) throws(CassetteError) {
      self.path = path
      bytes = try FileContents.read(path)
    }

    /// The certificates in it.
    ///
    /// - Returns: Nil for none, and for one that cannot be read.
    func certificates() -> [NIOSSLCertificate]? {
      guard let all = try? NIOSSLCertificate.fromPEMBytes(bytes), !all.isEmpty else { return nil }
      return all
    }

    /// The private key in it; nil for none, and for one that cannot be read.
    func privateKey() -> NIOSSLPrivateKey? {
      hasPassword ? nil : try? NIOSSLPrivateKey(bytes: bytes, format: .pem)
    }

    /// Why no client certificate could be read, and what to do about it.
    var reasonForNoIdentity: String {
      let name = path.typedPath
      if !holds("-----BEGIN ") {
        return isBinary
          ? "it is binary, and PEM is read\n"
            + "to make that of PKCS #12:  openssl pkcs12 -in \(name) -nodes -out client.pem"
          : "it holds nothing in PEM form"
      }
      if hasPassword {
        return "its private key has a password\nto make a file without it:  "
          + "(openssl x509 -in \(name); openssl pkey -in \(name)) > client.pem"
      }
      switch (holds("CERTIFICATE-----"), holds("PRIVATE KEY-----")) {
      case (true, false):
        return "it holds no private key\nto put one behind it:  cat \(name) KEY > client.pem"
      case (false, true):
        return
          "it holds no certificate\nto put one before it:  cat CERTIFICATE \(name) > client.pem"
      default:
        return "it needs a certificate and its private key without a password, both in PEM form"
      }
    }

    /// True for DER, of which PKCS #12 consists, too.
    private var isBinary: Bool { bytes.first == 0x30 && bytes.contains { $0 < 9 } }

    /// True for a key that is encrypted, in the form of PKCS #8 or in that of OpenSSL before it.
    private var hasPassword: Bool {
      holds("-----BEGIN ENCRYPTED PRIVATE KEY-----") || holds("Proc-Type: 4,ENCRYPTED")
    }

    private func holds(_ text: String) -> Bool {
      bytes.contains(Array(text.utf8), in: bytes.indices)
    }
  }
#endif
