import Testing

@testable import VCRCore

/// Public values, identifiers and names under which a secret may stand elsewhere.
struct PublicValueTests: RedactedText {
  private static let certificate =
    "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJRTESMBAGA1UEChMJ"
    + "EoWaS1WRyXmJLFLtEVNoFPpNDhq7Zt2LmX9vB4nRk8Wd3Hs6YcP1xQwErTyUiOpAsDfGhJkLzXcVbNm="
  private static let hexadecimal =
    "308201713082011ba003020102021005a75ddf21014d5f417083b7a010ba2e300d06092a864886f7"
    + "0d01010b0500de3fb9abed6a94f5368ab30ea72072282aa7f8cbd03e"

  @Test(arguments: [
    "cert", "certificate", "clientCert", "tls_cert", "ca_cert", "signing_cert", "idp_cert",
    "saml_cert", "certHex", "x5c", "X509Certificate", "public_key", "client_key",
  ])
  func `a certificate stays under every name`(name: String) {
    for value in [Self.certificate, Self.hexadecimal] {
      for (text, type) in [
        (#"{"\#(name)":"\#(value)","x5c":["\#(value)"]}"#, "application/json"),
        ("<a><\(name)>\(value)</\(name)></a>", "application/xml"),
        ("\(name): \"\(value)\"\n", "application/yaml"),
      ] {
        #expect(redacted(text, type) == text)
      }
    }
  }

  @Test func `a private key in Base64 goes`() {
    // PKCS #8 and PKCS #1 begin with a number.
    for start in ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw", "MIIEpAIBAAKCAQEAq7Zt2LmX9vB4nRk8"] {
      let key = start + "q7Zt2LmX9vB4nRk8Wd3Hs6YcP1xQwErTyUiOpAsDfGhJkLzXcVbNm1029384756aLsKd"
      let json = redacted(#"{"client_key":"\#(key)"}"#, "application/json")
      #expect(!json.contains("q7Zt2LmX9vB4"), "\(json)")
    }
  }

  @Test(arguments: [
    #"{"cert_serial":"94f5368ab30ea72072282aa7f8cbd03e"}"#,
    #"{"pubkey":"a6aebede2c2d941ebdd147af5c401d2e12c72b876f578b3693927a83e62ea992ec"}"#,
    #"{"verification_key":"m1ZVQOzM5Xt4Tm3CqLGOBTTlc01WVyywxAv4h9dSkQ0="}"#,
    #"{"verifyKey":"ffZPDxL47koQ+FkVmBU9W0WjjBKpRmhGRzaD69THpCU="}"#,
    #"{"identityKey":"ffZPDxL47koQ+FkVmBU9W0WjjBKpRmhGRzaD69THpCU="}"#,
    #"{"dedupe_key":"1bc80e3e5e5e22eb9278a82ac93ab5d3"}"#,
    #"{"primary_key":"67f5089cf02d2f02eb6a5021"}"#, #"{"thumb_key":"2ea7b43e0673f1d1c43c"}"#,
    #"{"layerKey":"2ea7b43e0673f1d1c43c"}"#, #"{"rowkey":"2ea7b43e0673f1d1c43c9278"}"#,
    #"{"Key":"2ea7b43e0673f1d1c43c9278a82ac93a","ETag":"\"x\"","Size":7}"#,
    #"{"topic":"a","partition":1,"key":"q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x"}"#,
    #"{"kvs":[{"key":"q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x","mod_revision":"3"}]}"#,
    #"{"Key":"2ea7b43e0673f1d1c43c9278a82ac93a.png"}"#,
    #"{"publishable_key":"pk_live_wnahlkyQJLRskEGlo8BdVb78HO2p0In6gi1ksu9C"}"#,
  ])
  func `an identifier and a public value stay`(text: String) {
    #expect(redacted(text, "application/json") == text)
  }

  @Test(arguments: [
    #"{"key":"q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x","name":"ci"}"#,
    #"{"primaryKey":"q7Zt2LmX9vB4nRk8Wd3Hs6YcP1xq7Zt2LmX9vB4nRk8="}"#,
    #"{"identity_private_key":"q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x"}"#,
    #"{"verification_token":"q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x"}"#,
    #"{"serial_key":"q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x"}"#,
  ])
  func `a key that opens something goes`(text: String) {
    #expect(!redacted(text, "application/json").contains("q7Zt2LmX9vB4nRk8"))
  }

  @Test(arguments: [
    #"{"name":"--proxy_password","nargs":"1","type":"string"}"#,
    #"{"arg":"--secret","base64":true}"#, #"{"flag":"--password","metavar":"VALUE12x"}"#,
    #"{"name":"--proxy_password","default":"''"}"#, #"{"cmd":"mysql","opt":"-p"  ,   "x":"y1"}"#,
    #"["--password","--user2name","--verbose1"]"#,
    #"{"a":"{\"name\":\"--db_password\",\"nargs\":\"1\"}"}"#,
  ])
  func `the name of a member after an option stays`(text: String) {
    #expect(redacted(text, "application/json") == text)
  }

  @Test(arguments: [
    #"["tool", "--password", "tiger82", "x"]"#,
    #"{"args":["tool","--api-key","q7Zt2LmX9vB4nRk8"]}"#,
    #"{"a":"[\"tool\",\"--password\",\"tiger82\"]"}"#,
    "run(\"tool\", \"--password\", \"tiger82\")",
  ])
  func `the value of an option in a list goes`(text: String) {
    let type = text.hasPrefix("run") ? "text/plain" : "application/json"
    #expect(redacted(text, type).contains("{{"))
  }
}
