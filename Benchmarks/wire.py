#!/usr/bin/env python3
"""Compares what a client sees of unusual messages: from the service, recorded and replayed.

    Benchmarks/wire.py .build/debug/vcr [--seed 1] [--count 200] [--python PYTHON]

A service over raw sockets, in plaintext and TLS, answers with well-formed but unusual responses
made from a seed. A client over raw sockets asks for each of them with unusual requests, in HTTP/1.1,
HTTP/1.0 and, where the Python that is named has the package `h2`, in HTTP/2: directly, through
`vcr record`, and through `vcr replay` after the service has ended. Each difference is printed:

- between recorded and replayed, in any byte but the cuts of chunks;
- between direct and recorded, in what the proxy does not have to change (RFC 9110 §7.6.1).

It ends with 1 when there is one. The cases of a seed are always the same.
"""

import argparse
import base64
import collections
import gzip
import json
import os
import pathlib
import random
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import zlib

HOP = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"proxy-connection", b"te"}
VARIANTS = ["h11", "h10", "h2"]


# The cases ------------------------------------------------------------------------------------


def token(rng):
    return "".join(rng.choice("abcdefgh-XYZ_.~09") for _ in range(rng.randint(1, 12)))


def value(rng, plain=False):
    kinds = [
        b"", b"a", b"a, b", b"a,b", b'"quoted, text"', b"two  blanks", b"tab\there", b"a;b=c", b"0",
        b"00", b"null", b"true", b"~", b"- a", b"# no comment", b"{}", b"key: value", b"'", b'"',
        b"2026-11-24", b"1e3", b"x" * 300, b"<a>; rel=next", b"&anchor", b"*star", b"!tag", b"%25",
        b"@at", b"`tick`", b"|", b">", b"a #b", b"a: ", b"\\n",
    ]
    if not plain:
        kinds += ["caf\u00e9".encode("latin-1"), "\u00fc\u20ac".encode(), b"\x80\xff", b"\xa0x\xa0"]
    return rng.choice(kinds)


def cased(rng, name):
    return rng.choice([name, name.lower(), name.upper()])


def encoded(rng, content):
    """A content coding: its field values, and the bytes."""
    kind = rng.choice(
        ["gzip", "GZIP", "x-gzip", "deflate", "raw deflate", "identity", "aws-chunked", "x-foo", "",
         "gzip, gzip", "gzip,identity", "identity, gzip", "two fields", "gzip lie", "gzip of nothing",
         "gzip members", "gzip and more", "br lie"])
    if kind in ("gzip", "GZIP", "x-gzip"):
        return [kind], gzip.compress(content, rng.randint(1, 9), mtime=rng.choice([0, 12345]))
    if kind == "deflate":
        return ["deflate"], zlib.compress(content, rng.randint(1, 9))
    if kind == "raw deflate":
        coder = zlib.compressobj(6, zlib.DEFLATED, -15)
        return ["deflate"], coder.compress(content) + coder.flush()
    if kind == "gzip, gzip":
        return [kind], gzip.compress(gzip.compress(content, mtime=0), mtime=0)
    if kind in ("gzip,identity", "identity, gzip"):
        return [kind], gzip.compress(content, mtime=0)
    if kind == "two fields":
        return ["gzip", "gzip"], gzip.compress(gzip.compress(content, mtime=0), mtime=0)
    if kind == "gzip lie":
        return ["gzip"], content
    if kind == "br lie":
        return ["br"], content
    if kind == "gzip of nothing":
        return ["gzip"], rng.choice([b"", gzip.compress(b"", mtime=0)])
    if kind == "gzip members":
        return ["gzip"], gzip.compress(content, mtime=0) + gzip.compress(b"more", mtime=0)
    if kind == "gzip and more":
        return ["gzip"], gzip.compress(content, mtime=0) + b"rest"
    return [kind], content


