import Foundation
import TestSupport
import Testing
import VCRCore
@testable import VCRReview

/// Holds what is made of real recordings against another reader of them, written for the test
/// alone: Python's own JSON and PyYAML, and the bodies as each tool plays them back.
@Suite struct CorpusExactnessTests {
  /// What the other reader finds in an entry.
  private struct Entry: Decodable {
    var method: String
    var url: String
    /// Nil for an error in the place of a response.
    var status: Int?
    var request: Message
    var response: Message
  }

  /// One side of an exchange.
  private struct Message: Decodable, Equatable {
    /// Names and values, the names in lower case, sorted.
    var headers: [[String]]
    /// The body in Base64.
    var body: String
  }

  /// What is lost of the corpus, by a part of the file's name: the reasons, in the order of the
  /// file.
  private static let lost: [(name: String, reasons: [String])] = [
    ("error_log.har", ["its request got no response"]),
    ("erb_with_no_vars", ["the body of its response has ERB"]),
    ("regex_cassette", ["its URL is a regular expression"]),
    ("TestTokenCounts.test_vertex", ["its URL has no scheme and host"]),
    ("missing_page.har", ["no method, or no URL"]),
    ("missing_pageref.har", ["no method, or no URL", "no method, or no URL"]),
    ("no_title.har", ["not in the recording"]),
    ("logo.png-", ["in a file of its own"]),
    (
      "vcrurlconnection-json",
      ["no status", "no status", "no status"]
    ),
  ]

