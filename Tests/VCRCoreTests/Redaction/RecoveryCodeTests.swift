import Testing

@testable import VCRCore

/// Codes for those who lost their second factor, in lists and in sentences.
struct RecoveryCodeTests: RedactedText {
  private static let codes = ["1a2b3-c4d5e", "9f8e7-d6c5b"]

  @Test(arguments: [
    ("Your recovery codes: %, %.\nKeep them safe.\n", "text/plain"),
    ("Here are your backup codes. Print them.\n\n1. %\n2. %\n", "text/plain"),
    ("Backup Codes\n============\n* %\n* %\n", "text/markdown"),
    ("scratch_codes:\n  - %\n  - '%'\n", "application/yaml"),
    (#"{"message":"Your emergency codes are:\n%\n%"}"#, "application/json"),
    (#"{"recovery_codes":["%","%"]}"#, "application/json"),
    (#"{"mfa":{"backupCodes":["%","%"]}}"#, "application/json"),
    ("RECOVERY_CODES=%,%\n", "text/plain"),
  ])
  func `recovery codes are redacted wherever they stand`(frame: String, type: String) {
    var text = frame
    for code in Self.codes {
      guard let place = text.firstRange(of: "%") else { break }
      text.replaceSubrange(place, with: code)
    }
    let redacted = redacted(text, type)
    for code in Self.codes { #expect(!redacted.contains(code), "\(redacted)") }
    #expect(self.redacted(redacted, type) == redacted)
  }

  @Test(arguments: ["12345678 87654321", "1234 5678\n8765 4321", "a1b2c3d4e5f6a7b8"])
  func `codes of other forms go after their words`(codes: String) {
    let redacted = redacted("Your backup codes:\n\(codes)\n")
    #expect(redacted.contains("{{RECOVERY_CODE}}"), "\(redacted)")
    #expect(!redacted.contains(codes.prefix(6)) && !redacted.contains(codes.suffix(6)))
  }

  @Test(arguments: [
    "Recovery codes were created on 2026-11-28 by ada.\n",
    "You have 8 backup codes left (created 1764288000).\n",
    "See https://docs.example.com/recovery-codes/2026a-b1c2d for backup codes\n",
    "Error codes: 1a2b3-c4d5e\n", "backup codes use sha-256 and utf-16\n",
    #"{"recovery_codes":[]}"#, #"{"backup_codes_count":10}"#,
    #"{"backup_codes": [], "trace_id": "8f213c519114f02a", "etag": "1a2b3-c4d5e"}"#,
    "emergency_codes: none\nspan: 8f213c519114f02a\nbuild: 1a2b3-c4d5e\n",
    "<a><rescue_codes></rescue_codes><span>8f213c519114f02a</span></a>",
    "level=info recovery_codes=unset span=8f213c519114f02a\n",
  ])
  func `what is about codes stays`(text: String) { #expect(redacted(text) == text) }
}
