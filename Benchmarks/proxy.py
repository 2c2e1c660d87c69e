#!/usr/bin/env python3
"""The proxy against nginx serving the same bytes: same machine, same run, in turn.

usage: proxy.py BENCH VCR [COUNT] [CASE...]

BENCH and VCR are the built programs, COUNT the interactions of the cassette, which both visit in turn;
their bodies of 1 KiB are JSON, which the writer lays out. Without a CASE all are measured: plain, tls,
fresh, record, start. $SECONDS_EACH and $ROUNDS change how long.
"""
import base64
import contextlib
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = int(os.environ.get("SECONDS_EACH", 3))
ROUNDS = int(os.environ.get("ROUNDS", 5))
HOST = "api.example.test"
TICK = os.sysconf("SC_CLK_TCK")

# What wrk runs: all resources in turn, and a line of JSON at the end.
WALK = """
local n, count, prefix = 0, %d, "%s"
request = function()
  n = (n + 1) %% count
  return wrk.format("GET", prefix .. "/users/" .. n)
end
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format('\\n{"rate": %%f, "requests": %%d, "p99": %%f, "failed": %%d}\\n',
    summary.requests / summary.duration * 1e6, summary.requests, latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
"""


# What a program does that asks once over HTTPS: host and port to connect to, and of the proxy, if any.
ONCE = """
import json, socket, ssl, sys, time
host, port, proxy, seconds, count = sys.argv[1], *map(int, sys.argv[2:])
context = ssl._create_unverified_context()
begin, done = time.perf_counter(), 0
while time.perf_counter() - begin < seconds:
    plain = socket.create_connection(("127.0.0.1", proxy or port))
    if proxy:
        plain.sendall(f"CONNECT {host}:443 HTTP/1.1\\r\\nHost: {host}:443\\r\\n\\r\\n".encode())
        while not (head := plain.recv(65536)).endswith(b"\\r\\n\\r\\n"):
            sys.exit(f"no tunnel: {head}")
    with context.wrap_socket(plain, server_hostname=host) as tunnel:
        tunnel.sendall(f"GET /users/{done % count} HTTP/1.1\\r\\nHost: {host}\\r\\nConnection: close\\r\\n\\r\\n".encode())
        response = b""
        while piece := tunnel.recv(65536):
            response += piece
    if not response.startswith(b"HTTP/1.1 200") or len(response) < 1024:
        sys.exit(f"no response: {response[:200]}")
    done += 1
print(json.dumps({"rate": done / (time.perf_counter() - begin), "requests": done, "p99": 0, "failed": 0}))
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu(pid):
    """The seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def peak(pid):
    """The largest memory that a process has had, in MB."""
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024


def judge(text, value, least=None, most=None):
    is_met = value >= least if most is None else value <= most
    goal = f">= {least}" if most is None else f"<= {most}"
    print(f"{'ok  ' if is_met else 'MISS'} {text}: {value:.3f} {goal}", flush=True)


class Load:
    """One run of wrk."""

    def __init__(self, pid, url, script, connections, headers=(), environment=None, added=None):
        before = cpu(pid)
        if isinstance(script, list):
            command = [sys.executable, "-c", ONCE, *map(str, script)]
        else:
            command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "-s", str(script), url]
        for header in headers:
            command += ["-H", header]
        result = subprocess.run(
            command, capture_output=True, text=True, env=dict(environment or os.environ, **(added or {})))
        last = result.stdout.rstrip().rpartition("\n")[2]
        values = json.loads(last) if last.startswith("{") else {}
        if values.get("failed") != 0 or not values["requests"]:
            sys.exit(f"{command}\n{result.stdout}{result.stderr}")
        self.rate, self.p99 = values["rate"], values["p99"]
        self.cost = (cpu(pid) - before) / values["requests"] * 1e6

    def __str__(self):
        return f"{self.rate:.0f}/s, {self.cost:.1f} µs of CPU per request, p99 {self.p99 / 1e3:.2f} ms"


