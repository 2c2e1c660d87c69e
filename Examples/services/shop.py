#!/usr/bin/env python3
"""A shop whose responses say much that changes with every request, and little that matters: products,
orders to create, read and delete, events, and a picture.

Usage: shop.py PORT [--price-of-3 PRICE]; port 0 is the system's choice, which is printed.
"""
import datetime
import email.utils
import http.server
import json
import random
import struct
import sys
import threading
import time
import uuid
import zlib

price = float(sys.argv[3]) if len(sys.argv) > 3 else 10
products = [{"id": n, "name": f"Lamp {n}", "price": 10, "tags": ["light"]} for n in range(1, 6)]
products[2]["price"] = int(price)
orders = {}
remaining = 10**6
lock = threading.Lock()


def picture():
    """A PNG of one yellow pixel."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\xff\xe0\x40")) + chunk(b"IEND", b""))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/events":
            events = "".join(f"id: {n}\ndata: {json.dumps(products[n])}\n\n" for n in range(3))
            return self.answer(200, "text/event-stream", events.encode())
        if self.path == "/lamp.png":
            return self.answer(200, "image/png", picture())
        path = self.path.partition("?")[0]
        if path == "/products":
            return self.json(200, products=products)
        kind, name = path.strip("/").split("/")
        if kind == "orders":
            with lock:
                order = orders.get(name)
            return self.json(200, order=order) if order else self.json(404, error="no such order")
        self.json(200, product=products[int(name) - 1])

    def do_POST(self):
        wish = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        order = {"id": f"ord_{uuid.uuid4().hex[:16]}", **wish,
                 "total": wish["count"] * products[wish["product"] - 1]["price"]}
        with lock:
            orders[order["id"]] = order
        self.json(201, [("Location", f"/orders/{order['id']}")], order=order)

    def do_DELETE(self):
        with lock:
            order = orders.pop(self.path.rsplit("/", 1)[-1])
        self.json(200, deleted=order["id"])

    def json(self, status, headers=(), **value):
        value = {"generated_at": datetime.datetime.now().isoformat(), **value}
        body = json.dumps(value, separators=(",", ":")).encode()
        self.answer(status, "application/json", body, headers)

    def answer(self, status, kind, body, headers=()):
        global remaining
        with lock:
            remaining -= 1
            left = remaining
        # In the future: one in the past would delete the cookie, which is a change.
        expires = email.utils.formatdate(time.time() + random.randrange(10**4, 10**7), usegmt=True)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("X-Request-Id", str(uuid.uuid4()))
        self.send_header("X-RateLimit-Remaining", str(left))
        self.send_header("Set-Cookie", f"visitor=1; Expires={expires}; Path=/")
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128


server = Server(("127.0.0.1", int(sys.argv[1])), Handler)
print(server.server_port, flush=True)
server.serve_forever()
