#!/usr/bin/env python3
"""Services of language models that stand on loopback: they answer as OpenAI's chat completions,
Anthropic's messages and Ollama's chat do, streamed or not, with and without calls of tools.

What they say follows from what they are asked. Ids, times, obfuscation, and the number and place of
pings and comments are others each time, as those of the real services are.

Usage: models.py [PORT [--while-input]]; the port is printed, the system's choice for 0 or none.
With --while-input the service ends when its standard input does.
"""
import http.server
import json
import random
import sys
import threading
import time
import uuid


def token(prefix, length=24):
    """An id as the services make them."""
    return prefix + uuid.uuid4().hex[:length]


def words(text):
    """The pieces of a text as a model says them: a word with the space before it."""
    pieces, start = [], 0
    for index, character in enumerate(text):
        if character == " " and index > start:
            pieces.append(text[start:index])
            start = index
    return pieces + [text[start:]]


def paced(pieces, question):
    """The pieces of an answer, with a rest after every tenth where the question wants it slowly."""
    for index, piece in enumerate(pieces):
        if index and index % 10 == 0 and "slowly" in question:
            time.sleep(2)
        yield piece


def plan(question, results, tools):
    """What the model does: the calls of tools that it wants next, or what it says.

    A question that names a city and a temperature is answered with two tools, one after the other.
    """
    names = [tool for tool in ("get_temperature", "to_fahrenheit") if tool in tools]
    if len(results) < len(names):
        arguments = {"city": "Paris"} if not results else {"celsius": json.loads(results[0])["celsius"]}
        return names[len(results)], arguments
    if names:
        return None, f"It's {json.loads(results[1])['fahrenheit']} °F in Paris today, so take a light jacket."
    # A long answer is as many words as the question asks for.
    count = next((int(word) for word in question.split() if word.isdigit()), 0)
    return None, " ".join(f"word{n}" for n in range(count)) or "Hello! I'm a model, how can I help?"


