#if CommandLineTool
  extension KnownClient {
    // The variables that clients have in common.
    private static let lower: [ClientVariable] = [.httpProxy, .httpsProxy, .noProxy]
    private static let standard: [ClientVariable] =
      lower + [.upperHTTPProxy, .upperHTTPSProxy, .upperNoProxy]
    /// The variables of libcurl, which ignores `HTTP_PROXY` on purpose.
    private static let curl: [ClientVariable] =
      lower + [.upperHTTPSProxy, .upperNoProxy, .allProxy, .upperAllProxy]
    private static let node: [ClientVariable] = [.nodeProxy, .nodeOptions, .nodeAuthority]
    private static let java: [ClientVariable] = [.javaOptions, .lateJavaOptions]
    private static let grpc: [ClientVariable] = [.grpcProxy, .httpsProxy, .httpProxy, .noGRPCProxy]

    /// Every set-up that is known, tools first, then languages.
    package static let all: [KnownClient] = tools + python + languages + toolkits

    private static let tools: [KnownClient] = [
      KnownClient(
        name: "curl", means: .either, variables: curl + [.sslCertFile, .curlBundle],
        remedy: "leave out --cacert and --capath, or say --cacert $SSL_CERT_FILE",
        agent: "curl/", programs: ["curl"]),
      KnownClient(
        name: "curl --noproxy", means: .isolation, variables: [.sslCertFile, .curlBundle],
        remedy: "leave out --cacert and --capath, or say --cacert $SSL_CERT_FILE",
        agent: "curl/", programs: ["curl"]),
      KnownClient(
        name: "libcurl in a program", means: .isolation, variables: curl,
        remedy: "call curl_easy_setopt(handle, CURLOPT_CAINFO, getenv(\"SSL_CERT_FILE\"))",
        agent: nil, programs: ["cc", "gcc", "clang"]),
      KnownClient(
        name: "wget", means: .either, variables: lower + [.wgetSettings],
        remedy: "say --ca-certificate=$SSL_CERT_FILE",
        agent: "wget/", programs: ["wget"]),
      KnownClient(
        name: "wget2", means: .isolation, variables: lower,
        remedy: "say --ca-certificate=$SSL_CERT_FILE",
        agent: nil, programs: ["wget2"]),
      KnownClient(
        name: "aria2c", means: .isolation, variables: lower,
        remedy: "say --ca-certificate=$SSL_CERT_FILE",
        agent: "aria2/", programs: ["aria2c"]),
      KnownClient(
        name: "axel", means: .either, variables: lower + [.sslCertFile],
        remedy: "leave SSL_CERT_FILE as it is set",
        agent: "axel/", programs: ["axel"]),
      KnownClient(
        name: "lynx", means: .either, variables: lower + [.sslCertFile],
        remedy: "set SSL_CERT_FILE in lynx.cfg to $SSL_CERT_FILE",
        agent: "lynx/", programs: ["lynx"]),
      KnownClient(
        name: "w3m", means: .either, variables: lower + [.sslCertFile],
        remedy: "say -o ssl_ca_file=$SSL_CERT_FILE",
        agent: "w3m/", programs: ["w3m"]),
      KnownClient(
        name: "lftp", means: .isolation, variables: lower,
        remedy: "say set ssl:ca-file $SSL_CERT_FILE",
        agent: "lftp/", programs: ["lftp"]),
      KnownClient(
        name: "Links", means: .isolation, variables: [],
        remedy: "say -ssl.certificates 0",
        agent: nil, programs: ["links"]),
      KnownClient(
        name: "ELinks", means: .either, variables: lower,
        remedy: "set connection.ssl.cert_verify = 0 in elinks.conf",
        agent: "ELinks/", programs: ["elinks"]),
      KnownClient(
        name: "HTTPie", means: .variables, variables: standard + [.requestsBundle, .curlBundle],
        remedy: "say --verify=$SSL_CERT_FILE",
        agent: nil, programs: ["http", "https", "httpie"]),
      KnownClient(
        name: "git", means: .either, variables: curl + [.gitBundle],
        remedy: "say git -c http.sslCAInfo=$GIT_SSL_CAINFO, or unset http.sslCAInfo",
        agent: "git/", programs: ["git"]),
      KnownClient(
        name: "git clone", means: .either, variables: curl + [.gitBundle],
        remedy: "say git -c http.sslCAInfo=$GIT_SSL_CAINFO, or unset http.sslCAInfo",
        agent: "git/", programs: ["git"]),
      KnownClient(
        name: "Git LFS", means: .either, variables: standard + [.sslCertFile, .gitBundle],
        remedy: "unset http.sslCAInfo and lfs.https.sslCAInfo of git",
        agent: "git-lfs/", programs: ["git-lfs"]),
      KnownClient(
        name: "gh", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave SSL_CERT_FILE as it is set",
        agent: nil, programs: ["gh"]),
      KnownClient(
        name: "apt-get", means: .isolation, variables: lower,
        remedy: "say -o Acquire::https::CAInfo=$SSL_CERT_FILE",
        agent: "debian apt-http", programs: ["apt-get", "apt"]),
      KnownClient(
        name: "pip", means: .either, variables: standard + [.pipBundle, .requestsBundle],
        remedy: "say --cert $PIP_CERT",
        agent: "pip/", programs: ["pip", "pip3"]),
      KnownClient(
        name: "uv", means: .variables,
        variables: standard + [.allProxy, .upperAllProxy, .sslCertFile],
        remedy: "leave SSL_CERT_FILE as it is set",
        agent: "uv/", programs: ["uv", "uvx"]),
      KnownClient(
        name: "yt-dlp", means: .variables, variables: standard + [.pythonPath],
        remedy: "install it as a package of Python, or say --compat-options no-certifi",
        agent: nil, programs: ["yt-dlp"]),
      KnownClient(
        name: "Poetry", means: .variables, variables: standard + [.requestsBundle, .curlBundle],
        remedy: "poetry config --unset certificates.NAME.cert",
        agent: "poetry/", programs: ["poetry"]),
      KnownClient(
        name: "Conan", means: .variables, variables: standard + [.requestsBundle, .curlBundle],
        remedy: "leave core.net.http:cacert_path out of global.conf",
        agent: "Conan/", programs: ["conan"]),
      KnownClient(
        name: "Composer", means: .either, variables: standard + [.sslCertFile, .phpFolder],
        remedy: "composer config --global --unset cafile",
        agent: "Composer/", programs: ["composer"]),
      KnownClient(
        name: "npm", means: .variables, variables: standard + [.npmBundle],
        remedy: "npm config delete cafile ca, or say --cafile=$npm_config_cafile",
        agent: "npm/", programs: ["npm", "npx"]),
      KnownClient(
        name: "Yarn 1", means: .variables, variables: standard + [.npmBundle, .nodeAuthority],
        remedy: "yarn config delete cafile",
        agent: nil, programs: ["yarn", "yarnpkg"]),
      KnownClient(
        name: "cargo", means: .either, variables: curl + [.cargoBundle],
        remedy: "leave http.cainfo out of .cargo/config.toml, or set it to $CARGO_HTTP_CAINFO",
        agent: "cargo/", programs: ["cargo"]),
      KnownClient(
        name: "go mod download", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave SSL_CERT_FILE as it is set",
        agent: nil, programs: ["go"]),
      KnownClient(
        name: "kubectl", means: .either, variables: standard + [.sslCertFile],
        remedy: "say --certificate-authority=$SSL_CERT_FILE",
        agent: "kubectl/", programs: ["kubectl"]),
      KnownClient(
        name: "Skopeo", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave SSL_CERT_FILE as it is set, and ca.crt out of the folder of certificates",
        agent: "skopeo/", programs: ["skopeo", "podman", "buildah"]),
      KnownClient(
        name: "gem", means: .either, variables: standard + [.sslCertFile],
        remedy: "set :ssl_ca_cert: in ~/.gemrc to $SSL_CERT_FILE",
        agent: nil, programs: ["gem", "bundle"]),
      KnownClient(
        name: "AWS CLI", means: .variables, variables: standard + [.awsBundle, .requestsBundle],
        remedy: "say --ca-bundle $AWS_CA_BUNDLE",
        agent: nil, programs: ["aws"]),
      KnownClient(
        name: "Subversion", means: .isolation, variables: [],
        remedy: "say --config-option=servers:global:ssl-authority-files=$SSL_CERT_FILE",
        agent: "SVN/", programs: ["svn"]),
      KnownClient(
        name: "Mercurial", means: .isolation, variables: standard,
        remedy: "leave out web.cacerts, or set it to $SSL_CERT_FILE",
        agent: "mercurial/", programs: ["hg"]),
      KnownClient(
        name: "gcloud", means: .variables, variables: standard + [.gcloudBundle],
        remedy: "gcloud config unset core/custom_ca_certs_file",
        agent: nil, programs: ["gcloud"]),
      KnownClient(
        name: "Nix", means: .variables, variables: curl + [.nixBundle],
        remedy: "leave ssl-cert-file out of nix.conf",
        agent: nil, programs: ["nix"]),
      KnownClient(
        name: "Chromium", means: .neither, variables: lower,
        remedy:
          "say --ignore-certificate-errors, or add $NODE_EXTRA_CA_CERTS to its store: certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n vcr -i $NODE_EXTRA_CA_CERTS",
        agent: nil, programs: ["chromium", "google-chrome", "chrome"]),
      KnownClient(
        name: "Playwright", means: .neither, variables: [],
        remedy: "make the context with ignoreHTTPSErrors: true",
        agent: nil, programs: ["playwright"]),
    ]

    private static let python: [KnownClient] = [
      KnownClient(
        name: "Python urllib", means: .either, variables: standard + [.sslCertFile],
        remedy: "make its context by ssl.create_default_context()",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python http.client", means: .isolation, variables: [.sslCertFile],
        remedy: "make its context by ssl.create_default_context()",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python ssl with a folder", means: .variables, variables: standard + [.sslCertFolder],
        remedy: "say load_verify_locations(capath=os.environ[\"SSL_CERT_DIR\"])",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python requests", means: .variables,
        variables: standard + [.requestsBundle, .curlBundle],
        remedy: "leave out verify=, or say verify=os.environ[\"REQUESTS_CA_BUNDLE\"]",
        agent: "python-requests/", programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python urllib3", means: .both, variables: [.sslCertFile],
        remedy:
          "make its context by ssl.create_default_context(), or say ca_certs=os.environ[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python httpx", means: .variables,
        variables: standard + [.allProxy, .upperAllProxy] + [.sslCertFile],
        remedy: "say verify=ssl.create_default_context()",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python httpx with HTTP/2", means: .variables,
        variables: standard + [.allProxy, .upperAllProxy] + [.sslCertFile],
        remedy: "say verify=ssl.create_default_context()",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python httpx without trust_env", means: .both, variables: [.pythonPath],
        remedy: "start Python without -E and -I",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python aiohttp", means: .isolation, variables: [.sslCertFile],
        remedy: "make its context by ssl.create_default_context()",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python aiohttp with trust_env", means: .either, variables: standard + [.sslCertFile],
        remedy: "make its context by ssl.create_default_context()",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python httplib2 with PySocks", means: .variables,
        variables: standard + [.httplib2Bundle],
        remedy: "say Http(ca_certs=os.environ[\"HTTPLIB2_CA_CERTS\"])",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python with certifi's roots", means: .variables,
        variables: standard + [.pythonPath],
        remedy: "start Python without -E and -I",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python pycurl", means: .isolation, variables: curl,
        remedy: "call setopt(pycurl.CAINFO, os.environ[\"SSL_CERT_FILE\"])",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python tornado", means: .both, variables: [.sslCertFile],
        remedy: "say ca_certs=os.environ[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python boto3", means: .variables,
        variables: standard + [.awsBundle, .requestsBundle],
        remedy: "leave out verify=, or say verify=os.environ[\"AWS_CA_BUNDLE\"]",
        agent: nil, programs: ["python", "pytest", "ipython"]),
      KnownClient(
        name: "Python gRPC", means: .variables, variables: grpc + [.grpcBundle],
        remedy: "leave out root_certificates of ssl_channel_credentials",
        agent: "grpc-httpcli", programs: ["python", "pytest", "ipython"]),
    ]

    private static let languages: [KnownClient] = [
      KnownClient(
        name: "Node fetch", means: .variables, variables: node,
        remedy: "leave out ca:, or add fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS) to it",
        agent: nil, programs: ["node", "npx", "jest", "tsx"]),
      KnownClient(
        name: "Node http and https", means: .variables, variables: node,
        remedy: "leave out ca:, or add fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS) to it",
        agent: nil, programs: ["node", "npx", "jest", "tsx"]),
      KnownClient(
        name: "Node with roots of its own", means: .variables, variables: node,
        remedy: "leave out ca:, or add fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS) to it",
        agent: nil, programs: ["node", "npx", "jest", "tsx"]),
      KnownClient(
        name: "Node axios", means: .variables, variables: standard + [.nodeAuthority],
        remedy: "leave out ca:, or add fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS) to it",
        agent: "axios/", programs: ["node", "npx", "jest", "tsx"]),
      KnownClient(
        name: "Node with an agent of its own", means: .both, variables: [.nodeAuthority],
        remedy: "leave out ca:, or add fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS) to it",
        agent: nil, programs: ["node", "npx", "jest", "tsx"]),
      KnownClient(
        name: "Node http2", means: .both, variables: [.nodeAuthority],
        remedy: "leave out ca:, or add fs.readFileSync(process.env.NODE_EXTRA_CA_CERTS) to it",
        agent: nil, programs: ["node", "npx", "jest", "tsx"]),
      KnownClient(
        name: "Deno", means: .variables, variables: standard + [.denoBundle],
        remedy: "say --cert $DENO_CERT",
        agent: nil, programs: ["deno"]),
      KnownClient(
        name: "Bun", means: .variables, variables: standard + [.nodeAuthority],
        remedy: "say --use-system-ca, or leave out ca:",
        agent: nil, programs: ["bun"]),
      KnownClient(
        name: "Go net/http", means: .either, variables: standard + [.sslCertFile],
        remedy: "begin RootCAs with x509.SystemCertPool()",
        agent: "go-http-client/", programs: ["go"]),
      KnownClient(
        name: "Go with a transport of its own", means: .isolation, variables: [.sslCertFile],
        remedy: "begin RootCAs with x509.SystemCertPool()",
        agent: nil, programs: ["go"]),
      KnownClient(
        name: "Java HttpClient", means: .variables, variables: java,
        remedy: "build its SSLContext from SSLContext.getDefault()",
        agent: "java-http-client/", programs: ["java", "mvn", "gradle", "gradlew", "mvnw"]),
      KnownClient(
        name: "Java HttpURLConnection", means: .variables, variables: java,
        remedy: "build its SSLContext from SSLContext.getDefault()",
        agent: "java/", programs: ["java", "mvn", "gradle", "gradlew", "mvnw"]),
      KnownClient(
        name: "Maven", means: .variables, variables: java,
        remedy: "leave -Djavax.net.ssl.trustStore out of its command line",
        agent: "Apache-Maven/", programs: ["mvn", "mvnw"]),
      KnownClient(
        name: "Ruby net/http", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby with roots of its own", means: .variables, variables: standard + [.rubyPath],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby net/http without a proxy", means: .isolation, variables: [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby open-uri", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby Faraday", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby HTTParty", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby RestClient", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Ruby Excon", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave out ca_file, or set it to ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["ruby", "rspec", "rake", "rails"]),
      KnownClient(
        name: "Perl LWP", means: .either, variables: lower + [.lwpProxy, .lwpBundle],
        remedy: "leave out SSL_ca_file, or set it to $ENV{SSL_CERT_FILE}",
        agent: nil, programs: ["perl", "prove"]),
      KnownClient(
        name: "Perl HTTP::Tiny", means: .either, variables: lower + [.sslCertFile],
        remedy: "leave out SSL_ca_file, or set it to $ENV{SSL_CERT_FILE}",
        agent: nil, programs: ["perl", "prove"]),
      KnownClient(
        name: "Perl Mojo::UserAgent", means: .either, variables: lower + [.sslCertFile],
        remedy: "say ca($ENV{SSL_CERT_FILE})",
        agent: nil, programs: ["perl", "prove"]),
      KnownClient(
        name: "PHP curl", means: .either, variables: curl + [.phpFolder],
        remedy: "leave out CURLOPT_CAINFO, or set it to ini_get(\"curl.cainfo\")",
        agent: nil, programs: ["php", "phpunit", "composer"]),
      KnownClient(
        name: "PHP streams", means: .isolation, variables: [.phpFolder],
        remedy: "leave out cafile of the context's ssl options",
        agent: nil, programs: ["php", "phpunit", "composer"]),
      KnownClient(
        name: "PHP Guzzle", means: .either, variables: curl + [.phpFolder],
        remedy: "leave out verify, or set it to ini_get(\"curl.cainfo\")",
        agent: nil, programs: ["php", "phpunit", "composer"]),
      KnownClient(
        name: "Tcl http", means: .isolation, variables: [],
        remedy: "say -cafile $env(SSL_CERT_FILE) to tls::socket",
        agent: nil, programs: ["tclsh"]),
      KnownClient(
        name: "R", means: .either, variables: curl + [.curlBundle],
        remedy: "leave CURL_CA_BUNDLE as it is set",
        agent: nil, programs: ["R", "Rscript"]),
      KnownClient(
        name: "Lua LuaSec", means: .isolation, variables: [],
        remedy: "say cafile = os.getenv(\"SSL_CERT_FILE\")",
        agent: "LuaSocket", programs: ["lua", "luajit", "busted"]),
      KnownClient(
        name: "Erlang httpc", means: .isolation, variables: [],
        remedy: "leave out cacerts, or say cacertfile = os:getenv(\"SSL_CERT_FILE\")",
        agent: nil, programs: ["erl", "escript", "rebar3", "elixir", "mix", "iex"]),
      KnownClient(
        name: "Guile", means: .either, variables: lower + [.guileFolder],
        remedy: "leave GUILE_TLS_CERTIFICATE_DIRECTORY as it is set",
        agent: nil, programs: ["guile"]),
      KnownClient(
        name: "Racket", means: .either, variables: lower + [.sslCertFile],
        remedy: "begin ssl-default-verify-sources with (getenv \"SSL_CERT_FILE\")",
        agent: nil, programs: ["racket", "raco"]),
      KnownClient(
        name: "Haskell http-client", means: .either, variables: lower + [.haskellBundle],
        remedy: "take the roots of getSystemCertificateStore",
        agent: nil, programs: ["runghc", "runhaskell", "cabal", "stack"]),
      KnownClient(
        name: "OCaml cohttp", means: .isolation, variables: [.sslCertFile],
        remedy: "call Ssl.set_default_verify_paths",
        agent: nil, programs: ["ocaml", "dune", "opam"]),
      KnownClient(
        name: "Nim httpclient", means: .isolation, variables: [],
        remedy: "say sslContext = newContext(caFile = getEnv(\"SSL_CERT_FILE\"))",
        agent: nil, programs: ["nim", "nimble"]),
      KnownClient(
        name: "Crystal HTTP::Client", means: .isolation, variables: [.sslCertFile],
        remedy: "say context.ca_certificates = ENV[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["crystal", "shards"]),
      KnownClient(
        name: "D std.net.curl", means: .isolation, variables: curl,
        remedy: "say http.caInfo = environment[\"SSL_CERT_FILE\"]",
        agent: nil, programs: ["dub", "ldc2", "dmd", "rdmd"]),
      KnownClient(
        name: "Emacs url", means: .isolation, variables: [],
        remedy: "add $SSL_CERT_FILE to gnutls-trustfiles",
        agent: nil, programs: ["emacs"]),
      KnownClient(
        name: "Swift URLSession on Linux", means: .isolation, variables: curl,
        remedy:
          "run it under isolation: Foundation takes no roots from anywhere but the system's file",
        agent: nil, programs: ["swift"]),
      KnownClient(
        name: "Swift AsyncHTTPClient", means: .isolation, variables: [],
        remedy: "begin trustRoots with .default",
        agent: nil, programs: ["swift"]),
      KnownClient(
        name: "Rust reqwest", means: .variables, variables: standard + [.sslCertFile],
        remedy:
          "add $SSL_CERT_FILE by ClientBuilder::add_root_certificate, or use rustls-native-certs",
        agent: nil, programs: ["cargo"]),
      KnownClient(
        name: ".NET HttpClient", means: .either, variables: standard + [.sslCertFile],
        remedy: "leave out ServerCertificateCustomValidationCallback",
        agent: nil, programs: ["dotnet"]),
    ]
  }
#endif
