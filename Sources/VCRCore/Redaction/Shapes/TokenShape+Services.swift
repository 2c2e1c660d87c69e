extension TokenShape {
  static let payment: [TokenShape] = [
    rows(
      "STRIPE_SECRET_KEY", .gitleaks, "sk_live_{A10-255}", "sk_test_{A10-255}", "rk_live_{A10-255}",
      "rk_test_{A10-255}", "sk_prod_{A10-255}", "rk_prod_{A10-255}"),
    rows(
      "STRIPE_WEBHOOK_SECRET",
      .own("Svix, models/operationalWebhookEndpointSecretOut, whose secrets Stripe's are like"),
      "whsec_{v24-255}"),
    rows(
      "STRIPE_CLIENT_SECRET", .truffleHog, "pi_{A24}_secret_{A25}", "seti_{A24}_secret_{A25-40}",
      "cs_live_{A40-200}"),
    rows("SQUARE_ACCESS_TOKEN", .gitleaks, "sq0atp-{u22-64}"),
    rows("SQUARE_ACCESS_TOKEN", .gitleaks, isWeak: true, "EAAA{u22-60}"),
    rows("SQUARE_SECRET", .truffleHog, "sq0csp-{u40-64}", "sq0idp-{u22-64}"),
    rows(
      "SHOPIFY_ACCESS_TOKEN", .gitleaks, "shpat_{H32}", "shpca_{H32}", "shppa_{H32}", "shptka_{H32}"
    ),
    rows("SHOPIFY_SHARED_SECRET", .gitleaks, "shpss_{H32}"),
    rows("RAZORPAY_KEY", .truffleHog, "rzp_live_{A14-24}", "rzp_test_{A14-24}"),
    rows("BRAINTREE_TOKEN", .leakTK, "access_token$production${l16}${h32}"),
    rows(
      "BRAINTREE_TOKEN", .own("Braintree, lib/braintree/credentials_parser"),
      "access_token$sandbox${l16}${h32}"),
    rows("EASYPOST_API_KEY", .gitleaks, "EZAK{A54}", "EZTK{A54}"),
    rows("SHIPPO_TOKEN", .gitleaks, "shippo_live_{H40}", "shippo_test_{H40}"),
    rows(
      "FLUTTERWAVE_SECRET_KEY", .gitleaks, "FLWSECK-{l32}-X", "FLWSECK_TEST-{l12}",
      "FLWSECK_TEST-{l32}-X", "FLWPUBK_TEST-{l32}-X"),
    rows("DUFFEL_TOKEN", .gitleaks, "duffel_test_{e43}", "duffel_live_{e43}"),
    rows("GOCARDLESS_TOKEN", .gitleaks, isWeak: true, "live_{e40}"),
    rows(
      "MOLLIE_API_KEY", .own("Mollie, mollie-api-php, the check of its keys"), isWeak: true,
      "live_{A30}", "test_{A30}"),
    rows("LOB_API_KEY", .gitleaks, "live_{h35}", "test_{h35}"),
    rows(
      "PLAID_TOKEN", .gitleaks, "access-sandbox-{h8}-{h4}-{h4}-{h4}-{h12}",
      "access-development-{h8}-{h4}-{h4}-{h4}-{h12}", "access-production-{h8}-{h4}-{h4}-{h4}-{h12}"),
    rows(
      "PADDLE_API_KEY", .own("Paddle, developer.paddle.com/api-reference/about/api-keys"),
      "pdl_live_apikey_{u40-100}", "pdl_sdbx_apikey_{u40-100}"),
    rows("PAYSTACK_SECRET_KEY", .truffleHog, "sk_live_{h40}"),
    rows("PAGARME_KEY", .truffleHog, "ak_live_{A30}", "ak_test_{A30}"),
    rows("SECRET_KEY", .truffleHog, "sk_live_{u40-110}"),
    rows("SECRET_KEY", .gitleaks, "sk_prod_{u40-110}"),
    rows("ADYEN_API_KEY", .published, "AQE{l1}hm{v80-240}"),
    rows("ASAAS_API_KEY", .betterleaks, "aact_prod_{u20-200}", "aact_hmlg_{u20-200}"),
    rows("CANVA_SECRET", .betterleaks, "cnvca{u51}"),
    rows("ALCHEMY_API_KEY", .published, "alcht_{A30}"),
    rows("WALLET_KEY", .own("BIP 32, the format of extended keys"), "xprv{A107}"),
    rows("NOSTR_KEY", .own("Nostr, NIP-19"), "nsec1{l58}"),
    rows(
      "CHECKOUT_SECRET_KEY", .truffleHog, "sk_{h8}-{h4}-{h4}-{h4}-{h12}",
      "sk_test_{h8}-{h4}-{h4}-{h4}-{h12}"),
    rows(
      "EBAY_SECRET", .betterleaks, "PRD-{h8}-{h4}-{h4}-{h4}-{h4}", "PRD-{h12}-{h4}-{h4}-{h4}-{h4}",
      "PRD-{h8}-{h4}-{h4}-{h4}-{h12}"),
    rows("HIGHNOTE_SECRET_KEY", .betterleaks, "sk_live_a2V5Xz{B69}="),
    rows("MERCURY_TOKEN", .betterleaks, "mercury_production_{l3-6}_{A40-50}_yrucrem"),
    rows("MIDTRANS_SERVER_KEY", .betterleaks, "Mid-server-{u10-24}"),
    rows("PERSONA_API_KEY", .betterleaks, "persona_production_{u20-80}"),
    rows("PHOTOROOM_API_KEY", .truffleHog, "sk_pr_{A1-64}_{H40}"),
    rows("RAINFOREST_API_KEY", .betterleaks, "apikey_{h64}"),
    rows("TICKETTAILOR_API_KEY", .kingfisher, "sk_{94}_{96}_{h32}"),
    rows("RAMP_SECRET", .truffleHog, "ramp_sec_{A48}"),
    rows(
      "RECHARGE_KEY", .truffleHog, "sk_1x{91}_{H64}", "sk_2x{91}_{H64}", "sk_3x{91}_{H64}",
      "sk_5x{91}_{H64}", "sk_10x{91}_{H64}", "sk_test_1x{91}_{H64}", "sk_test_2x{91}_{H64}"),
    rows("SALESFORCE_REFRESH_TOKEN", .truffleHog, "5Aep861{g80-255}", "5AEP861{g80-255}"),
    rows("INSTAGRAM_ACCESS_TOKEN", .published, "IGQVJ{u100-255}"),
  ].flatMap { $0 }

  static let messaging: [TokenShape] = [
    rows(
      "SLACK_TOKEN", .gitleaks, "xoxb-{u16-255}", "xoxp-{u16-255}", "xoxs-{u16-255}",
      "xoxo-{u16-255}", "xoxe-{u20-255}", "xoxe.xoxb-{u20-255}", "xoxe.xoxp-{u20-255}",
      "xapp-{u12-255}", "xwfp-{u20-255}", "xoxc-{u16-255}", "xoxd-{v16-300}"),
    rows("SLACK_TOKEN", .gitleaks, "xoxa-{u10-255}", "xoxr-{u10-255}"),
    rows("SENDGRID_API_KEY", .gitleaks, "SG.{g60-80}"),
    rows("MAILGUN_API_KEY", .gitleaks),
    rows("MAILGUN_API_KEY", .gitleaks, isWeak: true, "key-{l32}"),
    rows("TWILIO_API_KEY", .gitleaks, "SK{H32}"),
    rows("BREVO_API_KEY", .gitleaks, "xkeysib-{u70-100}", "xsmtpsib-{u70-100}"),
    rows("MAILCHIMP_API_KEY", .gitleaks, "{h32}-us{91-2}"),
    rows("MAILERSEND_TOKEN", .betterleaks, "mlsn.{A30-100}"),
    rows("RESEND_API_KEY", .published, "re_{A8}_{A24}"),
    rows("INTERCOM_TOKEN", .keyHog, "dG9rO{v40-160}"),
    rows(
      "FACEBOOK_ACCESS_TOKEN", .gitleaks, "EAACEdEose0cBA{A20-255}", "EAAM{A100-300}",
      "EAAC{A100-300}"),
    rows("FACEBOOK_ACCESS_TOKEN", .published, "EAAB{A100-300}", "EAAG{A100-300}", "EAA{A120-300}"),
    rows("DISCORD_TOKEN", .published, "mfa.{u84}"),
    rows("TELNYX_API_KEY", .truffleHog, "KEY{C32}_{A22}"),
    rows("TELNYX_API_KEY", .betterleaks, isWeak: true, "KEY{u55}"),
    rows("TWITTER_BEARER_TOKEN", .gitleaks, isWeak: true, "AAAAAAAAAAAAAAAAAAAAA{v60-120}"),
    rows("PINTEREST_ACCESS_TOKEN", .betterleaks, "pina_{u20-200}"),
    rows(
      "GC_NOTIFY_API_KEY", .betterleaks,
      "gcntfy-{u1-60}-{h8}-{h4}-{h4}-{h4}-{h12}-{h8}-{h4}-{h4}-{h4}-{h12}"),
    rows("ONESIGNAL_KEY", .betterleaks, "os_v2_app_{l100-110}", "os_v2_org_{l100-110}"),
    rows(
      "WEBSOCKET_TOKEN", .own("Kubernetes, apiserver/pkg/authentication/request/websocket"),
      "base64url.bearer.authorization.k8s.io.{d16-4096}"),
  ].flatMap { $0 }

  static let tools: [TokenShape] = [
    rows("LINEAR_API_KEY", .gitleaks, "lin_api_{A40-48}", "lin_oauth_{h64}"),
    rows("NOTION_TOKEN", .gitleaks, "ntn_{A40-64}"),
    rows("NOTION_TOKEN", .gitleaks, isWeak: true, "secret_{A43}"),
    rows(
      "FIGMA_TOKEN", .truffleHog, "figd_{e40-64}", "figp_{e40-64}", "figu_{u40}", "figo_{u40}",
      "figur_{u40}", "figor_{u40}", "figuh_{u40}", "figoh_{u40}"),
    rows("POSTMAN_API_KEY", .truffleHog, "PMAK-{u59}"),
    rows(
      "NEW_RELIC_API_KEY", .gitleaks, "NRAK-{C27}", "NRII-{u25-32}", "NRIQ-{u25-32}", "NRJS-{h19}",
      "NRBR-{h19}", "NRRA-{h42}", "{h32}FFFFNRAL"),
    rows(
      "NEW_RELIC_LICENSE_KEY", .own("New Relic, its page on license keys, for the region EU"),
      "eu01xx{l26}FFFFNRAL", "{h36}NRAL"),
    rows("TRELLO_TOKEN", .published, "ATTA{A72}"),
    rows("RETOOL_TOKEN", .published, "retool_01{l24}"),
    rows(
      "AXIOM_TOKEN", .published, "xaat-{h8}-{h4}-{h4}-{h4}-{h12}", "xapt-{h8}-{h4}-{h4}-{h4}-{h12}"),
    rows(
      "INFISICAL_TOKEN", .published, "st.{h24}.{h32}.{h32}",
      "st.{h8}-{h4}-{h4}-{h4}-{h12}.{h32}.{h32}"),
    rows("STYTCH_SECRET", .published, "secret-live-{u35}=", "secret-test-{u35}="),
    rows("LOGFIRE_TOKEN", .published, "pylf_v1_us_{A43-44}", "pylf_v1_eu_{A43-44}"),
    rows(
      "POLAR_TOKEN", .betterleaks, "polar_oat_{u20-100}", "polar_at_{u20-100}",
      "polar_pat_{u20-100}"),
    rows("STATSIG_SECRET", .published, isWeak: true, "secret-{A43}"),
    rows("UNKEY_ROOT_KEY", .betterleaks, "unkey_{A20-32}"),
    rows("TRIGGER_SECRET_KEY", .published, "tr_dev_{A20-24}", "tr_prod_{A20-24}"),
    rows("INNGEST_SIGNING_KEY", .published, "signkey-prod-{h64}", "signkey-test-{h64}"),
    rows("CONFIGCAT_KEY", .betterleaks, "configcat-sdk-1/{u22}/{u22}"),
    rows("CONVERTAPI_SECRET", .truffleHog, "secret_{A16}"),
    rows("DATABENTO_API_KEY", .betterleaks, isWeak: true, "db-{A29}"),
    rows("DEVCYCLE_SERVER_KEY", .betterleaks, "dvc_server_{u8-80}"),
    rows("IONIC_TOKEN", .betterleaks, "ion_{A42}"),
    rows("PROOF_API_KEY", .betterleaks, isWeak: true, "prf_{u20-80}"),
    rows("REDIRECT_PIZZA_TOKEN", .betterleaks, "rpa_{A30}"),
    rows("SAMSARA_TOKEN", .betterleaks, "samsara_api_{A26-32}"),
    rows("SANITY_TOKEN", .truffleHog, isWeak: true, "sk{A79}"),
    rows("SHUTTERSTOCK_TOKEN", .kingfisher, "v2/{A388}"),
    rows("SALESBLINK_KEY", .kingfisher, "key-{A64}"),
    rows("THUNDERSTORE_TOKEN", .betterleaks, isWeak: true, "tss_{u20-80}"),
    rows("WAKATIME_API_KEY", .betterleaks, "waka_{u36-64}"),
    rows("LOCATIONIQ_TOKEN", .truffleHog, "pk.{h32}"),
    rows("BESTTIME_KEY", .truffleHog, "pri_{h32}"),
    rows("ECOSTRUXURE_KEY", .truffleHog, isWeak: true, "AK1{B50-55}"),
    rows(
      "ASANA_TOKEN", .truffleHog, "0/{916}:{l32}", "1/{916}:{l32}", "2/{916}/{916}:{l32}"),
    rows("CLICKUP_TOKEN", .truffleHog, "pk_{97-9}_{C32}", "pk_{97-9}_{l32}"),
    rows("DEPENDENCY_TRACK_KEY", .kingfisher, "odt_{A32-64}"),
    rows("TEAMWORK_TOKEN", .kingfisher, "tkn.v1_{A71}="),
    rows("CAL_API_KEY", .published, "cal_live_{h32}"),
    rows("VAL_TOWN_TOKEN", .published, "vtwn_{u20-80}"),
    rows("COURIER_API_KEY", .kingfisher, "pk_prod_{C28}"),
    rows("CLOSE_API_KEY", .truffleHog, "api_{d45}"),
    rows("FINAGE_API_KEY", .truffleHog, "API_KEY{C32}"),
    rows("FLEXPORT_TOKEN", .truffleHog, "shltm_{u40}"),
    rows("PGANALYZE_KEY", .truffleHog, "pgar_{A27}"),
    rows("PUBNUB_KEY", .truffleHog, "pub-c-{l8}-{l4}-{l4}-{l4}-{l12}"),
    rows("SALADCLOUD_KEY", .truffleHog, "salad_cloud_{A1-7}_{A20-235}"),
    rows("DFUSE_KEY", .truffleHog, isWeak: true, "web_{l32}"),
    rows("GRAFANA_TOKEN", .gitleaks, "glsa_{A32}_{H8}", "glc_{v32-512}", "eyJrIjoi{v70-400}"),
    rows("SENTRY_TOKEN", .gitleaks, "sntrys_{v60-1024}", "sntryu_{h64}", "sntryi_{h64}"),
    rows(
      "HUBSPOT_TOKEN", .truffleHog, "pat-na1-{H8}-{H4}-{H4}-{H4}-{H12}",
      "pat-na2-{H8}-{H4}-{H4}-{H4}-{H12}", "pat-na3-{H8}-{H4}-{H4}-{H4}-{H12}",
      "pat-eu1-{H8}-{H4}-{H4}-{H4}-{H12}", "pat-ap1-{H8}-{H4}-{H4}-{H4}-{H12}"),
    rows(
      "ONEPASSWORD_TOKEN", .gitleaks, "ops_eyJ{v100-2048}", "A3-{C6}-{C11}-{C5}-{C5}-{C5}",
      "A3-{C6}-{C6}-{C5}-{C5}-{C5}-{C5}"),
    rows("AGE_SECRET_KEY", .gitleaks, "AGE-SECRET-KEY-1{C58}"),
    rows("DROPBOX_TOKEN", .truffleHog, "sl.{g130-2048}"),
    rows("AIRTABLE_TOKEN", .gitleaks, "pat{A14}.{h64}"),
    rows(
      "DOPPLER_TOKEN", .gitleaks, "dp.pt.{A40-44}", "dp.st.{d40-96}", "dp.ct.{A40-44}",
      "dp.sa.{A40-44}", "dp.scim.{A40-44}", "dp.audit.{A40-44}"),
    rows("ADOBE_CLIENT_SECRET", .gitleaks, "p8e-{A32}"),
    rows("ADAFRUIT_KEY", .truffleHog, "aio_{A28}"),
    rows("BEAMER_TOKEN", .gitleaks, isWeak: true, "b_{e44}"),
    rows("CONTENTFUL_TOKEN", .truffleHog, "CFPAT-{u43}"),
    rows("FRAMEIO_TOKEN", .gitleaks, "fio-u-{e64}"),
    rows("FULLSTORY_TOKEN", .truffleHog, isWeak: true, "na1.{B100}"),
    rows(
      "INTRA42_SECRET", .gitleaks, "s-s4t2ud-{h64}", "s-s4t2af-{h64}", "u-s4t2ud-{h64}",
      "u-s4t2af-{h64}"),
    rows("KLAVIYO_KEY", .betterleaks, isWeak: true, "pk_{l34}"),
    rows(
      "LAUNCHDARKLY_KEY", .truffleHog, "api-{h8}-{h4}-4{h3}-{h4}-{h12}",
      "sdk-{h8}-{h4}-4{h3}-{h4}-{h12}"),
    rows("MAPBOX_SECRET_TOKEN", .truffleHog, "sk.eyJ{d60-240}"),
    rows("MAPBOX_SECRET_TOKEN", .own("Mapbox, documentation, access tokens"), "tk.eyJ{d60-240}"),
    rows(
      "ONFIDO_TOKEN", .betterleaks, "api_live.{d20-80}", "api_live_us.{d20-80}",
      "api_live_ca.{d20-80}", "api_sandbox.{d20-80}"),
    rows("POSTHOG_KEY", .truffleHog, "phx_{u43-48}"),
    rows("POSTHOG_KEY", .own("PostHog, posthog/auth, its secret API keys"), "phs_{A35-64}"),
    rows("ZUPLO_KEY", .betterleaks, "zpka_{l32}_{h8}"),
    rows("LICHESS_TOKEN", .betterleaks, "lip_{A16-60}"),
    rows("HONEYCOMB_KEY", .published, "hcaik_{l58}", "hcaic_{l58}", "hcxik_{l58}"),
    rows(
      "SNYK_TOKEN", .own("Snyk, go-application-framework, its tests of tokens"),
      "snyk_uat.{l8}.{u10-128}.{u10-128}", "snyk_sat.{l8}.{u10-128}.{u10-128}"),
    rows("ROOTLY_KEY", .truffleHog, "rootly_{h64}"),
    rows("SETTLEMINT_TOKEN", .gitleaks, "sm_aat_{A16}", "sm_pat_{A16}", "sm_sat_{A16}"),
    rows("TYPEFORM_TOKEN", .gitleaks, "tfp_{g40-64}"),
    rows("ZOHO_TOKEN", .truffleHog, "1000.{h32}.{h32}"),
    rows("ENDORLABS_KEY", .truffleHog, "endr+{u16}"),
    rows(
      "PASETO_TOKEN", .own("PASETO, its specification, section on the format of messages"),
      "v1.local.{u60-4000}", "v1.public.{u60-4000}", "v2.local.{u60-4000}", "v2.public.{u60-4000}",
      "v3.local.{u60-4000}", "v3.public.{u60-4000}", "v4.local.{u60-4000}", "v4.public.{u60-4000}"),
    rows(
      "AUTHRESS_KEY", .gitleaks, "{l5-30}.{l4-6}.acc_{u10-32}.{v30-120}",
      "{l5-30}.{l4-6}.acc-{u10-32}.{v30-120}"),
    rows("FLEETBASE_KEY", .truffleHog, "flb_live_{A20}"),
    rows("BANNERBEAR_KEY", .truffleHog, "bb_pr_{h30}", "bb_ma_{h30}"),
    rows("UBIDOTS_TOKEN", .truffleHog, "BBFF-{A30}"),
    rows("ROBINHOOD_KEY", .truffleHog, "rh-api-{H8}-{H4}-{H4}-{H4}-{H12}"),
    rows("NIGHTFALL_KEY", .truffleHog, "NF-{A32}"),
    rows("SVIX_TOKEN", .published, "testsk_{u32}"),
    rows("CONVEX_DEPLOY_KEY", .published, "prod:{e8-40}|{v60-300}", "dev:{e8-40}|{v60-300}"),
    rows("XATA_API_KEY", .published, "xau_{u25-64}"),
    rows("MIRO_TOKEN", .published, "eyJtaXJvLm9yaWdpbiI6{u30-80}"),
    rows("NYLAS_API_KEY", .published, "nyk_v0_{A64}"),
    rows("LINKEDIN_CLIENT_SECRET", .published, "WPL_AP0.{A16}.{B6}==", "WPL_AP1.{A16}.{B6}=="),
    rows(
      "NTLM_CREDENTIALS", .own("MS-NLMP §2.2.1.3, the head of an AUTHENTICATE_MESSAGE"),
      "TlRMTVNTUAADAAAA{v60-4000}"),
    rows("TINYBIRD_TOKEN", .published, "p.eyJ{u60-300}.{u43}"),
  ].flatMap { $0 }

  static let webhooks: [TokenShape] = [
    rows(
      "SLACK_WEBHOOK", .gitleaks, "hooks.slack.com/services/>{p30-120}",
      "hooks.slack.com/workflows/>{p30-120}", "hooks.slack.com/triggers/>{p30-120}"),
    rows(
      "PUSH_SUBSCRIPTION", .own("RFC 8030 §8.3, and the endpoints that browsers hand out"),
      "fcm.googleapis.com/fcm/send/>{u8-40}:{u100-200}",
      "fcm.googleapis.com/wp/>{u8-40}:{u100-200}",
      "updates.push.services.mozilla.com/wpush/v2/>{u100-255}"),
    rows(
      "DISCORD_WEBHOOK", .truffleHog, "discord.com/api/webhooks/>{p60-120}",
      "discordapp.com/api/webhooks/>{p60-120}"),
    rows(
      "TEAMS_WEBHOOK", .gitleaks, "webhook.office.com/webhookb2/>{w80-250}",
      "outlook.office.com/webhook/>{w80-250}"),
    rows("ZAPIER_WEBHOOK", .truffleHog, "hooks.zapier.com/hooks/catch/>{p12-40}"),
    rows("IFTTT_KEY", .published, "with/key/>{u20-64}"),
    rows("TINES_WEBHOOK", .truffleHog, "tines.com/webhook/>{p65-120}"),
    rows("INFURA_KEY", .kingfisher, "infura.io/v3/>{l32}"),
    rows("ALCHEMY_KEY", .kingfisher, "g.alchemy.com/v2/>{u20-64}"),
    rows(
      "LARK_WEBHOOK", .published, "open.feishu.cn/open-apis/bot/v2/hook/>{u36}",
      "open.larksuite.com/open-apis/bot/v2/hook/>{u36}"),
    rows(
      "MAKE_WEBHOOK", .published, "hook.eu1.make.com/>{l28-40}", "hook.eu2.make.com/>{l28-40}",
      "hook.us1.make.com/>{l28-40}", "hook.us2.make.com/>{l28-40}"),
  ].flatMap { $0 }

  static let weak: [TokenShape] = [
    rows("VAULT_TOKEN", .gitleaks, isWeak: true, "s.{A24}"),
    rows("FIREWORKS_API_KEY", .keyHog, isWeak: true, "fw_{A22-40}"),
    rows("MODAL_TOKEN", .published, isWeak: true, "ak-{A22}", "as-{A22}"),
    rows("MEM0_API_KEY", .published, isWeak: true, "m0-{A40}"),
    // gitleaks has one length, that of Freemius; other services have others.
    rows("SECRET_KEY", .gitleaks, isWeak: true, "sk_{u26-110}"),
  ].flatMap { $0 }
}
