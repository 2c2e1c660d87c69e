import Foundation
import VCRLocks
import TestSupport
import Testing

@testable import VCRCore

/// Recordings whose disk takes its time.
@Suite struct SlowDiskTests {
  typealias F = DeckFixture

  @Test func `nobody but who records waits for a write, and closing misses none`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/known"), "known")])
    let picture = [0x89, 0x50, 0x4E, 0x47, 0] + (0..<9000).map { UInt8($0 % 251) }
    // A file that is there already is compared first: of a FIFO, for as long as the test likes.
    let folder = fixture.cassette + ".files"
    let pipe = folder + "/" + SHA256.hexadecimal(picture).prefix(32) + ".png"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try #require(unsafe mkfifo(pipe, 0o600) == 0)
    let deck = try fixture.deck(.newEpisodes)
    let ticket = try #require(try deck.ticket(F.request("/picture")))
    let recording = inThread {
      // Should nothing read the FIFO, the test must not wait for a reader.
      defer { close(unsafe open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)) }
      try deck.record(
        .response(
          .init(
            status: 200, reason: "OK", headers: ["Content-Type": "image/png"],
            body: Body(picture))), for: ticket)
    }
    // It opens when the other side is open: the write is under way. A child of another test must
    // not hold it open.
    let held = unsafe open(pipe, O_WRONLY | O_CLOEXEC)
    try #require(held >= 0)
    let deciding = inThread {
      let replayed = try deck.replayed(F.request("/known"))
      let other = try deck.ticket(F.request("/other"))
      return "\(replayed ?? "nothing"), then request \(other?.order ?? -1)"
    }
    #expect(try deciding() == "known, then request 1")
    let closing = inThread { try deck.close() }
    // What is written takes the place of the FIFO, not the way through it.
    unsafe unlink(pipe)
    close(held)
    try recording()
    let summary = try closing()
    #expect(summary.recorded == 1 && summary.replayed == 1)
    let replayed = try fixture.deck().decide(F.request("/picture"))
    guard case .replay(let playback) = replayed else {
      Issue.record("not recorded: \(replayed)")
      return
    }
    #expect(playback.interaction.outcome.asResponse?.body.bytes == picture)
  }

  private struct StillWaiting: Error {}

  /// Runs a body in a thread of its own.
  ///
  /// - Returns: Waits for what the body returns, at most for a minute.
  private func inThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) -> () throws -> Value {
    let result = Shared<Value>()
    Thread.detachNewThread { result.set(Result(catching: body)) }
    return { try result.wait() }
  }

  private final class Shared<Value: Sendable>: Sendable {
    private let gate = Gate()
    private let result = Mutex<Result<Value, any Error>>(.failure(StillWaiting()))

    func set(_ value: Result<Value, any Error>) {
      result.withLock { $0 = value }
      gate.open()
    }

    func wait() throws -> Value {
      gate.wait()
      return try result.withLock { $0 }.get()
    }
  }
}
