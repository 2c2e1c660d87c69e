#!/usr/bin/env bash
# vcr check beside detect-secrets (PyPI) over the generated set of the tests: credentials found by kind, and files
# without any in which something was found.
# usage: secrets.sh VCR [SET]
# SET is a folder that VCR_SECRET_BENCH=SET swift test --filter SecretBenchTests has filled; without it, the tests are
# built and fill one. Needs python3 with venv, and PyPI where detect-secrets is not installed. Any build of VCR will do.
set -euo pipefail
vcr=$(realpath "$1")
set=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -z "$set" ]; then
  set=$folder/set
  VCR_SECRET_BENCH="$set" swift test --filter SecretBenchTests >"$folder/log" 2>&1 ||
    { tail -40 "$folder/log" >&2; exit 1; }
fi
other=$(command -v detect-secrets || true)
if [ -z "$other" ]; then
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" -q install detect-secrets
  other=$folder/venv/bin/detect-secrets
fi
cd "$set"
"$vcr" check --format json . >"$folder/vcr.json" 2>/dev/null || true
"$other" scan --all-files . >"$folder/other.json"
python3 - "$folder" "$set" <<'PY'
import collections, json, os, sys
folder, made = sys.argv[1:]
kinds = collections.Counter(name.split("-")[0] for name in os.listdir(made))
vcr = {os.path.basename(f["path"]) for f in json.load(open(f"{folder}/vcr.json"))["findings"]}
other = {os.path.basename(name) for name in json.load(open(f"{folder}/other.json"))["results"]}
print(f"{'files':10} {'count':>6} {'vcr check':>10} {'detect-secrets':>15}")
for kind, count in sorted(kinds.items()):
    found = [sum(name.startswith(kind + "-") for name in names) for names in (vcr, other)]
    print(f"{kind:10} {count:6} {found[0] / count:10.3f} {found[1] / count:15.3f}")
PY
