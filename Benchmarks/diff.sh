#!/usr/bin/env bash
# vcr diff of two cassettes of 40 MB and 20,000 interactions that differ in ten places, against
# diff -u on the same files, one core each, alternating; then the same with new dates in every
# interaction of the second.
# usage: diff.sh VCR [COUNT]
set -euo pipefail
vcr=$(realpath "$1") count=${2:-20000} rounds=${ROUNDS:-7}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

python3 - "$folder" "$count" <<'PY'
import random, sys
folder, count = sys.argv[1], int(sys.argv[2])
random.seed(1)
words = "alpha beta gamma delta user name team status created updated owner author branch value".split()
def item(i, price, day):
    chooser = random.Random(i)
    members = ",\n".join(
        f'            {{\n              "id": {i * 20 + k},\n              "title": "{chooser.choice(words)} {chooser.choice(words)} {chooser.choice(words)}",\n              "price": {price if k == 3 else chooser.randrange(1000)}\n            }}'
        for k in range(12))
    return f"""- request:
    method: GET
    url: https://api.example.com/v1/users/{i}?page=1&expand=team
    headers:
      Accept: application/json
      Authorization: '{{{{AUTHORIZATION}}}}'
      User-Agent: curl/8.5.0
  response:
    status: 200 OK
    headers:
      Content-Type: application/json; charset=utf-8
      Date: Fri, {day} Nov 2026 10:00:00 GMT
      ETag: W/"{chooser.getrandbits(128):032x}"
      X-Request-Id: {chooser.getrandbits(64):x}{day}
    body:
      json: |-
        {{
          "id": {i},
          "name": "{chooser.choice(words)}",
          "items": [
{members}
          ]
        }}
  seconds: 0.142
  recorded_at: 2026-11-{day}T10:00:00Z
"""
def write(name, changed, day):
    with open(f"{folder}/{name}.yaml", "w") as file:
        file.write("vcr: 1\ninteractions:\n")
        for i in range(count):
            file.write(item(i, 12 if i in changed else 10, day))
changed = set(range(count // 20, count, count // 10))
write("old", (), 20)
write("new", changed, 20)
write("dates", changed, 21)
PY
cd "$folder"
python3 - "$vcr" "$rounds" <<'PY'
import os, sys, time
vcr, rounds = sys.argv[1], int(sys.argv[2])
def run(*words):
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.sched_setaffinity(0, {0})
        null = os.open("out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(null, 1)
        os.execvp(words[0], words)
    _, status, usage = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 1, (words, status)
    return time.perf_counter() - start, usage.ru_maxrss * 1024
size = os.path.getsize("old.yaml") + os.path.getsize("new.yaml")
diffs, vcrs, dates = [], [], []
for _ in range(rounds):
    diffs.append(run("diff", "-u", "old.yaml", "new.yaml"))
    vcrs.append(run(vcr, "diff", "old.yaml", "new.yaml"))
    found = open("out").read()
    assert found.count("$.items[3].price") == 10, found[:2000]
    dates.append(run(vcr, "diff", "old.yaml", "dates.yaml"))
    assert open("out").read().count("$.items[3].price") == 10
# The best of each: other work on the machine only ever adds.
diff, ours, again = (min(run[0] for run in runs) for runs in (diffs, vcrs, dates))
memory = max(run[1] for run in vcrs + dates)
print(f"     two cassettes, {size / 1e6:.0f} MB: diff -u {diff * 1e3:.0f} ms, vcr diff {ours * 1e3:.0f} ms, with new dates {again * 1e3:.0f} ms, peak {memory / 1e6:.0f} MB")
misses = 0
for what, ratio, limit in [("vcr diff / diff -u", ours / diff, 3), ("peak memory / both files", memory / size, 3)]:
    misses += ratio > limit
    print(f"{'ok  ' if ratio <= limit else 'MISS'} {what}: {ratio:.2f} <= {limit}")
sys.exit(misses > 0)
PY
