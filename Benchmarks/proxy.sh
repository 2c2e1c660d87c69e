#!/usr/bin/env bash
# Proxy replay against nginx serving the same 1 KiB from disk, same machine, same run, alternating.
# usage: proxy.sh BENCH VCR COUNT
set -euo pipefail
bench=$1 vcr=$2 count=${3:-10000} seconds=${SECONDS_EACH:-3} rounds=${ROUNDS:-5}
folder=$(mktemp -d)
chmod 755 "$folder" # nginx reads it as another user
trap 'kill $(cat "$folder/nginx.pid" 2>/dev/null) 2>/dev/null || true; rm -rf "$folder"' EXIT

"$bench" cassette "$folder/c.yaml" "$count" http://api.example.test
mkdir -p "$folder/www/users"
python3 - "$folder/www/users" "$count" <<'PY'
import sys
for number in range(int(sys.argv[2])):
    with open(f"{sys.argv[1]}/{number}", "w") as file:
        file.write("x" * 1024)
PY
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
cat >"$folder/nginx.conf" <<CONF
worker_processes 1; pid $folder/nginx.pid; error_log $folder/error.log;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 100000000; open_file_cache max=100000; types { application/json json; }
  server { listen 127.0.0.1:$port; location / { root $folder/www; } } }
CONF
nginx -c "$folder/nginx.conf"
# Both visit all resources in turn.
walk() {
  cat <<LUA
local n = 0
request = function()
  n = (n + 1) % $count
  return wrk.format("GET", "$1/users/" .. n)
end
LUA
}
walk http://api.example.test >"$folder/absolute.lua"
walk "" >"$folder/relative.lua"
cat >"$folder/load" <<'LOAD'
#!/usr/bin/env bash
# Runs as the command that vcr replays: wrk against the proxy, then vcr's own peak memory.
folder=$1 connections=$2 seconds=$3
wrk -t1 -c"$connections" -d"${seconds}s" -s "$folder/absolute.lua" "$http_proxy" >"$folder/vcr.out"
grep VmHWM /proc/$PPID/status | tr -dc 0-9 >"$folder/rss"
LOAD
chmod +x "$folder/load"
rate() { awk '/Requests\/sec/ {print $2}' "$1"; }

for connections in 1 64; do
  ratios=()
  for _ in $(seq "$rounds"); do
    wrk -t1 -c"$connections" -d"${seconds}s" -s "$folder/relative.lua" "http://127.0.0.1:$port" >"$folder/nginx.out"
    "$vcr" replay --quiet --repeat -c "$folder/c.yaml" -- "$folder/load" "$folder" "$connections" "$seconds" 2>"$folder/vcr.err" ||
      { cat "$folder/vcr.err"; exit 1; }
    grep -E 'Non-2xx|Socket errors' "$folder/vcr.out" "$folder/nginx.out" && exit 1
    n=$(rate "$folder/nginx.out") v=$(rate "$folder/vcr.out")
    ratios+=("$(python3 -c "print($v / $n)")")
    echo "     connections $connections: nginx $n, vcr $v requests/s, vcr's peak memory $(($(cat "$folder/rss") / 1024)) MB"
  done
  python3 - "$count" "$connections" "$(cat "$folder/rss")" "${ratios[@]}" <<'PY'
import statistics, sys
count, connections, rss, ratios = *sys.argv[1:3], int(sys.argv[3]) / 1024, [float(r) for r in sys.argv[4:]]
r = statistics.median(ratios)
print(f"{'ok  ' if r >= 0.75 else 'MISS'} proxy replay of {count} / nginx, {connections} connections: {r:.3f} >= 0.75")
print(f"{'ok  ' if rss < 60 else 'MISS'} peak memory of vcr: {rss:.0f} MB < 60 MB")
PY
done
