extension TokenShape {
  /// The tokens of providers, as their documentation and the secret scanners of code hosts know them.
  ///
  /// Keys that are meant to be public (Stripe's `pk_`, Mapbox's `pk.`) are left out.
  package static let all: [TokenShape] =
    codeHosts + clouds + machineLearning + payment + messaging + tools

  private static let codeHosts = [
    TokenShape("ghp_", .alphanumeric, 36...255, "GITHUB_TOKEN"),
    TokenShape("gho_", .alphanumeric, 36...255, "GITHUB_TOKEN"),
    TokenShape("ghu_", .alphanumeric, 36...255, "GITHUB_TOKEN"),
    TokenShape("ghs_", .alphanumeric, 36...255, "GITHUB_TOKEN"),
    TokenShape("ghr_", .alphanumeric, 36...255, "GITHUB_TOKEN"),
    TokenShape("github_pat_", .urlSafe, 60...255, "GITHUB_TOKEN"),
    TokenShape("glpat-", .dotted, 20...300, "GITLAB_TOKEN"),
    TokenShape("glptt-", .urlSafe, 20...255, "GITLAB_TOKEN"),
    TokenShape("gldt-", .urlSafe, 20...255, "GITLAB_TOKEN"),
    TokenShape("glrt-", .dotted, 20...255, "GITLAB_TOKEN"),
    TokenShape("glcbt-", .urlSafe, 20...255, "GITLAB_TOKEN"),
    TokenShape("ATBB", .alphanumeric, 28...64, "BITBUCKET_TOKEN"),
    TokenShape("ATATT3", .urlSafe, 60...255, "ATLASSIAN_TOKEN"),
    TokenShape("npm_", .alphanumeric, 36...36, "NPM_TOKEN"),
    TokenShape("pypi-AgE", .urlSafe, 50...512, "PYPI_TOKEN"),
    TokenShape("rubygems_", .hex, 48...48, "RUBYGEMS_API_KEY"),
    TokenShape("dckr_pat_", .urlSafe, 24...64, "DOCKER_TOKEN"),
    TokenShape("dckr_oat_", .urlSafe, 24...64, "DOCKER_TOKEN"),
    TokenShape("sgp_", .urlSafe, 40...128, "SOURCEGRAPH_TOKEN"),
  ]

  private static let clouds = [
    TokenShape("AKIA", .capitals, 16...16, "AWS_ACCESS_KEY_ID"),
    TokenShape("ASIA", .capitals, 16...16, "AWS_ACCESS_KEY_ID"),
    TokenShape("ABIA", .capitals, 16...16, "AWS_ACCESS_KEY_ID"),
    TokenShape("ACCA", .capitals, 16...16, "AWS_ACCESS_KEY_ID"),
    TokenShape("AIza", .urlSafe, 35...35, "GOOGLE_API_KEY"),
    TokenShape("ya29.", .dotted, 20...2048, "GOOGLE_ACCESS_TOKEN"),
    TokenShape("GOCSPX-", .urlSafe, 24...40, "GOOGLE_CLIENT_SECRET"),
    TokenShape("1//0", .urlSafe, 40...255, "GOOGLE_REFRESH_TOKEN"),
    TokenShape("dop_v1_", .hex, 64...64, "DIGITALOCEAN_TOKEN"),
    TokenShape("doo_v1_", .hex, 64...64, "DIGITALOCEAN_TOKEN"),
    TokenShape("dor_v1_", .hex, 64...64, "DIGITALOCEAN_TOKEN"),
    TokenShape("dapi", .hex, 32...32, "DATABRICKS_TOKEN"),
    TokenShape("HRKU-", .urlSafe, 36...72, "HEROKU_API_KEY"),
    TokenShape("hvs.", .urlSafe, 24...512, "VAULT_TOKEN"),
    TokenShape("hvb.", .urlSafe, 24...512, "VAULT_TOKEN"),
    TokenShape("hvr.", .urlSafe, 24...512, "VAULT_TOKEN"),
    TokenShape("pul-", .hex, 40...40, "PULUMI_TOKEN"),
    TokenShape("fo1_", .urlSafe, 40...64, "FLY_TOKEN"),
    TokenShape("nfp_", .alphanumeric, 36...64, "NETLIFY_TOKEN"),
    TokenShape("tskey-", .urlSafe, 20...128, "TAILSCALE_KEY"),
    TokenShape("sbp_", .hex, 40...40, "SUPABASE_TOKEN"),
    TokenShape("pscale_", .urlSafe, 32...96, "PLANETSCALE_TOKEN"),
    TokenShape("dt0c01.", .dotted, 80...120, "DYNATRACE_TOKEN"),
  ]

  private static let machineLearning = [
    TokenShape("sk-ant-", .urlSafe, 40...255, "ANTHROPIC_API_KEY"),
    TokenShape("sk-proj-", .urlSafe, 40...255, "OPENAI_API_KEY"),
    TokenShape("sk-svcacct-", .urlSafe, 40...255, "OPENAI_API_KEY"),
    TokenShape("sk-admin-", .urlSafe, 40...255, "OPENAI_API_KEY"),
    TokenShape("sk-or-v1-", .hex, 64...64, "OPENROUTER_API_KEY"),
    TokenShape("sk-", .alphanumeric, 32...64, "OPENAI_API_KEY"),
    TokenShape("hf_", .alphanumeric, 30...40, "HUGGINGFACE_TOKEN"),
    TokenShape("gsk_", .alphanumeric, 48...56, "GROQ_API_KEY"),
    TokenShape("r8_", .alphanumeric, 37...40, "REPLICATE_API_TOKEN"),
    TokenShape("xai-", .alphanumeric, 64...96, "XAI_API_KEY"),
    TokenShape("pplx-", .alphanumeric, 40...64, "PERPLEXITY_API_KEY"),
    TokenShape("lsv2_", .urlSafe, 40...96, "LANGSMITH_API_KEY"),
  ]

