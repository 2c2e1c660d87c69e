import Testing

@testable import VCRCore

/// What stands under the name of a secret and is none: labels in any language, masks, templates,
/// references; and passwords that look like them.
struct HarmlessValueTests: RedactedText {
  @Test(arguments: [
    "Passwort", "Passwort vergessen?", "Neues Passwort", "Mot de passe", "Nouveau mot de passe",
    "Confirmer le mot de passe", "¿Olvidó su contraseña?", "Contraseña", "新しいパスワード", "パスワードを入力",
    "Введите пароль", "Пароль", "Jelszó megerősítése", "Şifrenizi girin", "Wachtwoord vergeten?",
    "Enter your password", "Salasana", "Kata sandi baru", "Nhập mật khẩu", "Zadejte heslo",
    "is too short (minimum is 8 characters)", "can't be blank", "must be at least 8 characters",
    "This field is required.", "Password must have 8 characters or more", "********", "••••••••",
    "[FILTERED]", "<redacted>", "${DB_PASSWORD}", "${var.db_password}",
    "{{ .Values.password }}", "invalid", "expired",
    "{{password}}", "%s", "string", "enabled", "Passwort-Bestätigung", "your_password_here",
    "is invalid", "has expired", "field required", "should not be empty", "was not provided",
    "String must contain at least 8 character(s)", "must match pattern ^[a-z0-9]{32}$",
    "darf nicht leer sein", "ist zu kurz (weniger als 8 Zeichen)", "errors.password.too_short",
    "ERR_TOO_SHORT", "validation.required", ":password", "%PASSWORD%", "@@DB_PASSWORD@@",
    "«password»", "<your-password>", "[password]", "$(PASSWORD)", "$PASSWORD", "TODO",
    "replace-me", "example-password", "my-password", "xxxxxxxx", "process.env.PASSWORD",
    "パスワードは8文字必要です", "密码必须为8个字符", "كلمة مرور جديدة", "رمز عبور جدید", "تایید رمز عبور",
    "ยืนยันรหัสผ่าน", "表示",
  ])
  func `what a user interface says of a password stays`(text: String) {
    let escaped = text.unicodeScalars.map {
      $0.isASCII ? String($0) : "\\u" + UInt16($0.value).hexadecimal(digits: 4)
    }.joined()
    for name in ["password", "newPassword", "confirm_password", "login.password"] {
      for value in [text, escaped] {
        let json = #"{"a":{"\#(name)":"\#(value)"}}"#
        #expect(redacted(json, "application/json") == json)
      }
    }
    let yaml = "de:\n  new_password: \"\(text)\"\n"
    #expect(redacted(yaml, "application/yaml") == yaml)
  }

