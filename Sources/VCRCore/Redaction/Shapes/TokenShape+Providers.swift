extension TokenShape {
  /// The token formats of providers.
  ///
  /// Keys that are meant to be public (Stripe's `pk_live_`, Mapbox's `pk.`) are not included.
  package static let all: [TokenShape] =
    codeHosts + clouds + machineLearning + payment + messaging + tools + webhooks + weak + digests

  /// Rows of one provider.
  static func rows(
    _ name: String, _ source: Source, isWeak: Bool = false, _ forms: String...
  ) -> [TokenShape] {
    forms.map { TokenShape($0, name, source, isWeak: isWeak) }
  }

  private static let codeHosts: [TokenShape] = [
    rows(
      "GITHUB_TOKEN", .gitleaks, "ghp_{A36-255}", "gho_{A36-255}", "ghu_{A36-255}", "ghs_{A36-255}",
      "ghr_{A36-255}", "github_pat_{u60-255}"),
    rows(
      "GITHUB_TOKEN", .own("GitHub, REST API, tokens of installations until 2021"), "v1.{h40}"),
    rows(
      "GITLAB_TOKEN", .gitleaks, "glpat-{d20-320}", "glptt-{u20-255}", "gldt-{u20-255}",
      "glrt-{d20-320}", "glrtr-{d20-320}", "glcbt-{u20-255}", "glft-{u20-255}", "glsoat-{u20-255}",
      "glagent-{u40-255}", "glimt-{u20-255}", "gloas-{u40-255}", "glffct-{u20-255}",
      "GR1348941{u20}", "glwt-{u20-255}"),
    rows("GITLAB_SESSION", .gitleaks, "_gitlab_session=>{l32}"),
    rows("BITBUCKET_TOKEN", .truffleHog, "ATBB{d28-64}", "ATCTT3xFfG{v60-400}", "BBDC-{v40-50}"),
    rows("ATLASSIAN_TOKEN", .gitleaks, "ATATT3{v60-300}"),
    rows("ATLASSIAN_TOKEN", .published, "ATSTT3{v60-300}"),
    rows("NPM_TOKEN", .gitleaks, "npm_{A36}"),
    rows("PYPI_TOKEN", .gitleaks, "pypi-AgE{u50-1000}"),
    rows("RUBYGEMS_API_KEY", .truffleHog, "rubygems_{l48}"),
    rows("NUGET_API_KEY", .noseyParker, isWeak: true, "oy2{l43}"),
    rows(
      "CRATES_TOKEN", .own("crates.io, crates_io_database/src/utils/token.rs"), isWeak: true,
      "cio{A32}"),
    rows(
      "PACKAGIST_TOKEN", .own("Packagist, its page for the secret scanning of GitHub"),
      "packagist_uut_{h68}", "packagist_ort_{h68}", "packagist_out_{h68}", "packagist_cut_{h68}"),
    rows("DOCKER_TOKEN", .truffleHog, "dckr_pat_{u24-64}", "dckr_oat_{u24-64}"),
    rows("SOURCEGRAPH_TOKEN", .gitleaks, "sgp_{u40-128}", "slk_{h64}"),
    rows("CLOJARS_TOKEN", .gitleaks, "CLOJARS_{l60}"),
    rows("ARTIFACTORY_TOKEN", .gitleaks, "AKCp{A69}", "cmVmd{A59}"),
    rows("CIRCLECI_TOKEN", .truffleHog, "CCIPAT_{A22}_{H40}", "CCIPRJ_{A22}_{H40}"),
    rows(
      "BUILDKITE_TOKEN", .betterleaks, "bkua_{l40-53}", "bkaa_{u75}", "bkaj_{u333}", "bkar_{u73}",
      "bkct_{u73}", "bkpt_{u199}", "bkpat_{u54}", "bkps_{u64}"),
    rows("CLOUDSMITH_API_KEY", .betterleaks, "csa_{h30}{A6}"),
    rows("MERGIFY_KEY", .betterleaks, "mergify_application_key_{u40-200}"),
    rows("AIKIDO_TOKEN", .betterleaks, "AIK_CI_{A20-44}", "AIK_SECRET_{A64}"),
    rows("STACKHAWK_API_KEY", .kingfisher, "hawk.{u20}.{u20}"),
    rows("PORTAINER_TOKEN", .truffleHog, isWeak: true, "ptr_{e20-64}"),
    rows("SONAR_TOKEN", .truffleHog, "squ_{h40}", "sqp_{h40}", "sqa_{h40}", "sqco_{A59}"),
    rows("OCTOPUS_API_KEY", .truffleHog, "API-{C26-34}"),
    rows("SCALINGO_TOKEN", .gitleaks, "tk-us-{u48}"),
    rows("DENO_TOKEN", .truffleHog, "ddp_{A36}", "ddw_{A36}"),
    rows("DBT_TOKEN", .published, "dbtu_{u45-64}", "dbtc_{u45-64}"),
    rows("SPECTRAL_TOKEN", .truffleHog, "spu-{l32}"),
    rows("TRUFFLEHOG_SECRET", .truffleHog, "thog-secret-{h32}", "thog-key-{h16}"),
    rows(
      "VERCEL_TOKEN", .betterleaks, "vcp_{u40-64}", "vck_{u40-64}", "vca_{u40-64}",
      "vcr_{u40-64}", "vci_{u40-64}"),
    rows("PREFECT_TOKEN", .gitleaks, "pnu_{A36}"),
    rows("PULUMI_TOKEN", .truffleHog, "pul-{l40}"),
    rows("TERRAFORM_TOKEN", .gitleaks, "{A14}.atlasv1.{e60-70}"),
    rows("INFRACOST_TOKEN", .gitleaks, "ico-{A32}"),
    rows("HARNESS_TOKEN", .gitleaks, "pat.{u22}.{A24}.{A20}", "sat.{u22}.{A24}.{A20}"),
    rows("README_TOKEN", .gitleaks, "rdme_{l70}"),
  ].flatMap { $0 }

  private static let clouds: [TokenShape] = [
    rows(
      "AWS_ACCESS_KEY_ID", .gitleaks, "AKIA{C16}", "ASIA{C16}", "ABIA{C16}", "ACCA{C16}", "A3T{C17}"
    ),
    rows(
      "AWS_BEDROCK_API_KEY", .gitleaks, "ABSK{v109-272}",
      "bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{v20-2048}"),
    rows(
      "AWS_SESSION_TOKEN", .published, "IQoJb3JpZ2luX2Vj{v100-3000}", "FwoGZXIvYXdz{v100-3000}",
      "FQoGZXIvYXdz{v100-3000}"),
    rows("AWS_MWS_TOKEN", .published, "amzn.mws.{h8}-{h4}-{h4}-{h4}-{h12}"),
    rows("DOCKER_SWARM_TOKEN", .betterleaks, "SWMTKN-1-{l50-60}-{l24-30}", "SWMKEY-1-{B40-50}"),
    rows("ALIBABA_ACCESS_KEY_ID", .betterleaks, "STS.{A16-64}"),
    rows("ALIBABA_SECURITY_TOKEN", .betterleaks, "CAIS{v100-1024}"),
    rows("COCKROACH_API_KEY", .betterleaks, "CCDB1_{A22}_{A40}"),
    rows("ASTRA_TOKEN", .betterleaks, "AstraCS:{A20-40}:{h64}", "AstraCS:{A20-40}"),
    rows("CONFLUENT_API_SECRET", .published, "cflt{B60}"),
    rows("ELASTIC_API_KEY", .betterleaks, "essu_{e60-200}"),
    rows("EXOSCALE_API_KEY", .betterleaks, isWeak: true, "EXO{A24-30}"),
    rows("UPCLOUD_TOKEN", .betterleaks, "ucat_{A24-32}"),
    rows("TENCENT_SECRET_ID", .published, "AKID{A32-36}"),
    rows("RENDER_API_KEY", .published, isWeak: true, "rnd_{A28-40}"),
    rows("ALIBABA_ACCESS_KEY_ID", .gitleaks, "LTAI{A17-21}"),
    rows("GOOGLE_API_KEY", .gitleaks, "AIza{u35}"),
    rows("GOOGLE_API_KEY", .betterleaks, "AQ.Ab8RN6{u44}"),
    rows("GOOGLE_ACCESS_TOKEN", .truffleHog, "ya29.{d20-2048}"),
    rows("GOOGLE_CLIENT_SECRET", .truffleHog, "GOCSPX-{u24-40}"),
    rows("GOOGLE_REFRESH_TOKEN", .kingfisher, "1//0{u40-255}"),
    rows("AZURE_CLIENT_SECRET", .gitleaks, "{q3}{91}Q~{q31-34}"),
    rows(
      "AZURE_API_KEY", .microsoft, "{A52}JQQJ99{A26}", "{A52}JQQJ9D{A26}", "{A52}JQQJ9H{A26}"),
    rows("AZURE_DEVOPS_TOKEN", .kingfisher, "{A76}AZDO{A4}"),
    rows("AZURE_REGISTRY_KEY", .microsoft, "{B42}+ACR{A6}"),
    rows(
      "AZURE_STORAGE_KEY", .microsoft, "{B76}+ASt{B6}==", "{B76}+ABa{B6}==", "{B76}+AMC{B6}==",
      "{B76}ACDb{B6}==", "{B76}APIM{B6}=="),
    rows(
      "AZURE_SHARED_ACCESS_KEY", .microsoft, "{B33}+ASb{B6}=", "{B33}+AEh{B6}=", "{B33}+ARm{B6}=",
      "{B33}AIoT{B6}="),
    rows("AZURE_SEARCH_KEY", .microsoft, "{A42}AzSe{A6}"),
    rows("AZURE_FUNCTION_KEY", .microsoft, "{u44}AzFu{u6}=="),
    rows("YANDEX_TOKEN", .published, "y0_{u48-72}"),
    rows("YANDEX_ACCESS_KEY", .published, "YCAJE{u20}"),
    rows("AIVEN_PASSWORD", .published, "AVNS_{u15-32}"),
    rows("VOLCENGINE_ACCESS_KEY", .published, "AKLT{u35-60}", "AKTP{u35-60}"),
    rows("FIREBASE_SERVER_KEY", .published, "AAAA{u7}:APA91b{u130-140}"),
    rows("YANDEX_TOKEN", .gitleaks, isWeak: true, "t1.{g90-255}", "YC{u38}"),
    rows("AWS_APPSYNC_KEY", .truffleHog, "da2-{l26}"),
    rows("DIGITALOCEAN_TOKEN", .gitleaks, "dop_v1_{h64}", "doo_v1_{h64}", "dor_v1_{h64}"),
    rows(
      "CLOUDFLARE_TOKEN", .gitleaks, "v1.0-{h24}-{h146}", "cfut_{A48}", "cfat_{A48}", "cfk_{A48}"),
    rows("DATABRICKS_TOKEN", .gitleaks, "dapi{h32}", "dapi{h32}-{91}"),
    rows("DATABRICKS_TOKEN", .published, "dose{h32}", "doau{h32}"),
    rows("HEROKU_API_KEY", .gitleaks, "HRKU-{u36-72}"),
    rows("VAULT_TOKEN", .gitleaks, "hvs.{u24-512}", "hvb.{u24-512}", "hvr.{u24-512}"),
    rows(
      "FLY_TOKEN", .gitleaks, "fo1_{u40-64}", "fm1a_{v100-1024}", "fm1r_{v100-1024}",
      "fm2_{v100-1024}"),
    rows("NETLIFY_TOKEN", .truffleHog, "nfp_{u36-64}"),
    rows("TAILSCALE_KEY", .truffleHog, "tskey-{u20-128}"),
    rows("VERCEL_BLOB_TOKEN", .published, "vercel_blob_rw_{A16}_{A30}"),
    rows("SUPABASE_TOKEN", .truffleHog, "sbp_{l40}", "sbp_v0_{h40}", "sb_secret_{u20-64}"),
    rows(
      "PLANETSCALE_TOKEN", .gitleaks, "pscale_tkn_{g32-64}", "pscale_oauth_{g32-64}",
      "pscale_pw_{g32-64}"),
    rows("NEON_API_KEY", .betterleaks, "napi_{A48-80}"),
    rows(
      "DYNATRACE_TOKEN", .gitleaks, "dt0c01.{A24}.{A64}", "dt0s16.{C8}.{C64}", "dt0s02.{C8}.{C64}"),
    rows("CLICKHOUSE_KEY", .gitleaks, "4b1d{A38}"),
    rows("OPENSHIFT_TOKEN", .gitleaks, "sha256~{u43}"),
    rows("SALESFORCE_TOKEN", .betterleaks, "{A15}!AQ{d80-260}"),
    rows("SALESFORCE_TOKEN", .truffleHog, "5AEP861{v80-200}"),
    rows("YANDEX_TOKEN", .gitleaks, "AQVN{u35-38}"),
    rows("MAXMIND_LICENSE_KEY", .gitleaks, "{A6}_{A29}_mmk"),
    rows("DEFINED_NETWORKING_TOKEN", .gitleaks, "dnkey-{e26}-{e52}"),
    rows(
      "SCALEWAY_ACCESS_KEY", .own("Scaleway, scaleway-sdk-go/validation"), "SCW{C17}"),
  ].flatMap { $0 }

  private static let machineLearning: [TokenShape] = [
    rows("ANTHROPIC_API_KEY", .gitleaks, "sk-ant-{u40-255}"),
    rows(
      "OPENAI_API_KEY", .gitleaks, "sk-proj-{u40-255}", "sk-svcacct-{u40-255}",
      "sk-service-{u40-255}", "sk-admin-{u40-255}", "sk-{A32-64}"),
    rows("OPENROUTER_API_KEY", .truffleHog, "sk-or-v1-{h64}"),
    rows("LANGFUSE_SECRET_KEY", .truffleHog, "sk-lf-{h8}-{h4}-{h4}-{h4}-{h12}"),
    rows("HUGGINGFACE_TOKEN", .gitleaks, "hf_{A34}", "api_org_{A34}"),
    rows("GROQ_API_KEY", .truffleHog, "gsk_{A48-56}"),
    rows("CURSOR_API_KEY", .betterleaks, "key_{h64}"),
    rows("CURSOR_API_KEY", .published, "crsr_{h64}"),
    rows("DEVIN_API_KEY", .betterleaks, "apk_user_{v120-184}", "apk_{v80-104}", "cog_{l52}"),
    rows("KIMI_API_KEY", .betterleaks, isWeak: true, "sk-{u48}"),
    rows("MINIMAX_API_KEY", .betterleaks, "sk-api-{u119}"),
    rows("RUNPOD_API_KEY", .betterleaks, "rpa_{C40}{A6}"),
    rows("BRAVE_API_KEY", .betterleaks, isWeak: true, "BSA{u24-40}"),
    rows("HELICONE_API_KEY", .published, "sk-helicone-{l7}-{l7}-{l7}-{l7}"),
    rows("BROWSERBASE_API_KEY", .published, "bb_live_{u27}"),
    rows("CEREBRAS_API_KEY", .betterleaks, "csk-{l48}"),
    rows("REPLICATE_API_TOKEN", .truffleHog, "r8_{u37}"),
    rows("XAI_API_KEY", .kingfisher, "xai-{u64-96}"),
    rows("PERPLEXITY_API_KEY", .gitleaks, "pplx-{A40-64}"),
    rows("LANGSMITH_API_KEY", .truffleHog, "lsv2_{u40-96}", "lsv2_pt_{h32}_{h10}"),
    rows("NVIDIA_API_KEY", .truffleHog, "nvapi-{u60-72}"),
    rows("PINECONE_API_KEY", .truffleHog, "pcsk_{A5-6}_{A63}"),
    rows("VOYAGE_API_KEY", .published, isWeak: true, "pa-{u43}"),
    rows("TOGETHER_API_KEY", .published, "tgp_v1_{u43}"),
    rows("WANDB_API_KEY", .published, "wandb_v1_{u77}"),
    rows("BAIDU_API_KEY", .published, "bce-v3/ALTAK-{A21}/{h40}"),
    rows("TAVILY_API_KEY", .noseyParker, "tvly-{u28-60}"),
    rows("JINA_API_KEY", .noseyParker, "jina_{A60}"),
    rows("E2B_API_KEY", .own("E2B, e2b-dev/dashboard, support form"), "e2b_{h40}"),
    rows("ELEVENLABS_API_KEY", .truffleHog, "sk_{h48}"),
    rows("FIRECRAWL_API_KEY", .noseyParker, "fc-{h32}"),
    rows("APIFY_TOKEN", .truffleHog, "apify_api_{u34-38}"),
    rows("VOICEFLOW_API_KEY", .truffleHog, "VF.DM.{H24}.{A16}", "VF.WS.{H24}.{A16}"),
  ].flatMap { $0 }
}
