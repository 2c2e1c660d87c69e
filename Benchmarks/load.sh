#!/usr/bin/env bash
# Sends a recording as load to a service on this machine, with the real Locust, a master and two workers, until
# that many requests came, and prints Locust's figures. A request that fails makes it fail.
# usage: load.sh [REQUESTS]
set -euo pipefail
cd "$(dirname "$0")/.."
export VCR_LOAD_REQUESTS=${1:-50000}
.ci/clients
.ci/build --build-tests
exec swift test --skip-build --filter 'LoadScriptTests.*Locust'
