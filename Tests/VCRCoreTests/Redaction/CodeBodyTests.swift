import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Redaction never breaks a body that is code or data.
struct CodeBodyTests {
  private static let secret = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"
  private static let others = ["a1Zt2LmX9vB4nRk8Wd3Hs6Yc", "b1Zt2LmX9vB4nRk8Wd3Hs6Yc"]

  /// Pieces of minified code in which names and quotes stand as in real bundles.
  private static let statements = [
    #"e.createElement("label",null,"Password:"),e.createElement("code",{key:e})"#,
    #"t("Password: "+n+" is wrong")"#, #"var k=localStorage.getItem("token")||"none""#,
    #"var c={apiKey:e.apiKey||"",key:n,token:t,secret:s}"#,
    #"var u="/x?token="+t+"&key="+n+"&access_token="+s"#,
    "var v=`/a/${n}?access_token=${t}&key=${s}`", #"var b="Bearer "+t,c1="Basic "+btoa(n+":"+t)"#,
    #"var d={"password":n?"on":"off",'session_id':t,"auth":s}"#,
    #"var f=function(password){return"password:"+password+"token:"+t}"#,
    "var g=`https://${n}:${t}@host/`", #"var r=/password\s*[:=]\s*"([^"]+)"/g"#,
    #"var w="key:"in s,x={password:"current-password",token:"comma"}"#,
    #"var y="-----BEGIN RSA PRIVATE KEY-----\n"+n+"\n-----END RSA PRIVATE KEY-----""#,
    "var z='<input name=\"csrf_token\" value=\"'+t+'\">'",
    #"var m=i.console,A={api_key:n.a1b2c3,client_secret:t.x9y8}"#,
    #"var P={type:"password",name:'password',label:"New password:"}"#,
    #"if(n=="token="||t==='secret:')s="auth:"+n.b2c3d4e"#,
  ]

  private static func bundle(_ random: inout SeededRandom) -> String {
    var text = "\"use strict\";(function(e,n,t,s){var i={};"
    for _ in 0..<40 { text += random.pick(statements) + ";" }
    return text + "return i})({},\"a\",\"b\",{});\n"
  }

  private func redacted(_ text: String, _ type: String?) -> String {
    var response = Interaction.Response(status: 200, body: Body(Array(text.utf8)))
    if let type { response.headers = ["Content-Type": type] }
    return String(decoding: Redaction.standard.redacting(response).body.bytes, as: UTF8.self)
  }

