import Testing

@testable import VCRCore

/// Command lines in messages: as a text, in a script's output, as a list of arguments.
struct CommandLineSecretTests {
  /// A command line with `%` for the secret, and a secret for it.
  private static let commands: [(String, String)] = [
    ("tool --password %", "hunterhunter"), ("tool --password=% -v", "hunterhunter"),
    ("tool --db-password % -v", "hunterhunter"), ("tool -password %", "hunterhunter"),
    ("tool --passphrase % | more", "hunterhunter"), ("mysql -u root -p% db", "hunter2secret"),
    ("curl -u user:% https://x.example.com", "hunter2secret"),
    ("curl -uuser:% https://x.example.com", "hunter2secret"),
    ("curl -su user:% https://x.example.com", "hunter2secret"),
    ("sshpass -p % ssh a@b", "hunter2secret"), ("PGPASSWORD=% psql -h x", "hunterhunter"),
    ("docker login -u a -p % reg.example.com", "hunter2secret"),
    ("redis-cli -h x -a % ping", "hunter2secret"), ("sqlcmd -S h -U sa -P% x", "hunter2secret"),
    ("ssh-keygen -t rsa -N % -f key", "hunter2secret"),
    ("http --auth=bob:% GET x", "hunter2secret"), ("http --auth bob:% GET x", "hunter2secret"),
    ("nuget push a.nupkg -ApiKey %", "oy2hunter2secrethunter3secret44"),
    ("ipmitool -U a -P % power", "hunter2secret"),
    ("htpasswd -bB -C 10 users ada %", "hunterhunter"), ("htpasswd -nb ada %", "hunterhunter"),
    ("rabbitmqctl add_user ada %", "hunterhunter"), ("mysqladmin -u a password %", "hunterhunter"),
    ("wpa_passphrase Net %", "hunterhunter"), ("openssl passwd -6 %", "hunter2secret"),
    ("ansible-vault encrypt_string % --name db", "hunterhunter"),
    ("smbclient //srv/share % -U ada", "hunter2secret"), ("net user ada % /add", "hunter2secret"),
    ("sqlplus ada/%@db.example.com", "hunter2secret"), ("vault login %", "hunter2secret"),
    ("aws configure set aws_secret_access_key %", "hunterhunter"),
    ("redis-cli config set requirepass %", "hunter2secret"),
    ("kubectl create secret generic a --from-literal=b=% -n x", "hunterhunter"),
    ("openssl rsa -passin pass:% -in a", "hunterhunter"), ("7z a -p% out.7z", "hunterhunter"),
    ("plink -pw % ada@host", "hunterhunter"), ("lftp -u ada,% ftp.example.com", "hunterhunter"),
    ("snmpget -v2c -c % host sysDescr.0", "hunterhunter"),
    ("username ada privilege 15 password 0 %", "hunter2secret"),
    ("enable secret %", "hunter2secret"), ("tacacs-server host 10.0.0.1 key %", "hunter2secret"),
    ("snmp-server community % RO", "hunter2secret"), ("rwcommunity % 10.0.0.0/8", "hunter2secret"),
    ("user ada insecure-password %", "hunter2secret"), ("requirepass %", "hunter2secret"),
    ("crypto isakmp key % address 10.0.0.1", "hunter2secret"),
    ("rootpw %", "hunter2secret"), ("rootpw --plaintext %", "hunter2secret"),
    ("sentinel auth-pass mymaster %", "hunter2secret"), ("AUTH %", "hunter2secret"),
    ("AUTH ada %", "hunter2secret"), ("stats auth ada:%", "hunter2secret"),
  ]

  private func redacted(_ text: String, _ type: String) -> String {
    let request = Interaction.Request(
      url: "https://api.example.com/", headers: ["Content-Type": type],
      body: Body(Array(text.utf8)))
    return String(decoding: Redaction.standard.redacting(request).body.bytes, as: UTF8.self)
  }

