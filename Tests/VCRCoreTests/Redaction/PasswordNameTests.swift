import Testing

@testable import VCRCore

/// The names of passwords: with words after them, in plural, in one word, in other languages.
struct PasswordNameTests: RedactedText {
  @Test(arguments: [
    "password_new", "passwordNew", "password_old", "password_value", "passwordText",
    "passwordInput", "password_field", "passwd_new", "newpass", "oldpass", "vpnpass", "wlanpass",
    "routerpass", "userpw", "loginpw", "adminpw", "dbpw", "pass_code", "pass-word", "pswd", "psw",
    "passwords", "nova_senha", "senha", "contrasena", "motDePasse", "mot_de_passe", "wachtwoord",
    "haslo", "heslo", "parola", "salasana", "losenord", "geslo", "zaporka", "parool", "kata_sandi",
    "requirepass", "masterauth", "rediscli_auth", "password_verify",
  ])
  func `a password goes under its name in every carrier`(name: String) {
    for (frame, type) in [
      (#"{"a":1,"NAME":"tiger82"}"#, "application/json"),
      ("a=1&NAME=tiger82", "application/x-www-form-urlencoded"),
      ("<a><NAME>tiger82</NAME></a>", "application/xml"),
    ] {
      let text = frame.replacing("NAME", with: name)
      let redacted = redacted(text, type)
      #expect(!redacted.contains("tiger82"), "\(redacted)")
      #expect(redacted.contains(name))
    }
    let variable = name.uppercased().replacing("-", with: "_")
    #expect(!redacted("A=1\n\(variable)=tiger82\n").contains("tiger82"))
  }

  @Test(arguments: [
    "password_a", "passwordB", "password_2", "password1_confirmation", "passwordNew", "passwordOld",
    "password_current", "passwdNew2",
  ])
  func `a password of letters goes where a name says which of several it is`(name: String) {
    for value in ["tigerlion", "garden rocket castle velvet", "PURPLE_31"] {
      let json = redacted(#"{"a":1,"\#(name)":"\#(value)"}"#, "application/json")
      #expect(json.contains("{{") && !json.contains(value), "\(json)")
      let html = redacted(
        #"<html><form><input value="\#(value)" type=hidden name="\#(name)"></form></html>"#,
        "text/html")
      #expect(!html.contains(value), "\(html)")
    }
  }

  @Test(arguments: ["smtp_pass", "loginPwd", "db-pass", "currentPwd", "ldap.bind.pw"])
  func `several words in one go under the name of what an account opens`(name: String) {
    let json = redacted(#"{"a":1,"\#(name)":"dragoncoffee"}"#, "application/json")
    #expect(json.contains("{{") && !json.contains("dragoncoffee"), "\(json)")
    for value in ["Agent", "required", "yes"] {
      let json = #"{"a":1,"\#(name)":"\#(value)"}"#
      #expect(redacted(json, "application/json") == json)
    }
  }

  @Test(arguments: [
    "contraseña", "nuevaContraseña", "hasło", "пароль", "новый_пароль", "lösenord", "パスワード", "密码",
  ])
  func `a password goes under a name with letters of other scripts`(name: String) {
    let json = redacted(#"{"a":1,"\#(name)":"tiger82"}"#, "application/json")
    #expect(json.contains("{{") && !json.contains("tiger82"), "\(json)")
    let text = "a=1\n\(name)=tiger82\nb=2\n"
    if name.utf8.last.map({ $0 < 0x80 }) == true {
      #expect(!redacted(text).contains("tiger82"))
    }
  }

  @Test(arguments: [
    (#"{"passwords":["tiger82","horse17x"]}"#, "application/json"),
    ("passwords:\n  - tiger82\n  - horse17x\n", "application/yaml"),
    ("passwords%5B%5D=tiger82&passwords%5B%5D=horse17x", "application/x-www-form-urlencoded"),
    (
      "passwords%5B0%5D=tiger82&user_passwords%5B1%5D=horse17x",
      "application/x-www-form-urlencoded"
    ),
  ])
  func `the passwords of a list go`(text: String, type: String) {
    let redacted = redacted(text, type)
    #expect(!redacted.contains("tiger82") && !redacted.contains("horse17x"), "\(redacted)")
  }

  @Test(arguments: [
    #"{"password_field":"Enter your password"}"#, #"{"password_new":"New password"}"#,
    ##"{"passwordField":"#user_password"}"##, #"{"passwordInput":"login-password"}"#,
    ##"{"password_field":"input[name=password]"}"##, #"{"passwordText":"Passwort"}"#,
    #"{"passwords":"enabled"}"#, #"{"password_parameter":"j_password2"}"#,
    #"{"passwords":["is too short","must have 8 characters"]}"#, #"{"desenha":"tiger82"}"#,
    #"{"bypass_code":"tiger82"}"#, #"{"compass":"tiger82"}"#, #"{"password_bytes":"16-32"}"#,
  ])
  func `what only speaks of a password stays`(text: String) {
    #expect(redacted(text, "application/json") == text)
  }
}
