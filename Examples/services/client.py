#!/usr/bin/env python3
"""A client of the services beside it, to be recorded: what it does is the same each time.

Usage: client.py shop|models|graphql|site ORIGIN [CONNECTIONS]
With more than one connection all of them begin at once.
"""
import http.cookiejar
import json
import re
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request

name, origin = sys.argv[1:3]
connections = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def send(path, value=None, method=None):
    """The body of a response; a value is sent as JSON."""
    body = None if value is None else json.dumps(value).encode()
    headers = {} if value is None else {"Content-Type": "application/json"}
    request = urllib.request.Request(origin + path, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=120) as response:
        return response.read()


def shop(number):
    send(f"/products?page={number}")
    order = json.loads(send("/orders", {"product": number % 5 + 1, "count": number + 1}))["order"]
    send(f"/orders/{order['id']}")
    send(f"/orders/{order['id']}", method="DELETE")
    try:
        send(f"/orders/{order['id']}")
    except urllib.error.HTTPError as error:
        assert error.code == 404
    if number == 0:
        send("/events")
        send("/lamp.png")


def models(number):
    def ask(path, question, **more):
        messages = [{"role": "user", "content": question}]
        send(path, {"model": "router/small", "messages": messages, **more})
    tools = [{"type": "function", "function": {"name": "get_temperature"}},
             {"type": "function", "function": {"name": "to_fahrenheit"}}]
    ask("/v1/chat/completions", f"Count to {number + 3}", stream=True)
    ask("/v1/chat/completions", f"Count to {number + 3}")
    ask("/v1/chat/completions", f"In Paris, in °F, for {number}?", stream=True, tools=tools)
    # With a few connections, more streams have to show where pings may come.
    for more in range(3 if connections == 1 else 1):
        ask("/v1/messages", f"Count to {number + 4 + more}", stream=True, max_tokens=99, top_k=more)
    ask("/api/chat", f"Count to {number + 3}")


QUERIES = {
    "Products": "query Products($kind: Int!, $after: String) { products(kind: $kind, after: $after) "
                "{ edges { cursor node { id name price } } pageInfo { endCursor hasNextPage } } }",
    "AddToCart": "mutation AddToCart($product: ID!) { addToCart(product: $product) { id items } }",
    "Cart": "query Cart($id: ID!) { cart(id: $id) { id items } }",
}


def graphql(number):
    def call(operation, **variables):
        return json.loads(send("/graphql", {
            "operationName": operation, "query": QUERIES[operation], "variables": variables}))["data"]
    after = None
    while True:
        page = call("Products", kind=number, after=after)["products"]["pageInfo"]
        after = page["endCursor"]
        if not page["hasNextPage"]:
            break
    cart = call("AddToCart", product=f"p{number + 1}")["addToCart"]
    assert call("Cart", id=cart["id"])["cart"]["items"] == [f"p{number + 1}"]


def site(number):
    opener = urllib.request.build_opener(
        urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def get(path, data=None):
        with opener.open(origin + path, data, timeout=120) as response:
            return response.read().decode()
    get(f"/?page={number}")
    form = get(f"/login?user=user{number}")
    token = re.search('name="csrf_token" value="([^"]*)"', form)[1]
    data = urllib.parse.urlencode({"csrf_token": token, "user": f"user{number}"}).encode()
    get("/login", data)


work = {"shop": shop, "models": models, "graphql": graphql, "site": site}[name]
if connections == 1:
    for number in range(4):
        work(number)
else:
    barrier = threading.Barrier(connections)
    failed = []

    def start(number):
        barrier.wait()
        try:
            work(number)
        except Exception as error:
            failed.append(error)
            raise
    threads = [threading.Thread(target=start, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit(bool(failed))