  private static let hasYAML: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", "import yaml"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(
    .enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set"),
    .enabled(if: hasYAML, "PyYAML is not there"))
  func `nothing of the corpus is lost in silence, and all that is read is exact`() async throws {
    let folder = try CorpusLocation.folder()
    let manifest = try String(contentsOf: folder.appending(path: "MANIFEST.tsv"), encoding: .utf8)
    let names = manifest.split(separator: "\n").dropFirst().map {
      String($0.split(separator: "\t")[0])
    }
    // Not recordings, or none of ours to read: archives without entries, rules without a host,
    // dumps that their own tool converts.
    let refused = [
      "har-validator/", "har_extractor", "wiremock-json", "hoverfly-json", "mitmproxy-flow",
    ]
    let work = try TemporaryDirectory()
    try work.write(Self.reader, to: "reader.py")
    let result = try await Child.run(
      "python3", [work.file("reader.py").path, folder.path], timeout: 300)
    try #require(result.status == 0, "\(result.errorText)")
    let expected = try JSONDecoder().decode([String: [Entry?]].self, from: Data(result.output))
    var read = 0
    for name in names where !refused.contains(where: { name.contains($0) }) {
      let cassette = try ForeignCassette(path: folder.appending(path: name).path)
      let reasons = Self.lost.first { name.contains($0.name) }?.reasons ?? []
      let isNamed =
        cassette.losses.count == reasons.count
        && zip(cassette.losses, reasons).allSatisfy { $0.text.contains($1) }
      #expect(isNamed, "\(name): \(cassette.problems)")
      let left = Set(
        cassette.losses.filter { $0.kind == .interaction }.compactMap(\.interaction))
      let path = work.file("\(read).yaml").path
      try cassette.write(to: path, redaction: .none)
      let listing = try CassetteListing(path: path)
      let entries = try #require(expected[name], "\(name)")
      #expect(listing.count == entries.count - left.count, "\(name)")
      var index = 0
      for (number, entry) in entries.enumerated() where !left.contains(number + 1) {
        guard let entry else {
          Issue.record("\(name) #\(number + 1): the other reader finds nothing")
          continue
        }
        try Self.compare(try listing.interaction(at: index), entry, "\(name) #\(number + 1)")
        index += 1
      }
      read += 1
    }
    #expect(read > 110)
  }

  private static func compare(
    _ interaction: Interaction, _ entry: Entry, _ place: String
  ) throws {
    #expect(interaction.request.method == entry.method, "\(place)")
    #expect(interaction.request.url == entry.url, "\(place)")
    let request = Self.message(interaction.request.headers, interaction.request.body)
    #expect(request == entry.request, "\(place): request")
    switch interaction.outcome {
    case .failure: #expect(entry.status == nil, "\(place)")
    case .response(let response):
      #expect(response.status == entry.status, "\(place)")
      let message = Self.message(response.headers, response.body)
      #expect(message == entry.response, "\(place): response")
    }
  }

  private static func message(_ headers: HeaderFields, _ body: Body) -> Message {
    var pairs: [[String]] = []
    for field in headers.fields where !framing.contains(field.name.lowercased()) {
      pairs.append([field.name.lowercased(), field.value])
    }
    pairs.sort { (a: [String], b: [String]) -> Bool in a.lexicographicallyPrecedes(b) }
    return Message(headers: pairs, body: Data(body.bytes).base64EncodedString())
  }

  /// Fields that describe the transfer alone, and that a cassette leaves out.
  private static let framing: Set<String> = [
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// The other reader: prints an object of lists, by file.
  private static let reader = #"""
    import base64, json, os, sys, yaml

    class Loader(yaml.SafeLoader):
        pass

    def plain(loader, suffix, node):
        if isinstance(node, yaml.MappingNode):
            return loader.construct_mapping(node, deep=True)
        if isinstance(node, yaml.SequenceNode):
            return loader.construct_sequence(node, deep=True)
        return loader.construct_scalar(node)

    def binary(loader, node):
        return base64.b64decode("".join(loader.construct_scalar(node).split()), validate=True)

    Loader.add_multi_constructor("!", plain)
    Loader.add_multi_constructor("tag:yaml.org,2002:python/", plain)
    Loader.add_constructor("!binary", binary)
    Loader.add_constructor("tag:yaml.org,2002:timestamp", lambda l, n: n.value)

    FRAMING = {"connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer",
               "transfer-encoding", "upgrade"}

    def get(value, *names):
        for name in names:
            for key in (name, ":" + name):
                if isinstance(value, dict) and value.get(key) is not None:
                    return value[key]

    def to_bytes(value):
        if value is None:
            return b""
        if isinstance(value, bytes):
            return value
        return (value if isinstance(value, str) else json.dumps(value)).encode("utf-8", "replace")

    def text(value):
        if value is None:
            return ""
        if isinstance(value, bytes):
            try:
                return value.decode("utf-8")
            except UnicodeDecodeError:
                return value.decode("latin-1")
        return str(value)

    def headers(value):
        pairs = []
        for item in (value.items() if isinstance(value, dict) else value or []):
            if isinstance(item, dict):
                item = (item["name"], item["value"])
            name, values = text(item[0]), item[1]
            for one in values if isinstance(values, list) else [values]:
                pairs.append([name.lower(), text(one)])
        return sorted(p for p in pairs if p[0] not in FRAMING and p[0] != "null" and p[0][:1] != ":")

    def body(value, typed):
        if isinstance(value, dict):
            if value.get("base64_string"):
                return base64.b64decode("".join(value["base64_string"].split()), validate=True)
            if "string" in value:
                if value.get("encoding") == "base64":
                    return base64.b64decode(value["string"], validate=True)
                return to_bytes(value["string"])
            if not value:
                return b""
            return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
        return to_bytes(value)

    def side(pairs, content):
        return {"headers": headers(pairs), "body": base64.b64encode(content).decode()}

    def archive(entry):
        request, response = entry["request"], entry["response"]
        if "url" not in request or response["status"] < 100:
            return None
        posted, content = request.get("postData") or {}, response.get("content") or {}
        sent = to_bytes(posted.get("text"))
        if "textJSON" in posted:
            sent = json.dumps(posted["textJSON"], separators=(",", ":"), ensure_ascii=False).encode()
        came = to_bytes(content.get("text"))
        if content.get("encoding") == "base64":
            pieces = json.loads(came) if came[:1] == b"[" else [came]
            came = b"".join(base64.b64decode(p, validate=True) for p in pieces)
        elif content.get("_isBinary") and came[:1] == b"[":
            came = b"".join(bytes.fromhex(p) for p in json.loads(came))
        return {"method": request["method"], "url": request["url"], "status": response["status"],
                "request": side(request["headers"], sent),
                "response": side(response["headers"], came)}

    def binary_by_type(fields, value):
        kind = text(get(fields, "Content-Type"))
        return base64.b64decode(value) if kind.startswith("image/") else to_bytes(value)

    def dvr(fields, value):
        kind = text(get(fields, "Content-Type"))
        is_text = kind.startswith("text/") or not isinstance(value, str)
        return body(value, None) if is_text else base64.b64decode(value, validate=True)

    def pair(entry, form):
        request, response = get(entry, "request"), get(entry, "response")
        if form == "vcrurlconnection-json":
            request = response = entry
        if form == "recordersession-json":
            url, asked = request["url"], dict(request["allHTTPHeaderFields"])
            asked.update(entry["additionalRequestHeaders"])
            came = json.dumps(entry["body"]["payload"], separators=(",", ":")).encode()
            return {"method": request["httpMethod"],
                    "url": url["scheme"] + "://" + url["host"] + url["path"] + "?" + url["query"],
                    "status": response["statusCode"], "request": side(asked, b""),
                    "response": side(response["allHeaderFields"], came)}
        url, method = get(request, "uri", "url"), text(get(request, "method") or "GET")
        status = get(response, "status")
        code = get(status, "code", "status_code") if isinstance(status, dict) else None
        code = code or get(response, "code", "status_code", "statusCode") or status
        error = get(entry, "error")
        if form.startswith("vcrurl"):
            code = None if error else code
            if code == 0:
                return None
            came = b"" if error else binary_by_type(get(response, "headers"), get(response, "body"))
        elif form == "mockduck-json":
            came = base64.b64decode(get(response, "data") or "")
        else:
            kept = response.get("content", get(response, "body"))
            came = body(kept, get(response, "headers"))
        sent = body(get(request, "body"), None)
        if form == "dvr-json":
            sent = dvr(get(request, "headers"), get(request, "body"))
            came = dvr(get(response, "headers"), get(response, "body"))
        return {"method": method.lstrip(":").upper(), "url": text(url),
                "status": int(str(code).split()[0]) if code else None,
                "request": side(get(request, "headers"), sent),
                "response": side(None if error else get(response, "headers"), came)}

    found = {}
    root = sys.argv[1]
    for line in open(os.path.join(root, "MANIFEST.tsv")).read().splitlines()[1:]:
        if not line:
            continue
        name, form = line.split("	")[0], line.split("	")[3]
        if form.split("-")[0] in ("wiremock", "hoverfly", "mitmproxy") or "har-validator" in name:
            continue
        with open(os.path.join(root, name), "rb") as file:
            content = file.read()
        try:
            data = json.loads(content.decode("utf-8-sig"))
        except ValueError:
            data = yaml.load(content, Loader=Loader)
        if form.startswith("har"):
            entries = [archive(e) for e in data["log"]["entries"]] if "log" in data else []
        elif isinstance(data, list):
            entries = [pair(e, form) for e in data]
        else:
            entries = data.get("http_interactions", data.get("interactions", data.get("records")))
            entries = [pair(e, form) for e in (entries if entries is not None else [data])]
        found[name] = entries
    json.dump(found, sys.stdout)
    """#
}
