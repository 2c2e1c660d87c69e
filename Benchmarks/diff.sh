#!/usr/bin/env bash
# vcr diff of two cassettes of 40 MB and 20,000 interactions, against diff -u on the same files, one
# core each, alternating: ten responses changed; ten, and new dates in every interaction; all of them
# changed, as text and as a page. Then the merge of two sides, of which each changed ten responses,
# against git merge-file, the first lines of vcr show against those of less, and the size of a page of
# 5,000 tiny changes against that of both cassettes.
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
        f'            {{\n              "id": {i * 20 + k},\n              "title": "{chooser.choice(words)} {chooser.choice(words)} {chooser.choice(words)}",\n              "price": {price if k == 3 else 10 + chooser.randrange(1000)}\n            }}'
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
            # Each another change: the same one in many places is told once.
            file.write(item(i, 5000 + i if i in changed else 10, day))
changed = set(range(count // 20, count, count // 10))
write("old", (), 20)
write("new", changed, 20)
write("dates", changed, 21)
write("all", range(count), 20)
write("theirs", {i + 7 for i in changed}, 20)
for name, start in [("tiny-old", 0), ("tiny-new", 100000)]:
    with open(f"{folder}/{name}.yaml", "w") as file:
        file.write("vcr: 1\ninteractions:\n")
        for i in range(5000):
            file.write(f"""- request:
    method: GET
    url: https://api.example.com/v1/users/{i}
  response:
    status: 200 OK
    headers:
      Content-Type: application/json
    body:
      json: |-
        {{
          "id": {i},
          "price": {start + 7 * i}
        }}
""")
PY
cd "$folder"
python3 - "$vcr" "$rounds" <<'PY'
import os, pty, shutil, sys, time
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
    assert os.waitstatus_to_exitcode(status) == ("merge" not in words[1]), (words, status)
    return time.perf_counter() - start, usage.ru_maxrss * 1024
def first(*words):
    """The seconds until a command has said two lines on a terminal of its own."""
    start = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.sched_setaffinity(0, {0})
        os.environ.update(TERM="xterm", LESS="", PAGER="cat")
        os.execvp(words[0], words)
    said = b""
    while said.count(b"\n") < 2: said += os.read(terminal, 4096)
    seconds = time.perf_counter() - start
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    os.close(terminal)
    return seconds
def changes(): return open("out").read().count("$.items[3].price")
size = os.path.getsize("old.yaml") + os.path.getsize("new.yaml")
times, peaks = {}, {}
def measure(what, *words):
    seconds, peak = run(*words)
    # The best of each: other work on the machine only ever adds.
    times[what] = min(times.get(what, seconds), seconds)
    peaks[what] = max(peaks.get(what, peak), peak)
opener = shutil.which("less")
for _ in range(rounds):
    for what, words in [("less", [opener]), ("the first of vcr show", [vcr, "show"])]:
        if not opener: continue
        seconds = first(*words, "old.yaml")
        times[what] = min(times.get(what, seconds), seconds)
    measure("diff -u", "diff", "-u", "old.yaml", "new.yaml")
    measure("vcr diff", vcr, "diff", "old.yaml", "new.yaml")
    assert changes() == 10, open("out").read(2000)
    measure("with new dates", vcr, "diff", "old.yaml", "dates.yaml")
    assert changes() == 10
    measure("diff -u of all", "diff", "-u", "old.yaml", "all.yaml")
    measure("vcr diff of all", vcr, "diff", "old.yaml", "all.yaml")
    text = changes()
    measure("the page of all", vcr, "diff", "--format", "html", "old.yaml", "all.yaml")
    assert text >= 100, text
    for tool, words in [
        ("git merge-file", ["git", "merge-file", "ours.yaml", "old.yaml", "theirs.yaml"]),
        ("vcr git-merge", [vcr, "git-merge", "old.yaml", "ours.yaml", "theirs.yaml", "7", "c.yaml"]),
    ]:
        shutil.copy("new.yaml", "ours.yaml")
        measure(tool, *words)
        with open("ours.yaml") as merged:
            prices = [int(line.split()[1]) for line in merged if '"price": ' in line]
        assert sum(price >= 5000 for price in prices) == 20
print(f"     two cassettes, {size / 1e6:.0f} MB: " + ", ".join(f"{what} {time * 1e3:.0f} ms" for what, time in times.items()))
memory = max(peak for what, peak in peaks.items() if "merge" not in what and what[0] != "d")
misses = 0
run(vcr, "diff", "--format", "html", "tiny-old.yaml", "tiny-new.yaml")
tiny = os.path.getsize("out") / (os.path.getsize("tiny-old.yaml") + os.path.getsize("tiny-new.yaml"))
if not opener: print("SKIP vcr show / less: there is no less")
opening = [("the first of vcr show / less", times["the first of vcr show"] / times["less"], 1)] if opener else []
for what, ratio, limit in opening + [
    ("page of 5,000 tiny changes / both cassettes", tiny, 1.5),
    ("vcr diff / diff -u", times["vcr diff"] / times["diff -u"], 3),
    ("vcr diff / diff -u, every interaction changed", times["vcr diff of all"] / times["diff -u of all"], 3),
    ("page / text, every interaction changed", times["the page of all"] / times["vcr diff of all"], 2),
    ("vcr git-merge / git merge-file", times["vcr git-merge"] / times["git merge-file"], 2),
    ("peak memory / both files", memory / size, 3),
    # A merge reads three files of this size.
    ("peak memory of a merge / its files", peaks["vcr git-merge"] / (1.5 * size), 3),
]:
    misses += ratio > limit
    print(f"{'ok  ' if ratio <= limit else 'MISS'} {what}: {ratio:.2f} <= {limit}")
sys.exit(misses > 0)
PY
