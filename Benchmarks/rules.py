#!/usr/bin/env python3
"""vcr check beside the rules of gitleaks, over made-up credentials that these rules find.

usage: rules.py VCR GITLEAKS_TOML [--samples N] [--seed N] [--misses] [--keep FOLDER]

GITLEAKS_TOML is config/gitleaks.toml of github.com/gitleaks/gitleaks; it is not part of this repository. From each of
its rules N values are made up and written into cassettes: a form of its own into texts that say nothing, a form that
only the service's name beside it tells into the assignments of many languages. The rules are run as gitleaks does
(key words, expression, entropy, lists of what is allowed), and count where they find the value. Where gitleaks or
detect-secrets is installed, it is run on the same folder.

Exits with 1 if vcr check finds fewer than gitleaks' rules.
"""
import argparse, base64, collections, json, math, os, random, re, shutil, string, subprocess, sys, tempfile, tomllib
from re import _constants as sre, _parser as parser

ALPHANUMERIC = string.ascii_letters + string.digits

# How a value is written under a name: `{i}` is the service, `{I}` the same in capitals, `{s}` the value.
ASSIGNMENTS = {
    "ini": '{i}Token={s}', "ini, spaced": '{i}_token = {s}', "ini, quoted": '{i}Token = "{s}"',
    "environment": '{I}_TOKEN={s}', "environment, quoted": 'export {I}_API_KEY="{s}"',
    "json": '{{"id": 7, "{i}_token": "{s}"}}', "json, camel": '{{"{i}Key":"{s}","ok":true}}',
    "json, text in it": '{{"config.ini":"{I}_TOKEN={s}\\nBACKUP=true"}}',
    "yaml": 'app:\n  {i}_token: {s}\n  n: 1', "yaml, quoted": "{i}-key: '{s}'",
    "xml": "<c><{i}Token>{s}</{i}Token></c>", "xml, lines": "<{i}Token>\n    {s}\n</{i}Token>",
    "c#": 'string {i}Token = "{s}";', "go": 'var {i}Token string = "{s}"', "go, short": '{i}Token := "{s}"',
    "go, raw": "{i}Token := `{s}`", "kotlin": 'val {i}Token = "{s}"', "php": '${i}Token = "{s}";',
    "php, array": "'{i}_secret' => '{s}',", "php, appended": '${i}Token .= "{s}";',
    "python": "{i}_token = '{s}'", "ruby": '"{i}Token" => "{s}"', "call": 'setProperty("{I}_TOKEN", "{s}")',
    "make": '{I}_TOKEN ::= "{s}"', "make, default": '{i}_TOKEN ?= "{s}"', "name alone": '{i}: {s}',
    "query": 'GET /v1/items?{i}_token={s}', "words": '{i} access token: {s}',
}

# Rules whose word is the whole name, not a service's before the word of a credential.
WHOLE_NAMES = {"hashicorp-tf-password", "sidekiq-secret"}
ENDINGS = r"\{([iI])\}(Token|_token|Key|-key|_secret|_TOKEN|_API_KEY| access token)"

# Texts that say nothing about the value.
NEUTRAL = {
    "json": '{{"value":"{s}"}}', "log": '12:01 got {s}\n12:02 done', "text": 'see {s} for more',
    "javascript": 'var x="{s}";', "yaml": 'items:\n- {s}\n', "lines": '{s}\n',
}


def python(pattern):
    """An expression of Go's in the syntax of Python."""
    pattern = pattern.replace(r"\z", r"\Z").replace("[[:alnum:]]", "[a-zA-Z0-9]").replace("[:alnum:]", "a-zA-Z0-9")
    out, depth, open_flags, index, in_class = "", 0, [], 0, False
    while index < len(pattern):
        char = pattern[index]
        if char == "\\":
            out += pattern[index:index + 2]
            index += 2
            continue
        if in_class:
            in_class = char != "]"
        elif char == "[":
            in_class = True
            # A bracket that begins a class is a character of it.
            if pattern[index + 1:index + 2] == "]":
                out, index, char = out + "[", index + 1, "\\]"
        elif flags := re.match(r"\(\?([a-z]+)\)", pattern[index:]):
            # Flags in the middle hold to the end of their group.
            out += f"(?{flags[1]}:"
            open_flags.append(depth)
            index += flags.end()
            continue
        elif char == "(":
            depth += 1
        elif char == ")":
            while open_flags and open_flags[-1] == depth:
                out += ")"
                open_flags.pop()
            depth -= 1
        elif char == "|" and open_flags and open_flags[-1] == depth:
            pass
        out += char
        index += 1
    return out + ")" * len(open_flags)


