#!/usr/bin/env python3
"""A site of pages with times, nonces, a session and forms against forgery, for somebody to log in.

Usage: site.py PORT [--title TITLE]; port 0 is the system's choice, which is printed.
"""
import datetime
import http.server
import random
import secrets
import sys
import threading
import urllib.parse

title = sys.argv[3] if len(sys.argv) > 3 else "Books"
sessions = {}
lock = threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name, session = self.session()
        path, _, query = self.path.partition("?")
        if path == "/login":
            return self.page(f'<form method="post" action="/login">\n{self.token(session)}\n'
                             '<input name="user">\n</form>', name)
        if path.startswith("/account/"):
            user = session.get("user")
            known = user and path.endswith("/" + user)
            return self.page(f"<p>Hello, {user}</p>" if known else "<p>Nobody</p>", name)
        number = int(urllib.parse.parse_qs(query).get("page", ["1"])[0])
        rows = "\n".join(
            f'<li><a href="/book/{number}-{row}">Book {number}.{row}</a> seen by '
            f"{random.randrange(10, 10**6)} people</li>" for row in range(1, 4))
        self.page(f"<ul>\n{rows}\n</ul>", name)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        form = urllib.parse.parse_qs(body)
        name, session = self.session()
        if form.get("csrf_token", [""])[0] != session["token"]:
            return self.send(403, "text/plain", b"forged\n")
        session["user"] = form["user"][0]
        self.send(303, "text/plain", b"", [("Location", "/account/" + session["user"])])

    def session(self):
        cookies = dict(part.strip().split("=", 1)
                       for part in self.headers.get("Cookie", "").split(";") if "=" in part)
        name = cookies.get("sid")
        with lock:
            if name not in sessions:
                name = secrets.token_hex(16)
                sessions[name] = {"token": secrets.token_urlsafe(24)}
            return name, sessions[name]

    def token(self, session):
        return f'<input type="hidden" name="csrf_token" value="{session["token"]}">'

    def page(self, content, name):
        nonce = secrets.token_urlsafe(12)
        now = datetime.datetime.now()
        page = (f"<!doctype html>\n<title>{title}</title>\n<script nonce=\"{nonce}\">start()</script>\n"
                f"{content}\n<footer>Rendered at {now:%Y-%m-%d %H:%M:%S.%f} in "
                f"{random.uniform(0.001, 0.9):.6f} s by web-{secrets.token_hex(4)}</footer>\n")
        self.send(200, "text/html; charset=utf-8", page.encode(), [
            ("Content-Security-Policy", f"script-src 'nonce-{nonce}'"),
            ("Set-Cookie", f"sid={name}; Path=/; HttpOnly")])

    def send(self, status, kind, body, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for field, value in headers:
            self.send_header(field, value)
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
