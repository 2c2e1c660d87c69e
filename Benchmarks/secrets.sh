#!/usr/bin/env bash
# vcr check beside detect-secrets (PyPI) over the generated set of the tests: credentials found by kind, and files
# without any in which something was found.
# usage: secrets.sh VCR   (builds the tests; needs python3 with venv, and PyPI)
set -euo pipefail
vcr=$(realpath "$1")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
VCR_SECRET_BENCH="$folder/set" swift test --filter SecretBenchTests >"$folder/log" 2>&1 ||
  { tail -40 "$folder/log" >&2; exit 1; }
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q install detect-secrets
cd "$folder/set"
"$vcr" check --format json . >"$folder/vcr.json" 2>/dev/null || true
"$folder/venv/bin/detect-secrets" scan --all-files . >"$folder/other.json"
python3 - "$folder" <<'PY'
import collections, json, os, sys
folder = sys.argv[1]
kinds = collections.Counter(name.split("-")[0] for name in os.listdir(f"{folder}/set"))
vcr = {os.path.basename(f["path"]) for f in json.load(open(f"{folder}/vcr.json"))["findings"]}
other = {os.path.basename(name) for name in json.load(open(f"{folder}/other.json"))["results"]}
print(f"{'files':10} {'count':>6} {'vcr check':>10} {'detect-secrets':>15}")
for kind, count in sorted(kinds.items()):
    found = [sum(name.startswith(kind + "-") for name in names) for names in (vcr, other)]
    print(f"{kind:10} {count:6} {found[0] / count:10.3f} {found[1] / count:15.3f}")
PY
