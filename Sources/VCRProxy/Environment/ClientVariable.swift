#if CommandLineTool
  /// An environment variable that sends a client through the proxy, or makes it trust the authority
  /// of the run.
  ///
  /// Both COMMAND's environment and the output of `vcr env` are made from the table `all`.
  package struct ClientVariable: Sendable {
    /// What a variable is set to.
    package enum Value: Sendable {
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
      /// A start-up file for wget: the user's settings, then ours.
      case wgetSettings
      /// A folder with settings for PHP, after the folders that PHP would have read.
      case phpFolder
      /// Options for the Java virtual machine, after the user's.
      case javaOptions
      /// Options for Node, after the user's.
      case nodeOptions
    }

    /// The variable's name.
    package var name: String
    /// What it is set to.
    package var value: Value
    /// The clients that read it.
    package var clients: String
    /// A remark for the reader; empty for most.
    package var note = ""

    /// Every variable, in the order in which `vcr env` prints them.
    package static let all: [ClientVariable] = [
      ClientVariable(
        name: "http_proxy", value: .proxy,
        clients: "curl, libcurl, wget, Python, Go, Ruby, Perl, PHP curl, gRPC",
        note: "Ruby takes it for https as well"),
      ClientVariable(
        name: "https_proxy", value: .proxy,
        clients: "curl, libcurl, git, wget, Python, Go, Perl, PHP curl, gRPC, npm, cargo"),
      ClientVariable(
        name: "grpc_proxy", value: .proxy, clients: "gRPC", note: "goes before the other two"),
      ClientVariable(name: "all_proxy", value: .proxy, clients: "curl, libcurl, httpx"),
      ClientVariable(
        name: "HTTP_PROXY", value: .proxy, clients: "Python, Go, .NET, reqwest",
        note: "curl ignores it on purpose"),
      ClientVariable(
        name: "HTTPS_PROXY", value: .proxy, clients: "curl, Python, Go, .NET, reqwest"),
      ClientVariable(name: "ALL_PROXY", value: .proxy, clients: "curl, httpx, reqwest"),
      ClientVariable(
        name: "no_proxy", value: .direct, clients: "all of the above",
        note: "empty but for --listen, so that localhost is proxied too; Go and Ruby never do"),
      ClientVariable(name: "NO_PROXY", value: .direct, clients: "all of the above"),
      ClientVariable(name: "no_grpc_proxy", value: .direct, clients: "gRPC"),
      ClientVariable(
        name: "SSL_CERT_FILE", value: .bundle,
        clients: "OpenSSL, curl, Python urllib and httpx, Go, Ruby, Perl HTTP::Tiny"),
      ClientVariable(name: "CURL_CA_BUNDLE", value: .bundle, clients: "curl, Python requests"),
      ClientVariable(
        name: "REQUESTS_CA_BUNDLE", value: .bundle, clients: "Python requests, pip, botocore"),
      ClientVariable(name: "GIT_SSL_CAINFO", value: .bundle, clients: "git"),
      ClientVariable(name: "AWS_CA_BUNDLE", value: .bundle, clients: "AWS CLI, botocore"),
      ClientVariable(name: "PIP_CERT", value: .bundle, clients: "pip"),
      ClientVariable(name: "PERL_LWP_SSL_CA_FILE", value: .bundle, clients: "Perl LWP"),
      ClientVariable(name: "PERL_LWP_ENV_PROXY", value: .fixed("1"), clients: "Perl LWP"),
      ClientVariable(
        name: "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH", value: .bundle, clients: "gRPC C-core"),
      ClientVariable(name: "CARGO_HTTP_CAINFO", value: .bundle, clients: "cargo"),
      ClientVariable(name: "NIX_SSL_CERT_FILE", value: .bundle, clients: "Nix"),
      ClientVariable(name: "npm_config_cafile", value: .bundle, clients: "npm"),
      ClientVariable(name: "DENO_CERT", value: .bundle, clients: "Deno"),
      ClientVariable(name: "HTTPLIB2_CA_CERTS", value: .bundle, clients: "Python httplib2"),
      ClientVariable(
        name: "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE", value: .bundle, clients: "gcloud"),
      ClientVariable(
        name: "NODE_EXTRA_CA_CERTS", value: .authority, clients: "Node",
        note: "added to Node's own roots"),
      ClientVariable(
        name: "NODE_USE_ENV_PROXY", value: .fixed("1"), clients: "Node 22.21, 24.5 and later"),
      ClientVariable(
        name: "NODE_OPTIONS", value: .nodeOptions, clients: "Node before those",
        note: "after the user's; a preload that tunnels http, https and fetch"),
      ClientVariable(
        name: "WGETRC", value: .wgetSettings, clients: "wget", note: "the user's file is included"),
      ClientVariable(
        name: "PHP_INI_SCAN_DIR", value: .phpFolder, clients: "PHP curl",
        note: "after the user's; PHP's stream wrappers read no proxy variable"),
      ClientVariable(
        name: "JAVA_TOOL_OPTIONS", value: .javaOptions, clients: "Java",
        note: "after the user's; Java prints one line about it on standard error"),
    ]
  }
#endif
