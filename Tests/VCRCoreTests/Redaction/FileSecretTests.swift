import Testing

@testable import VCRCore

/// Secrets in what files, calls and pages have in place of a name and a sign.
struct FileSecretTests: RedactedText {
  @Test(arguments: [
    ("root:Secret12\nada:Walnut77\n", ["Secret12", "Walnut77"], "text/plain", "PASSWORD"),
    ("ada:Walnut77\nroot:Secret12\r\n", ["Secret12", "Walnut77"], "text/plain", "PASSWORD"),
    ("*:*:*:postgres:Walnut77\n", ["Walnut77"], "text/plain", "PASSWORD"),
    ("db.internal:*:app:ada:Wal\\:nut77\n", ["Wal\\:nut77"], "text/plain", "PASSWORD"),
    ("WIFI:T:WPA;S:Home;P:walnut77;;\n", ["walnut77"], "text/plain", "PASSWORD"),
    (
      #"{"qr":"WIFI:S:Home;T:WPA2;P:wal nut;H:true;;"}"#, ["wal nut"], "application/json",
      "PASSWORD"
    ),
    (
      "<?php\ndefine( 'AUTH_KEY',         'q7Zt) LmX9|vB4n<Rk8;Wd3Hs(6Yc q7Zt&LmX9#vB4nRk8' );\n",
      ["q7Zt) LmX9|vB4n<Rk8;Wd3Hs(6Yc q7Zt&LmX9#vB4nRk8"], "text/x-php", "AUTH_KEY"
    ),
    (
      "define('NONCE_SALT', 'q7Zt) LmX9|vB4n<Rk8;Wd3Hs(6Yc q7Zt&LmX9#vB4nRk8');\n",
      ["q7Zt) LmX9|vB4n<Rk8;Wd3Hs(6Yc q7Zt&LmX9#vB4nRk8"], "text/plain", "NONCE_SALT"
    ),
    (
      "SECRET_KEY = 'django-insecure-e019&(sdpyynex6nd9_q7zt-lmx9#vb4n'\n",
      ["django-insecure-e019&(sdpyynex6nd9_q7zt-lmx9#vb4n"], "text/x-python", "SECRET_KEY"
    ),
    ("client.login(\"ada\", \"Walnut77\")\n", ["Walnut77"], "text/x-python", "PASSWORD"),
    ("signIn('ada@example.com', 'Walnut77')\n", ["Walnut77"], "text/plain", "PASSWORD"),
    ("requests.get(url, auth=('ada', 'Walnut77'))\n", ["Walnut77"], "text/plain", "PASSWORD"),
    ("session.auth = (\"ada\", \"Walnut77\")\n", ["Walnut77"], "text/x-python", "PASSWORD"),
    (
      "c = DriverManager.getConnection(url, \"app\", \"Walnut77\");\n", ["Walnut77"], "text/plain",
      "PASSWORD"
    ),
    ("<p>Password: <b>Walnut77!</b></p>", ["Walnut77!"], "text/html", "PASSWORD"),
    ("<tr><td>Password</td><td>Walnut77</td></tr>", ["Walnut77"], "text/html", "PASSWORD"),
    (
      "<p>Your temporary password is <strong>Walnut77</strong></p>", ["Walnut77"], "text/html",
      "PASSWORD"
    ),
    (
      #"{"backup_codes":["63fbd-48b58","5768996644"]}"#, ["63fbd-48b58", "5768996644"],
      "application/json", "BACKUP_CODES"
    ),
    (
      #"{"mnemonic":"abandon about acid actor zoo wrong absent absorb across act above yellow"}"#,
      ["abandon about acid actor zoo wrong absent absorb across act above yellow"],
      "application/json", "MNEMONIC"
    ),
    (
      "seed_phrase: abandon about acid actor zoo wrong absent absorb across act above yellow\n",
      ["abandon about acid actor zoo wrong absent absorb across act above yellow"], "text/plain",
      "SEED_PHRASE"
    ),
    (
      #"{"keys":[{"kty":"EC","x":"a","d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}]}"#,
      ["jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"], "application/json", "PRIVATE_KEY"
    ),
    (
      #"{"jwk":"{\"k\": \"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T\",\"kty\": \"oct\"}"}"#,
      ["AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T"], "application/json", "PRIVATE_KEY"
    ),
    (#"{"SecretString":"walnut river"}"#, ["walnut river"], "application/json", "SECRETSTRING"),
    (
      #"{"SecretString":"{\"user\":\"a\",\"password\":\"Walnut77\"}"}"#, ["Walnut77"],
      "application/json", "PASSWORD"
    ),
  ])
  func `a secret goes where it stands without a name`(
    text: String, secrets: [String], type: String, name: String
  ) {
    let expected = secrets.reduce(text) { $0.replacing($1, with: "{{\(name)}}") }
    #expect(redacted(text, type) == expected)
  }
}
