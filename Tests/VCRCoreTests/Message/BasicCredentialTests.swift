import Testing

@testable import VCRCore

struct BasicCredentialTests {
  @Test func `the token is that of the RFC's example`() {
    // RFC 7617 §2.
    #expect(
      BasicCredential.fieldValue(of: "Aladdin:open sesame")
        == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    // RFC 7617 §2.1, in UTF-8.
    #expect(BasicCredential.token(of: "test:123£") == "dGVzdDoxMjPCow==")
  }

  @Test(
    arguments: [
      ("ada", "ada:"), ("ada:secret", "ada:secret"), ("a%20b:p%40ss%3A", "a b:p@ss:"),
      ("", ":"), ("a%2", nil), ("a%zz", nil), ("%FF", nil), ("%C3%A9", "é:"), ("a+b:c", "a+b:c"),
    ] as [(String, String?)])
  func `user information is decoded, with a colon where it has no password`(
    userInformation: String, decoded: String?
  ) {
    #expect(BasicCredential.decoded(userInformation: userInformation) == decoded)
  }
}