  @Test(arguments: [
    "arn:aws:secretsmanager:us-east-1:123456789012:secret:db-AbCdEf", "op://vault/item1/password",
    "projects/my-project/secrets/db-7/versions/latest", "file://my_private_key.pem",
    "vault:secret/data/app1", "ssm:/prod/db/key9", "ref+awssecrets://path/key9",
  ])
  func `what says where a secret is kept stays, and a password with a user does not`(text: String) {
    for name in ["password", "secret", "api_key", "client_secret", "dbPassword"] {
      for (frame, type) in [
        (#"{"a":{"NAME":"%"}}"#, "application/json"), ("db:\n  NAME: %\n", "application/yaml"),
        ("A=1\nNAME=%\n", "text/plain"), ("tool --NAME % --dry\n", "text/plain"),
      ] {
        let frame = frame.replacing("NAME", with: name)
        let body = frame.replacing("%", with: text)
        #expect(redacted(body, type) == body)
        #expect(redacted(frame.replacing("%", with: "amqp://ada:tiger82@h/v"), type).contains("{{"))
      }
    }
  }

  @Test(arguments: [
    #"{"access_token":"<ACCESS_TOKEN>","expires_in":3600,"token_type":"Bearer"}"#,
    #"{"a": "x <password>", "b": [1, 2]}"#, "access_token=<ACCESS_TOKEN>&x=1",
  ])
  func `a name in angle brackets is no element`(text: String) {
    #expect(redacted(text, text.hasPrefix("{") ? "application/json" : "text/plain") == text)
    #expect(redacted("<a><password>tiger99") == "<a><password>{{PASSWORD}}")
  }

  @Test(arguments: [
    "db:\n  password: !secret wifi_password\n", "api_key: !vault |\n  $ANSIBLE_VAULT;1.1\n",
    "apiKey: ProcessInfo.processInfo.environment[\"API_KEY\"] ?? \"\"\n",
    "git config --global credential.helper '!aws codecommit credential-helper $@'\n",
  ])
  func `a tag, what a program looks up and what helps with credentials stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    "Zugangsschlüssel", "Clé d'accès", "アクセスキー", "Klucz dostępu", "Nyckel", "Kunci", "Ключ",
    "API-sleutel", "API-nyckel", "API-avain",
    "Access key", "Invalid API key provided", "YOUR_API_KEY", "${var.api_key}", "Gizli anahtar",
    "Sitzung abgelaufen", "is required", "is a required property", "Invalid value",
  ])
  func `what a user interface says of a key stays`(text: String) {
    for (body, type) in [
      (#"{"api_key":"\#(text)"}"#, "application/json"),
      ("api_key=\(text)\nlabel.apiKey=\(text)\n", "text/plain"),
      ("<string name=\"apiKey\">\(text)</string>", "text/xml"),
      ("<apiKey>\(text)</apiKey>", "text/xml"),
      ("key:\n  api_key: '\(text.replacing("'", with: "''"))'\n", "application/yaml"),
    ] {
      #expect(redacted(body, type) == body)
    }
  }

  @Test(arguments: [
    "new_password=Neues Passwort\nconfirm=Passwort bestätigen\n", "new_password=新しいパスワード\n",
    "  password             = var.db_password\n", "  client_secret = random_password.this.result\n",
    "  api_key  = \"${var.api_key}\"\n",
    "token = data.aws_ecr_authorization_token.token.password\n",
    "client = Client(api_key=api_key, token=token)\n",
    "def f(token: str = \"\", secret=settings.SECRET_KEY):\n",
    "type Mutation {\n  login(username: String!, password: String!): Token!\n}\n",
    "border-password==1.13.0 \\\n    --hash=sha256:ab5bb1f0e\n",
    "passwordSecret: my-release-secret\n",
    "Send `api_key: YOUR_API_KEY` as header, or `?api_key=YOUR_API_KEY`.\n",
    "security.password=@db.password@\n", "Password=$Env:DB_PASSWORD\n",
    "$password = ConvertTo-SecureString $plain -AsPlainText\n",
    "signin('google', 'oauth2')\nauthenticate('basic', 'realm1')\n",
    "API_KEY: ${API_KEY:?missing}\n",
    "#define PKCS12_KEY_GEN PKCS12_key_gen_utf8\n", "see https://user:%s@host/ and\n",
    "init(\n  signature: ASN1BitString,\n  token: HTTP2FrameDecoder\n)\n",
    "root:x:0:0:root:/root:/bin/bash\nada:x:1000:1000::/home/ada:/bin/sh\n",
    "nobody:*:-2:-2:Unprivileged User:/var/empty:/usr/bin/false\n", "arn:aws:s3:*:*:x\n",
    "define('AUTH_KEY', 'put your unique phrase here');\n", "login(\"username\", password)\n",
    "login(\"ada@example.com\", \"https://h.test/a1\")\n", "WIFI:T:nopass;S:Guest;;\n",
  ])
  func `templates and references in settings and code stay`(text: String) {
    #expect(redacted(text) == text)
    let json =
      #"{"content":"\#(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))"}"#
    #expect(redacted(json, "application/json") == json)
  }

  @Test(arguments: [
    "null", "undefined", "TODO", "replace-me", ":client_secret", "%CLIENT_SECRET%", "(redacted)",
    "@@SECRET@@", "«secret»", "$(CLIENT_SECRET)", "{{ .Values.secret }}", "${{ secrets.X }}",
    "example-secret", "my-secret", "process.env.CLIENT_SECRET", "********", "•••••••",
  ])
  func `what stands for a value in a URL of documentation stays`(text: String) {
    for name in ["client_secret", "password", "access_token"] {
      for (frame, type) in [
        ("Call `https://h.test/v1?a=1&NAME=%` first.\n", "text/markdown"),
        (#"{"doc":"Send ?NAME=% with each request."}"#, "application/json"),
        ("curl -H \"X-NAME: %\" \"https://h.test/v1?NAME=%\"\n", "text/plain"),
      ] {
        let body = frame.replacing("NAME", with: name).replacing("%", with: text)
        #expect(redacted(body, type) == body)
        #expect(
          redacted(
            frame.replacing("NAME", with: name).replacing("%", with: "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"),
            type
          ).contains("{{"))
      }
    }
  }

  @Test(arguments: [
    "$uperSecret", "is7-Tiger", "my-secret-garden", "Please4ever!", "correct.horse.battery",
    "notATiger9", "error77-Lion",
  ])
  func `a password that begins like a message or a template goes`(password: String) {
    let json = #"{"password":"\#(password)"}"#
    #expect(redacted(json, "application/json") == #"{"password":"{{PASSWORD}}"}"#)
  }

  @Test(arguments: ["密码123", "пароль77", "Winter-2026"])
  func `a password with letters of other scripts goes`(password: String) {
    let json = #"{"password":"\#(password)"}"#
    #expect(redacted(json, "application/json") == #"{"password":"{{PASSWORD}}"}"#)
  }

  @Test func `a label whose letters are escaped as Java does it stays`() {
    let text = "login.password=Contrase\\u00f1a\nsession.token=Sesi\\u00f3n\n"
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    #"{"AWS::ApiGateway::ApiKey":"1f0082633a43e0ffe1114046398fd14d8f536a9f"}"#,
    #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","kid":"q7Zt2LmX9vB4nRk8"}"#,
    #"{"annotations":{"checksum/secret":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}}"#,
    #"{"signatures":[{"keyid":"SHA256:jl3bwswu80PjjokCgh0o2w5c2U4LhQAE57gj9cz1kzA","sig":"MEUCIQBFfHafOdhkQZnA5b28+8hbN86Ry94fwbDqa0TxMENt1wIgKf5pvZ6M66agfR3sJbGwh+/ibAf/DSHX2wszd3c4pcY="}]}"#,
  ])
  func `digests and signatures of public content stay`(text: String) {
    #expect(redacted(text, "application/json") == text)
  }

  @Test(arguments: [
    "<td>Password</td><td>string</td>", "<td>Password</td><td>varchar(255)</td>",
    "<strong>Password:</strong> at least eight letters<br>", "<p>Password: <b>required</b></p>",
    "<dt>Password</dt><dd>sha256</dd>",
  ])
  func `what a page says of passwords stays`(text: String) {
    #expect(redacted(text, "text/html") == text)
  }

  @Test(arguments: [
    "Correct Horse Battery Staple", "Purple Monkey Dishwasher", "correct horse battery staple",
    "Passwort2024!", "Grüße99", "Tiger Wald 7", "Garten&Sonne", "Tiger🐅Wald", "hunter",
    "Correct horse battery staple", "My dog ate the homework", "I love my cat Tom",
    "Blaue Katze im Schnee", "Моя кошка Мурка", "Hello there, friend", "Must love dogs",
    "Liverpool FC", "My dog ate 3 pages of it",
  ])
  func `passwords that read like words are replaced`(text: String) {
    let json = #"{"user":"a","password":"\#(text)"}"#
    #expect(redacted(json, "application/json") == json.replacing(text, with: "{{PASSWORD}}"))
  }

  @Test(arguments: [
    "{secret}", "${secret}", "$secret", "%s", "%(secret)s", "****", "xxxx", "...", "{0}",
  ])
  func `what stands in a URL in the place of a value stays, and a value goes`(template: String) {
    for text in ["see https://h.test/x?client_secret=%& there", "fetch(`/x?n=1&access_token=%`)"] {
      let shown = text.replacing("%", with: template)
      #expect(redacted(shown) == shown)
      #expect(!redacted(text.replacing("%", with: "hunter2secret")).contains("hunter2"))
    }
  }
}