BODIES = [
    (b"text/plain", b"hello\n"), (b"text/plain", b"no end"), (b"text/plain", b"a\r\nb\rc\n\n"),
    (b"text/plain; charset=iso-8859-1", b"caf\xe9"), (b"application/json", b'{"a":1}'),
    (b"application/json", b'{"a": 1, "b": [1, 2]}\n'), (b"application/json", b'{ "a":1 , "b" :2}'),
    (b"application/json", b"[]"), (b"application/json", b'"text"'), (b"application/json", b"{broken"),
    (b"application/json", b'\xef\xbb\xbf{"a":1}'), (b"application/octet-stream", bytes(range(256))),
    (b"application/x-www-form-urlencoded", b"a=1&b=+%20&a=&c"), (b"text/html", b"<p>" * 60),
    (b"text/event-stream", b"event: a\ndata: 1\n\ndata: {\"x\": 2}\n\n: ping\n\ndata: end"),
    (b"text/event-stream", b"data: a\r\n\r\ndata: b\r\n\r\n"),
    (b"application/x-ndjson", b'{"a":1}\n{"a": 2}\n\n{"a":3}'),
    (b"multipart/mixed; boundary=x", b"--x\r\nA: b\r\n\r\none\r\n--x\r\n\r\ntwo\r\n--x--\r\n"),
    (b"multipart/mixed; boundary=x", b"preamble\r\n--x\r\n\r\none\r\n--x--trailing"),
    (b"text/plain", b"\x00\x01"), (b"", b"no type"), (b"text/plain", b""), (b"text/plain", b"x" * 20000),
]


def response(rng):
    """A response: its raw bytes, and whether the connection ends it."""
    status = rng.choice([200] * 8 + [201, 202, 203, 204, 205, 206, 299, 301, 304, 400, 404, 418, 500, 999])
    reason = rng.choice([b"OK", b"", b"Very  Fine", b"caf\xe9", b"404 #x: y", b"Not Modified", None])
    out = b""
    for _ in range(rng.choice([0, 0, 0, 0, 1, 2])):
        out += b"HTTP/1.1 %d Hint\r\nLink: </a>; rel=preload\r\nX-I:%s\r\n\r\n" % (
            rng.choice([102, 103, 103]), value(rng))
    kind, content = rng.choice(BODIES)
    if status in (204, 304):
        content = b""
    fields = []
    if kind:
        fields.append((cased(rng, "Content-Type").encode(), kind))
    for _ in range(rng.randint(0, 5)):
        # Names that differ in case alone get one spelling in a cassette, where they alternate.
        name = rng.choice(["X-" + token(rng), "X-A", "Set-Cookie", "ETag", "Vary", "Link", "Age"])
        if name == "Set-Cookie":
            fields.append((cased(rng, name).encode(), rng.choice([b"t=dark; Path=/", b"seen=1", b"a=b; Expires=Wed, 21 Oct 2026 07:28:00 GMT", b"=x", b"flag"])))
        else:
            fields.append((name.encode(), value(rng)))
    if rng.random() < 0.35 and status not in (204, 304):
        values, content = encoded(rng, content)
        for text in values:
            fields.insert(rng.randint(0, len(fields)), (cased(rng, "Content-Encoding").encode(), text.encode()))
    elif status == 304 and rng.random() < 0.3:
        fields.append((b"Content-Encoding", rng.choice([b"gzip", b"identity"])))
    framing = rng.choice(["length", "length", "chunked", "chunked", "close"])
    trailers = []
    cut = 0
    if status in (204, 304):
        if status == 304 and rng.random() < 0.5:
            fields.insert(rng.randint(0, len(fields)), (b"Content-Length", b"123"))
        framing = "none"
    elif framing == "length":
        if content and rng.random() < 0.12:
            cut = rng.randint(1, len(content))
        fields.insert(rng.randint(0, len(fields)), (cased(rng, "Content-Length").encode(), b"%d" % len(content)))
    elif framing == "chunked":
        fields.insert(rng.randint(0, len(fields)), (cased(rng, "Transfer-Encoding").encode(), rng.choice([b"chunked", b"Chunked"])))
        if rng.random() < 0.5:
            for _ in range(rng.randint(1, 3)):
                trailers.append((rng.choice([b"X-T", b"x-sum", b"Grpc-Status", b"X-T"]), value(rng)))
            if rng.random() < 0.6:
                fields.insert(rng.randint(0, len(fields)), (b"Trailer", b", ".join({n: 0 for n, _ in trailers})))
        elif rng.random() < 0.2:
            fields.insert(rng.randint(0, len(fields)), (b"Trailer", b"X-Never"))
        if rng.random() < 0.12:
            cut = rng.randint(1, max(1, len(content)))
    out += b"HTTP/1.1 %d" % status + (b"" if reason is None else b" " + reason) + b"\r\n"
    for name, text in fields:
        before, after = rng.choice([b" ", b" ", b"", b"\t", b"  "]), rng.choice([b"", b"", b" ", b"\t"])
        if rng.random() < 0.04 and b" " in text and not name.lower().startswith(b"content"):
            text = text.replace(b" ", b"\r\n ", 1)
        out += name + b":" + before + text + after + b"\r\n"
    if framing == "close" and rng.random() < 0.7:
        out += b"Connection: close\r\n"
    out += b"\r\n"
    kept = content[: len(content) - cut]
    if framing in ("length", "close"):
        out += kept
    elif framing == "chunked":
        rest = kept
        while rest:
            size = rng.randint(1, len(rest))
            out += b"%x%s\r\n" % (size, rng.choice([b"", b"", b";ext=1"])) + rest[:size] + b"\r\n"
            rest = rest[size:]
        if not cut:
            out += b"0\r\n" + b"".join(n + b": " + v + b"\r\n" for n, v in trailers) + b"\r\n"
    return out, framing == "close" or cut > 0


