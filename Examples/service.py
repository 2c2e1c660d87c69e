#!/usr/bin/env python3
"""A small service to record: users, and a counter that shows whether a response is fresh."""
import http.server
import json
import sys

users = {42: {"id": 42, "name": "Ada", "tags": ["math", "engine"]}}
visits = 0


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        global visits
        visits += 1
        if self.path == "/visits":
            return self.answer(200, {"visits": visits})
        user = users.get(int(self.path.rsplit("/", 1)[-1])) if self.path.startswith("/users/") else None
        self.answer(200 if user else 404, user or {"error": "not found"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        user = {"id": 43, **json.loads(body)}
        self.answer(201, user, [("Set-Cookie", "session=s3cret; Path=/")])

    def answer(self, status, value, headers=()):
        body = json.dumps(value, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    sys.exit(0)
