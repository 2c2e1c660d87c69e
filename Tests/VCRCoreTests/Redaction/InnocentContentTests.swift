import TestSupport
import Testing

@testable import VCRCore

/// What real files hold that looks like a secret to a rule and is none: found by recording the
/// files of a Linux distribution.
struct InnocentContentTests {
  private func redacted(_ bytes: [UInt8], _ type: String?) -> [UInt8] {
    let headers = type.map { HeaderFields([HeaderField("Content-Type", $0)]) } ?? [:]
    let response = Interaction.Response(status: 200, headers: headers, body: Body(bytes))
    return Redaction.standard.redacting(response).body.bytes
  }

  private func redacted(_ text: String, _ type: String = "text/plain") -> String {
    String(decoding: redacted(Array(text.utf8), type), as: UTF8.self)
  }

  @Test(arguments: [
    "'Password' => 'Parola',", "'Password' => 'Пароль',", #"{"login.password":"Contraseña"}"#,
    #"{"login.password":"პაროლი"}"#, "password: Passwort\n",
    "password: неверный пароль", "passwd: příkaz selhal",
    "  -p, --password PASSWORD   set it", "  -W, --password           принудительно запросить",
    "$this->ProxyPass = $this->setProxyPass($settings);", "$password = $row['password'];",
    "$password = $config;", "SIOCGLIFTOKEN                 = -0x3f879676",
    "placeholder=\"scheme://user_name[:password]@host_name\"", "mysql://user:password@localhost/db",
    "'mysql://roundcube:@localhost/roundcubemail'", "private_key = \"/etc/icingaweb2/ssh/key\"",
    #"{"private_key":"/etc/ssl/private/server.pem"}"#,
  ])
  func `texts of interfaces, code and templates stay`(text: String) {
    #expect(redacted(text) == text)
    #expect(redacted(text, "text/x-php") == text)
  }

