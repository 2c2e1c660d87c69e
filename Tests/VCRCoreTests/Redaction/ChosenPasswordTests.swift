import Testing

@testable import VCRCore

/// Passwords that a person chose, with signs or of several words, in code, markup and sentences.
struct ChosenPasswordTests: RedactedText {
  private static let passwords = ["dragon lantern rocket pickle", "Purple1979?", "a1(b2;c3)|D"]

  /// Literals of several languages, with their types.
  private static let literals: [(frame: String, type: String)] = [
    ("Foo.configure do |c|\n  c.smtp_password = \"%\"\nend\n", "text/x-ruby"),
    ("class A { static final String DB_PASSWORD = \"%\"; }", "text/x-java"),
    ("package m\n\nconst (\n\tuser = \"ada\"\n\tdbPassword = \"%\"\n)\n", "text/x-go"),
    ("const c = { user: \"ada\", password: \"%\" };\nconst z=1;", "application/javascript"),
    ("const j_password = '%';\n", "text/javascript"),
    ("<html><script>window.c = {\"env\":\"p\",\"bind_password\":\"%\"};</script>", "text/html"),
    (#"{"user":"ada","smtp_pass":"%"}"#, "application/json"),
    (#"{"user":"ada","passwordConfirmation":"%"}"#, "application/json"),
  ]

  @Test(arguments: literals.indices, passwords)
  func `a chosen password goes from a literal`(frame: Int, password: String) {
    let (text, type) = Self.literals[frame]
    let redacted = redacted(text.replacing("%", with: password), type)
    #expect(!redacted.contains(password.prefix(6)), "\(redacted)")
    #expect(redacted.contains("{{"))
  }

  @Test(arguments: [
    ("db:\n  user: app\n  passphrase: %\n  pool: 5\n", "marble velvet 42", "application/yaml"),
    ("passphrase: %\n", "Marble Velvet Winter 4870", "text/yaml"),
    (#"{"smtp_pass":"%"}"#, "marble velvet winter 4870", "application/json"),
    (#"{"args":["--db-password=%","-v"]}"#, "marble velvet 4870", "application/json"),
    ("password=%&scope=repo&token_type=x", "marblevelvet", "text/plain"),
    ("db.admin-password=%\n", "MARBLE_531", "text/x-java-properties"),
    ("db_password = %\n", "marblevelvet", "text/x-ini"),
    (#"done({"ok":1,"userPassword":"%"});"#, #"p\u00e455-marble90"#, "application/javascript"),
  ])
  func `a chosen password goes from a line, an option, a form and a script`(
    frame: String, password: String, type: String
  ) {
    let redacted = redacted(frame.replacing("%", with: password), type)
    #expect(redacted.contains("{{") && !redacted.contains(password.suffix(5)), "\(redacted)")
  }

  @Test(arguments: [
    "smtp_pass", "sshpass", "pwd2", "MYSQL_PWD", "portalPwd", "dbpass", "login_pass1", "adminPw",
    "jmxpass", "user_pwd",
  ])
  func `a word is a password under the name of an account's`(name: String) {
    for (text, type) in [
      (#"{"user":"ada","\#(name)":"tiger"}"#, "application/json"),
      ("user=ada&\(name)=tiger", "application/x-www-form-urlencoded"),
      ("USER=ada\n\(name)=tiger\nX=1\n", "text/plain"),
      ("user: ada\n\(name): tiger\nx: 1\n", "text/yaml"),
    ] {
      let redacted = redacted(text, type)
      #expect(redacted.contains("{{") || redacted.contains("%7B"), "\(redacted)")
      #expect(!redacted.contains("tiger"), "\(redacted)")
    }
  }

  @Test(arguments: [
    #"{"auth_pass":"passed","proxy_pass":"backend"}"#, #"{"pass":"green","pwd":"folder"}"#,
    #"{"OLDPWD":"/srv/app 2/x","user_pass":"required"}"#,
    #"{"current_pwd":"/home/ada/src","shellPwd":"C:\\Users\\ada","pwd":"D:/work"}"#,
    #"{"season_pass":"gold","smtp_pass":"heslo","login_pass":"skipped"}"#,
  ])
  func `what a pass is besides stays under such a name`(text: String) {
    #expect(redacted(text, "application/json") == text)
  }

  @Test(arguments: [
    "password: minimum length 12\n", "passphrase: see section 42\n", "password: HTTP Basic 2617\n",
    "secret: Nintendo Switch 2\n", "password=hidden&x\n",
  ])
  func `words about a password and a number stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    "Your vault password is: Anna-160", "The password is Winter2002!",
    "your db password is: PURPLElantern%3.", "dbpass=gardenmonkey40\n",
    "SMTPPASS='gardenmonkey40'\n", "users.passwordConfirmation=Pickle1968$\n",
  ])
  func `a chosen password goes from a sentence and a setting`(text: String) {
    for one in [text, text + " and more\n"] {
      #expect(redacted(one).contains("{{"), "\(one)")
    }
  }

  @Test(arguments: [
    "The password is: required for all users", "Your password is too short, use 8-20 characters",
    "password is base64-encoded and the passphrase is utf-8", "bypass=first2 compass=north42x\n",
    "$password = strtolower($other)\n", "Basic Options and Basic Commands",
    #"const words = {password:"please enter the word of the day"};"#,
  ])
  func `sentences about passwords stay`(text: String) {
    let type = text.hasPrefix("const") ? "text/javascript" : "text/plain"
    #expect(redacted(text, type) == text)
  }

  @Test(arguments: [
    "sess", "ssid", "secret_id", "grant", "license", "seed", "hash_key",
    "link_token", "anon_key", "vendor_authentication", "totp_seed",
  ])
  func `a random value goes under a name that rarely means a secret, and a word stays`(
    name: String
  ) {
    for value in ["q7Zt2LmX9vB4nRk8Wd3Hs6YcP1x", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"] {
      let json = redacted(#"{"id":7,"\#(name)":"\#(value)"}"#, "application/json")
      #expect(json.contains("{{") && !json.contains(value), "\(json)")
    }
    for value in [
      "ERR_NOT_FOUND", "SAVE20-SUMMER", "en_US", "MIT", "Apache-2.0", "created_at", "42",
    ] {
      let json = #"{"id":7,"\#(name)":"\#(value)"}"#
      #expect(redacted(json, "application/json") == json)
    }
  }
}
