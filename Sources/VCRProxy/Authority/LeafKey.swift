#if CommandLineTool
  import Crypto
  import CryptoExtras
  import NIOSSL
  import X509

  /// The key of the leaf certificates of a kind: one is enough for all, since none outlives the
  /// run.
  struct LeafKey: Sendable {
    /// The kind of signature that a client must be able to verify.
    enum Kind: Hashable {
      /// ECDSA on the curve P-256.
      case ecdsa
      /// RSA, for clients that know nothing else, or are told to take nothing else.
      case rsa
    }

    let kind: Kind
    /// The part of it that a certificate shows.
    let publicKey: Certificate.PublicKey
    /// The key as the TLS library takes it.
    let tlsKey: NIOSSLPrivateKey

    /// Makes a key, for which RSA takes some tenths of a second.
    init(_ kind: Kind) throws {
      self.kind = kind
      let bytes: [UInt8]
      switch kind {
      case .ecdsa:
        let key = P256.Signing.PrivateKey()
        publicKey = Certificate.PublicKey(key.publicKey)
        bytes = Array(key.derRepresentation)
      case .rsa:
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        publicKey = Certificate.PublicKey(key.publicKey)
        bytes = Array(key.derRepresentation)
      }
      tlsKey = try NIOSSLPrivateKey(bytes: bytes, format: .der)
    }
  }
#endif