def request(rng):
    """A request: method, fields, content and how it is framed."""
    method = rng.choice(["GET"] * 6 + ["HEAD", "HEAD", "POST", "POST", "PUT", "DELETE", "OPTIONS", "LIST", "PATCH"])
    fields = [("User-Agent", "wire")]
    accepts = rng.choice(["gzip, deflate, br, zstd", "gzip, deflate, br, zstd", "*", "", None, "identity", "GZIP;q=1.0, x-gzip, deflate"])
    if accepts is not None:
        fields.append(("Accept-Encoding", accepts))
    for _ in range(rng.randint(0, 4)):
        fields.append((rng.choice(["X-" + token(rng), "X-A", "x-a", "Accept", "Cookie"]), value(rng).decode("latin-1")))
    content, framing = b"", "none"
    if method in ("POST", "PUT", "PATCH", "DELETE"):
        kind, content = rng.choice(BODIES)
        if kind:
            fields.append(("Content-Type", kind.decode()))
        framing = rng.choice(["length", "chunked", "none"] if method == "DELETE" else ["length", "chunked"])
        if framing == "none":
            content = b""
        elif rng.random() < 0.2:
            values, content = encoded(rng, content)
            fields += [("Content-Encoding", text) for text in values]
    trailers = [("X-T", "end")] if framing == "chunked" and rng.random() < 0.3 else []
    return method, fields, content, framing, trailers


def case(seed, number):
    rng = random.Random(f"{seed}/{number}")
    return response(rng), request(rng)


# The service ----------------------------------------------------------------------------------


class Service:
    """Answers `/c/NUMBER/…` with the response of that case and keeps the requests."""

    def __init__(self, seed, certificate=None):
        self.seed, self.requests = seed, {}
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate)
            self.context.set_alpn_protocols(["http/1.1"])
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                peer, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(peer,), daemon=True).start()

    def serve(self, peer):
        try:
            peer.settimeout(20)
            if self.context:
                peer = self.context.wrap_socket(peer, server_side=True)
            reader = Reader(peer)
            while True:
                message = reader.message(is_request=True)
                if message is None:
                    break
                target = message["start"].split(b" ")[1]
                self.requests[target.decode("latin-1")] = message
                number = int(target.split(b"/c/")[1].split(b"/")[0])
                (raw, is_closed), (method, *_rest) = case(self.seed, number)
                if method == "HEAD":
                    raw = without_content(raw)
                peer.sendall(raw)
                if is_closed:
                    break
            if self.context:
                peer.unwrap()
        except (OSError, ValueError):
            pass
        finally:
            peer.close()

    def close(self):
        self.listener.close()


def without_content(raw):
    end = 0
    while True:
        end = raw.index(b"\r\n\r\n", end) + 4
        if raw[end : end + 9] != b"HTTP/1.1 ":
            return raw[:end]


# Reading messages -----------------------------------------------------------------------------


