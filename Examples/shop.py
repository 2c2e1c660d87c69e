#!/usr/bin/env python3
"""A shop whose answers say much that changes with every request, and little that matters.

Usage: shop.py PORT [--price-of-3 PRICE]; port 0 is the system's choice, which is printed.
"""
import datetime
import email.utils
import http.server
import json
import random
import sys
import time
import uuid

price = float(sys.argv[3]) if len(sys.argv) > 3 else 10
products = [{"id": n, "name": f"Lamp {n}", "price": 10, "tags": ["light"]} for n in range(1, 6)]
products[2]["price"] = int(price)
remaining = 1000


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/events":
            events = "".join(f"id: {n}\ndata: {json.dumps(products[n])}\n\n" for n in range(3))
            return self.answer("text/event-stream", events.encode())
        value = {"generated_at": datetime.datetime.now().isoformat()}
        if self.path == "/products":
            value["products"] = products
        else:
            value["product"] = products[int(self.path.rsplit("/", 1)[-1]) - 1]
        self.answer("application/json", json.dumps(value, separators=(",", ":")).encode())

    def answer(self, kind, body):
        global remaining
        remaining -= 1
        # In the future: one in the past would delete the cookie, which is a change.
        expires = email.utils.formatdate(time.time() + random.randrange(10**4, 10**7), usegmt=True)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("X-Request-Id", str(uuid.uuid4()))
        self.send_header("X-RateLimit-Remaining", str(remaining))
        self.send_header("Set-Cookie", f"visitor=1; Expires={expires}; Path=/")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
print(server.server_port, flush=True)
server.serve_forever()