class Sampler:
    """Makes up texts that match an expression."""

    def __init__(self, rng):
        self.rng = rng

    def text(self, tree):
        return "".join(self.node(op, value) for op, value in tree)

    def node(self, op, value):
        name = str(op)
        if name == "LITERAL":
            return chr(value)
        if name in ("NOT_LITERAL", "ANY"):
            return self.rng.choice(ALPHANUMERIC)
        if name == "IN":
            return self.rng.choice(self.members(value))
        if name == "BRANCH":
            return self.text(self.rng.choice(value[1]))
        if name == "SUBPATTERN":
            return self.text(value[3])
        if name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, inner = value
            if self.is_space(inner):
                return " " if most else ""
            most = min(most if most != sre.MAXREPEAT else least + 20, least + 60)
            # What may be left out mostly is.
            count = least if least < most and least == 0 else self.rng.randint(least, int(most))
            return "".join(self.text(inner) for _ in range(count))
        return ""

    def is_space(self, tree):
        if len(tree) != 1 or str(tree[0][0]) != "IN":
            return False
        return all(
            (str(op) == "CATEGORY" and str(value).endswith("_SPACE")) or (str(op) == "LITERAL" and chr(value).isspace())
            for op, value in tree[0][1])

    def members(self, items):
        found = ""
        for op, value in items:
            name = str(op)
            if name == "NEGATE":
                return ALPHANUMERIC
            if name == "LITERAL":
                found += chr(value)
            elif name == "RANGE":
                found += "".join(map(chr, range(value[0], value[1] + 1)))
            elif name == "CATEGORY":
                found += {"DIGIT": string.digits, "SPACE": " "}.get(str(value).split("_")[-1], ALPHANUMERIC + "_")
        if found and not found.strip():
            return [" "]
        words = [char for char in found if char in ALPHANUMERIC + "-_=+/.~" or len(found) < 8]
        return words or list(found)


def group(tree, number):
    """The part of an expression that a capturing group holds."""
    for op, value in tree:
        name = str(op)
        if name == "SUBPATTERN":
            if value[0] == number:
                return value[3]
            inner = [value[3]]
        elif name == "BRANCH":
            inner = value[1]
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            inner = [value[2]]
        else:
            continue
        for part in inner:
            found = group(part, number)
            if found is not None:
                return found
    return None


class Rule:
    def __init__(self, table):
        self.id = table["id"]
        self.source = table["regex"]
        self.expression = re.compile(python(table["regex"]))
        self.tree = parser.parse(python(table["regex"]))
        self.keywords = [word.lower() for word in table.get("keywords", [])]
        self.entropy = table.get("entropy", 0)
        self.group = table.get("secretGroup", 0)
        self.allowed = [Allowed(one) for one in table.get("allowlists", [])]
        # A rule may find a text that is the same in all tokens.
        self.is_literal = all(str(op) in ("LITERAL", "AT") for op, _ in self.tree)
        # A rule of this kind begins with an identifier, of which the word is a part.
        self.is_named = r"[\w.-]{0,50}?" in self.source and not self.source.startswith(r"(?i)\b")

    def finds(self, text, secret, everywhere):
        lower = text.lower()
        if self.keywords and not any(word in lower for word in self.keywords):
            return False
        for match in self.expression.finditer(text):
            found = match.group(self.group) if self.group else next((g for g in match.groups() if g), match.group())
            if not found or not (found in secret or secret in found or found in json.dumps(secret)):
                continue
            if self.entropy and entropy(found) <= self.entropy:
                continue
            if any(one.allows(found, match.group(), text) for one in self.allowed + everywhere):
                continue
            return True
        return False


class Allowed:
    def __init__(self, table):
        self.expressions = [re.compile(python(one)) for one in table.get("regexes", [])]
        self.target = table.get("regexTarget", "secret")
        self.words = [word.lower() for word in table.get("stopwords", [])]
        self.all = table.get("condition", "OR") in ("AND", "&&")
        self.paths = table.get("paths", [])

    def allows(self, secret, match, text):
        subject = {"match": match, "line": next((l for l in text.split("\n") if match.split("\n")[0] in l), match)}
        tests = []
        if self.expressions:
            tests.append(any(one.search(subject.get(self.target, secret)) for one in self.expressions))
        if self.words:
            tests.append(any(word in secret.lower() for word in self.words))
        if self.all and self.paths:
            tests.append(False)
        return bool(tests) and (all(tests) if self.all else any(tests))


def entropy(text):
    return -sum(n / len(text) * math.log2(n / len(text)) for n in collections.Counter(text).values())


def web_token(rng):
    def part(text):
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    head = rng.choice(['{"alg":"HS256","typ":"JWT"}', '{ "typ": "JWT", "alg": "RS256" }', '{"alg":"ES256","kid":"7"}'])
    own = '{"sub":"%d","name":"Ada","iat":%d}' % (rng.randrange(10**6), rng.randrange(10**9))
    return f"{part(head)}.{part(own)}." + "".join(rng.choices(ALPHANUMERIC, k=43))


