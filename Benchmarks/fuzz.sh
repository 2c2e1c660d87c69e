#!/usr/bin/env bash
# Runs the fuzzers of the tests for a time each, all at once. What a finding or crash names leads back to it:
# the same seed makes the same inputs, and the input at hand is in the temporary folder (vcr-fuzz-*).
# usage: fuzz.sh [MINUTES [SEED]]
set -euo pipefail
cd "$(dirname "$0")/.."
export VCR_FUZZ_SECONDS=$((${1:-60} * 60)) VCR_FUZZ_SEED=${2:-$RANDOM$RANDOM}
echo "seed $VCR_FUZZ_SEED, $VCR_FUZZ_SECONDS s"
.ci/build --build-tests
exec nice -n 19 swift test --skip-build --filter 'FuzzTests'
