extension ProjectFile {
  /// The file a project begins with: all that can be set, and nothing set.
  package static let template = """
    # Settings of vcr for this project. All are optional: what begins with “#” is not set. An option
    # of the command and a variable (VCR_MODE, VCR_MATCH, …) go before what stands here.

    # When two requests are the same. Parts: method scheme host port path query headers(NAME…)
    # cookies body json(ignoring PATH…) form multipart graphql, and url for all of the URL.
    #match: [method, url]

    # What is redacted beside the built-in rules: headers, query items and fields by name, places in
    # JSON bodies, and the values of environment variables.
    #redact: [X-Customer, session_id]
    #redact_json: $.user.email
    #secrets: [API_TOKEN]

    # What differs from run to run although the service has not changed, beside dates, request ids,
    # counters and the like: headers by name, places in JSON bodies. It makes no difference to a
    # re-recording, a diff or a merge.
    #volatile: [X-Build, $.generated_at]

    # Whether response fields that carry nothing for a replay are left out of recordings.
    #lean: true

    # How long a recording is to be trusted, and whether an older one is warned of or fails.
    #expires: 30d
    #on_expired: warn

    # What vcr record does with a request: once, new-episodes, all or offline.
    #mode: once
    # The cassette, where none is named.
    #cassette: api
    # Whether each test has a cassette of its own (vcr init --for pytest, go, jest, node or rspec).
    #scopes: false

    # Hosts that reach the network and are never recorded, and where a service really is.
    #passthrough: [telemetry.example.com]
    #map: [api.example.com:443=127.0.0.1:8443]
    # More roots to trust when talking to the real service (PEM).
    #upstream_ca: Certificates/staging.pem
    # How COMMAND is kept from going round vcr (auto, require or off), whether services on this
    # machine's loopback are out of its reach, and services that it reaches directly.
    #isolate: auto
    #no_host_ports: false
    #allow: [db.internal:5432]
    # The certificate to show a service that asks for one, and the oldest TLS that is spoken.
    #client_cert: api.example.com=client.pem
    #upstream_tls: 1.2
    # How much of a header section is read: its bytes, and the fields of a request.
    #max_header_size: 1048576
    #max_headers: 1000
    # How long a message of a WebSocket may be, in bytes; it is held in memory.
    #max_message_size: 32000000

    # For a replay: whether an interaction may be served again, whether all must be used, and when
    # a response comes (none, recorded, or a factor).
    #repeat: false
    #require_all: false
    #latency: none

    # Where each run says what it did: for vcr check --ci, which finds what no run uses.
    #report: .build/vcr-runs/

    #quiet: false
    #verbose: false

    """
}
