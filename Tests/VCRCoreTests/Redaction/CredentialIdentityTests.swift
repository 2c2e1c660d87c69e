import Testing

@testable import VCRCore

/// The part of a credential that is the same in all requests of one user.
struct CredentialIdentityTests {
  /// Two credentials of one user, and what they have in common.
  private static let rows: [(one: String, other: String, part: String, isName: Bool)] = [
    ("DPoP q7Zt2LmX9vB4nRk8", "DPoP q7Zt2LmX9vB4nRk8", "q7Zt2LmX9vB4nRk8", false),
    ("OAuth q7Zt2LmX9vB4nRk8", "OAuth q7Zt2LmX9vB4nRk8", "q7Zt2LmX9vB4nRk8", false),
    (
      #"OAuth oauth_token="ada", oauth_nonce="1""#, #"OAuth oauth_nonce="2", oauth_token="ada""#,
      "ada", false
    ),
    ("AWS AKIAADA:c2ln", "AWS AKIAADA:b3Ro", "AKIAADA", false),
    ("SharedKey ada:c2ln", "SharedKey ada:b3Ro", "ada", true),
    ("hmac ada:c2ln", "hmac ada:b3Ro", "ada", true),
    (
      #"hmac username="ada", signature="1""#, #"hmac username="ada", signature="2""#, "ada", true
    ),
    (
      "EG1-HMAC-SHA256 client_token=akab;access_token=x;nonce=1;signature=1",
      "EG1-HMAC-SHA256 client_token=akab;access_token=x;nonce=2;signature=2", "akab", false
    ),
    (
      "TC3-HMAC-SHA256 Credential=AKIDX/2026-01-01/cvm/tc3_request, Signature=1",
      "TC3-HMAC-SHA256 Credential=AKIDX/2026-01-02/cvm/tc3_request, Signature=2", "AKIDX", false
    ),
    (
      "ACS3-HMAC-SHA256 Credential=LTAIX,SignedHeaders=host,Signature=1",
      "ACS3-HMAC-SHA256 Credential=LTAIX,SignedHeaders=host,Signature=2", "LTAIX", false
    ),
    (
      "SDK-HMAC-SHA256 Access=HWX, SignedHeaders=host, Signature=1",
      "SDK-HMAC-SHA256 Access=HWX, SignedHeaders=host, Signature=2", "HWX", false
    ),
    (
      #"Signature version="1",keyId="t/u/f",signature="1""#,
      #"Signature version="1",keyId="t/u/f",signature="2""#, "t/u/f", true
    ),
    (#"Digest username="a b", nonce="1""#, #"Digest username="a b", nonce="2""#, "a b", true),
    ("bce-auth-v1/AK/2026/1800/host/1", "bce-auth-v1/AK/2027/1800/host/2", "AK", false),
    ("OSS LTAIX:1", "OSS LTAIX:2", "LTAIX", false),
  ]

  @Test(arguments: rows)
  func `requests of one user have a part in common`(
    one: String, other: String, part: String, isName: Bool
  ) {
    for value in [one, other] {
      let bytes = Array(value.utf8)
      let identity = CredentialIdentity.identity(of: bytes)
      #expect(identity?.value == Array(part.utf8), "\(value)")
      #expect(identity?.user == (isName ? Array(part.utf8) : nil), "\(value)")
    }
  }

  @Test(arguments: [
    "Negotiate YII=", "NTLM TlRM", #"OAuth oauth_consumer_key="k", oauth_signature="s""#,
    "AWS4-HMAC-SHA256 Signature=1",
  ])
  func `what is computed again as a whole is nobody's`(value: String) {
    #expect(CredentialIdentity.identity(of: Array(value.utf8)) == nil)
  }

  /// Records requests with two values each and returns them as they are recorded.
  private func recorded(
    _ request: (String) -> Interaction.Request
  ) -> (Interaction.Request, Interaction.Request, again: Interaction.Request) {
    let redactor = Redactor(.standard, numbersValues: true)
    func one(_ value: String) -> Interaction.Request {
      redactor.redacting(
        Interaction(request: request(value), outcome: .response(.init(status: 200)))
      ).request
    }
    let (first, second) = (one("q7Zt2LmX9vB4nRk8a"), one("w3Ys8KpD1cH6jTf5b"))
    return (first, second, one("q7Zt2LmX9vB4nRk8a"))
  }

  @Test func `a trailer field tells users apart`() {
    let (one, other, again) = recorded {
      Interaction.Request(url: "http://h/", trailers: ["X-Auth-Token": $0])
    }
    #expect(one.trailers["X-Auth-Token"] == "{{X_AUTH_TOKEN}}" && again == one)
    #expect(other.trailers["X-Auth-Token"] == "{{X_AUTH_TOKEN_2}}")
  }

  @Test(arguments: ["application/msgpack", "application/cbor"])
  func `a document in a binary form of JSON tells users apart`(type: String) {
    let isCBOR = type.hasSuffix("cbor")
    let (one, other, again) = recorded { value in
      let head: [UInt8] = isCBOR ? [0xA1, 0x66] : [0x81, 0xA6]
      let length: UInt8 = (isCBOR ? 0x60 : 0xA0) | UInt8(value.utf8.count)
      return Interaction.Request(
        method: "POST", url: "http://h/", headers: ["Content-Type": type],
        body: Body(head + Array("apiKey".utf8) + [length] + Array(value.utf8)))
    }
    #expect(again == one)
    for (request, text) in [(one, "{{APIKEY}}"), (other, "{{APIKEY_2}}")] {
      let document = BinaryDocument(request.body.bytes, MediaType(type))
      #expect(document?.json == Array(#"{"apiKey":"\#(text)"}"#.utf8))
    }
  }

  @Test(arguments: ["Amz", "Goog"])
  func `a signed URL tells users apart, and a new day makes no new one`(name: String) {
    let redactor = Redactor(.standard, numbersValues: true)
    func url(_ key: String, _ day: Int) -> String {
      redactor.redacting(
        Interaction(
          request: .init(
            url: "http://h/?X-\(name)-Credential=\(key)%2F2026010\(day)%2Fs3&X-\(name)-Signature="
              + String(repeating: "0123456789abcdef", count: 4)),
          outcome: .response(.init(status: 200)))
      ).request.url
    }
    let name = name.uppercased()
    for (key, day, number) in [
      ("AKIAQ7ZT2LMX9VB4NRK8", 1, ""), ("AKIAW3YS8KPD1CH6JTF5", 1, "_2"),
      ("AKIAQ7ZT2LMX9VB4NRK8", 2, ""),
    ] {
      #expect(url(key, day).contains("{{X_\(name)_CREDENTIAL\(number)}}"))
    }
  }
}