class Reader:
    """Reads messages of HTTP/1, keeping every byte of the fields."""

    def __init__(self, peer):
        self.peer, self.buffer, self.ended = peer, b"", None

    def more(self):
        if self.ended is not None:
            return False
        try:
            piece = self.peer.recv(65536)
        except ConnectionResetError:
            self.ended = "reset"
            return False
        except ssl.SSLError:
            self.ended = "closed"
            return False
        except TimeoutError:
            self.ended = "timeout"
            return False
        if not piece:
            self.ended = "closed"
            return False
        self.buffer += piece
        return True

    def take(self, count):
        while len(self.buffer) < count and self.more():
            pass
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        return piece

    def until(self, mark):
        while mark not in self.buffer:
            if not self.more():
                return None
        piece, _, self.buffer = self.buffer.partition(mark)
        return piece

    def fields(self):
        lines = []
        while True:
            line = self.until(b"\r\n")
            if line is None:
                return None
            if not line:
                return lines
            if line[:1] in b" \t" and lines:
                lines[-1] += b"\r\n" + line
            else:
                lines.append(line)

    def message(self, is_request=False, method="GET"):
        start = self.until(b"\r\n")
        if start is None:
            return None
        fields = self.fields()
        if fields is None:
            return {"start": start, "end": "within the head"}
        message = {"start": start, "fields": fields, "trailers": []}
        known = collections.defaultdict(list)
        for line in fields:
            name, _, text = line.partition(b":")
            known[name.strip().lower()].append(text.strip())
        status = 0 if is_request else int(start.split(b" ")[1])
        if 100 <= status < 200:
            message["content"] = b""
            return message
        if any(b"chunked" in v.lower() for v in known[b"transfer-encoding"]) and method != "HEAD":
            message["framing"], message["content"] = "chunked", b""
            while True:
                size = self.until(b"\r\n")
                if size is None:
                    break
                count = int(size.split(b";")[0], 16)
                if count == 0:
                    message["trailers"] = self.fields()
                    break
                message["content"] += self.take(count)
                if self.until(b"\r\n") is None:
                    break
        elif method == "HEAD" or status in (204, 304):
            message["framing"], message["content"] = "none", b""
        elif known[b"content-length"]:
            message["framing"] = "length"
            message["content"] = self.take(int(known[b"content-length"][0]))
        elif is_request:
            message["framing"], message["content"] = "none", b""
        else:
            message["framing"] = "close"
            while self.more():
                pass
            message["content"], self.buffer = self.buffer, b""
        message["whole"] = self.ended is None or (message["framing"] == "close" and self.ended == "closed")
        return message


# The client -----------------------------------------------------------------------------------


def request_bytes(number, variant, target, host):
    method, fields, content, framing, trailers = case(SEED, number)[1]
    version = "1.0" if variant == "h10" else "1.1"
    if variant == "h10" and framing == "chunked":
        framing, trailers = "length", []
    out = f"{method} {target} HTTP/{version}\r\nHost: {host}\r\n"
    out += "".join(f"{name}: {text}\r\n" for name, text in fields)
    out = out.encode("latin-1")
    if framing == "length":
        out += b"Content-Length: %d\r\n\r\n" % len(content) + content
    elif framing == "chunked":
        out += b"Transfer-Encoding: chunked\r\n" + (b"Trailer: X-T\r\n" if trailers else b"") + b"\r\n"
        if content:
            out += b"%x\r\n" % len(content) + content + b"\r\n"
        out += b"0\r\n" + b"".join(f"{n}: {v}\r\n".encode() for n, v in trailers) + b"\r\n"
    else:
        out += b"\r\n"
    return method, out


def ask_http1(number, variant, plain, proxy):
    host = f"127.0.0.1:{plain}"
    path = f"/c/{number}/{variant}"
    peer = socket.create_connection(proxy or ("127.0.0.1", plain), timeout=20)
    method, out = request_bytes(number, variant, f"http://{host}{path}" if proxy else path, host)
    peer.sendall(out)
    reader = Reader(peer)
    messages = []
    while True:
        message = reader.message(method=method)
        if message is None:
            messages.append({"start": b"", "ended": reader.ended})
            break
        messages.append(message)
        if not 100 <= int(message["start"].split(b" ")[1]) < 200:
            break
    peer.close()
    return messages


