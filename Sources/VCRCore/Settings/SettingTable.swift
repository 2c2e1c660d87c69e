/// All settings that an option, an environment variable and a key of `.vcr.yaml` share.
///
/// Their precedence, in this order: option, variable, file, default. Rules of redaction and what is
/// volatile add up instead. What only the command line can say, such as `--no-redaction`, is not
/// here.
package enum SettingTable {
  /// The cassette, as it was named.
  package static let cassette = Setting(
    SettingRow(
      "cassette", .word, letter: "c", valueName: "file",
      help: "The cassette; NAME means Cassettes/NAME.yaml. Without it, the name of COMMAND is "
        + "taken.")
  ) { $0 }

  /// The record mode.
  ///
  /// For a replay, only the option counts.
  package static let mode = Setting(
    SettingRow(
      "mode", .word, valueName: "mode", isForTests: true,
      help: "none, once, new-episodes, all or offline.")
  ) { try RecordMode(named: $0) }

  /// Whether each test of COMMAND has a cassette of its own.
  package static let scopes = Setting(
    SettingRow(
      "scopes", .flag,
      help: "A cassette for each test of COMMAND (vcr init --for)."),
    read: isOn)

  /// The policy by which two requests match.
  package static let match = Setting(
    SettingRow(
      "match", .parts, valueName: "list",
      help: "When requests are the same: method,url (the default), scheme, host, port, path, "
        + "query, headers(NAME…), cookies, body, json(ignoring PATH…), form.")
  ) { try RequestEquivalence(parsing: $0) }

  /// Files with more roots to trust for the real service.
  package static let upstreamRoots = Setting(
    SettingRow(
      "upstream-ca", .list, valueName: "file", isPath: true, isForTests: true,
      isRare: true,
      help: "More roots to trust when talking to the real service (PEM). May be repeated.")
  ) { $0 }

  /// Certificates for services that ask for one.
  package static let clientCertificates = Setting(
    SettingRow(
      "client-cert", .list, valueName: "host=file",
      isRare: true,
      help: "The certificate to show HOST (also *.example.com) when it asks for one: a PEM file "
        + "with its private key. May be repeated.")
  ) { try ClientCertificateSetting(named: $0) }

  /// The oldest version of TLS that is spoken with a service.
  package static let upstreamTLS = Setting(
    SettingRow(
      "upstream-tls", .word, valueName: "version",
      isRare: true,
      help: "The oldest TLS that is spoken with a service: 1.0, 1.1, 1.2 (the default) or 1.3.")
  ) { try versionOfTLS($0) }

  /// The most bytes of a header section that are read.
  package static let maxHeaderSize = Setting(
    SettingRow(
      "max-header-size", .word, valueName: "bytes",
      isRare: true,
      help: "The most bytes of a header section that are read (1048576); a longer one of a request "
        + "gets 431.")
  ) { try limit($0) }

  /// The most header fields of a request that are read.
  package static let maxHeaders = Setting(
    SettingRow(
      "max-headers", .word, valueName: "count",
      isRare: true, help: "The most header fields of a request (1000); more get 431.")
  ) { try limit($0) }

  /// The most bytes of a message of a WebSocket that are read.
  package static let maxMessageSize = Setting(
    SettingRow(
      "max-message-size", .word, valueName: "bytes",
      isRare: true,
      help: "The most bytes of a WebSocket message that are read (32000000); a longer one ends its "
        + "connection.")
  ) { try limit($0) }

  /// Hosts that reach the network and are never recorded.
  package static let passthrough = Setting(
    SettingRow(
      "passthrough", .words(\.commaSeparatedWords), valueName: "host",
      help: "A host (also *.example.com) that is reached and never recorded. May be repeated.")
  ) { try HostSetting.host(named: $0) }

  /// How COMMAND is kept from going round `vcr`.
  package static let isolate = Setting(
    SettingRow(
      "isolate", .word, valueName: "auto|require|off",
      help:
        "Keep COMMAND from going round vcr: auto (as far as vcr doctor says), require (or do not "
        + "run it), off.")
  ) { try IsolationSetting(named: $0) }

  /// Whether services of this machine, on ports and on sockets in files, are out of COMMAND's
  /// reach.
  package static let noHostPorts = Setting(
    SettingRow(
      "no-host-ports", .flag,
      isRare: true, help: "Shut COMMAND out from services of this machine, by port or by file."),
    read: isOn)

  /// Services that COMMAND reaches directly.
  package static let allow = Setting(
    SettingRow(
      "allow", .words(\.commaSeparatedWords), valueName: "host:port",
      isRare: true,
      help: "A service that COMMAND reaches directly, whatever it speaks. May be repeated.")
  ) { word throws(SettingError) in
    guard let address = ServiceAddress(word) else {
      throw SettingError(word: word, expectation: "is not HOST:PORT, such as db.internal:5432")
    }
    return address
  }

  /// The real addresses of services.
  package static let map = Setting(
    SettingRow(
      "map", .words(\.commaSeparatedWords), valueName: "host:port=address:port",
      isRare: true, help: "Where the service for HOST:PORT really is. May be repeated.")
  ) { try AddressMapping(named: $0) }

  /// Names of header fields, query items and form fields, and places, whose values are redacted.
  package static let redact = Setting(
    SettingRow(
      "redact", .words(VolatileName.words(of:)), valueName: "name|path",
      help: "What is redacted as well: a name, or a place as vcr diff prints it (?sid, $.id). "
        + "May be "
        + "repeated.")
  ) { try RedactedName(named: $0) }

  /// Places in JSON bodies that are redacted.
  package static let redactJSON = Setting(
    SettingRow(
      "redact-json", .list, valueName: "path",
      isRare: true,
      help: "A place in JSON bodies that is redacted, such as $.user.email. May be repeated.")
  ) { try JSONPath(parsing: $0) }

  /// Environment variables whose values are redacted wherever they occur.
  package static let secret = Setting(
    SettingRow(
      "secret", .words(\.commaSeparatedWords), valueName: "variable", key: "secrets",
      help: "A variable whose value is replaced by {{VARIABLE}} wherever it occurs. May be "
        + "repeated.")
  ) { try secretName($0) }

  /// The names of the parts that may differ from run to run although the service has not changed.
  package static let volatile = Setting(
    SettingRow(
      "volatile", .words(VolatileName.words(of:)), valueName: "name|path", isForTests: true,
      isRare: true,
      help:
        "A header field, an item of the query such as ?ts, a path such as /users/*, a cookie such "
        + "as cookie(sid), a place in JSON bodies such as $.generated_at, or one in a stream such as "
        + "event(ping) or event $.id, or a pattern in text such as text(/nonce=(\\w+)/), that may "
        + "differ from run to run although the service has not changed. May be repeated.")
  ) { try VolatileName(named: $0) }

  /// Whether header fields that carry nothing for a replay are left out of a recording.
  package static let lean = Setting(
    SettingRow(
      "lean", .flag, isForTests: true, isRare: true,
      help: "Record no request ids, traces, limits and timings."),
    read: isOn)

  /// How long a recording is trusted.
  package static let expires = Setting(
    SettingRow(
      "expires", .word, valueName: "age", isForTests: true,
      isRare: true,
      help: "How old a recording may be before it has expired, such as 30d (m, h, d or w).")
  ) { try Expiry(named: $0) }

  /// The effect of an expired recording.
  package static let onExpired = Setting(
    SettingRow(
      "on-expired", .word, valueName: "warn|fail", isForTests: true,
      isRare: true,
      help: "What the replay of an expired cassette comes to: warn (the default), or fail with 83.")
  ) { try ExpiryPolicy(named: $0) }

  /// Where the outcome of a run is written.
  package static let report = Setting(
    SettingRow(
      "report", .word, valueName: "file", isPath: true, isForTests: true,
      help: "Write the outcome: .json, .xml (JUnit), .md, or a line of .jsonl for vcr check "
        + "--runs. "
        + "May be repeated.")
  ) { try ReportFile(named: $0) }

  /// Whether an interaction may be served again when it has been used up.
  package static let repeats = Setting(
    SettingRow(
      "repeat", .flag, isRare: true, help: "Serve an interaction again that has been used up."),
    read: isOn)

  /// Whether every interaction of the cassette must be used.
  package static let requireAll = Setting(
    SettingRow(
      "require-all", .flag, isForTests: true,
      help: "Fail with 81 when an interaction is left unused."),
    read: isOn)

  /// The timing of replayed responses.
  package static let latency = Setting(
    SettingRow(
      "latency", .word, valueName: "timing", isForTests: true,
      isRare: true,
      help: "Timing of what is replayed: none (the default), recorded, or a factor such as 0.5.")
  ) { try ReplayLatency(named: $0) }

  /// Whether nothing but errors is printed.
  package static let quiet = Setting(
    SettingRow("quiet", .flag, letter: "q", help: "Say nothing but errors."), read: isOn)

  /// Whether actions and settings are printed.
  package static let verbose = Setting(
    SettingRow("verbose", .flag, letter: "v", help: "Say what is done and with which settings."),
    read: isOn)

  /// All of them, in the order in which messages list them.
  package static let rows: [SettingRow] = [
    cassette.row, mode.row, scopes.row, match.row, upstreamRoots.row, clientCertificates.row,
    upstreamTLS.row,
    maxHeaderSize.row, maxHeaders.row, maxMessageSize.row, passthrough.row, isolate.row,
    noHostPorts.row, allow.row,
    map.row, redact.row,
    redactJSON.row, secret.row, volatile.row, lean.row, expires.row, onExpired.row, report.row,
    repeats.row,
    requireAll.row, latency.row, quiet.row, verbose.row,
  ]

  /// The keys by which redaction would be switched off, if a setting did that.
  package static let redactionNames = ["redaction", "no_redaction"]

  /// The words of a message about such a key, and about its variable.
  package static let redactionWords =
    "redaction is switched off on the command line alone, for one run (--no-redaction)"

  /// The variable with the folder of cassettes.
  ///
  /// It has no option and no key, as these name the cassette itself.
  package static let folderVariable = "VCR_CASSETTE_DIR"

  /// A version of TLS.
  private static func versionOfTLS(_ word: String) throws(SettingError) -> String {
    guard ["1.0", "1.1", "1.2", "1.3"].contains(word) else {
      throw SettingError(word: word, expectation: "is none of 1.0, 1.1, 1.2 and 1.3")
    }
    return word
  }

  /// A number from 1.
  private static func limit(_ word: String) throws(SettingError) -> Int {
    guard let number = Int(word), number > 0 else {
      throw SettingError(word: word, expectation: "is no number from 1")
    }
    return number
  }

  /// The name of an environment variable.
  private static func secretName(_ word: String) throws(SettingError) -> String {
    let isName =
      word.utf8.first?.isASCIIDigit == false
      && word.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x5F }
    guard isName else {
      // The word is not quoted, as it may be the secret itself.
      throw SettingError(
        word: nil,
        expectation: "takes the names of environment variables, such as API_TOKEN, and never their "
          + "values")
    }
    return word
  }

  /// The words in lower case by which a setting is switched on or off, in `.vcr.yaml`.
  static let (onWords, offWords) = (["true", "yes", "on"], ["false", "no", "off"])

  /// Whether a variable is switched on, which it is by every word but `0` and those for off.
  ///
  /// - Parameter word: The variable's value, which is not empty.
  /// - Returns: Whether it is on.
  @Sendable package static func isOn(_ word: String) -> Bool {
    word != "0" && !offWords.contains(word.lowercased())
  }
}
