/// The names whose values are secrets by convention: one table per place, with a reason for each
/// name.
///
/// A name belongs here if its value alone gives access to an account. Names that are harmless as
/// often (`nonce`, `id`, page and continuation tokens) do not, and of some (`code`, `state`) only
/// values that look random are secrets.
package enum StandardSecrets {
  /// The names of all tables.
  package static let names = SecretNames(
    (headers + query + body + doubtful + doubtfulInQueries + doubtfulIfRandom + doubtfulIfLong)
      .map(\.name))

  /// Header fields whose whole value is replaced.
  static let headers: [(name: String, reason: String)] = [
    ("Authorization", "credentials, RFC 9110 §11.6.2"),
    ("Proxy-Authorization", "credentials, RFC 9110 §11.7.2"),
    ("Authentication-Info", "proof of credentials, RFC 9110 §11.6.3"),
    ("Proxy-Authentication-Info", "proof of credentials, RFC 9110 §11.7.3"),
    ("X-Authorization", "credentials past a proxy"),
    ("X-Forwarded-Authorization", "credentials past a proxy"),
    ("X-Original-Authorization", "credentials past a proxy"),
    ("X-Amzn-Remapped-Authorization", "credentials, renamed by AWS API Gateway"),
    ("DPoP", "proof of possession, RFC 9449 §4"),
    ("X-Api-Key", "API key, the common name"),
    ("Api-Key", "API key, Azure OpenAI, Pinecone, New Relic"),
    ("Apikey", "API key, Supabase, Kong"),
    ("X-Api-Token", "API token, the common name"),
    ("Api-Token", "API token, the common name"),
    ("X-App-Key", "API key of an application"),
    ("X-Application-Key", "API key of an application"),
    ("X-Auth-Key", "API key, Cloudflare"),
    ("X-Auth-User-Service-Key", "API key, Cloudflare"),
    ("X-Auth-Token", "session token, OpenStack and others"),
    ("X-Subject-Token", "session token, OpenStack Keystone"),
    ("X-Access-Token", "access token, the common name"),
    ("X-Session-Token", "session token, the common name"),
    ("X-User-Token", "user token, the common name"),
    ("X-Id-Token", "identity token, OpenID Connect"),
    ("X-Refresh-Token", "refresh token, OAuth 2"),
    ("X-Secret", "shared secret"),
    ("X-Client-Secret", "client secret, OAuth 2"),
    ("X-Amz-Security-Token", "session token, AWS"),
    ("X-Aws-Ec2-Metadata-Token", "instance metadata token, AWS"),
    ("X-Amz-Cf-Access-Token", "access token, AWS"),
    ("X-Goog-Api-Key", "API key, Google"),
    ("X-Goog-Iam-Authorization-Token", "access token, Google"),
    ("X-Goog-Authenticated-User-Jwt", "identity token, Google"),
    ("X-Goog-Iap-Jwt-Assertion", "identity token, Google Identity-Aware Proxy"),
    ("Ocp-Apim-Subscription-Key", "API key, Azure API Management"),
    ("X-Functions-Key", "function key, Azure"),
    ("X-Ms-Token-Aad-Access-Token", "access token, Azure App Service"),
    ("X-Ms-Token-Aad-Id-Token", "identity token, Azure App Service"),
    ("X-Ms-Token-Aad-Refresh-Token", "refresh token, Azure App Service"),
    ("X-Zumo-Auth", "session token, Azure App Service"),
    ("Private-Token", "access token, GitLab"),
    ("Job-Token", "job token, GitLab"),
    ("Deploy-Token", "deploy token, GitLab"),
    ("X-Gitlab-Token", "webhook secret, GitLab"),
    ("X-GitHub-Token", "access token, GitHub"),
    ("X-Vault-Token", "access token, HashiCorp Vault"),
    ("X-Consul-Token", "access token, HashiCorp Consul"),
    ("X-Nomad-Token", "access token, HashiCorp Nomad"),
    ("X-Figma-Token", "access token, Figma"),
    ("X-Shopify-Access-Token", "access token, Shopify"),
    ("X-Shopify-Storefront-Access-Token", "access token, Shopify"),
    ("X-Postmark-Server-Token", "API token, Postmark"),
    ("X-Postmark-Account-Token", "API token, Postmark"),
    ("DD-Api-Key", "API key, Datadog"),
    ("DD-Application-Key", "application key, Datadog"),
    ("X-Rapidapi-Key", "API key, RapidAPI"),
    ("X-Algolia-Api-Key", "API key, Algolia"),
    ("X-Parse-Rest-Api-Key", "API key, Parse"),
    ("X-Parse-Master-Key", "API key, Parse"),
    ("X-Parse-Session-Token", "session token, Parse"),
    ("X-Hasura-Admin-Secret", "admin secret, Hasura"),
    ("X-Redmine-Api-Key", "API key, Redmine"),
    ("X-Honeycomb-Team", "API key, Honeycomb"),
    ("X-Insert-Key", "API key, New Relic"),
    ("X-Sf-Token", "access token, Splunk and SignalFx"),
    ("X-Sentry-Token", "access token, Sentry"),
    ("X-Sentry-Auth", "client key, Sentry"),
    ("X-Jfrog-Art-Api", "API key, Artifactory"),
    ("X-NuGet-ApiKey", "API key, NuGet"),
    ("X-Trackertoken", "access token, Pivotal Tracker"),
    ("X-Plex-Token", "access token, Plex"),
    ("X-Emby-Token", "access token, Emby and Jellyfin"),
    ("X-Discord-Token", "access token, Discord"),
    ("X-Telegram-Bot-Api-Secret-Token", "webhook secret, Telegram"),
    ("X-CSRF-Token", "session-bound token, Rails and others"),
    ("X-Csrftoken", "session-bound token, Django"),
    ("X-XSRF-Token", "session-bound token, Angular and others"),
    ("Cf-Access-Jwt-Assertion", "identity token, Cloudflare Access"),
    ("Cf-Access-Client-Secret", "service token, Cloudflare Access"),
    ("Cf-Access-Token", "access token, Cloudflare Access"),
    ("X-Acquia-Hmac", "request signature"),
    ("Jenkins-Crumb", "session-bound token, Jenkins"),
    ("X-WP-Nonce", "session-bound token, WordPress"),
  ]

  /// Header fields whose values are no secrets as a whole but contain secrets.
  static let containerFields = cookieFields + urlFields + protocolFields

  /// Header fields with cookies.
  static let cookieFields = CookiePlace.sendingFields + CookiePlace.settingFields

  /// Header fields with a URL.
  static let urlFields = [
    "Location", "Content-Location", "Referer", "Origin", "X-Original-Url", "X-Rewrite-Url",
  ]

  /// Header fields with a list of protocols, one of which may be a token.
  static let protocolFields = ["Sec-WebSocket-Protocol"]

  /// Endings of header names that mean a credential, in lower case without separators.
  ///
  /// Vendors put their own name before them.
  package static let headerEndings = [
    "apikey", "apitoken", "accesstoken", "authtoken", "sessiontoken", "secretkey", "clientsecret",
    "apisecret", "password",
  ].map { [UInt8]($0.utf8) }

  /// Names in queries and forms whose value is always replaced.
  static let query: [(name: String, reason: String)] = [
    ("api_key", "API key, the common name"),
    ("x-api-key", "API key, the common name"),
    ("app_key", "API key of an application"),
    ("application_key", "API key of an application"),
    ("access_key", "access key, the common name"),
    ("auth_key", "API key, the common name"),
    ("hapikey", "API key, HubSpot"),
    ("subscription-key", "API key, Azure"),
    ("access_token", "access token, RFC 6750 §2.3"),
    ("auth_token", "access token, the common name"),
    ("api_token", "access token, the common name"),
    ("private_token", "access token, GitLab"),
    ("job_token", "job token, GitLab"),
    ("oauth_token", "access token, OAuth 1, RFC 5849 §3.1"),
    ("oauth_signature", "request signature, OAuth 1, RFC 5849 §3.1"),
    ("oauth_token_secret", "token secret, OAuth 1, RFC 5849 §2.1"),
    ("oauth_verifier", "verification code, OAuth 1, RFC 5849 §2.2"),
    ("refresh_token", "refresh token, RFC 6749 §6"),
    ("id_token", "identity token, OpenID Connect"),
    ("id_token_hint", "identity token, OpenID Connect"),
    ("session_token", "session token, the common name"),
    ("jsessionid", "session, Java servlets"),
    ("phpsessid", "session, PHP"),
    ("jwt", "token, RFC 7519"),
    ("assertion", "assertion, RFC 7521 §4.1"),
    ("client_assertion", "assertion, RFC 7521 §4.2"),
    ("saml_response", "assertion, SAML 2"),
    ("saml_assertion", "assertion, SAML 2"),
    ("code_verifier", "proof key, RFC 7636 §4.1"),
    ("device_code", "device code, RFC 8628 §3.2"),
    ("client_secret", "client secret, RFC 6749 §2.3.1"),
    ("app_secret", "client secret, Facebook and others"),
    ("appsecret_proof", "request signature, Facebook"),
    ("api_secret", "API secret, the common name"),
    ("secret", "shared secret"),
    ("secret_key", "secret key, the common name"),
    ("password", "password"),
    ("passwd", "password"),
    ("passphrase", "password"),
    ("pwd", "password"),
    ("authorization", "credentials"),
    ("credential", "credentials"),
    ("credentials", "credentials"),
    ("signature", "request signature: allows a signed request to be repeated"),
    ("hmac", "request signature"),
    ("X-Amz-Signature", "request signature, AWS"),
    ("X-Amz-Credential", "access key id, AWS"),
    ("X-Amz-Security-Token", "session token, AWS"),
    ("AWSAccessKeyId", "access key id, AWS"),
    ("X-Goog-Signature", "request signature, Google"),
    ("X-Goog-Credential", "access id, Google"),
    ("csrf_token", "session-bound token"),
    ("csrfmiddlewaretoken", "session-bound token, Django"),
    ("authenticity_token", "session-bound token, Rails"),
  ]

  /// Names in JSON bodies, at any depth, whose string or number is always replaced.
  ///
  /// They have no other meaning, while a JSON member called `key` or `token` is as often data.
  static let body: [(name: String, reason: String)] = [
    ("password", "password"),
    ("passwd", "password"),
    ("passphrase", "password"),
    ("current_password", "password"),
    ("new_password", "password"),
    ("old_password", "password"),
    ("password_confirmation", "password"),
    ("access_token", "access token, RFC 6749 §5.1"),
    ("refresh_token", "refresh token, RFC 6749 §5.1"),
    ("id_token", "identity token, OpenID Connect"),
    ("auth_token", "access token, the common name"),
    ("api_token", "access token, the common name"),
    ("session_token", "session token, the common name"),
    ("bearer_token", "access token, RFC 6750"),
    ("api_key", "API key, the common name"),
    ("x-api-key", "API key, the common name"),
    ("secret_key", "secret key, the common name"),
    ("secret_access_key", "secret key, AWS"),
    ("api_secret", "API secret, the common name"),
    ("app_secret", "client secret"),
    ("client_secret", "client secret, RFC 6749 §2.3.1"),
    ("client_assertion", "assertion, RFC 7521 §4.2"),
    ("private_key", "private key, Google service accounts and others"),
    ("code_verifier", "proof key, RFC 7636 §4.1"),
    ("device_code", "device code, RFC 8628 §3.2"),
    ("authorization", "credentials"),
    ("authorization_token", "access token, AWS ECR"),
    ("subject_token", "token to exchange, RFC 8693 §2.1"),
    ("actor_token", "token to exchange, RFC 8693 §2.1"),
    ("secret_hash", "proof of the client's secret, AWS Cognito"),
    ("account_key", "storage key, Azure connection strings"),
    ("shared_access_key", "key, Azure connection strings"),
    ("recovery_codes", "one-time passwords"),
    ("recovery_code", "one-time password"),
    ("two_factor_recovery_codes", "one-time passwords"),
    ("backup_codes", "one-time passwords"),
    ("backup_code", "one-time password"),
    ("scratch_codes", "one-time passwords"),
    ("SecretString", "stored secret, AWS Secrets Manager"),
    ("SecretBinary", "stored secret, AWS Secrets Manager"),
  ]

  /// Names that mean a secret only if the value looks like a token.
  ///
  /// Other values are page tokens, words or flags.
  static let doubtful: [(name: String, reason: String)] = [
    ("token", "access token, the common name"),
    ("secret", "shared secret"),
    ("jwt", "token, RFC 7519"),
    ("auth", "credentials, Firebase and others"),
    ("session", "session, the common name"),
    ("session_id", "session, the common name"),
    ("sessionid", "session, the common name"),
    ("session_key", "session, the common name"),
    ("sessid", "session, abbreviated"),
    ("sid", "session, the common name"),
    ("sig", "request signature, Azure shared access"),
    ("signature", "request signature"),
    ("hmac", "request signature"),
    ("csrf", "session-bound token"),
    ("csrf_token", "session-bound token"),
    ("xsrf", "session-bound token"),
    ("xsrf_token", "session-bound token"),
    ("csrfmiddlewaretoken", "session-bound token, Django"),
    ("authenticity_token", "session-bound token, Rails"),
    ("__RequestVerificationToken", "session-bound token, ASP.NET"),
    ("credential", "credentials"),
    ("credentials", "credentials"),
    ("user_token", "user token, the common name"),
    ("device_token", "device token, the common name"),
    ("bearer", "access token"),
    ("id_token_hint", "identity token, OpenID Connect"),
    ("magic_link_token", "one-time token of a link to sign in"),
    ("one_time_token", "one-time token"),
    ("one_time_secret", "one-time token"),
    ("assertion", "assertion, RFC 7521 §4.1"),
    ("cookie", "session, in lists of fields"),
    ("jsessionid", "session, Java servlets"),
    ("phpsessid", "session, PHP"),
    ("asp.net_sessionid", "session, ASP.NET"),
    ("crumb", "session-bound token, Jenkins"),
    ("secret_key_base", "key of sessions, Rails"),
    ("tok", "access token, abbreviated"),
    ("mnemonic", "the words of a wallet, BIP 39"),
    ("mnemonic_phrase", "the words of a wallet, BIP 39"),
    ("seed_phrase", "the words of a wallet, BIP 39"),
    ("recovery_phrase", "the words of a wallet, BIP 39"),
    ("secret_recovery_phrase", "the words of a wallet, BIP 39"),
    ("AUTH_SALT", "part of a key, WordPress"),
    ("SECURE_AUTH_SALT", "part of a key, WordPress"),
    ("LOGGED_IN_SALT", "part of a key, WordPress"),
    ("LOGGED_IN_KEY", "part of a key, WordPress"),
    ("NONCE_SALT", "part of a key, WordPress"),
    ("NONCE_KEY", "part of a key, WordPress"),
    ("SECURE_AUTH_KEY", "part of a key, WordPress"),
    ("BUNDLE_GEMS__CONTRIBSYS__COM", "credentials for gems, Bundler and Sidekiq"),
    ("BUNDLE_ENTERPRISE__CONTRIBSYS__COM", "credentials for gems, Bundler and Sidekiq"),
    ("BUNDLE_RUBYGEMS__PKG__GITHUB__COM", "credentials for gems, Bundler and GitHub"),
    ("BUNDLE_GEM__FURY__IO", "credentials for gems, Bundler and Gemfury"),
  ]

  /// Names that mean a secret only if the value looks random: a word, a number or a short code is
  /// none.
  static let doubtfulIfRandom: [(name: String, reason: String)] = [
    ("sess", "session, abbreviated"),
    ("pat", "personal access token, abbreviated"),
    ("authentication", "credentials, for the field that the standard calls Authorization"),
    ("form_key", "session-bound token, Magento"),
    ("ssid", "session, abbreviated"),
    ("secret_id", "credential of an application, HashiCorp Vault"),
    ("grant", "grant of access"),
    ("license", "license key"),
    ("licence", "license key"),
    ("serial_key", "license key"),
    ("seed", "what keys are made of"),
    ("hash_key", "key of a keyed digest"),
    ("digest_key", "key of a keyed digest"),
    ("nonce_key", "key that nonces are made with"),
    ("refresh", "refresh token, Simple JWT and others"),
    ("pepper", "part of what passwords are digested with"),
    ("encrypt", "key of a cluster, Consul and Serf"),
    ("anti_forgery", "session-bound token, ASP.NET"),
  ]

  /// Names whose credentials are UUIDs, which are identifiers elsewhere.
  static let ofUUIDs: [(name: String, reason: String)] = [
    ("secret_id", "credential of HashiCorp Vault, token of Consul and Nomad")
  ]

  /// The last words of names whose value is the name of a user, a colon and a password.
  static let ofLogins: [(name: String, reason: String)] = [
    ("credentials", "user and password"), ("credential", "user and password"),
    ("creds", "user and password, abbreviated"), ("auth", "user and password, Docker and others"),
    ("user_pwd", "user and password, curl"),
  ]

  /// Values of a header field of credentials that are none, but words of a protocol.
  static let wordsOfProtocols: [(word: String, reason: String)] = [
    ("Fetch", "asks for a session-bound token, SAP Gateway"),
    ("Required", "says that a session-bound token is missing, SAP Gateway"),
  ]

  /// Names that mean a secret only if the value looks random and is long: as often they mean an
  /// error, a country or what something is doing.
  static let doubtfulIfLong: [(name: String, reason: String)] = [
    ("code", "authorization code, RFC 6749 §4.1.2; key of a function, Azure"),
    ("state", "value that binds a request to a session, RFC 6749 §10.12"),
  ]

  /// Names that are doubtful in queries and forms only.
  ///
  /// In JSON they mean the key of a map.
  static let doubtfulInQueries: [(name: String, reason: String)] = [
    ("key", "API key, Google and others"),
    ("ticket", "service ticket, CAS protocol §3.1.1"),
  ]
}
