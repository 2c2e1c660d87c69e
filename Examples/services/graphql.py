#!/usr/bin/env python3
"""A GraphQL service: products by cursors that are made anew for each response, and a cart.

Usage: graphql.py PORT [--price-of-3 PRICE]; port 0 is the system's choice, which is printed.
"""
import base64
import datetime
import http.server
import json
import random
import secrets
import sys
import threading

price = int(sys.argv[3]) if len(sys.argv) > 3 else 10
products = [{"id": f"p{n}", "name": f"Lamp {n}", "price": price if n == 3 else 10, "kind": n % 32}
            for n in range(1, 97)]
cursors, carts = {}, {}
lock = threading.Lock()


def cursor(kind, place):
    """An opaque text for a place in a list, which no other response has."""
    text = base64.urlsafe_b64encode(f"{kind}:{place}:{secrets.token_hex(6)}".encode()).decode()
    with lock:
        cursors[text] = place
    return text


def answer(operation, variables):
    if operation == "Products":
        kind = variables["kind"]
        listed = [product for product in products if product["kind"] == kind]
        start = cursors[variables["after"]] if variables.get("after") else 0
        edges = [{"cursor": cursor(kind, start + place + 1), "node": product}
                 for place, product in enumerate(listed[start:start + 2])]
        return {"products": {"edges": edges, "pageInfo": {
            "endCursor": edges[-1]["cursor"], "hasNextPage": start + 2 < len(listed)}}}
    if operation == "AddToCart":
        cart = {"id": f"cart_{secrets.token_hex(8)}", "items": [variables["product"]]}
        with lock:
            carts[cart["id"]] = cart
        return {"addToCart": {**cart, "createdAt": datetime.datetime.now().isoformat()}}
    return {"cart": carts[variables["id"]]}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        value = {
            "data": answer(call["operationName"], call.get("variables", {})),
            "extensions": {"requestId": secrets.token_hex(8), "cost": random.randrange(10**4, 10**6),
                           "at": datetime.datetime.now().isoformat()},
        }
        body = json.dumps(value, separators=(",", ":")).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-Request-Id", secrets.token_hex(8))
        self.send_header("X-Build", secrets.token_hex(4))
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
