#if CommandLineTool
  extension KnownClient {
    /// The proxies' variables that clients read in lower case alone.
    private static let lower: [ClientVariable] = [.httpProxy, .httpsProxy, .noProxy]

    /// The set-ups of toolkits, and of languages that are seldom met.
    static let toolkits: [KnownClient] = [
      KnownClient(
        name: "Firefox", means: .neither, variables: lower,
        remedy:
          "add $NODE_EXTRA_CA_CERTS to its profile: certutil -d sql:PROFILE -A -t C,, -n vcr -i $NODE_EXTRA_CA_CERTS",
        agent: nil, programs: ["firefox", "firefox-esr", "geckodriver"]),
      KnownClient(
        name: "rclone", means: .either,
        variables: lower + [.upperHTTPProxy, .upperHTTPSProxy, .upperNoProxy, .sslCertFile],
        remedy: "leave out --ca-cert, or say --ca-cert $SSL_CERT_FILE",
        agent: nil, programs: ["rclone"]),
      KnownClient(
        name: "Python treq", means: .isolation, variables: [.sslCertFile],
        remedy: "leave out trustRoot of its agent's context",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Ruby HTTP.rb", means: .isolation, variables: [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby Typhoeus", means: .isolation, variables: lower + [.allProxy],
        remedy: "say cainfo: ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Perl Net::Async::HTTP", means: .isolation, variables: [.sslCertFile],
        remedy: "leave out SSL_ca_file, or set it to $ENV{SSL_CERT_FILE}",
        agent: nil, programs: ["perl", "prove"]),
      KnownClient(
        name: "Mono", means: .isolation, variables: lower,
        remedy: "add $SSL_CERT_FILE to its store: cert-sync --user $SSL_CERT_FILE",
        agent: nil, programs: ["mono"]),
      KnownClient(
        name: "GLib libsoup", means: .isolation, variables: lower,
        remedy: "make the session's tls-database from $SSL_CERT_FILE",
        agent: nil, programs: ["gjs"]),
      KnownClient(
        name: "Qt", means: .isolation, variables: lower,
        remedy: "call addCaCertificates(qEnvironmentVariable(\"SSL_CERT_FILE\"))",
        agent: nil, programs: ["qml", "wkhtmltopdf", "wkhtmltoimage"]),
      KnownClient(
        name: "SWI-Prolog", means: .isolation, variables: [],
        remedy: "say cacerts([file(File)]), with getenv('SSL_CERT_FILE', File)",
        agent: nil, programs: ["swipl"]),
    ]
  }
#endif