def ask_http2(number, secure, proxy):
    import h2.config
    import h2.connection
    import h2.events

    host = f"localhost:{secure}"
    peer = socket.create_connection(proxy, timeout=20)
    peer.sendall(f"CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    Reader(peer).until(b"\r\n\r\n")
    context = ssl.create_default_context(cafile=os.environ["SSL_CERT_FILE"])
    context.set_alpn_protocols(["h2"])
    peer = context.wrap_socket(peer, server_hostname="localhost")
    method, fields, content, framing, trailers = case(SEED, number)[1]
    connection = h2.connection.H2Connection(
        h2.config.H2Configuration(
            client_side=True, header_encoding=None, validate_inbound_headers=False,
            validate_outbound_headers=False, normalize_outbound_headers=False))
    connection.initiate_connection()
    head = [(b":method", method.encode()), (b":scheme", b"https"), (b":authority", host.encode()),
            (b":path", f"/c/{number}/h2".encode())]
    head += [(name.lower().encode(), text.encode("latin-1")) for name, text in fields]
    if framing == "length":
        head.append((b"content-length", b"%d" % len(content)))
    connection.send_headers(1, head, end_stream=framing == "none")
    if framing != "none":
        while len(content) > 16384:
            connection.send_data(1, content[:16384])
            content = content[16384:]
        connection.send_data(1, content, end_stream=not trailers)
        if trailers:
            connection.send_headers(1, [(n.lower().encode(), v.encode()) for n, v in trailers], end_stream=True)
    peer.sendall(connection.data_to_send())
    messages, content = [], b""

    def section(event):
        return [name + b": " + text for name, text in event.headers]

    while True:
        try:
            piece = peer.recv(65536)
        except (TimeoutError, OSError) as error:
            messages.append({"start": b"", "ended": type(error).__name__})
            break
        if not piece:
            messages.append({"start": b"", "ended": "closed"})
            break
        ended = False
        for event in connection.receive_data(piece):
            if isinstance(event, (h2.events.InformationalResponseReceived, h2.events.ResponseReceived)):
                messages.append({"start": b"", "fields": section(event), "trailers": [], "content": b""})
            elif isinstance(event, h2.events.DataReceived):
                messages[-1]["content"] += event.data
                connection.acknowledge_received_data(event.flow_controlled_length, 1)
            elif isinstance(event, h2.events.TrailersReceived):
                messages[-1]["trailers"] = section(event)
            elif isinstance(event, h2.events.StreamReset):
                messages.append({"start": b"", "ended": f"stream reset {event.error_code}"})
                ended = True
            elif isinstance(event, h2.events.StreamEnded):
                ended = True
            elif isinstance(event, h2.events.ConnectionTerminated):
                messages.append({"start": b"", "ended": f"goaway {event.error_code}"})
                ended = True
        data = connection.data_to_send()
        if data:
            peer.sendall(data)
        if ended:
            break
    peer.close()
    return messages


def client(options):
    proxy = None
    if options.out != "direct.json":
        text = os.environ["http_proxy"].split("//")[1].rstrip("/")
        proxy = (text.split(":")[0].split("@")[-1], int(text.split(":")[-1]))
    seen = {}
    for number in range(options.first, options.first + options.count):
        for variant in options.variants.split(","):
            key = f"{number}/{variant}"
            try:
                if variant == "h2":
                    if proxy:
                        seen[key] = ask_http2(number, options.secure, proxy)
                else:
                    seen[key] = ask_http1(number, variant, options.plain, proxy)
            except Exception as error:  # What a client cannot read is a finding, too.
                seen[key] = [{"start": b"", "ended": f"{type(error).__name__}: {error}"}]
    pathlib.Path(options.folder, options.out).write_text(json.dumps(seen, default=lambda b: b.decode("latin-1")))


# Comparing ------------------------------------------------------------------------------------


def split(fields):
    result = []
    for line in fields or []:
        name, _, text = line.partition(":" if not line.startswith(":") else ": ")
        result.append((name, text.strip(" \t")))
    return result


def sent_on(message):
    """What a proxy has to pass on of a message."""
    fields = [(n.rstrip(), " ".join(v.split()) if "\r\n" in v else v)
              for n, v in split(message.get("fields")) if n.strip().lower().encode() not in HOP]
    # A status line without a space after its code is read leniently.
    start = message["start"] + (" " if message["start"].count(" ") == 1 else "")
    return {**message, "start": start, "fields": fields, "trailers": split(message.get("trailers")),
            "framing": None}


def raw(message):
    """All of a message, without what a cassette does not hold.

    It has no length and no framing of a content, and the values of a name in one place, as their
    order among fields of other names has no meaning (RFC 9110 §5.3); those of Content-Encoding stand
    with the body, in one list.
    """
    def grouped(fields):
        groups = collections.defaultdict(list)
        for line in fields or []:
            name = line.partition(":" if not line.startswith(":") else ": ")[0].lower()
            groups[name].append(line.lower() if name == "content-encoding" else line)
        if "content-encoding" in groups:
            values = [line.partition(":")[2].strip() for line in groups["content-encoding"]]
            groups["content-encoding"] = [", ".join(values)]
        return sorted(groups.values())

    framing = {"content-length", "transfer-encoding", "connection"}
    kept = [line for line in message.get("fields") or [] if line.partition(":")[0].lower() not in framing]
    return {**message, "fields": grouped(kept), "trailers": grouped(message.get("trailers")), "framing": None}


def framed(message):
    fields = [line for line in message.get("fields") or []
              if line.partition(":")[0].lower() in ("content-length", "transfer-encoding", "connection")]
    return {"framing": (message.get("framing"), sorted(fields))}


def differences(first, second, view, words):
    for key in first:
        if key not in second:
            continue
        one, other = [view(m) for m in first[key]], [view(m) for m in second[key]]
        if one == other:
            continue
        if len(one) != len(other):
            yield key, f"{words}: {len(one)} and {len(other)} messages", one, other
            continue
        for a, b in zip(one, other):
            for part in sorted(set(a) | set(b)):
                if a.get(part) != b.get(part):
                    yield key, f"{words}: {part}", a.get(part), b.get(part)


def make_certificate(folder):
    path = os.path.join(folder, "service.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-keyout", path + ".key", "-out", path + ".crt", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    pathlib.Path(path).write_text(pathlib.Path(path + ".key").read_text() + pathlib.Path(path + ".crt").read_text())
    return path


def run(options):
    folder = options.folder or tempfile.mkdtemp(prefix="wire-")
    certificate = make_certificate(folder)
    variants = [v for v in VARIANTS if v != "h2" or subprocess.run(
        [options.python, "-c", "import h2"], capture_output=True).returncode == 0]
    plain, secure = Service(options.seed), Service(options.seed, certificate)

    def ask(out, *before):
        return subprocess.run(
            [*before, options.python, os.path.abspath(__file__), "--client", "--out", out, "--folder", folder,
             "--seed", str(options.seed), "--first", str(options.first), "--count", str(options.count),
             "--plain", str(plain.port), "--secure", str(secure.port), "--variants", ",".join(variants)],
            capture_output=True, text=True)

    ask("direct.json")
    direct_requests = dict(plain.requests)
    cassette = os.path.join(folder, "wire.yaml")
    vcr = [os.path.abspath(options.vcr)]
    common = ["-c", cassette, "--isolate", "off"]
    recorded = ask("recorded.json", *vcr, "record", "--mode", "all", "--no-redaction", *common, "--upstream-ca", certificate + ".crt", "--")
    recorded_requests = dict(plain.requests)
    plain.close()
    secure.close()
    replayed = ask("replayed.json", *vcr, "replay", *common, "--")
    for ended in (recorded, replayed):
        if ended.returncode or ended.stderr:
            print(f"{ended.args[1]} ended with {ended.returncode}\n{ended.stderr[-3000:]}")
    seen = {name: json.loads(pathlib.Path(folder, f"{name}.json").read_text())
            for name in ("direct", "recorded", "replayed")}
    found = list(differences(seen["recorded"], seen["replayed"], raw, "recorded, replayed"))
    # Nobody may send interim responses and chunks to a client of HTTP/1.0, as the service does.
    direct = {key: value for key, value in seen["direct"].items() if key.endswith("/h11")}
    found += differences(direct, seen["recorded"], sent_on, "direct, recorded")
    if options.framing:
        found += differences(seen["recorded"], seen["replayed"], framed, "recorded, replayed")
    text = json.loads(json.dumps([direct_requests, recorded_requests], default=lambda b: b.decode("latin-1")))
    found += differences(
        *[{k: [{**m, "start": m["start"].split(" ")[0]}] for k, m in t.items()} for t in text], sent_on, "requests")
    counts = collections.Counter(words for _, words, _, _ in found)
    shown = collections.Counter()
    for key, words, one, other in found:
        shown[words] += 1
        if shown[words] <= options.show:
            print(f"{key:10} {words}\n    {one!r:.900}\n    {other!r:.900}")
    print(f"{options.count} cases of seed {options.seed} in {', '.join(variants)}: {sum(counts.values())} differences")
    for words, count in counts.most_common():
        print(f"  {count:5} {words}")
    print(f"in {folder}")
    return 1 if found else 0


parser = argparse.ArgumentParser()
parser.add_argument("vcr", nargs="?")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--first", type=int, default=0)
parser.add_argument("--count", type=int, default=200)
parser.add_argument("--show", type=int, default=5)
parser.add_argument("--framing", action="store_true", help="compare lengths and framing as well")
parser.add_argument("--python", default=sys.executable)
parser.add_argument("--folder")
parser.add_argument("--client", action="store_true")
parser.add_argument("--out")
parser.add_argument("--plain", type=int)
parser.add_argument("--secure", type=int)
parser.add_argument("--variants")
OPTIONS = parser.parse_args()
SEED = OPTIONS.seed
if OPTIONS.client:
    client(OPTIONS)
else:
    sys.exit(run(OPTIONS))
