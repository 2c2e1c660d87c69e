#!/usr/bin/env bash
# What isolation costs, and how long a replay takes to its first response: same machine, same run, in turn.
# usage: isolation.sh BENCH VCR    (VCR should be the static binary of .packaging/build)
set -euo pipefail
bench=$1 vcr=$2 seconds=${SECONDS_EACH:-3} rounds=${ROUNDS:-5} starts=${STARTS:-21}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for count in 10 10000; do "$bench" cassette "$folder/$count.yaml" "$count" http://api.example.test; done

# Runs as COMMAND: wrk against the proxy, on connections that stay open and on new ones.
cat >"$folder/load" <<'LOAD'
#!/usr/bin/env bash
wrk -t1 -c"$2" -d"$3s" -s "$1" "$http_proxy" | awk '/Requests\/sec/ { print $2 } /Non-2xx|Socket errors/ { print "0" }'
LOAD
chmod +x "$folder/load"
for kind in open new; do
  headers=$([ $kind = open ] && echo nil || echo '{["Connection"] = "close"}')
  echo "request = function() return wrk.format('GET', 'http://api.example.test/users/1', $headers) end" \
    >"$folder/$kind.lua"
done
for kind in open new; do
  for connections in 1 64; do
    : >"$folder/rates"
    for _ in $(seq "$rounds"); do
      for rung in off require; do
        "$vcr" replay --quiet --repeat --isolate $rung -c "$folder/10.yaml" -- \
          "$folder/load" "$folder/$kind.lua" $connections "$seconds"
      done | paste -s -d' ' >>"$folder/rates"
    done
    python3 - "$folder/rates" "$kind, $connections" <<'PY'
import statistics, sys
rates = [tuple(map(float, line.split())) for line in open(sys.argv[1])]
r = statistics.median(isolated / free for free, isolated in rates)
print(f"{'ok  ' if r >= 0.95 else 'MISS'} requests isolated / by variables, connections {sys.argv[2]}: {r:.3f} >= 0.95")
PY
  done
done

# The first response ends COMMAND, which is the shell's own client, and starts as fast as anything.
cat >"$folder/first" <<'FIRST'
#!/bin/bash
place=${http_proxy#http://}
exec 3<>"/dev/tcp/${place%:*}/${place##*:}"
printf 'GET http://api.example.test/users/1 HTTP/1.1\r\nHost: api.example.test\r\nConnection: close\r\n\r\n' >&3
read -r line <&3
[[ $line == "HTTP/1.1 200"* ]]
FIRST
chmod +x "$folder/first"
python3 - "$vcr" "$folder" "$starts" <<'PY'
import statistics, subprocess, sys, time
vcr, folder, starts = sys.argv[1], sys.argv[2], int(sys.argv[3])
python = subprocess.run(["python3", "-c", "import sys; print(sys.executable)"], capture_output=True, text=True).stdout.strip()
def measure(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start
commands = {"python3": [python, "-c", "pass"]}
for count in (10, 10000):
    commands[count] = [vcr, "replay", "--isolate", "require", "-c", f"{folder}/{count}.yaml", "--", f"{folder}/first"]
times = {name: [] for name in commands}
for name in commands: measure(commands[name])
for _ in range(starts):
    for name, command in commands.items(): times[name].append(measure(command))
base = statistics.median(times["python3"])
for count in (10, 10000):
    r = statistics.median(times[count]) / base
    print(f"{'ok  ' if r <= 2 else 'MISS'} isolated start to the first response of {count} / python3 -c pass: {r:.2f} <= 2 "
          f"({statistics.median(times[count]) * 1000:.0f} ms, {base * 1000:.0f} ms)")
PY