def text_of(content):
    """The text of a message, which may be a list of parts."""
    if isinstance(content, str) or content is None:
        return content or ""
    return "".join(part.get("text", "") for part in content)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        paths = {
            "/v1/chat/completions": self.openai,
            "/v1/messages": self.anthropic,
            "/api/chat": self.ollama,
        }
        answer = paths.get(self.path.split("?")[0])
        if not answer:
            return self.json(404, {"error": {"message": f"no such path: {self.path}"}})
        answer(json.loads(body))

    # MARK: OpenAI

    def openai(self, request):
        messages = request["messages"]
        question = next(text_of(m["content"]) for m in messages if m["role"] == "user")
        results = [text_of(m["content"]) for m in messages if m["role"] == "tool"]
        tools = [tool["function"]["name"] for tool in request.get("tools", [])]
        tool, said = plan(question, results, tools)
        usage = {
            "prompt_tokens": 10 + len(messages), "completion_tokens": len(words(str(said))),
            "total_tokens": 10 + len(messages) + len(words(str(said))),
        }
        common = {
            "id": token("chatcmpl-", 29), "created": int(time.time()) - random.randrange(1000), "model": request["model"],
            "service_tier": "default", "system_fingerprint": "fp_560af6e559",
        }
        if not request.get("stream"):
            message = {"role": "assistant", "content": None if tool else said, "refusal": None}
            if tool:
                message["tool_calls"] = [{
                    "id": token("call_"), "type": "function",
                    "function": {"name": tool, "arguments": json.dumps(said)}}]
            choice = {
                "index": 0, "message": message, "logprobs": None,
                "finish_reason": "tool_calls" if tool else "stop"}
            return self.json(200, {
                **common, "object": "chat.completion", "choices": [choice], "usage": usage})

        def chunk(delta, finish=None):
            choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
            return {
                "id": common["id"], "object": "chat.completion.chunk", "created": common["created"],
                "model": common["model"], "service_tier": "default",
                "system_fingerprint": common["system_fingerprint"], "choices": [choice],
                "usage": None, "obfuscation": uuid.uuid4().hex[:random.randrange(4, 14)]}

        self.start("text/event-stream; charset=utf-8")
        if request["model"].startswith("router/"):
            # Services between the client and the model keep the connection alive.
            for _ in range(random.randrange(3)):
                self.piece(": OPENROUTER PROCESSING\n\n")
        if tool:
            self.data(chunk({"role": "assistant", "content": None, "tool_calls": [{
                "index": 0, "id": token("call_"), "type": "function",
                "function": {"name": tool, "arguments": ""}}], "refusal": None}))
            for piece in words(json.dumps(said)):
                self.data(chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}))
        else:
            self.data(chunk({"role": "assistant", "content": "", "refusal": None}))
            for piece in paced(words(said), question):
                self.data(chunk({"content": piece}))
        self.data(chunk({}, "tool_calls" if tool else "stop"))
        if request.get("stream_options", {}).get("include_usage"):
            self.data({**chunk({}), "choices": [], "usage": usage})
        self.piece("data: [DONE]\n\n")
        self.finish_pieces()

    # MARK: Anthropic

    def anthropic(self, request):
        messages = request["messages"]
        question = text_of(messages[0]["content"])
        results = [
            text_of(part["content"]) for m in messages if not isinstance(m["content"], str)
            for part in m["content"] if part.get("type") == "tool_result"]
        tools = [tool["name"] for tool in request.get("tools", [])]
        tool, said = plan(question, results, tools)
        usage = {
            "input_tokens": 10 + len(messages), "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0, "output_tokens": 1, "service_tier": "standard"}
        block = {"type": "text", "text": ""}
        if tool:
            block = {"type": "tool_use", "id": token("toolu_01"), "name": tool, "input": {}}
        message = {
            "id": token("msg_01"), "type": "message", "role": "assistant", "model": request["model"],
            "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        stop = "tool_use" if tool else "end_turn"
        count = len(words(str(said)))
        if not request.get("stream"):
            block.update({"input": said} if tool else {"text": said})
            return self.json(200, {
                **message, "content": [block], "stop_reason": stop,
                "usage": {**usage, "output_tokens": count}}, "request-id")
        self.start("text/event-stream; charset=utf-8", "request-id")
        self.event("message_start", message=message)
        self.event("content_block_start", index=0, content_block=block)
        pings = random.randrange(3)
        pieces = words(json.dumps(said) if tool else said)
        places = sorted(random.randrange(len(pieces)) for _ in range(pings))
        for index, piece in enumerate(paced(pieces, question)):
            for _ in range(places.count(index)):
                self.event("ping")
            delta = {"type": "text_delta", "text": piece}
            if tool:
                delta = {"type": "input_json_delta", "partial_json": piece}
            self.event("content_block_delta", index=0, delta=delta)
        self.event("content_block_stop", index=0)
        self.event(
            "message_delta", delta={"stop_reason": stop, "stop_sequence": None},
            usage={"output_tokens": count})
        self.event("message_stop")
        self.finish_pieces()

    # MARK: Ollama

    def ollama(self, request):
        question = text_of(request["messages"][-1]["content"])
        _, said = plan(question, [], [])
        self.start("application/x-ndjson")
        pieces = words(said)
        for index, piece in enumerate(paced(pieces + [""], question)):
            value = {
                "model": request["model"], "created_at": f"{time.time():.6f}",
                "message": {"role": "assistant", "content": piece}, "done": index == len(pieces)}
            if value["done"]:
                value.update(
                    done_reason="stop", total_duration=random.randrange(10**9),
                    eval_count=len(pieces))
            self.piece(json.dumps(value, separators=(",", ":")) + "\n")
        self.finish_pieces()

    # MARK: The wire

    def start(self, kind, request_id="x-request-id"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-cache")
        self.send_header(request_id, token("req_"))
        self.send_header("openai-processing-ms", str(random.randrange(100, 900)))
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def event(self, kind, **value):
        text = json.dumps({"type": kind, **value}, separators=(",", ":"))
        self.piece(f"event: {kind}\ndata: {text}\n\n")

    def data(self, value):
        self.piece("data: " + json.dumps(value, separators=(",", ":")) + "\n\n")

    def piece(self, text):
        data = text.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def finish_pieces(self):
        self.wfile.write(b"0\r\n\r\n")

    def json(self, status, value, request_id="x-request-id"):
        body = json.dumps(value, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header(request_id, token("req_"))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, address):
        """A client that has heard enough leaves before the end."""


if __name__ == "__main__":
    server = Server(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
    print(server.server_port, flush=True)
    if "--while-input" in sys.argv:
        threading.Thread(target=lambda: (sys.stdin.read(), server.shutdown()), daemon=True).start()
    server.serve_forever()
