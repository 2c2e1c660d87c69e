import VCRCore

/// A script for Locust, which sends the requests as load.
enum LocustExport: LoadExport {
  static let word = "locust"
  static let title = "Locust"
  static let suffix = ".py"

  static func text(_ script: LoadScript) -> String {
    return script.head(
      comment: "#", usage: "  BASE_URL=http://localhost:8080 locust -f FILE --headless -u 10 -t 1m")
      + settings(script) + encoding + reading + sending + """
            @task
            def recording(self):
                v = {}
                base = [self.host.rstrip("/")] + [secret[name].rstrip("/") for name in VARIABLES[:\(max(script.origins.count - 1, 0))]]

        """ + script.lines(start: "        self.send(", end: ")", comment: "        #")
  }

  /// The values from the environment, and those that have to be there.
  private static func settings(_ script: LoadScript) -> String {
    let variables = script.origins.indices.dropFirst().map(LoadScript.variable) + script.secrets
    return """
      import base64 as _base64
      import html
      import json
      import os
      import re
      import sys
      import time
      from http.cookiejar import DefaultCookiePolicy
      from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

      from locust import HttpUser, task
      from locust.exception import RescheduleTask

      THINK_TIME = float(os.environ.get("THINK_TIME") or 1)
      VARIABLES = \(LoadScript.list(Array(variables)))
      secret = {name: os.environ.get(name) for name in VARIABLES}
      if missing := [name for name in VARIABLES if not secret[name]]:
          sys.exit("these variables of the environment are not set: " + ", ".join(missing))



      """
  }

  /// How values are written into the parts of a request.
  private static let encoding = """
    def percent(text):
        return quote(text, safe="")


    def path(text):
        return quote(text, safe="/")


    def form(text):
        return quote_plus(text)


    def string(text):
        return json.dumps(text)[1:-1]


    def number(text):
        try:
            float(text)
            return text
        except ValueError:
            return json.dumps(text)


    def markup(text):
        return html.escape(text, quote=False)


    def base64(text):
        return _base64.b64decode(text)


    def joined(parts):
        return b"".join(part if isinstance(part, bytes) else part.encode() for part in parts)



    """

  /// How values of a response are found.
  private static let reading = """
    ATTRIBUTE = re.compile(
        r"([^\\s\\\"'/=]+)\\s*(?:=\\s*(?:\\\"([^\\\"]*)\\\"|'([^']*)'|([^\\s\\\"']*)))?")


    def attribute(tag, name):
        for found in ATTRIBUTE.finditer(tag):
            if found[1].lower() == name and found.lastindex > 1:
                return found[found.lastindex]
        return None


    def is_field(tag):
        values = attribute(tag, "value"), attribute(tag, "content")
        return attribute(tag, "name") is not None and any(value is not None for value in values)


    def text_of(name, piece, after):
        tag, _, content = piece.partition(">")
        if re.match(r"[^\\s/]*", tag)[0] != name or not after.startswith("/" + name):
            return ""
        return "" if is_field(tag) else content


    def found(response, kind, steps):
        \"""A value of a response, as text; an error when it is not there.\"""
        if kind == "json":
            value = json.loads(response.text, parse_int=str, parse_float=str)
            for step in steps:
                value = value[step]
            return value
        if kind == "header":
            return response.headers[steps[0]]
        if kind == "cookie":
            return response.cookies[steps[0]]
        if kind == "form":
            return dict(reversed(parse_qsl(response.text, keep_blank_values=True)))[steps[0]]
        if kind == "field":
            tags = re.findall("<[A-Za-z][^>]*", response.text)
            values = [(attribute(tag, "value"), attribute(tag, "content")) for tag in tags
                      if attribute(tag, "name") == steps[0]]
            values = [b if a is None else a for a, b in values]
            return html.unescape([value for value in values if value is not None][steps[1]])
        if kind == "element":
            pieces = response.text.split("<")[1:]
            texts = [text_of(steps[0], *both) for both in zip(pieces, pieces[1:])]
            return html.unescape([text for text in texts if text][steps[1]])
        return "".join(response.text.splitlines())


    def part_of(url, part):
        if not part:
            return url
        if part[0] == "segment":
            return unquote([word for word in urlsplit(url).path.split("/") if word][part[1]])
        return dict(reversed(parse_qsl(urlsplit(url).query, keep_blank_values=True)))[part[1]]



    """

  /// How a request is sent, its response checked, and what it carries kept.
  private static let sending = """
    class Recording(HttpUser):
        host = os.environ.get("BASE_URL")

        def on_start(self):
            # The cookies that are sent stand in the requests.
            self.client.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))

        def send(self, v, pause, method, url, name, headers, body, status, carried):
            time.sleep(pause * THINK_TIME)
            if isinstance(body, str):
                body = body.encode()
            headers = {name: value if isinstance(value, bytes) else value.encode()
                       for name, value in headers.items()}
            with self.client.request(method, url, name=name, headers=headers, data=body or None,
                                     allow_redirects=False, catch_response=True) as response:
                problem = None
                if response.status_code != status:
                    problem = f"status {response.status_code}, recorded was {status}"
                for key, kind, steps, part, prefix, suffix in carried:
                    try:
                        value = part_of(found(response, kind, steps), part)
                        if not value.startswith(prefix) or not value.endswith(suffix):
                            raise ValueError
                        v[key] = value[len(prefix):len(value) - len(suffix)]
                    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                        problem = problem or f"the response has no {kind} {steps}"
                        response.failure(problem)
                        raise RescheduleTask() from None
                if problem:
                    response.failure(problem)
                else:
                    response.success()


    """
}
