import Testing

@testable import VCRCore

/// Settings, code and documents whose names sound like those of secrets, as projects have them.
struct InnocentSettingTests: RedactedText {
  @Test(arguments: [
    "environment:\n  - DATABASE_PASSWORD=/run/secrets/db-password\n",
    "    proxy_pass          http://backend:8000;\n", "proxy_pass = \"https://$upstream\"",
    "docker build . --secret id=npmrc,src=.npmrc -t app\n",
    "docker run -v /etc/passwd:/etc/passwd:ro app\n",
    "- Database name/username/password: `<details for accessing your database>` (`DB_USER`)\n",
    "csrfToken = request.getParameter(\"csrf_token\") // from the form\n",
    "csrf_token = document.querySelector(\"meta\").getAttribute(\"content\");\n",
    "String session = \"2029-10-16T11:51:39Z\";\n", "offset_token = \"Ux8kbJVDpISh9GRd4EQB\"\n",
    "secret = \"%(password)s\"\n", "access_code: \"SUMMER20\"\n", "enable_password: true\n",
    "INFO authorization=approved took=12ms\n", "proxy_pass $s3_backend$uri;\n",
    "ALTER USER ada WITH PASSWORD 'YOUR_PASSWORD';\n",
    "security:\n  - bearer_auth:\n    - \"app:access_console\"\n",
    "https://h.test/f?key=uploads%2Fcat.png,electronic,SKU-25674-a,284e4445-4dfc-4389\n",
    "The radius grows accordingly, and some services support data key caching, preventing load",
  ])
  func `a text stays`(text: String) {
    #expect(redacted(text) == text)
  }

  @Test(arguments: [
    #"{"proxy_pass": "http://backend:8001"}"#, #"{"session": "2029-10-16T11:51:39Z"}"#,
    #"{"token0": "0xd3a40e0d7b22a52c651d86d87fd1ac26f25ece1c"}"#,
    #"{"support_ticket": "5f2b18e6c8f1d3a4b5c6d7e8"}"#, #"{"access_code": "SUMMER20"}"#,
    #"{"client_secret": "(sensitive value)"}"#, #"{"API Secret": "API-Passwort"}"#,
    #"{"Client Secret": "Tajný klíč klienta"}"#, #"{"enable_password": true}"#,
    #"{"Rotate secret": "シークレットをローテーション"}"#, #"{"auth": "basic:optional-2"}"#,
    #"{"Client Secret": "Segreto Client"}"#,
    #"{"vapid_key": "BCk-QqERU0q-CfYZjcuB6lnyyOYfJ2AifKqfeGIm7Z-HiTU5T9eTG5GxVA0_OH5mMlI4UkkDTpaZwozy0TzdZ2M="}"#,
  ])
  func `a member stays`(json: String) {
    #expect(redacted(json, "application/json") == json)
  }

  @Test func `a comment among the data of a Secret stays`() {
    let text = """
      kind: Secret
      data:
        # base64 encoded password. E.g.: echo -n "mine" | base64
        key: bXlwYXNzd29yZA==
      """
    #expect(redacted(text).contains(#"E.g.: echo -n "mine" | base64"#))
    #expect(!redacted(text).contains("bXlwYXNzd29yZA"))
  }

  @Test(arguments: [
    "ssh_keys:\n  example: \n", "ssh_keys:\n    example: ", "password:\n  value:  ",
  ])
  func `a member without a value has none`(text: String) {
    #expect(redacted(text, "application/yaml") == text)
  }

  @Test(arguments: [
    ("enable_password VALUE\n", "S3cret77"), (#"{"enable_password": "VALUE"}"#, "S3cret!"),
    (#"{"auth": "ada:VALUE"}"#, "Kirsche12!"), ("smtp_pass = \"VALUE\"\n", "velvet pepper yellow"),
    ("keystorePassword=VALUE\nport=1\n", "ribbon alpha saddle"),
    ("ALTER ROLE deploy WITH PASSWORD 'VALUE';\n", "copper lantern castle"),
    (#"{"mysql_pwd": "VALUE"}"#, "zebra silver guitar"),
  ])
  func `a password goes`(frame: String, value: String) {
    let text = redacted(
      frame.replacing("VALUE", with: value), frame.first == "{" ? "application/json" : "text/plain")
    #expect(!text.contains(value) && !text.contains(value.suffix(6)), "\(text)")
  }

  @Test func `a passphrase of three words goes in code`() {
    let text = redacted("const password = \"meadow ladder garden\";\n", "text/javascript")
    #expect(!text.contains("ladder"), "\(text)")
  }
}
