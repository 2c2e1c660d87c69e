import Testing

@testable import VCRCore

/// Passwords of letters alone, as people choose them, in settings, logs, comments and prose.
struct PasswordTextTests {
  private func redacted(_ text: String) -> String {
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/plain"], body: Body(Array(text.utf8)))
    return String(decoding: Redaction.standard.redacting(response).body.bytes, as: UTF8.self)
  }

  private static let passwords = ["tiger", "QwErTyUiOpAs", "hunter", "correcthorse", "Sommer"]

  @Test(
    arguments: [
      "DB_PASSWORD=%", "A=1\nDB_PASSWORD=%\nB=2\n", "export PGPASSWORD=%", "db_password = %\n",
      "# old password: %", "  - password: % # of the test user\n",
      "smtp:\n  password: %\n  port: 25",
      "password='%'", "let it = { userPassword: \"%\" }", "Server=db;Password=%;Encrypt=true",
      "redis:6379,password=%,ssl=True", "level=info user=ada password=% status=200",
      "{\"env\":\"A=1\\nDB_PASSWORD=%\\nB=2\"}", "{\"note\":\"password: %\"}", "// Passwort: %\n",
      "[client]\npassword=%\n", "spring.datasource.password=%\n", "; admin_passwd = %\n",
    ], passwords)
  func `a password of letters alone goes from a setting`(frame: String, password: String) {
    let stored = redacted(frame.replacing("%", with: password))
    #expect(!stored.contains(password) && stored.contains("{{"), "\(stored)")
    #expect(redacted(stored) == stored)
    // Nothing but the value has changed.
    let parts = frame.split(separator: "%", omittingEmptySubsequences: false)
    #expect(stored.hasPrefix(parts[0]) && stored.hasSuffix(parts[1]), "\(stored)")
  }

  @Test(arguments: [
    "then log in with password: QwErTyUiOpAs and go on",
    "The password is new (password=QwErTyUiOpAs)",
    "SMTP_PASS=QwErTyUiOpAs\n", "pwd: QwErTyUiOpAs, host: db",
  ])
  func `one that looks generated goes from prose and after a shorter name`(text: String) {
    let stored = redacted(text)
    #expect(stored == redacted(stored) && !stored.contains("QwErTyUiOpAs"), "\(stored)")
  }

  @Test(arguments: [
    "password: required", "Password: Required.\n", "password = string", "password: String?\n",
    "password=true\n", "DB_PASSWORD=null\n", "DB_PASSWORD=\n", "DB_PASSWORD=''\n",
    "DB_PASSWORD=$DB_PASSWORD\n", "password: ${DB_PASSWORD}\n", "password: <password>\n",
    "login failed: password=incorrect user=ada", "password: minlength 12",
    "error: password=missing",
    "connect(host, password=settings.database)", "connect(password=secretOf, user=u)",
    "password = config.password\n", "password: userPassword\n", "password: wrong horse, try again",
    "Your password: it has expired", "password=newPassword&x", "Password: Kennwort\n",
    "password: SecureString\n", "password: varchar(64)", "passwordPolicy: strictest\n",
    "reset_password: mandatory\n", "PWD=/home/ada\nOLDPWD=/tmp/a-1\n", "pass: Agent\n",
    "current_pwd=/home/ada\nshell_pwd: /usr/src/app\n", "process_pwd=C:\\Users\\ada\n",
    "the password = the thing that you type", "password: a word", "secret: Santa\n",
    "password: {{PASSWORD}}\n", "no_password: tiger\n", "password: bcrypt\n",
  ])
  func `a word about a password, its type and code stay`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    #"{"pass":"QwErTyUiOpAs"}"#, #"{"smtpPwd":"QwErTyUiOpAs"}"#, "<pwd>QwErTyUiOpAs</pwd>",
  ])
  func `a generated password of letters goes under a short name`(text: String) {
    #expect(!redacted(text).contains("QwErTyUiOpAs"))
  }
}
