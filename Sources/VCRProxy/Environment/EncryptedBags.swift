#if CommandLineTool
  import Crypto
  import CryptoExtras

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import VCRCore

  /// The bags of a PKCS #12 that a password encrypts with AES (PBES2, RFC 8018 §6.2), as Java has
  /// done since version 16, and OpenSSL since version 3.
  ///
  /// Those that are encrypted as before (RC2, triple DES) stay closed, and so do keys.
  enum EncryptedBags {
    /// The identifier of data (RFC 5652 §4) with its tag, which stands before the algorithm of what
    /// is no key.
    private static let data: [UInt8] = [
      0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01,
    ]
    private static let scheme: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0D]
    private static let derivation: [UInt8] = [
      0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0C,
    ]
    /// AES in CBC mode, but for the last part of its identifier, which says how long the key is.
    private static let cipher: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01]
    /// The ciphers before PBES2, RC2 and triple DES among them, but for the last part of their
    /// identifiers (RFC 7292 appendix C).
    private static let olderSchemes: [UInt8] = [
      0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x0C, 0x01,
    ]
    private static let keyLengths: [UInt8: Int] = [0x02: 16, 0x16: 24, 0x2A: 32]
    /// HMAC, but for the last part of its identifier, which says with which hash function.
    private static let code: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02]
    private static let hashes: [UInt8: KDF.Insecure.PBKDF2.HashFunction] = [
      0x07: .insecureSHA1, 0x09: .sha256, 0x0A: .sha384, 0x0B: .sha512,
    ]

    /// The most rounds that are carried out, a hundred times as many as Java writes: COMMAND waits.
    private static let mostRounds = 1_000_000

    // Tags of DER.
    private static let (integer, octetString, identifier): (UInt8, UInt8, UInt8) = (
      0x02, 0x04, 0x06
    )
    private static let sequence = JavaTrustStore.sequence
    /// The tag of an octet string in a place that says what it is.
    private static let ownOctetString: UInt8 = 0x80

    /// The contents of the bags, without those that no password opens.
    ///
    /// - Parameters:
    ///   - store: The content of a file.
    ///   - passwords: The passwords that are tried.
    /// - Returns: The content of each part of the store, in which the bags stand.
    static func contents(of store: [UInt8], passwords: [String]) -> [[UInt8]] {
      var contents: [[UInt8]] = []
      var start = 0
      while let found = store.firstRange(of: data, from: start) {
        start = found.upperBound
        guard let part = EncryptedPart(StoreReader(bytes: store[start...])) else { continue }
        let content = passwords.lazy.compactMap { part.content(password: $0) }.first
        if let content { contents.append(content) }
      }
      return contents
    }

    /// True when certificates in a store are encrypted as before PBES2.
    ///
    /// - Parameter store: The content of a file.
    /// - Returns: False as well for one whose keys alone are.
    static func areOlder(in store: [UInt8]) -> Bool {
      var start = 0
      while let found = store.firstRange(of: data, from: start) {
        start = found.upperBound
        var reader = StoreReader(bytes: store[start...])
        guard let algorithm = reader.element(sequence) else { continue }
        reader = StoreReader(bytes: algorithm)
        if let name = reader.element(identifier), name.dropLast() == olderSchemes[...] {
          return true
        }
      }
      return false
    }

    /// A part of a store, and what its encryption needs beside a password.
    private struct EncryptedPart {
      let salt: ArraySlice<UInt8>
      let rounds: Int
      let hash: KDF.Insecure.PBKDF2.HashFunction
      let keyLength: Int
      let vector: AES._CBC.IV
      let encrypted: ArraySlice<UInt8>

      /// Reads what stands behind the identifier of data; nil for what is not encrypted so.
      init?(_ reader: StoreReader) {
        var reader = reader
        guard let algorithm = reader.element(sequence),
          let encrypted = reader.element(ownOctetString)
        else { return nil }
        self.encrypted = encrypted
        reader = StoreReader(bytes: algorithm)
        guard reader.element(identifier).map(Array.init) == scheme,
          let parameters = reader.element(sequence)
        else { return nil }
        reader = StoreReader(bytes: parameters)
        guard let key = reader.element(sequence), let cipher = reader.element(sequence) else {
          return nil
        }
        reader = StoreReader(bytes: cipher)
        guard let name = reader.element(identifier), name.dropLast() == EncryptedBags.cipher[...],
          let length = name.last.flatMap({ keyLengths[$0] }),
          let vector = reader.element(octetString).flatMap({ try? AES._CBC.IV(ivBytes: $0) })
        else { return nil }
        (keyLength, self.vector) = (length, vector)
        reader = StoreReader(bytes: key)
        guard reader.element(identifier).map(Array.init) == derivation,
          let derived = reader.element(sequence)
        else { return nil }
        reader = StoreReader(bytes: derived)
        guard let salt = reader.element(octetString), let digits = reader.element(integer) else {
          return nil
        }
        var count = StoreReader(bytes: digits)
        guard let rounds = count.number(digits.count), (1...mostRounds).contains(rounds) else {
          return nil
        }
        (self.salt, self.rounds) = (salt, rounds)
        // The length of the key may be said here, too; without a function it is HMAC with SHA-1.
        _ = reader.element(integer)
        guard let function = reader.element(sequence) else {
          hash = .insecureSHA1
          return
        }
        reader = StoreReader(bytes: function)
        guard let name = reader.element(identifier), name.dropLast() == code[...],
          let hash = name.last.flatMap({ hashes[$0] })
        else { return nil }
        self.hash = hash
      }

      /// The content; nil when the password is another, as far as the padding tells.
      func content(password: String) -> [UInt8]? {
        let key = try? KDF.Insecure.PBKDF2.deriveKey(
          from: Array(password.utf8), salt: Array(salt), using: hash,
          outputByteCount: keyLength, unsafeUncheckedRounds: rounds)
        return key.flatMap { try? AES._CBC.decrypt(Array(encrypted), using: $0, iv: vector) }
          .map(Array.init)
      }
    }
  }
#endif
