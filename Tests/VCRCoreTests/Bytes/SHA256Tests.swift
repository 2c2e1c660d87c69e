import Testing

@testable import VCRCore

struct SHA256Tests {
  /// Examples of FIPS 180-4, and a million bytes.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func `a digest is that of the standard`(text: String, digest: String) {
    #expect(SHA256.hexadecimal(Array(text.utf8)) == digest)
  }

  /// One of the two is what the processor has instructions for, where it has them.
  @Test func `a digest does not depend on who computes it`() {
    for size in [0, 1, 55, 56, 63, 64, 65, 127, 128, 1_000, 100_003] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ size) }
      var loops = SHA256(usingInstructions: false)
      loops.update(bytes)
      #expect(loops.hexadecimal() == SHA256.hexadecimal(bytes))
    }
  }

  @Test func `a digest does not depend on how the bytes come`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in [1, 3, 63, 64, 65, 127, 200, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(hash.hexadecimal() == SHA256.hexadecimal(bytes))
    }
  }
}