  @Test(arguments: commands)
  func `the value of an option is found in JSON, a log and a list`(
    command: String, secret: String
  ) {
    let line = command.replacing("%", with: secret)
    let list = line.split(separator: " ").map { "\"\($0)\"" }
    let bodies = [
      ("{\"message\":\"\(line)\"}", "application/json"),
      ("2026-01-01 INFO running: \(line)\nnext\n", "text/plain"),
      ("#!/bin/sh\nset -e\n\(line)\n", "application/x-sh"),
      ("{\"Cmd\":[\(list.joined(separator: ","))]}", "application/json"),
      ("{\n  \"Cmd\": [\n    \(list.joined(separator: ",\n    "))\n  ]\n}", "application/json"),
    ]
    for (body, type) in bodies {
      let result = redacted(body, type)
      #expect(!result.contains(secret), "\(result)")
      #expect(result.contains("{{"))
    }
  }

  @Test(arguments: [
    ("echo % | docker login -u ada --password-stdin", "hunterhunter"),
    ("echo \"%\" | sudo -S apt update", "hunterhunter"),
    ("printf '%s' '%' | docker login --password-stdin", "hunterhunter"),
    ("echo \"ada:%\" | sudo chpasswd", "hunterhunter"),
    ("docker login -u ada --password-stdin <<< \"%\"", "hunterhunter"),
    ("cryptsetup luksOpen /dev/sda x <<< '%'", "hunterhunter"),
  ])
  func `what a command is given by another one is found in JSON, a log and HTML`(
    command: String, secret: String
  ) {
    let line = command.replacing("%s", with: "\u{1}").replacing("%", with: secret)
      .replacing("\u{1}", with: "%s")
    for (body, type) in [
      ("{\"cmd\":\"\(line.replacing("\"", with: "\\\""))\"}", "application/json"),
      ("+ \(line)\nnext\n", "text/plain"),
      ("<!doctype html><html><pre>\n\(line.replacing("<", with: "&lt;"))\n</pre>", "text/html"),
    ] where !(type == "text/html" && line.contains("<<<")) {
      let result = redacted(body, type)
      #expect(!result.contains(secret) && result.contains("{{PASSWORD}}"), "\(result)")
    }
  }

  @Test(arguments: [
    "Give --password option to be asked.", "The --password and --user options go together.",
    "tool --password PASSWORD", "tool --password=PASSWORD", "wget --ftp-password=WACHTWRD",
    "Use --password instead", "tool --password \"$(cat /run/secrets/db-password)\"",
    "mysql -u root -p", "--password prompts for it", "cp -p file1 file2", "mkdir -p build/out",
    "curl -sS https://x.example.com/a:b", "[\"mkdir\", \"-p\", \"build-2026\"]",
    "The net user name is shown, and the vault login page too.", "htpasswd -c users ada",
    "echo done | tee log", "echo $PASSWORD | docker login --password-stdin", "net use is a command",
    "git config user.name Ada", "npm config set registry https://r.example.com/",
    "aws configure set region eu-west-1", "composer config name a/b", "openssl passwd -stdin",
    "printf '%s' hello | wc -c", "sqlplus / as sysdba", "cargo login to publish crates",
  ])
  func `what is said of an option stays`(text: String) {
    #expect(redacted(text, "text/plain") == text)
    let json = "{\"help\":\"\(text.replacing("\"", with: "\\\""))\"}"
    #expect(redacted(json, "application/json") == json)
  }

  @Test func `the lines of a private key of PuTTY go, and the public ones stay`() {
    let line = "AAAAB3NzaC1yc2EAAAADAQABAAABAQDdTg44CL4XUK3WfwdkizU0f0JYHSYou0yG"
    let secret = "AAABAQCFv37obqA0BxaI5AzbvyZXUc2q1Zt8wYp3Kd7Lr6Tn1Yb5HcQ9sMf4Xe"
    for end in ["\n", "\r\n", "\\n"] {
      func key(_ lines: [String]) -> String {
        ([
          "PuTTY-User-Key-File-3: ssh-rsa", "Encryption: none", "Comment: a", "Public-Lines: 1",
          line, "Private-Lines: 2",
        ] + lines + ["Private-MAC: 0a1b"]).joined(separator: end)
      }
      #expect(
        redacted(key([secret, String(secret.dropLast(20))]), "text/plain")
          == key(["{{PRIVATE_KEY}}"]))
    }
  }
}
