import Testing

@testable import VCRCore

/// Letters that chance has put together, and words.
struct LetterPairsTests {
  @Test(arguments: [
    "qyzvoimhcxdt", "ord_SCrUZoLgubbb", "kXbQzRtW", "QXKZVJWM", "item-xkqzvb", "vLfPmZqJ",
    "/use/order_iKZWeqhFWCEP/lines",
  ])
  func `random letters are recognised`(text: String) {
    #expect(LetterPairs.areRandom(in: text.utf8))
  }

  @Test(arguments: [
    "", "pending", "waiting", "lamp-red", "subscriptionStatus", "InternalServerError",
    "application", "awaiting_payment", "IN_PROGRESS", "endCursor", "düsseldorf", "abcde", "xkqz",
    "unavailable", "Wednesday", "HttpRequestHandler",
  ])
  func `words are recognised`(text: String) {
    #expect(!LetterPairs.areRandom(in: text.utf8))
  }
}
