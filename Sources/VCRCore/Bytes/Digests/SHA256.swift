internal import CBytes

/// The digest SHA-256 (FIPS 180-4 §6.2), which names side files.
///
/// It is implemented here because a build that only replays depends on nothing but libyaml, and has
/// to verify what it reads as well. Where the processor has instructions for it they are used,
/// which takes a fortieth of the time of the loops below in a build without optimisation.
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private var schedule = [UInt32](repeating: 0, count: 64)
  /// The bytes of a block that is not complete.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0
  private let usesInstructions: Bool

  /// Creates the digest of no bytes.
  package init() { self.init(usingInstructions: true) }

  /// Creates the digest of no bytes.
  ///
  /// - Parameter usingInstructions: False for the loops in Swift, whatever the processor has.
  init(usingInstructions: Bool) { usesInstructions = usingInstructions && Self.hasInstructions }

  /// The digest of bytes, as 64 hexadecimal digits in lower case.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexadecimal()
  }

  /// Adds the bytes that follow.
  package mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { unsafe update($0) }
  }

  /// Adds the bytes that follow.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count += UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      unsafe rest.append(contentsOf: bytes[..<start])
      guard rest.count == 64 else { return }
      unsafe rest.withUnsafeBytes { unsafe take($0, from: 0, blocks: 1) }
      rest.removeAll(keepingCapacity: true)
    }
    let blocks = (bytes.count - start) / 64
    unsafe take(bytes, from: start, blocks: blocks)
    unsafe rest.append(contentsOf: bytes[(start + blocks * 64)...])
  }

  /// The digest of all bytes that were added, as 64 hexadecimal digits in lower case.
  package func hexadecimal() -> String {
    var hash = self
    // The remaining bytes, a one, zeros, and the length in bits fill one block or two (§5.1.1).
    var tail = rest + [0x80]
    while tail.count % 64 != 56 { tail.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: (count &* 8) >> UInt64(shift)))
    }
    unsafe tail.withUnsafeBytes { unsafe hash.take($0, from: 0, blocks: tail.count / 64) }
    var digits: [UInt8] = []
    for word in hash.state {
      for shift in stride(from: 24, through: 0, by: -8) {
        digits.appendHexadecimal(UInt8(truncatingIfNeeded: word >> UInt32(shift)), isUpper: false)
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Adds whole blocks.
  ///
  /// Bodies of many gigabytes pass through here, so the loops work on pointers, which are as fast
  /// in a build without optimisation as arrays are in one with it.
  private mutating func take(
    _ bytes: UnsafeRawBufferPointer, from start: Int, blocks: Int
  ) {
    guard blocks > 0, let first = bytes.baseAddress else { return }
    if usesInstructions {
      unsafe state.withUnsafeMutableBufferPointer { state in
        unsafe vcr_sha256_add(
          state.baseAddress, (first + start).assumingMemoryBound(to: UInt8.self), blocks)
      }
      return
    }
    unsafe schedule.withUnsafeMutableBufferPointer { words in
      unsafe state.withUnsafeMutableBufferPointer { state in
        unsafe Self.constants.withUnsafeBufferPointer { constants in
          guard let words = words.baseAddress, let state = state.baseAddress,
            let constants = constants.baseAddress
          else { return }
          for block in 0..<blocks {
            unsafe Self.take(first + start + block * 64, state, words, constants)
          }
        }
      }
    }
  }

  /// True where the processor has instructions for SHA-256.
  private static let hasInstructions = vcr_sha256_is_available() != 0

  private static func take(
    _ block: UnsafeRawPointer, _ state: UnsafeMutablePointer<UInt32>,
    _ words: UnsafeMutablePointer<UInt32>, _ constants: UnsafePointer<UInt32>
  ) {
    var index = 0
    while index < 16 {
      let byte = unsafe (block + index &* 4).assumingMemoryBound(to: UInt8.self)
      unsafe words[index] =
        UInt32(byte[0]) &<< 24 | UInt32(byte[1]) &<< 16 | UInt32(byte[2]) &<< 8 | UInt32(byte[3])
      index &+= 1
    }
    while index < 64 {
      let (early, late) = unsafe (words[index &- 15], words[index &- 2])
      let small = (early &>> 7 | early &<< 25) ^ (early &>> 18 | early &<< 14) ^ (early &>> 3)
      let large = (late &>> 17 | late &<< 15) ^ (late &>> 19 | late &<< 13) ^ (late &>> 10)
      unsafe words[index] = words[index &- 16] &+ small &+ words[index &- 7] &+ large
      index &+= 1
    }
    var (a, b, c, d) = unsafe (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = unsafe (state[4], state[5], state[6], state[7])
    index = 0
    while index < 64 {
      let high = (e &>> 6 | e &<< 26) ^ (e &>> 11 | e &<< 21) ^ (e &>> 25 | e &<< 7)
      let choice = (e & f) ^ (~e & g)
      let first = unsafe h &+ high &+ choice &+ constants[index] &+ words[index]
      let low = (a &>> 2 | a &<< 30) ^ (a &>> 13 | a &<< 19) ^ (a &>> 22 | a &<< 10)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ low &+ majority
      index &+= 1
    }
    unsafe state[0] &+= a
    unsafe state[1] &+= b
    unsafe state[2] &+= c
    unsafe state[3] &+= d
    unsafe state[4] &+= e
    unsafe state[5] &+= f
    unsafe state[6] &+= g
    unsafe state[7] &+= h
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