class Nginx:
    """nginx with one worker, which serves a folder over HTTP and HTTPS."""

    def __init__(self, folder, count, body):
        (folder / "www/users").mkdir(parents=True)
        for number in range(count):
            (folder / "www/users" / str(number)).write_bytes(body)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=localhost", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
            check=True, capture_output=True)
        self.port, self.tls_port = free_port(), free_port()
        (folder / "nginx.conf").write_text(f"""
            worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
            events {{ worker_connections 1024; }}
            http {{
              access_log off; keepalive_requests 100000000; open_file_cache max=100000;
              default_type application/json;
              server {{
                listen 127.0.0.1:{self.port};
                listen 127.0.0.1:{self.tls_port} ssl;
                ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
                location / {{ root {folder}/www; }}
              }}
            }}""")
        subprocess.run(["nginx", "-c", folder / "nginx.conf"], check=True)
        self.master = int((folder / "nginx.pid").read_text())

    @property
    def pid(self):
        """The worker, which the master starts once it has left the terminal."""
        children = Path(f"/proc/{self.master}/task/{self.master}/children")
        while not children.read_text():
            time.sleep(0.01)
        return int(children.read_text().split()[0])

    def stop(self):
        os.kill(self.master, signal.SIGTERM)


@contextlib.contextmanager
def proxy(vcr, *arguments):
    """A vcr whose command waits; gives its process, the port of its proxy, and the environment of its clients.

    The proxy serves the clients of its own run alone, which are known by the environment of the run.
    """
    command = ["sh", "-c", "env -0 | base64 -w0; echo; read line"]
    process = subprocess.Popen(
        [vcr, *map(str, arguments), "--isolate", "off", "--", *command], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        items = base64.b64decode(process.stdout.readline()).decode().rstrip("\0").split("\0")
        environment = dict(item.split("=", 1) for item in items)
        yield process.pid, int(environment["http_proxy"].rstrip("/").rpartition(":")[2]), environment
    finally:
        process.communicate("\n")


class Benchmark:
    def __init__(self, folder, bench, vcr, count):
        self.folder, self.bench, self.vcr, self.count = folder, bench, vcr, count
        self.nginx = Nginx(folder, count, b"x" * 1024)
        self.absolute = self.script("absolute", f"http://{HOST}")
        self.relative = self.script("relative", "")
        self.shim = folder / "connect.so"
        self.memory = 0

    def script(self, name, prefix):
        path = self.folder / f"{name}.lua"
        path.write_text(WALK % (self.count, prefix))
        return path

    def cassette(self, origin=f"http://{HOST}"):
        path = self.folder / "cassette.yaml"
        subprocess.run([self.bench, "cassette", path, str(self.count), origin], check=True)
        return path

    def compare(self, name, connections, rate, ours, theirs, cost=None, p99=None):
        """Judges rounds of two loads, in turn."""
        pairs = []
        for _ in range(ROUNDS):
            pairs.append((ours(), theirs()))
            print(f"     {name}, {connections} connections: {pairs[-1][0]}; nginx {pairs[-1][1]}", flush=True)
        name = f"{name} of {self.count} / nginx, {connections} connections"
        judge(name, statistics.median(a.rate / b.rate for a, b in pairs), rate)
        if cost:
            judge(f"{name}, CPU per request", statistics.median(a.cost / b.cost for a, b in pairs), most=cost)
        if p99:
            judge(f"{name}, p99", statistics.median(a.p99 / b.p99 for a, b in pairs), most=p99)

    def replay(self, name, cassette, rate, cost=1.6, p99=2, headers=(), connections=(1, 64)):
        self.memory = 0
        for count in connections:

            def ours():
                with proxy(self.vcr, "replay", "--quiet", "--repeat", "-c", cassette) as (pid, port, environment):
                    load = Load(pid, f"http://127.0.0.1:{port}", self.absolute, count, headers, environment)
                    self.memory = max(self.memory, peak(pid))
                return load

            def theirs():
                return Load(
                    self.nginx.pid, f"http://127.0.0.1:{self.nginx.port}", self.relative, count, headers)

            self.compare(name, count, rate, ours, theirs, cost, p99)
        judge(f"{name}, peak memory in MB", self.memory, most=60)

    def plain(self):
        self.replay("replay", self.cassette(), 0.75)

    def fresh(self):
        """HTTPS over a connection of its own for each request, from a client that is a program as others are."""
        cassette = self.cassette(f"https://{HOST}")

        def ours():
            with proxy(self.vcr, "replay", "--quiet", "--repeat", "-c", cassette) as (pid, port, environment):
                return Load(pid, None, [HOST, 443, port, SECONDS, self.count], 1, environment=environment)

        def theirs():
            return Load(self.nginx.pid, None, [HOST, self.nginx.tls_port, 0, SECONDS, self.count], 1)

        self.compare("replay over fresh connections", 1, 0.9, ours, theirs)

    def tls(self):
        """Tunnels that stay open; wrk reaches the proxy through a library that opens them."""
        subprocess.run(
            ["clang", "-shared", "-fPIC", "-O2", "-o", self.shim, Path(__file__).parent / "connect.c", "-ldl"], check=True)
        cassette = self.cassette(f"https://{HOST}")
        for count in (1, 64):

            def ours():
                with proxy(self.vcr, "replay", "--quiet", "--repeat", "-c", cassette) as (pid, port, environment):
                    return Load(
                        pid, "https://localhost:443", self.relative, count, environment=environment,
                        added={"LD_PRELOAD": str(self.shim), "TUNNEL_HOST": HOST, "TUNNEL_PORT": str(port)})

            def theirs():
                return Load(self.nginx.pid, f"https://localhost:{self.nginx.tls_port}", self.relative, count)

            self.compare("replay through CONNECT", count, 0.75, ours, theirs, 1.6, 2)

    def record(self):
        """Recording with the built-in redaction against the same service directly, and unrecorded."""
        origin = f"http://127.0.0.1:{self.nginx.port}"
        script = self.script("record", origin)
        for count in (1, 16):
            direct, unrecorded, flat = [], [], []
            for number in range(ROUNDS):
                cassette = self.folder / f"record-{count}-{number}.yaml"
                with proxy(self.vcr, "record", "--quiet", "-c", cassette) as (pid, port, environment):
                    address = f"http://127.0.0.1:{port}"
                    loads = [Load(pid, address, script, count, environment=environment) for _ in range(3)]
                    memory = peak(pid)
                with proxy(
                    self.vcr, "record", "--quiet", "--passthrough", "127.0.0.1", "-c",
                    self.folder / "none.yaml") as (pid, port, environment):
                    passed = Load(pid, f"http://127.0.0.1:{port}", script, count, environment=environment)
                straight = Load(self.nginx.pid, origin, self.relative, count)
                print(
                    f"     recording, {count} connections: {loads[0].rate:.0f}, {loads[1].rate:.0f}, {loads[2].rate:.0f}/s, "
                    f"unrecorded {passed.rate:.0f}/s, direct {straight.rate:.0f}/s, {memory:.0f} MB", flush=True)
                rate = statistics.median(load.rate for load in loads)
                direct.append(rate / straight.rate)
                unrecorded.append(passed.rate / rate)
                flat.append(loads[2].rate / loads[0].rate)
            name = f"recording, {count} connections"
            judge(f"{name} / direct", statistics.median(direct), 0.3)
            judge(f"{name}, unrecorded / recorded", statistics.median(unrecorded), most=1.3)
            judge(f"{name}, last third / first third", statistics.median(flat), 0.8)

    def start(self):
        """The first response from a large cassette against the start of an interpreter."""
        cassette = self.cassette()
        url = f"http://{HOST}/users/1"

        def seconds(*command):
            begin = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            return time.perf_counter() - begin

        ratios = []
        for _ in range(4 * ROUNDS):
            replay = seconds(self.vcr, "replay", "--quiet", "-c", cassette, "--", "curl", "-sf", url)
            curl = seconds("curl", "-sf", f"http://127.0.0.1:{self.nginx.port}/users/1")
            ratios.append((replay - curl) / seconds("python3", "-c", "pass"))
        judge(f"first response from {self.count}, without curl / python3 -c pass", statistics.median(ratios), most=2)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    bench, vcr = map(os.path.abspath, sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)  # nginx reads it as another user.
        benchmark = Benchmark(Path(name), bench, vcr, count)
        try:
            for case in sys.argv[4:] or ["plain", "tls", "fresh", "record", "start"]:
                getattr(benchmark, case)()
        finally:
            benchmark.nginx.stop()


main()