def private_key(rng):
    lines = "\n".join("".join(rng.choices(ALPHANUMERIC + "+/", k=64)) for _ in range(6))
    kind = rng.choice(["RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"


# What expressions find that are looser than the form they are after.
SPECIAL = {
    "jwt": web_token,
    "jwt-base64": lambda rng: base64.b64encode(web_token(rng).encode()).decode(),
    "private-key": private_key,
}


def cassette(carrier, text):
    kind = ("json" if text.startswith("{") else "text")
    media = {"json": "application/json", "javascript": "text/javascript"}.get(
        "json" if kind == "json" else carrier, "application/xml" if text.startswith("<") else "text/plain")
    lines = "\n".join("        " + line if line else "" for line in text.rstrip("\n").split("\n"))
    return f"""vcr: 1
interactions:
- request:
    method: GET
    url: https://service.example/v1/items
  response:
    status: 200 OK
    headers:
      Content-Type: {media}
    body:
      {kind}: |-
{lines}
"""


def samples(rules, count, rng):
    sampler = Sampler(rng)
    for rule in rules:
        if rule.is_named:
            tree = group(rule.tree, 1)
            for carrier, template in ASSIGNMENTS.items():
                if rule.id in WHOLE_NAMES:
                    template = re.sub(ENDINGS, r"{\1}", template)
                for _ in range(count):
                    word = rng.choice(rule.keywords or [rule.id.split("-")[0]])
                    yield rule, carrier, template, word, sampler.text(tree).strip("\"'")
        elif not rule.is_literal:
            make = SPECIAL.get(rule.id, lambda _: sampler.text(rule.tree).strip())
            for carrier, template in NEUTRAL.items():
                for _ in range(count):
                    yield rule, carrier, template, "", make(rng)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("vcr")
    options.add_argument("rules")
    options.add_argument("--samples", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--misses", action="store_true", help="print what vcr check missed")
    options.add_argument("--keep", help="where to leave the cassettes")
    given = options.parse_args()
    vcr = os.path.realpath(given.vcr)
    with open(given.rules, "rb") as file:
        table = tomllib.load(file)
    rules = [Rule(one) for one in table["rules"] if one.get("regex")]
    everywhere = [Allowed(table["allowlist"])] if "allowlist" in table else []
    everywhere += [Allowed(one) for one in table.get("allowlists", [])]
    folder = given.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    planted = {}
    rng = random.Random(given.seed)
    for rule, carrier, template, word, secret in samples(rules, given.samples, rng):
        written = json.dumps(secret)[1:-1] if template.startswith("{{") else secret
        text = template.format(i=word, I=word.upper().replace("-", "_"), s=written)
        content = cassette(carrier, text)
        # Not every made-up value passes the rule's own tests. Any rule may be the one that finds it.
        if not any(one.finds(content, secret, everywhere) for one in [rule] + rules):
            continue
        name = f"{len(planted):06}.yaml"
        planted[name] = (rule, carrier, secret, text)
        with open(f"{folder}/{name}", "w") as file:
            file.write(content)
    try:
        out = subprocess.run([vcr, "check", "--format", "json", "."], cwd=folder, capture_output=True).stdout
        found = {os.path.basename(one["path"]) for one in json.loads(out)["findings"]}
        columns = {"vcr check": found, "gitleaks' rules": set(planted)}
        if shutil.which("gitleaks"):
            report = tempfile.NamedTemporaryFile(suffix=".json")
            subprocess.run(
                ["gitleaks", "dir", ".", "--no-banner", "--exit-code", "0", "--report-format", "json",
                 "--report-path", report.name], cwd=folder, check=True, capture_output=True)
            columns["gitleaks"] = {os.path.basename(one["File"]) for one in json.load(open(report.name))}
        if shutil.which("detect-secrets"):
            out = subprocess.run(["detect-secrets", "scan", "--all-files", "."], cwd=folder, capture_output=True).stdout
            columns["detect-secrets"] = {os.path.basename(name) for name in json.loads(out)["results"]}
    finally:
        if not given.keep:
            shutil.rmtree(folder)
    kinds = {"by its form": False, "by a name": True}
    print(f"{'value known':14}{'rules':>7}{'files':>8}" + "".join(f"{name:>17}" for name in columns))
    for kind, is_named in kinds.items():
        own = {name for name, one in planted.items() if one[0].is_named == is_named}
        count = len({planted[name][0].id for name in own})
        print(f"{kind:14}{count:7}{len(own):8}" + "".join(f"{len(own & c) / max(1, len(own)):17.3f}" for c in columns.values()))
    missed = collections.defaultdict(list)
    for name, one in planted.items():
        if name not in found:
            missed[one[0].id].append((one[1], one[3]))
    if given.misses:
        for rule, cases in sorted(missed.items(), key=lambda one: -len(one[1])):
            print(f"\n{rule}: {len(cases)}")
            for carrier, text in cases:
                print(f"  {carrier}: {text!r}")
    sys.exit(1 if missed else 0)


main()
