import Testing

@testable import VCRCore

/// How a cassette names the reset of a connection or of a stream.
struct FailureResetTests {
  @Test(
    arguments: [
      (.connection, "connection"), (.stream(0), "NO_ERROR"), (.stream(8), "CANCEL"),
      (.stream(13), "HTTP_1_1_REQUIRED"), (.stream(14), "0xe"), (.stream(.max), "0xffffffff"),
    ] as [(Interaction.Failure.Reset, String)])
  func `a reset has one word, which gives it back`(reset: Interaction.Failure.Reset, word: String) {
    #expect(reset.description == word)
    #expect(Interaction.Failure.Reset(word) == reset)
  }

  @Test(arguments: ["", "cancel", "Connection", "8", "0x", "0x100000000", "0xg", "NO_SUCH_ERROR"])
  func `any other word is none`(word: String) { #expect(Interaction.Failure.Reset(word) == nil) }
}
