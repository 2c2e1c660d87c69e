#!/usr/bin/env python3
"""Sends many requests through `vcr record` and `vcr replay`, with faults of both sides among them.

usage: soak.py VCR [REQUESTS [SEED [CONNECTIONS]]]

Everything is on loopback. Between well-formed exchanges a seeded injector lets the service reset,
cut, slow down or malform responses, and lets clients vanish, send half requests or no requests. Every
well-formed exchange has to arrive as it was sent, be recorded once, and be replayed exactly. Memory
and descriptors of vcr, as /proc has them, are printed at the end of both halves.
"""
import asyncio, hashlib, json, os, random, re, subprocess, sys, tempfile

SERVICE_FAULTS = ["reset", "cut", "status", "chunk", "slow", "silent"]
CLIENT_FAULTS = ["leave", "half", "malformed", "trickle"]


def body(number):
    """What the service sends for a number."""
    seed = hashlib.sha256(b"%d" % number).digest()
    size = 60_000 if number % 97 == 0 else seed[0] * 8
    if number % 2:
        # No byte of ASCII: chance would write names and values of secrets now and then, and those
        # are replaced.
        seed = bytes(byte | 128 for byte in seed)
        return (seed * (size // 32 + 1))[:size]
    return json.dumps({"number": number, "text": seed.hex() * (size // 64)}).encode()


def sent(number):
    """What the client sends for a number; empty for GET."""
    return b"" if number % 4 else b"item=%d&" % number * (1 + number % 50)


def kind(number, seed):
    """The fault of a number; None for a well-formed exchange."""
    dice = random.Random(seed * 1_000_003 + number)
    if dice.random() > 0.15:
        return None
    return dice.choice(SERVICE_FAULTS + CLIENT_FAULTS)


async def serve(reader, writer):
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: *(\d+)", head.lower())
            received = await reader.readexactly(int(length[1])) if length else b""
            fault, number = head.split(b" ")[1].decode().strip("/").split("/")
            number = int(number)
            if received != sent(number):
                writer.write(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                continue
            content = body(number)
            form = b"application/octet-stream" if number % 2 else b"application/json"
            start = b"HTTP/1.1 200 OK\r\nContent-Type: " + form + b"\r\n"
            if number % 3:
                whole = start + b"Content-Length: %d\r\n\r\n" % len(content) + content
            else:
                whole = start + b"Transfer-Encoding: chunked\r\n\r\n"
                for at in range(0, len(content), 4000):
                    piece = content[at:at + 4000]
                    whole += b"%x\r\n" % len(piece) + piece + b"\r\n"
                whole += b"0\r\n\r\n"
            if fault == "reset":
                writer.write(whole[:number % len(whole)])
                writer.transport.abort()
                return
            if fault == "cut":
                writer.write(whole[:-1])
                return
            if fault == "status":
                writer.write(b"HTTP/9.9 banana\r\n\r\n")
                return
            if fault == "chunk":
                writer.write(start + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhelloXX5\r\n")
                return
            if fault == "silent":
                await asyncio.sleep(0.2)
                return
            if fault == "slow":
                for at in range(0, len(whole), max(1, len(whole) // 5)):
                    writer.write(whole[at:at + max(1, len(whole) // 5)])
                    await asyncio.sleep(0.01)
            else:
                writer.write(whole)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def response(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: *(\d+)", head.lower())
    content = b""
    if length:
        content = await reader.readexactly(int(length[1]))
    elif b"chunked" in head.lower():
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            content += (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
    else:
        content = await reader.read()
    return int(head.split(b" ")[1]), content, b"connection: close" in head.lower()


class Load:
    """The clients: COMMAND of vcr."""

    def __init__(self, service, count, seed, is_replay):
        self.service, self.seed, self.is_replay = service, seed, is_replay
        self.numbers = iter(range(1, count + 1))
        self.good, self.bad, self.faults = 0, [], 0
        self.port = int(os.environ["http_proxy"].rsplit(":", 1)[1].strip("/"))

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.port)

    def request(self, fault, number):
        content = sent(number)
        head = "%s http://%s/%s/%d HTTP/1.1\r\nHost: %s\r\n" % (
            "POST" if content else "GET", self.service, fault, number, self.service)
        if content:
            head += "Content-Type: application/x-www-form-urlencoded\r\n"
            head += "Content-Length: %d\r\n" % len(content)
        return head.encode() + b"\r\n" + content

    async def client(self):
        reader, writer = await self.connect()
        for number in self.numbers:
            fault = kind(number, self.seed)
            if fault is None:
                writer.write(self.request("good", number))
                status, content, is_last = await asyncio.wait_for(response(reader), 120)
                if status == 200 and content == body(number):
                    self.good += 1
                else:
                    self.bad.append("%d: %d, %d bytes" % (number, status, len(content)))
                if not is_last:
                    continue
                writer.close()
                reader, writer = await self.connect()
                continue
            self.faults += 1
            # What the service did wrong would only be compared with itself.
            if self.is_replay and fault in SERVICE_FAULTS:
                continue
            try:
                await asyncio.wait_for(self.fault(fault, number), 120)
            except (asyncio.IncompleteReadError, ConnectionError, ValueError):
                pass
        writer.close()

    async def fault(self, fault, number):
        reader, writer = await self.connect()
        try:
            if fault in SERVICE_FAULTS:
                writer.write(self.request(fault, number))
                await response(reader)
            elif fault == "leave":
                writer.write(self.request("slow", number))
                await reader.read(number % 40)
                writer.transport.abort()
            elif fault == "half":
                whole = self.request("half", number)
                writer.write(whole[:1 + number % (len(whole) - 1)])
                await writer.drain()
                if number % 3:
                    writer.transport.abort()
            elif fault == "malformed":
                dice = random.Random(number)
                # Not the first line's host, so that no mutant reaches another place.
                whole = bytearray(self.request("malformed", number))
                for _ in range(3):
                    whole[dice.randrange(60, len(whole))] = dice.randrange(256)
                writer.write(bytes(whole))
                writer.write_eof()
                await reader.read()
            else:
                for byte in self.request("trickle", number)[:200]:
                    writer.write(bytes([byte]))
                    await asyncio.sleep(0)
                if number % 2:
                    writer.transport.abort()
                else:
                    writer.write(self.request("trickle", number)[200:])
                    await response(reader)
        finally:
            writer.close()

    async def run(self, connections):
        before = state()
        await asyncio.gather(*(self.client() for _ in range(connections)))
        print(json.dumps(dict(
            good=self.good, bad=self.bad[:20], faults=self.faults, before=before, after=state())))


def state():
    """Memory (MB) and descriptors of vcr."""
    vcr = os.getppid()
    status = open("/proc/%d/status" % vcr).read()
    memory = [int(re.search(name + r":\s+(\d+)", status)[1]) // 1024 for name in ("VmRSS", "VmHWM")]
    return dict(rss=memory[0], peak=memory[1], descriptors=len(os.listdir("/proc/%d/fd" % vcr)))


async def main():
    if sys.argv[1] == "--load":
        service, count, seed, connections, is_replay = sys.argv[2:]
        load = Load(service, int(count), int(seed), is_replay == "replay")
        return await load.run(int(connections))
    vcr = sys.argv[1]
    count, seed, connections = (
        int(sys.argv[at]) if len(sys.argv) > at else default
        for at, default in ((2, 50_000), (3, 7), (4, 48)))
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=1024)
    service = "127.0.0.1:%d" % server.sockets[0].getsockname()[1]
    expected = sum(kind(number, seed) is None for number in range(1, count + 1))
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for half in ("record", "replay"):
            child = await asyncio.create_subprocess_exec(
                vcr, half, "-c", "soak.yaml", "--", sys.executable, os.path.abspath(__file__),
                "--load", service, str(count), str(seed), str(connections), half,
                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            output, errors = await child.communicate()
            summary = errors.decode(errors="replace").strip().splitlines()[-1:]
            try:
                result = json.loads(output.decode().splitlines()[-1])
            except (IndexError, ValueError):
                failures.append("%s: status %d: %s" % (half, child.returncode, errors.decode()[-2000:]))
                break
            print(half, "seed", seed, json.dumps(result), *summary)
            if result["good"] != expected or result["bad"] or child.returncode not in (0, 80):
                failures.append("%s: %d of %d" % (half, result["good"], expected))
            cassette = open(folder + "/soak.yaml", "rb").read()
            urls = re.findall(rb"url: http://\S+/good/(\d+)\n", cassette)
            if sorted(map(int, urls)) != [n for n in range(1, count + 1) if kind(n, seed) is None]:
                failures.append("%d of %d are recorded" % (len(set(urls)), expected))
    for failure in failures:
        print("MISS", failure)
    if not failures:
        print("ok   %d well-formed exchanges among %d" % (expected, count))
    sys.exit(1 if failures else 0)


asyncio.run(main())
