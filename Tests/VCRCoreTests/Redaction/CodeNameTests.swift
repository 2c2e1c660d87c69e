import Testing

@testable import VCRCore

/// One-time passwords, PINs and the codes on cards: a few digits under their names.
struct CodeNameTests: RedactedText {
  @Test(arguments: [
    ("otp", "482913"), ("otpCode", "193847"), ("totp", "551239"), ("user_pin", "9137"),
    ("newPIN", "41826"), ("cvv", "482"), ("cvc2", "9134"), ("card.cvc", "551"),
    ("securityCode", "552"), ("verification_code", "771 234"), ("mfa_code", "883-311"),
    ("2faCode", "883312"), ("reset_code", "482914"), ("pairingCode", "4829"),
    ("confirmationCode", "482915"), ("otp_value", "482916"), ("user_code", "WDJB-MJHT"),
    ("userCode", "FJC3E2PAR"), ("verificationCode", "7K2M-9QXP"), ("smsOtp", "4182"),
    ("puk", "91827364"), ("passcode", "883315"),
  ])
  func `a code of digits goes under its name in every carrier`(name: String, code: String) {
    for (frame, type) in [
      (#"{"user":"ada","NAME":"CODE"}"#, "application/json"),
      (#"{"body":"{\"NAME\":\"CODE\"}"}"#, "application/json"),
      (#"[{"name":"NAME","value":"CODE"}]"#, "application/json"),
      ("a=1&NAME=CODE&b=2", "application/x-www-form-urlencoded"),
      ("<a><NAME>CODE</NAME></a>", "application/xml"),
      (#"<!doctype html><form><input name="NAME" value="CODE"></form>"#, "text/html"),
    ] {
      let value = type.hasSuffix("urlencoded") ? code.replacing(" ", with: "") : code
      let text = frame.replacing("NAME", with: name).replacing("CODE", with: value)
      let redacted = redacted(text, type)
      // A form has the braces of a placeholder encoded.
      let isReplaced = redacted.contains("{{") || redacted.contains("=%7B%7B")
      #expect(isReplaced && !redacted.contains(value), "\(redacted)")
    }
  }

  @Test(arguments: [("otp", "482913"), ("pin", "7391"), ("cvv", "482"), ("sms_code", "88331")])
  func `a code that is a number becomes 0, and one in a URL or a field goes, too`(
    name: String, code: String
  ) {
    #expect(redacted(#"{"\#(name)":\#(code)}"#, "application/json") == #"{"\#(name)":0}"#)
    let request = Redaction.standard.redacting(
      Interaction.Request(
        url: "https://x.test/a?\(name)=\(code)&b=2",
        headers: HeaderFields([HeaderField("X-" + name.replacing("_", with: "-"), code)])))
    #expect(request.url.hasPrefix("https://x.test/a?\(name)={{"), "\(request.url)")
    #expect(request.headers.fields.allSatisfy { $0.value.hasPrefix("{{") })
  }

  @Test(arguments: [
    "Your verification code is: 482913. Do not share it.", "Your one-time code: 482913",
    "OTP=482913\n", "login with otp 1, PIN: 482913\n", "The PIN for your card is 482913.",
  ])
  func `a code goes from a sentence and a setting`(text: String) {
    #expect(!redacted(text).contains("482913"))
    let json = redacted(#"{"text":"\#(text.replacing("\n", with: "\\n"))"}"#, "application/json")
    #expect(!json.contains("482913"), "\(json)")
  }

  @Test(arguments: [
    #"{"pin":17}"#, #"{"pin":"13"}"#, #"{"pincode":"400001"}"#, #"{"postal_code":"10115"}"#,
    #"{"status_code":200,"code":"482913","exit_code":1234}"#, #"{"otp_enabled":true}"#,
    #"{"pin_count":1234}"#, #"{"spin":"1234","shipping":1234,"opinion":"4711"}"#,
    #"{"cvv_result":"482"}"#, #"{"cvc_check":"pass"}"#, #"{"country_code":"1242"}"#,
    #"{"user_code":"4711","n":{"user_code":482913}}"#, #"{"access_code":"READ-ONLY"}"#,
    #"{"verification_code":"REQUIRED","confirmation_code":"4711"}"#,
    #"{"user_code":"SALES-EU","cvv":"WDJB-MJHT"}"#, #"{"security_code":"482913"}"#,
    #"{"pin":"PA_12","otp":"required"}"#,
  ])
  func `other numbers stay`(text: String) {
    #expect(redacted(text, "application/json") == text)
  }

  @Test func `no digest of a code stands in a cassette`() {
    for name in ["OTP", "PIN", "MFA_TOKEN", "CVV", "SMS_CODE"] {
      #expect(ValueDigests.fingerprint(of: Array("482913".utf8), Array(name.utf8)) == nil)
    }
  }
}
