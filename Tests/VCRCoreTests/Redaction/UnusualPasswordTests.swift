import Testing

@testable import VCRCore

/// Passwords with spaces, signs and letters of other scripts, and those of which a position tells.
struct UnusualPasswordTests: RedactedText {
  @Test(arguments: [
    ("db:\n  password: Garden Winter 9177!\n  port: 1\n", "Garden Winter 9177!", "PASSWORD"),
    ("db:\n  password: amber panda walnut rocket\n", "amber panda walnut rocket", "PASSWORD"),
    (
      "[db]\nuser = a\npassword = Violin Marble x8725\nport = 1\n", "Violin Marble x8725",
      "PASSWORD"
    ),
    ("mail:\n  password: 'it''sSummer4726'\n", "it''sSummer4726", "PASSWORD"),
    ("const db = f({ user: 'a', password: 'Übermut#596' });\n", "Übermut#596", "PASSWORD"),
    ("define( 'DB_PASSWORD', 'Turtle2020?' );\n", "Turtle2020?", "DB_PASSWORD"),
    ("CREATE LOGIN a WITH PASSWORD = N'Copper73!x', B = c;", "Copper73!x", "PASSWORD"),
    (
      "ALTER USER a WITH PASSWORD 'forest dragon raven kitten';", "forest dragon raven kitten",
      "PASSWORD"
    ),
    ("$p = ConvertTo-SecureString -String \"zxc2399!@#s\" -Force\n", "zxc2399!@#s", "PASSWORD"),
    ("machine h login ada account x password Tiger!2022\n", "Tiger!2022", "PASSWORD"),
    ("db.example.com:5433:app:ada:Tiger!2022\n", "Tiger!2022", "PASSWORD"),
    ("dsn = root:Tiger!2022@tcp(db:3306)/app?x=1\n", "Tiger!2022", "PASSWORD"),
    ("url=jdbc:oracle:thin:scott/Tiger!2022@//h:1521/XE\n", "Tiger!2022", "PASSWORD"),
    (
      "url,username,password,totp\nhttps://h,ada,Tiger!2022,\nhttps://i,bob,,7\n", "Tiger!2022",
      "PASSWORD"
    ),
    ("user=a\nmasterPassword=Kestrel&River=120\nx=1\n", "Kestrel&River=120", "MASTERPASSWORD"),
    ("mail:\n  smtp_pass: \"kestrel's meadow 5399!\"\n", "kestrel's meadow 5399!", "SMTP_PASS"),
    ("network={\n  ssid=\"x\"\n  psk=\"sunset7420\"\n}\n", "sunset7420", "PSK"),
    ("db:\n  user: ada\n  password: amber panda\n", "amber panda", "PASSWORD"),
    ("vrrp {\n  auth_type PASS\n  auth_pass Turtle-2020\n}\n", "Turtle-2020", "AUTH_PASS"),
    ("account a\nuser ada\npassword Turtle-2020\nport 587\n", "Turtle-2020", "PASSWORD"),
    ("rootdn \"cn=admin\"\nrootpw Turtle-2020\n", "Turtle-2020", "ROOTPW"),
    ("android {\n  storePassword 'Turtle-2020'\n}\n", "Turtle-2020", "STOREPASSWORD"),
    ("failed for ada with db_password 'Turtle-2020' at x\n", "Turtle-2020", "DB_PASSWORD"),
    ("ENV['DB_PASSWORD'] ||= 'Turtle-2020'\n", "Turtle-2020", "DB_PASSWORD"),
    ("Name     : ada\npassword : Turtle-2020\nZone     : b\n", "Turtle-2020", "PASSWORD"),
    ("Name         : ada\npassword     : Turtle-2020\n", "Turtle-2020", "PASSWORD"),
    ("\u{1B}[32mpassword\u{1B}[0m=\u{1B}[33mTurtle-2020\u{1B}[0m x=1\n", "Turtle-2020", "PASSWORD"),
    (
      "\u{1B}[36mpassword\u{1B}[39m: \u{1B}[32m'Turtle-2020'\u{1B}[39m\n", "Turtle-2020", "PASSWORD"
    ),
    ("password=\u{1B}[0mTurtle-2020\n", "Turtle-2020", "PASSWORD"),
    ("Ihr Passwort lautet: Turtle-2020\n", "Turtle-2020", "PASSWORT"),
    ("Le mot de passe est : Turtle-2020\n", "Turtle-2020", "MOT_DE_PASSE"),
    ("id\tname\tpassword\tz\n3\tada\tTurtle-2020\tx\n", "Turtle-2020", "PASSWORD"),
  ])
  func `a password goes as a whole`(text: String, password: String, name: String) {
    #expect(redacted(text) == text.replacing(password, with: "{{\(name)}}"))
  }