  @Test(arguments: 0..<12)
  func `a script without a secret is served as it was`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let bundle = Self.bundle(&random)
    for type in ["text/javascript", "application/javascript; charset=utf-8", "text/plain", nil] {
      #expect(redacted(bundle, type) == bundle)
    }
    let page = "<!DOCTYPE html><html><body><script>\(bundle)</script></body></html>"
    #expect(redacted(page, "text/html") == page)
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/node"), "node is missing"),
    arguments: 0..<3)
  func `a script with secrets in strings still parses`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var bundle = Self.bundle(&random)
    bundle += "var cfg={apiKey:\"\(Self.secret)\",\"clientSecret\":'\(Self.others[0])',n:1};"
    bundle += "var dbPassword = \"\(Self.others[1])\";\n"
    let stored = redacted(bundle, "text/javascript")
    for secret in [Self.secret] + Self.others { #expect(!stored.contains(secret)) }
    #expect(stored.contains(#"apiKey:"{{APIKEY}}","clientSecret":'{{CLIENTSECRET}}',n:1}"#))
    let folder = try TemporaryDirectory()
    let file = try folder.write(stored, to: "a.js")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/node")
    process.arguments = ["--check", file.path]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `a page keeps its scripts and gives its fields away`() {
    let page = """
      <!doctype html><html><head><meta name="csrf-token" content="\(Self.secret)"></head>
      <body><form><input type="hidden" name="authenticity_token" value="\(Self.others[0])">
      <a href="/reset?token=\(Self.others[1])&amp;x=1">x</a></form>
      <script>var a="Password:"+b+"c",s={apiKey:"\(Self.secret.lowercased())"};</script></body></html>
      """
    let stored = redacted(page, "text/html")
    for secret in [Self.secret] + Self.others { #expect(!stored.contains(secret)) }
    #expect(stored.contains(#"content="{{CSRF_TOKEN}}""#))
    #expect(stored.contains(#"value="{{AUTHENTICITY_TOKEN}}""#))
    #expect(stored.contains(#"href="/reset?token={{TOKEN}}&amp;x=1""#))
    #expect(stored.contains(#"var a="Password:"+b+"c",s={apiKey:"{{APIKEY}}"};"#))
  }

  @Test func `JSON that is declared as a script is data`() {
    #expect(
      redacted(#"{"password":"a b","n":1}"#, "text/javascript")
        == #"{"password":"{{PASSWORD}}","n":1}"#)
  }

  @Test(arguments: [
    "callback(%);", "/**/jQuery19_1(%)", "window.__STATE__ = %;\n", "for(;;);%", "a[\"b\"](%);",
    "typeof f === 'function' && f(%);", "{}&&%", "export default %",
  ])
  func `JSON that a script hands over is data`(frame: String) {
    let json =
      #"{"user":"ada","password":"tiger","n":{"dbPassword":"marble velvet 42","passwd":82649137}}"#
    let stored = redacted(frame.replacing("%", with: json), "application/javascript")
    #expect(
      stored
        == frame.replacing(
          "%",
          with: #"{"user":"ada","password":"{{PASSWORD}}","n":{"dbPassword":"{{DBPASSWORD}}","#
            + #""passwd":0}}"#))
    // A function is none.
    let code = frame.replacing("%", with: #"{"password":"tiger",f(){return "a"}}"#)
    #expect(redacted(code, "application/javascript") == code)
  }

  @Test func `words and a number are a password in code`() {
    let code = #"var c = {user: "ada", password: "marble velvet 42"}; function f() { return c }"#
    #expect(!redacted(code, "text/javascript").contains("velvet"))
    let label = #"var c = {user: "ada", password: "at least 12 letters"}; function f() {}"#
    #expect(redacted(label, "text/javascript") == label)
  }

  @Test(arguments: [
    (#"{"password": 82649137, "device_code": 4711}"#, #"{"password": 0, "device_code": 0}"#),
    (
      #"{"dbPassword":8264,"passcode":1234,"smtp_pass":123456,"login_password":1,"min_password":8888}"#,
      #"{"dbPassword":0,"passcode":0,"smtp_pass":0,"login_password":1,"min_password":8888}"#
    ),
    (#"{"api_key":-1.5e3,"n":7}"#, #"{"api_key":0.0,"n":7}"#),
  ])
  func `a number stays a number`(json: String, expected: String) {
    #expect(redacted(json, "application/json") == expected)
    #expect(redacted(expected, "application/json") == expected)
  }

  @Test(arguments: [
    ("HUGGINGFACE_TOKEN", "hf_aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH"),
    (
      "SENTRY_TOKEN",
      "sntrys_eyJpYXQiOjE3MDAwMDAwMDAuMH0=_" + "cXkG4WSKa1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"
    ),
    (
      "BRAINTREE_TOKEN", "access_token$production$a1b2c3d4e5f6g7h8$0123456789abcdef0123456789abcdef"
    ),
    ("DROPBOX_TOKEN", "sl.u." + String(repeating: "aB3-_xYz9", count: 110)),
    ("ATLASSIAN_TOKEN", "ATATT3" + String(repeating: "aB3-_xYz9", count: 20) + "=DE1589A8"),
    ("HUBSPOT_TOKEN", "pat-na2-01234567-89ab-cdef-0123-456789abcdef"),
    ("DOPPLER_TOKEN", "dp.st.prd." + String(repeating: "aB3xYz9k", count: 5)),
    ("GITLAB_TOKEN", "glsoat-aB3dE5gH7jK9mN1pQ2rS"), ("GITLAB_TOKEN", "glft-aB3dE5gH7jK9mN1pQ2rS"),
  ])
  func `a token is found whole in every carrier`(name: String, token: String) {
    let placeholder = "{{\(name)}}"
    for frame in ["log % end", #"{"value":"%"}"#, "var x=\"%\";", "<b>%</b>", "a=1\nb=%\n"] {
      for type in ["text/plain", "text/javascript", "text/html"] {
        #expect(
          redacted(frame.replacing("%", with: token), type)
            == frame.replacing("%", with: placeholder))
      }
    }
    #expect(
      Redaction.standard.redacting(
        Interaction.Request(url: "http://h/x/\(token)/y", headers: ["X-Thing": token])
      ).headers["X-Thing"] == placeholder)
  }
}
