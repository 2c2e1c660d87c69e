#!/usr/bin/env python3
"""Kills `vcr record` at random moments and looks for what is lost.

usage: kills.py VCR [KILLS [SEED]]

Clients of several kinds (HTTP/1, WebSockets, HTTP/2 with curl, gRPC with grpcio, where these are installed)
ask for small and large bodies and note what was delivered to them in full, and of WebSockets, streams and calls each
message, event and line. Then vcr is killed (SIGKILL), its journal is taken up by `vcr recover` or by the next recording, and a replay has to deliver all of it.
Everything is on loopback.
"""
import base64, hashlib, http.client, http.server, os, queue, random, shutil, signal, socket, subprocess, sys, tempfile, threading, time

try:
    import grpc
except ImportError:
    grpc = None
KINDS = ["http1", "http1", "http2", "grpc", "stream", "websocket", "events", "lines", "both"]
LASTING = ("websocket", "events", "lines", "both")
# How many messages a client of a WebSocket or of a call sends on each connection, and how many events come.
MESSAGES = 20


def body(number):
    """JSON, bytes that are no text, or a body for a side file."""
    seed = hashlib.sha256(b"%d" % number).digest()
    if number % 3 == 0:
        return b'{"number":%d,"text":"%s"}' % (number, seed.hex().encode() * (number % 20))
    return (seed * 20_000)[:3_000_000 if number % 31 == 0 else 300_000 if number % 5 == 0 else 999]


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        number = int(self.path.rsplit("/", 1)[1])
        if "Sec-WebSocket-Key" in self.headers:
            return self.converse(number)
        if self.path.startswith(("/events/", "/lines/")):
            return self.stream(number)
        content = body(number)
        self.send_response(200)
        self.send_header("Content-Type", "application/json" if number % 3 == 0 else "image/png")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def stream(self, number):
        self.send_response(200)
        is_events = self.path.startswith("/events/")
        self.send_header("Content-Type", "text/event-stream" if is_events else "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for index in range(MESSAGES):
            piece = (b'data: {"n":%d}\n\n' if is_events else b'{"n":%d}\n') % (number + index)
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            # Some come together, and some after a while.
            if index % 3:
                time.sleep(0.002 * (index % 7))
        self.wfile.write(b"0\r\n\r\n")

    def converse(self, number):
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        self.send_header("Sec-WebSocket-Accept", accept)
        self.end_headers()
        self.close_connection = True
        count = 0
        while read_frame(self.rfile) is not None:
            self.wfile.write(frame(body(number + count), False))
            count += 1

    def log_message(self, *words):
        pass


def frame(content, is_masked):
    """A binary message (RFC 6455); the mask is 0."""
    mark, size = 0x80 if is_masked else 0, len(content)
    head = bytes([0x82]) + (
        bytes([mark | size]) if size < 126 else
        bytes([mark | 126]) + size.to_bytes(2, "big") if size < 65536 else
        bytes([mark | 127]) + size.to_bytes(8, "big"))
    return head + (bytes(4) if is_masked else b"") + content


def read_frame(stream):
    """The content of the next message; None at the end."""
    head = stream.read(2)
    if len(head) < 2 or head[0] & 15 == 8:
        return None
    size = head[1] & 127
    if size > 125:
        size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
    mask = stream.read(4) if head[1] & 128 else bytes(4)
    content = stream.read(size)
    if len(content) < size:
        return None
    if not any(mask):
        return content
    return bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))


