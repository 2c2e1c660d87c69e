extension Volatility {
  /// Why the value of a built-in field has no information about the service; nil when it has.
  ///
  /// `ETag` and `Last-Modified` are not among them, as they describe the content.
  ///
  /// - Parameter name: The field's name in lower case.
  /// - Returns: The category.
  static func builtInReason(of name: String) -> Reason? {
    if let reason = headers[name] { return reason }
    for (ending, reason) in endings where name.hasSuffix(ending) { return reason }
    for (beginning, reason) in beginnings where name.hasPrefix(beginning) { return reason }
    guard isLimitCounter(name) else { return nil }
    return name.contains("retry") ? .pause : .counter
  }

  /// `X-RateLimit-Remaining`, `anthropic-ratelimit-tokens-reset`, `X-Rate-Limit-Reset` and so on;
  /// the limit itself is information about the service.
  private static func isLimitCounter(_ name: String) -> Bool {
    // Every field of every message is asked about, and bytes are searched far faster than text.
    let bytes = Array(name.utf8)
    return limits.contains { bytes.contains($0, in: bytes.indices) }
      && counting.contains { bytes.contains($0, in: bytes.indices) }
  }

  private static let limits = ["ratelimit", "rate-limit", "quota"].map { Array($0.utf8) }

  private static let counting = [
    "remaining", "reset", "used", "usage", "count", "current", "consumed", "available", "retry",
  ].map { Array($0.utf8) }

  /// The endings of names that many services make up for the same purposes.
  private static let endings: [(String, Reason)] = [
    ("-request-id", .requestID), ("-requestid", .requestID), ("-correlation-id", .requestID),
    ("-correlationid", .requestID), ("-transaction-id", .handle), ("-invocation-id", .requestID),
    ("-trace-id", .trace), ("-traceid", .trace), ("-span-id", .trace), ("-spanid", .trace),
    ("-response-time", .timing), ("-processing-ms", .timing), ("-processing-time", .timing),
    ("-process-time", .timing), ("-elapsed", .timing), ("-elapsed-ms", .timing),
    ("-latency", .timing), ("-service-time", .timing),
    // It may be the length of what the response is about.
    ("-duration", .time), ("-duration-ms", .time), ("-timestamp", .time),
    ("-signature", .signature), ("-nonce", .signature),
  ]

  private static let beginnings: [(String, Reason)] = [
    ("x-b3-", .trace), ("x-datadog-", .trace), ("x-ot-span-", .trace), ("uber-trace-", .trace),
    ("x-newrelic-", .trace), ("x-amz-cf-", .infrastructure),
  ]

  /// Header names in lower case, each with its reason.
  private static let headers: [String: Reason] = {
    let names: KeyValuePairs<Reason, [String]> = [
      .time: [
        "date", "age", "expires", "x-timestamp", "x-date", "x-server-time", "x-generated-at",
        "x-served-at", "x-ms-date", "x-goog-date", "timestamp",
      ],
      .timing: [
        "x-runtime", "x-response-time", "x-request-time", "server-timing", "x-timer",
        "x-runtime-ms", "x-request-start", "x-queue-start", "x-execution-time", "x-took",
        "x-elapsed-time", "x-upstream-time", "x-backend-time", "request-time", "response-time",
        "openai-processing-ms", "x-ms-request-duration", "x-envoy-upstream-service-time",
        "x-kong-upstream-latency", "x-kong-proxy-latency", "x-kong-response-latency",
        "x-fb-debug-time", "x-compute-time", "x-inference-time", "x-total-time", "x-queue-time",
        "grpc-timeout",
      ],
      .requestID: [
        "x-request-id", "request-id", "requestid", "x-requestid", "x-correlation-id",
        "correlation-id", "x-request-guid", "x-request-uuid",
        "x-amzn-requestid", "x-amz-request-id", "x-amz-id-2", "x-amz-apigw-id", "x-amz-cf-id",
        "x-ms-request-id", "x-ms-correlation-request-id",
        "x-ms-routing-request-id", "x-ms-activity-id", "x-ms-operation-identifier",
        "x-azure-ref", "x-msedge-ref", "x-azure-ref-originshield", "activityid",
        "x-guploader-uploadid", "x-goog-request-id", "x-cloud-request-id", "x-github-request-id",
        "cf-ray", "cf-request-id", "x-vercel-id", "x-nf-request-id", "fly-request-id",
        "x-railway-request-id", "x-render-origin-server-id", "x-appengine-request-log-id",
        "x-fastly-request-id", "x-fb-trace-id", "x-fb-rev", "x-fb-debug", "x-fb-request-id",
        "x-linkedin-id", "x-li-uuid", "x-li-fabric-id", "x-slack-req-id", "x-slack-unique-id",
        "x-shopify-request-id", "x-stripe-request-id", "twilio-request-id", "x-twilio-request-id",
        "paypal-debug-id", "x-paypal-request-id", "x-gitlab-request-id", "x-gitlab-meta",
        "x-dropbox-request-id", "x-spotify-request-id", "x-discord-request-id", "x-zoom-request-id",
        "sforce-request-id", "x-sfdc-request-id", "x-hubspot-correlation-id",
        "x-opaque-id", "x-tt-logid", "x-b3", "x-oss-request-id", "x-cos-request-id",
        "x-trans-id", "x-openstack-request-id", "x-arequestid",
        "x-docker-request-id", "x-call-id",
        "lambda-request-id", "x-akamai-request-id", "akamai-request-id", "akamai-grn",
        "x-iinfo", "x-cdn-request-id", "x-cache-id", "x-nws-log-uuid", "eagleid",
        "x-swift-savetime",
        "x-swift-cachetime", "x-unique-id", "x-log-id",
      ],
      .infrastructure: [
        "x-served-by", "x-cache", "x-cache-hits", "x-cache-status", "x-cache-lookup",
        "x-cache-key", "x-cache-remote", "cache-status", "via", "x-amz-cf-pop", "x-varnish",
        "x-varnish-cache", "report-to", "reporting-endpoints", "nel", "alt-svc", "cf-cache-status",
        "x-vercel-cache", "x-vercel-execution-region", "x-proxy-cache", "x-backend",
        "x-backend-server", "x-server", "x-server-id", "x-server-name", "x-node", "x-pod",
        "x-pod-name", "x-host", "x-hostname", "x-instance", "x-instance-id", "x-upstream",
        "x-upstream-addr", "x-azure-socketip", "x-azure-clientip",
        "x-fastly-backend", "x-fastly-cache", "fastly-restarts", "x-edge-location", "x-edge-ip",
        "x-akamai-edgescape", "x-forwarded-for", "x-real-ip", "x-forwarded-port", "forwarded",
        "true-client-ip", "cf-connecting-ip", "x-client-ip", "x-cluster-client-ip",
        "x-slack-backend", "x-edge-backend", "x-github-backend", "x-ms-ests-server",
        "x-ms-served-by", "x-drupal-cache", "x-rack-cache",
        "x-nginx-cache", "x-nginx-cache-status", "x-litespeed-cache", "x-sucuri-cache",
        "x-sucuri-id", "x-hw", "x-cdn-pop", "x-77-pop", "x-77-cache", "x-77-nzt", "x-77-nzt-ray",
        "x-envoy-decorator-operation", "x-envoy-attempt-count", "x-srcache-fetch-status",
        "x-srcache-store-status", "server-id",
      ],
      .counter: [
        "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-used", "ratelimit-remaining",
        "ratelimit-reset", "ratelimit",
        "x-shopify-shop-api-call-limit", "x-app-usage", "x-ad-account-usage", "x-page-usage",
        "x-business-use-case-usage", "sforce-limit-info", "x-hubspot-ratelimit-daily-remaining",
        "x-ms-ratelimit-remaining-subscription-reads", "x-ms-resource-usage", "x-request-count",
        "x-request-charge", "x-ms-request-charge", "x-quota-used",
        "x-credits-remaining", "x-credits-used", "x-requests-remaining", "x-requests-used",
        "x-attempt", "x-attempt-count", "x-plan-qps-current", "x-plan-quota-current",
      ],
      .pause: ["retry-after", "retry-after-ms", "x-retry-after"],
      .handle: ["x-ms-session-token", "x-message-id", "x-transaction-id", "x-transaction"],
      .trace: [
        "traceparent", "tracestate", "traceresponse", "b3", "x-amzn-trace-id",
        "x-cloud-trace-context", "x-trace-id", "x-trace", "trace-id", "traceid", "grpc-trace-bin",
        "sentry-trace", "baggage", "newrelic", "elastic-apm-traceparent", "uber-trace-id",
        "x-instana-t", "x-instana-s", "x-instana-l", "x-honeycomb-trace", "x-appdynamics",
        "x-dynatrace", "x-dynatrace-requeststate", "x-dynatrace-js-agent",
        "x-oneagent-js-injection",
        "x-ruxit-js-agent", "x-wf-trace", "x-span-id", "request-context",
      ],
      .signature: [
        "x-amz-date", "x-amz-content-sha256", "x-amz-security-token", "signature",
        "signature-input", "x-hub-signature", "x-hub-signature-256", "x-slack-signature",
        "x-slack-request-timestamp", "stripe-signature", "x-goog-signature", "x-nonce", "nonce",
        "replay-nonce", "dpop-nonce", "dpop",
        "authentication-info", "proxy-authentication-info",
      ],
      .call: [
        "idempotency-key", "x-idempotency-key", "amz-sdk-invocation-id",
        "amz-sdk-request", "x-ms-client-request-id", "x-ms-return-client-request-id",
        "client-request-id",
        "x-client-request-id", "x-stainless-retry-count", "x-stainless-read-timeout",
        "x-goog-gcs-idempotency-token", "x-client-trace-id", "x-client-data",
        "x-stripe-client-telemetry",
        "x-retry-count", "x-retry-attempt",
      ],
      .transfer: TransferFields.names(of: .volatile),
    ]
    var headers: [String: Reason] = [:]
    for (reason, names) in names { for name in names { headers[name] = reason } }
    return headers
  }()
}
