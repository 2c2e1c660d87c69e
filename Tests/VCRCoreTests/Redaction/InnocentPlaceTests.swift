import Testing

@testable import VCRCore

/// What stands where a secret could, and is none: masks, names of secrets, words of pages and logs.
struct InnocentPlaceTests: RedactedText {
  private static let digest = "41ff887a6fc4264097bd2b69256074f73ca70582"

  @Test(arguments: [
    "<p>commit <code>\(digest)</code></p>", "<dl><dt>tree</dt><dd><code>\(digest)</code></dd></dl>",
    "<!doctype html><p>see <code class=\"x\">Jnd9kTwAX8szLrzW4L4pdw</code></p>",
  ])
  func `a value in the element for code of a page stays`(page: String) {
    #expect(redacted(page, "text/html") == page)
    #expect(redacted(page) == page)
  }

  @Test(arguments: [
    "checksum/secret: \(digest)\n", "    checksum/secrets: \"\(digest)\"\n",
    "  server-password: MAVEN_PASSWORD\n", "existingSecret: web-tls\n", "tlsSecret: web-tls\n",
    "secret: 2026-06-01\n", "api_key: sk_test_xxxxxxxxxxxxxxxx\n", "api_key: n/a\n",
    "val accessToken = response.body?.accessToken ?: error(\"missing token\")\n",
    "secret = self.config!.secretKey\n", "Passphrase: Phrase secrète\n",
    "https://example.com/token/74dc3eff28804aae7df0b07a5917a934.bin\n",
    "The flow is login -> password -> otp1 -> done.\n", "rename `token` -> `accessToken2`\n",
    "secrets.forEach(secret -> s3Client1.put(secret));\n", "enable secret scanning\n",
  ])
  func `names of secrets, masks, days and expressions stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    "token_type=Bearer app_id=G-VVX9KA90ON9", "token type: Bearer updated_at=2025-11-17T20:22:09Z",
    "secret= styles=MuiButton-root1 key= user=ada12345", "access_token=false session=1.0",
    "apiKey=xxxxxxxx image=data:image/png;base64,iVBO", "api_key=none region=eu-west-1",
    "refresh_token=REDACTED passphrase=[FILTERED] key=author",
    "auth_token=null request_id=8f7d6c5b4a392817", "Authorization: Bearer YOUR_ACCESS_TOKEN_HERE",
  ])
  func `the next pair of a log line is no value of the one before`(line: String) {
    #expect(redacted(line) == line)
  }

  @Test(arguments: [
    #"{"authorization":"build-profile"}"#, #"{"authorization":"2021-02-04"}"#,
    #"{"authorization":21}"#, #"{"secretRef":"my-app-token-6681c"}"#,
    #"{"imagePullSecrets":["my-app-regcred2"]}"#, #"{"passwordSecret":"prod/db/password"}"#,
    #"{"LockToken":"7f36cb30-74ef-4cff-8cd4-a77e1aba1746"}"#,
    #"{"CreationToken":"console-d7f56c5f-e433-41ca-8307-9d9c0e1a2b3c"}"#,
    #"{"excludeCredentials":["bq97WYb_c1HuX8Crbsb2777xs9d8f7"]}"#,
    #"{"tokens":[{"token":"t6u89s708","start_offset":3,"end_offset":12}]}"#,
    #"{"tokenAddress":"0x2162a81366d7c7eae098f0c5671d3d7294e0489b"}"#,
    #"{"confirmPassword":"Minimum 8 characters","password":"8 caractères minimum"}"#,
    #"{"changes":[{"field":"password","old":"expired","new":"active"}]}"#,
    #"{"changes":[{"field":"api_key","from":"v1.2.0","to":"v1.3.0"}]}"#,
    #"{"args":["-p","8080:80","-p","tsconfig.build.json","-p","/data/app2","-p","web01"]}"#,
    #"{"credentials":"iam:default","creds":"include"}"#,
  ])
  func `identifiers, words and rules in JSON stay`(json: String) {
    #expect(redacted(json, "application/json") == json)
  }

  @Test(arguments: [
    "postgres://$USER:$PASS@host/db", "postgres://${DB_USER}:${DB_PASS}@host/db",
    "mysql://{user}:{password}@host/db", "https://<user>:<password>@host",
    "https://username:api_key@host/",
  ])
  func `what a shell or a template puts into an address stays`(url: String) {
    #expect(redacted(url) == url)
    #expect(redacted(#"{"dsn":"\#(url)"}"#, "application/json") == #"{"dsn":"\#(url)"}"#)
  }

  @Test(arguments: [
    "postgres://ada:$PASS9x@host/db", "postgres://ada:{secret7}x@host/db",
    "https://username:api_key9@host/",
  ])
  func `a password that looks like that in part goes`(url: String) {
    #expect(redacted(url).contains("{{USERINFO}}"), "\(redacted(url))")
  }

  @Test func `a public key of SSH stays`() {
    let ssh =
      "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQQ" + String(repeating: "lb2WXnqZn1Kss", count: 9)
    #expect(redacted(ssh + "/pMd a@b") == ssh + "/pMd a@b")
  }
}
