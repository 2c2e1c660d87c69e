import Foundation
import Testing
import VCRLocks

@testable import VCRCore

/// What stands for the standard library on systems that are older than a part of it.
struct StandInTests {
  @Test func `a lock of ours lets one thread in at a time`() {
    let lock = OwnMutex((value: 0, isInUse: false))
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1_000 {
        lock.withLock { state in
          #expect(!state.isInUse)
          state.isInUse = true
          state.value += 1
          state.isInUse = false
        }
      }
    }
    #expect(lock.withLock { $0.value } == 8_000)
  }

  @Test func `a lock of ours is free again after an error`() {
    struct Failure: Error {}
    let lock = OwnMutex([1])
    #expect(throws: Failure.self) {
      try lock.withLock { state throws(Failure) in
        state.append(2)
        throw Failure()
      }
    }
    #expect(lock.withLock { $0 } == [1, 2])
  }

  @Test(arguments: [
    [], Array("naïve 🎬".utf8), [0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    [0xC0, 0x80],
    Array("\u{FFFD}".utf8), [0x61, 0xFF], [0],
  ])
  func `text is decoded as the standard library does`(bytes: [UInt8]) {
    #expect(
      String.decodedByTranscoding(bytes, as: UTF8.self) == String(validating: bytes, as: UTF8.self))
  }

  @Test(
    arguments: [[], [0x61, 0x20AC], [0xD83C, 0xDFAC], [0xD83C], [0xDFAC, 0x61]] as [[UInt16]])
  func `text of two bytes a character is decoded as the standard library does`(units: [UInt16]) {
    #expect(
      String.decodedByTranscoding(units, as: UTF16.self)
        == String(validating: units, as: UTF16.self))
  }
}
