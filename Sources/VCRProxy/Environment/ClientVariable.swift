#if CommandLineTool
  /// An environment variable that sends a client through the proxy, or makes it trust the authority
  /// of the run.
  ///
  /// Which client reads which is in the table ``KnownClient/all``. COMMAND's environment and the
  /// output of `vcr env` are made of these, in the order in which they stand here.
  package enum ClientVariable: String, CaseIterable, Sendable {
    case httpProxy = "http_proxy"
    case httpsProxy = "https_proxy"
    case grpcProxy = "grpc_proxy"
    case allProxy = "all_proxy"
    case upperHTTPProxy = "HTTP_PROXY"
    case upperHTTPSProxy = "HTTPS_PROXY"
    case upperAllProxy = "ALL_PROXY"
    case noProxy = "no_proxy"
    case upperNoProxy = "NO_PROXY"
    case noGRPCProxy = "no_grpc_proxy"
    case sslCertFile = "SSL_CERT_FILE"
    case sslCertFolder = "SSL_CERT_DIR"
    case curlBundle = "CURL_CA_BUNDLE"
    case requestsBundle = "REQUESTS_CA_BUNDLE"
    case gitBundle = "GIT_SSL_CAINFO"
    case awsBundle = "AWS_CA_BUNDLE"
    case pipBundle = "PIP_CERT"
    case lwpBundle = "PERL_LWP_SSL_CA_FILE"
    case lwpProxy = "PERL_LWP_ENV_PROXY"
    case grpcBundle = "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"
    case cargoBundle = "CARGO_HTTP_CAINFO"
    case nixBundle = "NIX_SSL_CERT_FILE"
    case npmBundle = "npm_config_cafile"
    case denoBundle = "DENO_CERT"
    case haskellBundle = "SYSTEM_CERTIFICATE_PATH"
    case httplib2Bundle = "HTTPLIB2_CA_CERTS"
    case gcloudBundle = "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE"
    case nodeAuthority = "NODE_EXTRA_CA_CERTS"
    case nodeProxy = "NODE_USE_ENV_PROXY"
    case nodeOptions = "NODE_OPTIONS"
    case wgetSettings = "WGETRC"
    case phpFolder = "PHP_INI_SCAN_DIR"
    case pythonPath = "PYTHONPATH"
    case rubyPath = "RUBYLIB"
    case guileFolder = "GUILE_TLS_CERTIFICATE_DIRECTORY"
    case javaOptions = "JAVA_TOOL_OPTIONS"
    case lateJavaOptions = "_JAVA_OPTIONS"

    /// The value that a variable is set to.
    package enum Value: Sendable, Equatable {
      /// The URL of the proxy.
      case proxy
      /// Always the same text.
      case fixed(String)
      /// The addresses that bypass the proxy, which is that of `--listen` alone.
      case direct
      /// The file with the roots that COMMAND would have trusted and the authority of the run.
      case bundle
      /// The file with the authority of the run alone, for clients that add it to their own roots.
      case authority
      /// The folder with the authority of the run, before the folders that COMMAND would have read.
      case folders
      /// A start-up file for wget: the user's settings, then ours.
      case wgetSettings
      /// A folder with settings for PHP, after the folders that PHP would have read.
      case phpFolder
      /// A folder with a script that Python runs when it starts, before the user's folders.
      case pythonPath
      /// A folder with a script that Ruby runs for its library of TLS, before the user's folders.
      case rubyPath
      /// The folder of the run, for clients that trust every certificate in a folder.
      case runFolder
      /// Options for the Java virtual machine, after the user's.
      case javaOptions
      /// Options for Node, after the user's.
      case nodeOptions
    }

    /// The variable's name.
    package var name: String { rawValue }

    /// The value that it is set to.
    package var value: Value {
      switch self {
      case .httpProxy, .httpsProxy, .grpcProxy, .allProxy, .upperHTTPProxy, .upperHTTPSProxy,
        .upperAllProxy:
        .proxy
      case .noProxy, .upperNoProxy, .noGRPCProxy: .direct
      case .sslCertFile, .curlBundle, .requestsBundle, .gitBundle, .awsBundle, .pipBundle,
        .lwpBundle, .grpcBundle, .cargoBundle, .nixBundle, .npmBundle, .denoBundle, .httplib2Bundle,
        .gcloudBundle, .haskellBundle:
        .bundle
      case .sslCertFolder: .folders
      case .lwpProxy, .nodeProxy: .fixed("1")
      case .nodeAuthority: .authority
      case .nodeOptions: .nodeOptions
      case .wgetSettings: .wgetSettings
      case .phpFolder: .phpFolder
      case .pythonPath: .pythonPath
      case .rubyPath: .rubyPath
      case .guileFolder: .runFolder
      case .javaOptions, .lateJavaOptions: .javaOptions
      }
    }

    /// A remark for the reader; empty for most.
    package var note: String {
      switch self {
      case .httpProxy: "Ruby takes it for https as well"
      case .grpcProxy: "goes before the other two"
      case .upperHTTPProxy: "curl ignores it on purpose"
      case .noProxy:
        "empty but for --listen, so that localhost is proxied too; Go and Ruby never do"
      case .sslCertFolder: "before the user's, or the system's"
      case .nodeAuthority: "added to Node's own roots"
      case .nodeOptions:
        "after the user's; a preload that tunnels http, https and fetch, and adds to ca:"
      case .wgetSettings: "the user's file is included"
      case .phpFolder: "after the user's; PHP's stream wrappers read no proxy variable"
      case .pythonPath, .rubyPath:
        "before the user's; a preload that adds the authority to whatever roots a program loads"
      case .guileFolder: "each file in it that ends with .pem"
      case .javaOptions: "after the user's; Java prints one line about it on standard error"
      case .lateJavaOptions:
        "the same once more, as options of JDK_JAVA_OPTIONS and of a command line go before the first"
      default: ""
      }
    }

    /// The clients that read it.
    package var clients: String { KnownClient.names(reading: self) }
  }
#endif