  @Test(arguments: [
    (
      "Driver={ODBC Driver 18};Server=db;UID=app;PWD={Tr0ub4dor&3;}}x};Encrypt=yes",
      "{Tr0ub4dor&3;}}x}", "PWD"
    ),
    ("Server=db;User Id=app;Password=Wi&ter#9921?/;Encrypt=True", "Wi&ter#9921?/", "PASSWORD"),
    (
      "jdbc:sqlserver://db.internal:1433;databaseName=app;user=app;password=Wi@ter#99/21;encrypt=true",
      "Wi@ter#99/21", "PASSWORD"
    ),
    ("Driver={ODBC Driver 18};PWD={Tr0ub4dor&3};UID=app", "{Tr0ub4dor&3}", "PWD"),
    ("jdbc:sqlserver://db:1433;user=app;password={Wi;ter 9921}", "{Wi;ter 9921}", "PASSWORD"),
    ("a=1;b=2;password=Winter9921&next=3", "Winter9921", "PASSWORD"),
  ])
  func `a password in a list of settings ends with the setting`(
    text: String, password: String, name: String
  ) {
    #expect(redacted(text) == text.replacing(password, with: "{{\(name)}}"))
  }

  @Test(arguments: [
    (
      #"{"Env":["A=1","POSTGRES_PASSWORD=violet&marble=88 x"]}"#, "violet&marble=88 x",
      "POSTGRES_PASSWORD"
    ),
    (
      #"{"dsn":"host=h password=M\u00fcller-1657 sslmode=require"}"#, #"M\u00fcller-1657"#,
      "PASSWORD"
    ),
    (#"{"dsn":"Server=h;UID=sa;PWD=K\u00e4se-5196;Encrypt=yes"}"#, #"K\u00e4se-5196"#, "PWD"),
    (
      #"{"credentials":[{"type":"password","value":"8988+shadow","temporary":false}]}"#,
      "8988+shadow", "PASSWORD"
    ),
    (#"{"errors":[{"field":"password","rejectedValue":"amber 33"}]}"#, "amber 33", "PASSWORD"),
    (
      #"{"Operations":[{"op":"replace","path":"password","value":"it's 942"}]}"#, "it's 942",
      "PASSWORD"
    ),
    (
      #"{"x/password":[{"@value":"Turtle-2020"}],"z":1}"#, "Turtle-2020", "X_PASSWORD"
    ),
    (##"{"password":{"#text":"Turtle-2020","@type":"x"}}"##, "Turtle-2020", "PASSWORD"),
    (#"{"password":{"$t":"Turtle-2020"}}"#, "Turtle-2020", "PASSWORD"),
    (#"{"password":{"_":"Turtle-2020"}}"#, "Turtle-2020", "PASSWORD"),
    (#"{"password":[{"value":"Turtle-2020"}]}"#, "Turtle-2020", "PASSWORD"),
    (#"{"path":["user","password"],"value":"Turtle-2020"}"#, "Turtle-2020", "PASSWORD"),
    (#"{"Password (initial)":"Turtle-2020"}"#, "Turtle-2020", "PASSWORD__INITIAL_"),
    (
      #"{"log":"\u001b[32mpassword\u001b[0m=\u001b[33mTurtle-2020\u001b[0m"}"#, "Turtle-2020",
      "PASSWORD"
    ),
    (#"[["password","Turtle-2020"],["zone","end-mark7"]]"#, "Turtle-2020", "PASSWORD"),
    (
      #"{"env":[{"name":"ADMIN_PASS","value":"Turtle Monkey 71!"}]}"#, "Turtle Monkey 71!",
      "ADMIN_PASS"
    ),
    (
      #"{"keys":[{"keyName":"key1","value":"q7Zt2LmX9vB4nRk8Wd3Hs6YcPu5Jf1Gx"}]}"#,
      "q7Zt2LmX9vB4nRk8Wd3Hs6YcPu5Jf1Gx", "KEY1"
    ),
  ])
  func `a password in JSON goes as a whole`(text: String, password: String, name: String) {
    #expect(redacted(text, "application/json") == text.replacing(password, with: "{{\(name)}}"))
  }

  @Test(arguments: [
    "Password: at least 8 characters, 1 digit\n", "  password: Added in version 2.1\n",
    "password: Level 3 clearance\n", "password: See RFC 2617\n",
    "  password: Passwort (min. 8 Zeichen)\n",
    "password: HTTP Basic 2617\n",
    "see root:x@tcpdump and more",
    #"{"fields":[{"type":"password","label":"New password 2"},{"type":"text","value":"Ada 12"}]}"#,
    #"{"list":["PASSWORD=password","A=1"]}"#, #"{"type":"password_reset","value":"8988"}"#,
    "psk: none\n", "user, password, and more\nhello Tiger!2022\n",
    "Enter your\npassword twice\n", "auth_pass PASS\n", "password sufficient pam_unix.so sha512\n",
    "the password 'required' is missing\n",
    "login:\n  username: Username\n  password: Password please\n",
    "Ihr Passwort lautet: geheim gehalten\n", "id\tpassword_policy\n1\tstrong99\n",
    #"{"changes":{"password":{"new":"required","old":"optional"}}}"#,
    "Enter user,password,code. Then,Tiger!2022,3.\n1,2,3\n",
    "v4.local. is how such a token begins\n",
  ])
  func `what is no password stays`(text: String) {
    #expect(redacted(text, text.hasPrefix("{") ? "application/json" : "text/plain") == text)
  }
}