  private static let payment = [
    TokenShape("sk_live_", .alphanumeric, 16...255, "STRIPE_SECRET_KEY"),
    TokenShape("sk_test_", .alphanumeric, 16...255, "STRIPE_SECRET_KEY"),
    TokenShape("rk_live_", .alphanumeric, 16...255, "STRIPE_SECRET_KEY"),
    TokenShape("rk_test_", .alphanumeric, 16...255, "STRIPE_SECRET_KEY"),
    TokenShape("whsec_", .base64, 24...255, "STRIPE_WEBHOOK_SECRET"),
    TokenShape("sq0atp-", .urlSafe, 22...64, "SQUARE_ACCESS_TOKEN"),
    TokenShape("sq0csp-", .urlSafe, 40...64, "SQUARE_SECRET"),
    TokenShape("EAAA", .urlSafe, 60...60, "SQUARE_ACCESS_TOKEN"),
    TokenShape("shpat_", .hex, 32...32, "SHOPIFY_ACCESS_TOKEN"),
    TokenShape("shpca_", .hex, 32...32, "SHOPIFY_ACCESS_TOKEN"),
    TokenShape("shppa_", .hex, 32...32, "SHOPIFY_ACCESS_TOKEN"),
    TokenShape("shpss_", .hex, 32...32, "SHOPIFY_SHARED_SECRET"),
    TokenShape("rzp_live_", .alphanumeric, 14...24, "RAZORPAY_KEY"),
    TokenShape("EZAK", .alphanumeric, 54...54, "EASYPOST_API_KEY"),
    TokenShape("EZTK", .alphanumeric, 54...54, "EASYPOST_API_KEY"),
    TokenShape("shippo_live_", .hex, 40...40, "SHIPPO_TOKEN"),
  ]

  private static let messaging = [
    TokenShape("xoxb-", .urlSafe, 20...255, "SLACK_TOKEN"),
    TokenShape("xoxp-", .urlSafe, 20...255, "SLACK_TOKEN"),
    TokenShape("xoxa-", .urlSafe, 20...255, "SLACK_TOKEN"),
    TokenShape("xoxr-", .urlSafe, 20...255, "SLACK_TOKEN"),
    TokenShape("xoxs-", .urlSafe, 20...255, "SLACK_TOKEN"),
    TokenShape("xoxe-", .urlSafe, 20...255, "SLACK_TOKEN"),
    TokenShape("xoxe.", .dotted, 20...255, "SLACK_TOKEN"),
    TokenShape("xapp-", .urlSafe, 20...255, "SLACK_TOKEN"),
    TokenShape("SG.", .dotted, 60...80, "SENDGRID_API_KEY"),
    TokenShape("key-", .hex, 32...32, "MAILGUN_API_KEY"),
    TokenShape("SK", .hex, 32...32, "TWILIO_API_KEY"),
    TokenShape("xkeysib-", .urlSafe, 70...100, "BREVO_API_KEY"),
    TokenShape("EAACEdEose0cBA", .alphanumeric, 20...255, "FACEBOOK_ACCESS_TOKEN"),
  ]

  private static let tools = [
    TokenShape("lin_api_", .alphanumeric, 40...48, "LINEAR_API_KEY"),
    TokenShape("secret_", .alphanumeric, 43...43, "NOTION_TOKEN"),
    TokenShape("ntn_", .alphanumeric, 40...64, "NOTION_TOKEN"),
    TokenShape("figd_", .urlSafe, 40...64, "FIGMA_TOKEN"),
    TokenShape("PMAK-", .urlSafe, 50...64, "POSTMAN_API_KEY"),
    TokenShape("NRAK-", .capitals, 27...27, "NEW_RELIC_API_KEY"),
    TokenShape("NRII-", .urlSafe, 32...32, "NEW_RELIC_INSERT_KEY"),
    TokenShape("glsa_", .urlSafe, 40...48, "GRAFANA_TOKEN"),
    TokenShape("glc_", .base64, 40...512, "GRAFANA_TOKEN"),
    TokenShape("sntrys_", .base64, 60...512, "SENTRY_TOKEN"),
    TokenShape("sntryu_", .hex, 64...64, "SENTRY_TOKEN"),
    TokenShape("pat-na1-", .urlSafe, 36...36, "HUBSPOT_TOKEN"),
    TokenShape("pat-eu1-", .urlSafe, 36...36, "HUBSPOT_TOKEN"),
    TokenShape("ops_eyJ", .urlSafe, 100...2048, "ONEPASSWORD_TOKEN"),
    TokenShape("AGE-SECRET-KEY-1", .capitals, 58...58, "AGE_SECRET_KEY"),
    TokenShape("sl.", .urlSafe, 130...300, "DROPBOX_TOKEN"),
    TokenShape("pat", .dotted, 79...79, "AIRTABLE_TOKEN"),
    TokenShape("dp.pt.", .alphanumeric, 40...44, "DOPPLER_TOKEN"),
    TokenShape("access_token$production$", .dotted, 40...64, "BRAINTREE_TOKEN"),
  ]
}
