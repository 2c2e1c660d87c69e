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
    "Give --password option to be asked.", "The --password and --user options go together.",
    "tool --password PASSWORD", "tool --password=PASSWORD", "wget --ftp-password=WACHTWRD",
    "Use --password instead", "tool --password \"$(cat /run/secrets/db-password)\"",
    "mysql -u root -p", "--password prompts for it", "cp -p file1 file2", "mkdir -p build/out",
    "curl -sS https://x.example.com/a:b", "[\"mkdir\", \"-p\", \"build-2026\"]",
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
