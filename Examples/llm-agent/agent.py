#!/usr/bin/env python3
"""A small agent: it asks a language model, runs the tools that the model wants, and asks again until
the model answers. It speaks the streamed chat API of OpenAI with Python's own library.

Usage: agent.py QUESTION…   OPENAI_BASE_URL and OPENAI_API_KEY say where and as whom.
"""
import json
import os
import sys
import urllib.request

TEMPERATURES = {"Paris": 21, "Oslo": 4}


def get_temperature(city):
    return {"city": city, "celsius": TEMPERATURES[city]}


def to_fahrenheit(celsius):
    return {"fahrenheit": round(celsius * 9 / 5 + 32)}


TOOLS = {
    "get_temperature": (get_temperature, {"city": {"type": "string"}}),
    "to_fahrenheit": (to_fahrenheit, {"celsius": {"type": "number"}}),
}


def events(messages, tools=True):
    """The chunks of the model's answer to a conversation, as they come."""
    body = {"model": "gpt-4o-mini", "messages": messages, "stream": True}
    if tools:
        body["tools"] = [
            {"type": "function", "function": {
                "name": name, "parameters": {
                    "type": "object", "properties": properties, "required": list(properties)}}}
            for name, (_, properties) in TOOLS.items()]
    base = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    request = urllib.request.Request(f"{base}/chat/completions", json.dumps(body).encode(), {
        "Content-Type": "application/json",
        "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', '')}",
    })
    with urllib.request.urlopen(request, timeout=60) as response:
        for line in response:
            data = line.decode().strip().removeprefix("data: ")
            if data == "[DONE]":
                return
            if line.startswith(b"data: "):
                yield json.loads(data)


def answer(messages):
    """One turn of the model, put together from its deltas."""
    message = {"role": "assistant", "content": ""}
    calls = {}
    for event in events(messages):
        for choice in event["choices"]:
            delta = choice["delta"]
            message["content"] += delta.get("content") or ""
            for part in delta.get("tool_calls") or []:
                call = calls.setdefault(part["index"], {
                    "id": "", "type": "function", "function": {"name": "", "arguments": ""}})
                call["id"] += part.get("id") or ""
                for key in ("name", "arguments"):
                    call["function"][key] += part["function"].get(key) or ""
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    return message


def run(question):
    """Asks until there is an answer.

    Returns the answer, and the calls of tools that led to it.
    """
    messages = [{"role": "user", "content": question}]
    made = []
    while True:
        message = answer(messages)
        messages.append(message)
        if "tool_calls" not in message:
            return message["content"], made
        for call in message["tool_calls"]:
            arguments = json.loads(call["function"]["arguments"])
            result = TOOLS[call["function"]["name"]][0](**arguments)
            made.append((call["function"]["name"], arguments))
            messages.append({
                "role": "tool", "tool_call_id": call["id"], "content": json.dumps(result)})


def first_words(question, count):
    """The beginning of an answer; the rest is not waited for."""
    found = []
    for event in events([{"role": "user", "content": question}], tools=False):
        for choice in event["choices"]:
            found += (choice["delta"].get("content") or "").split()
        if len(found) >= count:
            return found[:count]
    return found


if __name__ == "__main__":
    print(run(" ".join(sys.argv[1:]))[0])
