import Testing

@testable import VCRCore

/// Passwords of words alone, in places where nothing but a password stands.
struct PlacedPasswordTests: RedactedText {
  @Test(arguments: [
    "client.login('ada', '%')\n", "r = requests.get(url, auth=('ada', '%'))\n",
    "auth = HTTPBasicAuth('ada', '%')\n",
    "$p = ConvertTo-SecureString '%' -AsPlainText -Force\n",
    "$p = ConvertTo-SecureString -String \"%\" -AsPlainText -Force\n",
    "C:\\> net use Z: \\\\srv\\share \"%\" /persistent:no\n", "curl -u ada:'%' https://h.test/\n",
    "curl -u 'ada:%' https://h.test/\n",
  ])
  func `words go that a person chose`(frame: String) {
    for password in [
      "marble-velvet-winter-copper", "marble velvet winter copper", "Copper Tunnel Basket 4870",
    ] {
      let redacted = redacted(frame.replacing("%", with: password))
      #expect(!redacted.contains("elvet") && !redacted.contains("asket"), "\(redacted)")
      #expect(redacted.contains("{{"), "\(redacted)")
    }
  }

  @Test(arguments: [
    "username ada privilege 15 password 0 %\n", "username ada password %\n!\n",
    "net use Z: \\\\srv\\share % /user:ada\n", "net use \\\\srv\\share /user:DOM\\ada %\n",
    "net user ada % /add\n",
  ])
  func `words that a sign joins go from a command`(frame: String) {
    for password in ["marble-velvet-winter-copper", "tiger-12x", "Copper4870!"] {
      let redacted = redacted(frame.replacing("%", with: password))
      #expect(!redacted.contains(password) && redacted.contains("{{PASSWORD}}"), "\(redacted)")
      let json =
        #"{"log":"\#(frame.replacing("%", with: password).replacing("\\", with: "\\\\").replacing("\n", with: "\\n"))"}"#
      #expect(!self.redacted(json, "application/json").contains(password))
    }
  }

  @Test(arguments: [
    "System.setProperty(\"mail.password\", \"%\");\n", "define('DB_PASSWORD', '%');\n",
    "props.put(\"password\", \"%\");\n", "| Name | Value |\n|---|---|\n| password | % |\n",
    "| password | `%` |\n",
  ])
  func `words go behind the name of a password and a comma, and in a table`(frame: String) {
    for password in ["marble velvet winter copper", "Copper Tunnel Basket 4870!"] {
      let redacted = redacted(frame.replacing("%", with: password))
      #expect(!redacted.contains(password) && redacted.contains("{{"), "\(redacted)")
    }
  }

  @Test(arguments: [
    "<p>Your password is <b>island24</b></p>", "<p>Your password is <strong>island24</strong>.</p>",
    "<html><p>Your new password: <b>harbor-77</b><br>Regards</p></html>",
    "<table><tr><td>Login password</td><td>harbor77</td></tr></table>",
  ])
  func `a word and a number go that a page emphasises`(page: String) {
    let redacted = redacted(page, "text/html")
    #expect(redacted.contains("{{PASSWORD}}") && !redacted.contains("7</"), "\(redacted)")
  }

  @Test(arguments: [
    "<p>Your password is <b>strong</b></p>", "<p>The password is <b>sha256</b> hashed</p>",
    "<p>The password is <b>base64</b></p>", "<p>Your password is <b>12+ characters</b></p>",
    "<dl><dt>Password</dt><dd>sha256</dd></dl>", "<tr><td>Password</td><td>varchar(255)</td></tr>",
    "<p>Your password is <b>level2</b> secure</p>",
  ])
  func `what a page says of a password stays`(page: String) {
    #expect(redacted(page, "text/html") == page)
  }

  @Test(arguments: [
    "login('title', 'Sign in to your account')\n", "login('form', 'forgot-password-page-link')\n",
    "auth = ('basic', 'realm of the service')\n", "net use Z: \\\\srv\\share *\n",
    "net use Z: \\\\srv\\share /persistent:yes\n", "net use X: \\\\srv\\share PASSWORD\n",
    "username ada password encrypted\n!\n",
    "setProperty(\"password\", \"enter your password here\")\n",
    "| password | The password of the account |\n|---|---|\n",
    "| password | at least twelve characters |\n",
    "define('PASSWORD_HINT', 'eight letters or more');\n",
  ])
  func `sentences, masks and names stay in such places`(text: String) {
    #expect(redacted(text) == text)
  }
}