  @Test(arguments: [
    "keyStorePassword=<keystore-password>\n# trustStore=<truststore>\n",
    "#  <username>: <password>[,<rolename> ...]\n", "#define f sk_CMS_RecipientInfo_find_all\n",
    "# htpasswd = WEBrick::HTTPAuth::Htpasswd.new\n", "create_user(password: @password)\n",
    "#password_encryption = scram-sha-256\n", "\"md5\", \"password\", \"scram-sha-256\"\n",
    "define('KEYPASSWD', 'KRB4LEVEL');\n", " --http-passwd=WACHTWRD     wachtwoord\n",
    "passwd:         files systemd\n", "Authorization: https://www.example.com/learn/rails-auth\n",
    "password = \"#{password}#{pepper}\"\n", "SYS___PASSWD = 0x216\n",
    "https://h.test/?X-Amz-Security-Token=[token]\n", "seedPhraseSecret: '{__relative_name__}'\n",
    "where password='$pwd'\n", "files containing login and password for each host\n",
  ])
  func `manuals, settings and code of packages stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    "#define sk_ASN1_UTF8STRING_new_reserve(cmp, n) ((STACK_OF(\n",
    "#define sk_ASN1_UTF8STRING_set_cmp_func(sk, cmp) ((sk_ASN1_\n",
    "gpg --keyserver hkps://keys.openpgp.org --recv-keys 5BE8A3F6C8A5C01D106C0AD820B1A390B168D356\n",
  ])
  func `names in headers of C and fingerprints of public keys stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    "=== RUN   TestLogin/second_try\n--- PASS: TestLogin/second_try (0.00s)\n",
    #"{"Action":"output","Output":"    --- PASS: ExampleHTTP2_x (0.00s)\n"}"#,
    "PASS: tests/login-2.sh\nFAIL: tests/logout.sh\n", "PASS: TestHTTP2Server_push\n",
  ])
  func `results of tests stay`(text: String) { #expect(redacted(text) == text) }

  @Test(arguments: [
    #"{"fields":[{"type":"password","autocomplete":"new-password","required":true}]}"#,
    #"{"auth_method": "password", "authenticated": true, "kind": "secret", "immutable2x9q": 1}"#,
    #"f({"type":"password","autocomplete":"off","validation":1})"#,
    "['type' => 'password', 'autocomplete' => 'off', 'validation' => true]",
    "<a><grant>password</grant><client>Xk3Jd82hQpLz9s</client></a>",
    #"{"sid":"SM35970d13a48f1b763357840fc1878d1f","account_sid":"AC751da22365f56ac200188e99604f5ade"}"#,
  ])
  func `a member after one that says password, and identifiers, stay`(text: String) {
    for type in ["text/plain", "text/html", "application/json", "application/javascript"] {
      #expect(redacted(text, type) == text)
    }
  }

  @Test(arguments: [
    "case invalidALPNToken: NIOHTTP2Error\n", "private_token = BoringSSLRSAPrivateKey\n",
    "let credential: ARCCredentialTestVector { get }\n",
    "__all__ = [\"APIKeys\", \"AsyncAPIKeys\"]\n", "'forget-passphrase', 'forward-char',\n",
    "// `NID_pkcs9_challengePassword`, `NID_pkcs9_emailAddress`,\n",
    "<code>passphrase</code> <a class=\"type\">&#x3C;string></a> the 2nd\n",
  ])
  func `names of types and neighbours in lists of names stay`(text: String) {
    for type in ["text/plain", "text/html", "application/octet-stream"] {
      #expect(redacted(text, type) == text)
    }
  }

  @Test func `code is known as such when most of it is comments`() {
    let comment = String(repeating: "/// What this does is said at length here.\n", count: 60)
    let code = """
      import Foundation
      public struct Login {
        let token = makeNewToken2For(self.user)
        func run() { if (token == nil) { return fail("x") } else { self.go(); } }
        static let a = b; var c = d();
      }

      """
    #expect(TextKind.of(Array((comment + code).utf8), nil) == .code)
    #expect(TextKind.of(Array(comment.utf8), nil) == .data)
  }

  @Test(arguments: [
    #"<input type="password" id="inputPassword" class="form-control" placeholder="x">"#,
    ##"<a href="#urlpassword" id="urlpassword">#</a>"##,
    #"<input type="password" name="password"> Remember me <b>always</b>"#,
    "<privateKey>/path/to/private/key</privateKey>",
  ])
  func `markup about passwords stays`(text: String) {
    #expect(redacted(text, "text/html") == text)
    #expect(redacted(text, "application/xml") == text)
  }

  @Test func `a password that could be a name is replaced only where it is named`() {
    let redactor = Redactor(.standard)
    let url = "https://h.test/"
    func response(_ text: String) -> Interaction {
      Interaction(
        request: .init(url: url),
        outcome: .response(
          .init(status: 200, headers: ["Content-Type": "text/plain"], body: Body(Array(text.utf8))))
      )
    }
    let named = redactor.redacting(response("password = icingaweb2\n"))
    let later = response("see /usr/share/icingaweb2/modules")
    #expect(named.outcome != response("password = icingaweb2\n").outcome)
    #expect(redactor.redacting(later) == later)
  }

  @Test(arguments: [nil, "application/octet-stream", "image/png", "application/gzip"] as [String?])
  func `bytes that are no text stay, whatever they read like`(type: String?) {
    var random = SeededRandom(seed: 7)
    for _ in 0..<20 {
      var bytes: [UInt8] = [0x1F, 0x8B, 8, 0]
      for piece in ["_Pw:kh", "token=", "pwd:", "secret:", "password=", "key=", "auth:", "Pw="] {
        bytes += (0..<200).map { _ in UInt8(random.below(256)) } + Array(piece.utf8)
        bytes += (0..<12).map { _ in UInt8(random.below(128) + 128) } + [0]
      }
      #expect(redacted(bytes, type) == bytes)
    }
  }

  @Test func `what an archive holds in clear goes, by its name and by its form`() {
    let token = "ghp_" + String("q7Zt2LmX9vB4nRk8Wd3Hs6Yc".reversed()) + "Ab3dEf6hIj9l"
    for secret in ["DB_HOST=localhost\nDB_PASSWORD=correcthorse9\nX=1\n", token] {
      let bytes = [0x75, 0x73, 0, 0, 0xFF, 0xFE, 0x80] + Array(secret.utf8) + [0, 0, 0, 0x81]
      let stored = redacted(bytes, "application/x-tar")
      let text = String(decoding: stored, as: UTF8.self)
      #expect(!text.contains("correcthorse9") && !text.contains(token), "\(text)")
      #expect(stored.starts(with: bytes.prefix(7)) && stored.suffix(4) == bytes.suffix(4))
    }
  }

  @Test func `a NUL makes no declared text binary`() {
    let text = "{\"password\":\"correcthorse9\",\"x\":\"\u{0}\u{1}\u{2}\"}"
    #expect(!redacted(text, "application/json").contains("correcthorse9"))
    #expect(!redacted("\u{0}\npassword=correcthorse9\n").contains("correcthorse9"))
  }
}