def messages(number, http_port, count):
    """What a WebSocket delivers, one message after each that is sent."""
    host, port = os.environ["http_proxy"].removeprefix("http://").rstrip("/").split(":")
    link = socket.create_connection((host, int(port)), timeout=60)
    stream = link.makefile("rb")
    link.sendall((
        "GET http://127.0.0.1:%s/websocket/%d HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        % (http_port, number, http_port)).encode())
    if b" 101 " not in stream.readline():
        return
    while stream.readline().strip():
        pass
    for index in range(count):
        link.sendall(frame(b"%d" % index, True))
        content = read_frame(stream)
        if content is None:
            return
        yield content
    link.sendall(bytes([0x88, 0x82, 0, 0, 0, 0, 3, 0xE8]))
    read_frame(stream)


def lines(kind, number, http_port, count):
    """What a stream delivers, line by line."""
    host, port = os.environ["http_proxy"].removeprefix("http://").rstrip("/").split(":")
    link = http.client.HTTPConnection(host, int(port), timeout=60)
    link.request("GET", "http://127.0.0.1:%s/%s/%d" % (http_port, kind, number))
    response = link.getresponse()
    for _ in range(count):
        line = response.readline()
        if kind == "events":
            line += response.readline()
        if not line.endswith(b"\n\n" if kind == "events" else b"\n"):
            return
        yield line
    response.read()


def calls(number, channel, count):
    """What a call delivers, one message after each that is sent."""
    messages = queue.Queue()
    call = channel.stream_stream("/test.Stream/M%d" % number)(iter(messages.get, None), timeout=60)
    for index in range(count):
        messages.put(b"%d" % index)
        yield next(call)
    messages.put(None)
    list(call)


def pieces(kind, number, http_port, channel, count):
    """What an exchange of a kind that lasts delivers, piece by piece."""
    if kind == "websocket":
        return messages(number, http_port, count)
    return calls(number, channel, count) if kind == "both" else lines(kind, number, http_port, count)


def serve_grpc():
    from concurrent import futures

    class Any(grpc.GenericRpcHandler):
        def service(self, details):
            number = int(details.method.rsplit("/", 1)[1][1:])
            if "/Stream/" in details.method.replace(".", "/"):
                def stream(requests, context):
                    for request in requests:
                        yield b"%d " % number + request
                return grpc.stream_stream_rpc_method_handler(stream)
            return grpc.unary_unary_rpc_method_handler(lambda request, context: body(number)[:100_000])

    server = grpc.server(futures.ThreadPoolExecutor(8))
    server.add_generic_rpc_handlers((Any(),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port


def ask(kind, number, http_port, grpc_port, channel):
    """What one exchange delivers; None when it failed."""
    if kind == "http1":
        import urllib.request
        url = "http://127.0.0.1:%s/http1/%d" % (http_port, number)
        return urllib.request.urlopen(url, timeout=60).read()
    if kind == "http2":
        url = "http://127.0.0.1:%s/http2/%d" % (http_port, number)
        done = subprocess.run(
            ["curl", "-sf", "-m", "60", "-p", "--http2-prior-knowledge", url], capture_output=True)
        return done.stdout if done.returncode == 0 else None
    if kind == "grpc":
        return channel.unary_unary("/test.Unary/M%d" % number)(b"hi", timeout=60)
    calls = channel.stream_stream("/test.Stream/M%d" % number)
    return b",".join(calls(iter([b"a", b"b", b"c"]), timeout=60))


def client(kind, lane, http_port, grpc_port, log):
    channel = grpc and grpc.insecure_channel("127.0.0.1:%s" % grpc_port)
    number = lane * 100_000
    while True:
        number += MESSAGES if kind in LASTING else 1
        if kind in LASTING:
            try:
                count = 0
                for content in pieces(kind, number, http_port, channel, MESSAGES):
                    os.write(log, ("%s %d.%d %s\n" % (
                        kind, number, count, hashlib.sha256(content).hexdigest())).encode())
                    count += 1
            except Exception:
                return
            if count < MESSAGES:
                return
            continue
        try:
            content = ask(kind, number, http_port, grpc_port, channel)
        except Exception:
            return
        if content is None:
            return
        os.write(log, ("%s %d %s\n" % (kind, number, hashlib.sha256(content).hexdigest())).encode())


def record(http_port, grpc_port, lanes):
    log = os.open("delivered", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    threads = [
        threading.Thread(target=client, args=(kind, lanes + lane, http_port, grpc_port, log))
        for lane, kind in enumerate(KINDS) if grpc or kind not in ("grpc", "stream", "both")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def check(http_port, grpc_port):
    channel = grpc and grpc.insecure_channel("127.0.0.1:%s" % grpc_port)
    conversations = {}
    for line in open("delivered"):
        kind, number, digest = line.split()
        if kind in LASTING:
            conversations.setdefault((kind, int(number.split(".")[0])), []).append(digest)
            continue
        try:
            content = ask(kind, int(number), http_port, grpc_port, channel)
        except Exception as error:
            content = ("%s" % error).encode()
        if content is None or hashlib.sha256(content).hexdigest() != digest:
            print("lost", kind, number, (content or b"")[:100])
    for (kind, number), digests in conversations.items():
        got = []
        try:
            for content in pieces(kind, number, http_port, channel, len(digests)):
                got.append(hashlib.sha256(content).hexdigest())
        except Exception:
            # What broke off does so in the replay.
            pass
        if got != digests:
            print("lost of", kind, number, "messages", len(got), "of", len(digests))


def main():
    if sys.argv[1] == "--record":
        return record(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    if sys.argv[1] == "--check":
        return check(sys.argv[2], sys.argv[3])
    vcr = sys.argv[1]
    kills, seed = (int(sys.argv[at]) if len(sys.argv) > at else default
                   for at, default in ((2, 200), (3, 7)))
    dice = random.Random(seed)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.daemon_threads = True
    # Clients that are killed say no goodbye.
    server.handle_error = lambda *words: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    grpc_server, grpc_port = serve_grpc() if grpc else (None, 0)
    ports = [str(server.server_port), str(grpc_port)]
    command = [sys.executable, os.path.abspath(__file__)]
    delivered, failures, kinds = 0, [], {}
    folder = tempfile.mkdtemp()
    for kill in range(kills):
        if kill % 4 == 0:
            # The others record into a cassette that exists.
            shutil.rmtree(folder)
            os.mkdir(folder)
        run = subprocess.Popen(
            [vcr, "record", "--mode", "new-episodes", "-c", "c.yaml", "--", *command, "--record", *ports,
             str(kill % 4 * len(KINDS))],
            cwd=folder, stderr=subprocess.DEVNULL, start_new_session=True)
        moment = dice.uniform(0.02, 2.2)
        time.sleep(moment)
        run.send_signal(signal.SIGKILL)
        run.wait()
        try:
            os.killpg(run.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        path = folder + "/delivered"
        open(path, "a").close()
        taken = subprocess.run(
            [vcr, "recover", "c.yaml"] if kill % 2 else
            [vcr, "record", "--mode", "new-episodes", "-c", "c.yaml", "--", "curl", "-s", "-o", "x",
             "http://127.0.0.1:%s/more/%d" % (ports[0], kill + 1)],
            cwd=folder, capture_output=True, text=True)
        journal = os.path.exists(folder + "/c.yaml.recording")
        count = sum(1 for line in open(path))
        result = ""
        if count:
            result = subprocess.run(
                [vcr, "replay", "-c", "c.yaml", "--", *command, "--check", *ports], cwd=folder,
                capture_output=True, text=True, timeout=600).stdout
        # One that is killed before it begins leaves nothing to recover.
        has_begun = "there is no interrupted recording" not in taken.stderr
        if result or journal or has_begun and taken.returncode:
            failures.append("kill %d after %.3f s: status %d, %s %s" % (
                kill, moment, taken.returncode, taken.stderr[-500:], result[:500]))
        if kill % 4 == 3 or kill == kills - 1:
            delivered += count
            for line in open(path):
                kinds[line.split()[0]] = kinds.get(line.split()[0], 0) + 1
    shutil.rmtree(folder)
    print("seed", seed, "kills", kills, "delivered in full", delivered, kinds)
    for failure in failures:
        print("MISS", failure)
    if not failures:
        print("ok   nothing that was delivered is lost")
    os._exit(1 if failures else 0)


main()
