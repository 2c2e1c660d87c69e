import VCRCore

/// A way to write a name and a value in a message.
package struct CredentialCarrier: Sendable {
  /// What it is called in the table.
  package let name: String
  /// True where only a value that is no word is told from the text around it.
  package var isProse = false

  private let make: @Sendable (_ words: [String], _ value: String) -> (Interaction, String)

  /// A credential in this carrier.
  package func planted(
    _ kind: PlantedCredential.Kind, _ words: [String], _ value: String,
    _ values: inout MadeUpValues
  ) -> PlantedCredential {
    let (interaction, spelling) = make(words, value)
    return PlantedCredential(
      kind: kind, label: words.joined(separator: "_"), carrier: name, spelling: spelling,
      interaction: interaction)
  }

  // MARK: - Messages

  private static func received(_ type: String, _ text: String) -> Interaction {
    Interaction(
      request: Interaction.Request(url: "https://api.example.com/v1/items"),
      outcome: .response(
        Interaction.Response(
          status: 200, headers: ["Content-Type": type], body: Body(Array(text.utf8)))))
  }

  private static func sent(_ type: String, _ text: String, url: String = "https://example.com/v1")
    -> Interaction
  {
    Interaction(
      request: Interaction.Request(
        method: "POST", url: url, headers: ["Content-Type": type], body: Body(Array(text.utf8))),
      outcome: .response(Interaction.Response(status: 204)))
  }

  private static func asked(_ url: String) -> Interaction {
    Interaction(
      request: Interaction.Request(url: url), outcome: .response(Interaction.Response(status: 204)))
  }

  private static func name(_ words: [String], _ style: Int) -> String {
    PlantedCredential.spelled(words, style)
  }

  private static func percent(_ text: String) -> String { PlantedTraffic.percent(text) }

  private static func json(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }

  /// A carrier whose text is a template with `NAME` and `VALUE`.
  private static func text(
    _ name: String, _ type: String, _ template: String, style: Int = 0, isProse: Bool = false,
    isRequest: Bool = false, _ encode: @escaping @Sendable (String) -> String = { $0 }
  ) -> CredentialCarrier {
    CredentialCarrier(name: name, isProse: isProse) { words, value in
      let spelling = encode(value)
      let text = template.replacing("NAME", with: Self.name(words, style))
        .replacing("VALUE", with: spelling)
      return (isRequest ? sent(type, text) : received(type, text), spelling)
    }
  }

  private static func url(
    _ name: String, _ template: String, style: Int = 0, isProse: Bool = false,
    _ encode: @escaping @Sendable (String) -> String = { percent($0) }
  ) -> CredentialCarrier {
    CredentialCarrier(name: name, isProse: isProse) { words, value in
      let spelling = encode(value)
      return (
        asked(
          template.replacing("NAME", with: Self.name(words, style))
            .replacing("VALUE", with: spelling)), spelling
      )
    }
  }

  /// Carriers of a name and a value.
  package static let all: [CredentialCarrier] =
    bodies + markup + settings + literals + requests + described + encoded

  private static let bodies = [
    text("JSON", "application/json", #"{"id":7,"NAME":"VALUE","ok":true}"#, json),
    text("JSON, camel", "application/json", #"{"a":{"b":[{"NAME":"VALUE"}]}}"#, style: 1, json),
    text(
      "JSON, spaced", "application/json", "{\n  \"x\" : 1,\n  \"NAME\" : \"VALUE\"\n}\n", style: 5,
      json),
    text(
      "JSON, sent", "application/json", #"{"user":"ada","NAME":"VALUE"}"#, style: 1,
      isRequest: true, json),
    text("JSON in JSON", "application/json", #"{"body":"{\"n\":1,\"NAME\":\"VALUE\"}"}"#) {
      json(json($0))
    },
    text("JSON Lines", "application/x-ndjson", "{\"n\":1}\n{\"NAME\":\"VALUE\"}\n", json),
    text("events", "text/event-stream", "event: x\ndata: {\"NAME\":\"VALUE\"}\n\n", json),
    text(
      "JSON, wrong field", "application/json",
      #"{"detail":[{"loc":["body","NAME"],"msg":"too short","input":"VALUE"}]}"#, json),
    text(
      "JSON Patch", "application/json-patch+json",
      #"[{"op":"replace","path":"/user/NAME","value":"VALUE"}]"#, style: 1, isRequest: true, json),
    text("JSON, array", "application/json", #"{"NAME":["VALUE"],"n":1}"#, style: 2, json),
    text(
      "JSON, name and value", "application/json",
      #"{"environment":[{"name":"NAME","value":"VALUE"}]}"#, style: 3, json),
    text(
      "JSON, value and name", "application/json", #"[{"value":"VALUE","key":"NAME"}]"#, json),
    CredentialCarrier(name: "JSON, UTF-16") { words, value in
      let spelling = json(value)
      var one = received("application/json; charset=utf-16le", "")
      let text = #"{"id":7,"\#(name(words, 0))":"\#(spelling)"}"#
      if case .response(var response) = one.outcome {
        response.body = Body(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        one.outcome = .response(response)
      }
      return (one, spelling)
    },
  ]

  private static let markup = [
    text("XML", "application/xml", "<r><NAME>VALUE</NAME></r>", style: 5, xml),
    text(
      "XML, attributes", "text/xml", #"<r><NAME Type="http://x#T" n='1'>VALUE</NAME></r>"#,
      style: 5, xml),
    text(
      "XML, namespace", "application/soap+xml", "<s:Body><w:NAME>VALUE</w:NAME></s:Body>",
      style: 1, xml),
    text("XML, CDATA", "application/xml", "<r><NAME><![CDATA[VALUE]]></NAME></r>", style: 0),
    text("XML, attribute", "application/xml", #"<r id="1" NAME="VALUE"/>"#, style: 1, xml),
    text(
      "XML, setting", "application/xml", #"<c><add key="NAME" value="VALUE" /></c>"#, style: 5,
      xml),
    text(
      "property list", "application/xml",
      "<plist><dict><key>NAME</key><string>VALUE</string></dict></plist>", style: 1, xml),
    text(
      "HTML, name first", "text/html",
      #"<html><form><input type="hidden" name="NAME" id="f" value="VALUE"></form></html>"#, xml),
    text(
      "HTML, value first", "text/html",
      #"<html><form><input value="VALUE" type="hidden" name="NAME"/></form></html>"#, style: 1,
      xml),
    text(
      "HTML, no quotes", "text/html",
      #"<html><form><input type=hidden name=NAME value="VALUE"></form></html>"#, xml),
    text(
      "HTML, capitals", "text/html",
      #"<HTML><FORM><INPUT Type="hidden" ID="NAME" Value='VALUE'></FORM></HTML>"#, style: 1, xml),
    text(
      "HTML, meta", "text/html", #"<!doctype html><meta content='VALUE' name='NAME'>"#, style: 2,
      isProse: true, xml),
  ]

  private static let settings = [
    text("environment", "text/plain", "A=1\nNAME=VALUE\nB=2\n", style: 3, isProse: true),
    text("environment, quoted", "text/plain", "A=1\nNAME=\"VALUE\"\nB=2\n", style: 3),
    text("environment, export", "text/plain", "export NAME='VALUE'\n", style: 3),
    text("INI", "text/plain", "[db]\nhost = x\nNAME = VALUE\n", isProse: true),
    text("TOML", "application/toml", "[db]\nNAME = \"VALUE\"\nn = 1\n", json),
    text("YAML", "application/yaml", "db:\n  host: x\n  NAME: VALUE\n", style: 1, isProse: true),
    text("YAML, quoted", "application/yaml", "db:\n  host: x\n  NAME: 'VALUE'\n", style: 2),
    text(
      "YAML, name and value", "application/yaml", "env:\n- name: NAME\n  value: \"VALUE\"\n",
      style: 3),
    text("properties", "text/plain", "a.b=1\nspring.NAME=VALUE\n", style: 4, isProse: true),
    text(
      "connection string", "text/plain", "Server=h;Uid=a;NAME=VALUE;Timeout=3", style: 5,
      isProse: true),
    text(
      "connection string in JSON", "application/json", #"{"c":"Host=h;NAME=VALUE;X=3"}"#,
      style: 5, isProse: true, json),
    text("log", "text/plain", "12:01 INFO login user=ada NAME=VALUE took 3 ms\n", isProse: true),
    text("log, colon", "text/plain", "12:01 using NAME: VALUE for it\n", isProse: true),
    text("command", "text/plain", "tool --user ada --NAME VALUE --dry\n", style: 2, isProse: true),
  ]

  private static let literals = [
    text(
      "GraphQL", "application/graphql", "mutation { login(user: \"a\", NAME: \"VALUE\") { id } }",
      style: 1, isProse: true, isRequest: true, json),
    text(
      "GraphQL in JSON", "application/json",
      #"{"query":"mutation { login(user: \"a\", NAME: \"VALUE\") { id } }"}"#, style: 1,
      isRequest: true
    ) { json(json($0)) },
    text("Python dictionary", "text/plain", "{'user': 'ada', 'NAME': 'VALUE', 'n': 1}"),
    text("Python", "text/x-python", "import os\nNAME = \"VALUE\"\n", style: 0, isProse: true),
    text("Ruby hash", "text/plain", "{:user => \"ada\", :NAME => \"VALUE\"}"),
    text("Ruby hash of strings", "text/plain", "{\"NAME\"=>\"VALUE\", \"n\"=>1}"),
    text(
      "JavaScript", "text/javascript", "var c={n:1,NAME:\"VALUE\"};c.start();", style: 1,
      isProse: true, json),
  ]

  private static let requests = [
    text(
      "form", "application/x-www-form-urlencoded", "a=1&NAME=VALUE&b=2", isRequest: true,
      { percent($0) }),
    text(
      "form, nested", "application/x-www-form-urlencoded", "user%5BNAME%5D=VALUE&b=2", style: 0,
      isRequest: true, { percent($0).replacing("%20", with: "+") }),
    text(
      "JSON in a form", "application/x-www-form-urlencoded",
      "payload=%7B%22n%22%3A1%2C%22NAME%22%3A%22VALUE%22%7D", style: 1, isRequest: true,
      { percent(json($0)) }),
    text(
      "XML in a form", "application/x-www-form-urlencoded",
      "doc=%3Ca%3E%3CNAME%3EVALUE%3C%2FNAME%3E%3C%2Fa%3E&b=2", isRequest: true
    ) { percent(xml($0)) },
    url("text in a query", "https://example.com/a?q=see%20NAME%3A%20%22VALUE%22%20there&y=2"),
    CredentialCarrier(name: "JSON in a header") { words, value in
      let spelling = json(value)
      var one = asked("https://example.com/a")
      one.request.headers = HeaderFields([
        HeaderField("X-Context", #"{"n":1,"\#(name(words, 1))":"\#(spelling)"}"#)
      ])
      return (one, spelling)
    },
    text(
      "multipart", "multipart/form-data; boundary=xYz",
      "--xYz\r\nContent-Disposition: form-data; name=\"NAME\"\r\n\r\nVALUE\r\n--xYz--\r\n",
      isRequest: true),
    url("query", "https://example.com/a?x=1&NAME=VALUE&y=2"),
    url("query, camel", "https://example.com/a?NAME=VALUE", style: 1),
    url("URL in a query", "https://example.com/r?next=https%3A%2F%2Fx.org%2F%3FNAME%3DVALUE") {
      percent(percent($0))
    },
    url(
      "GraphQL in a query", "https://example.com/g?query=%7Blogin(NAME%3A%20%22VALUE%22)%7D",
      style: 1, isProse: true),
    text("URL in JSON", "application/json", #"{"url":"https://x.org/a?b=1&NAME=VALUE"}"#) {
      percent($0)
    },
    text("URL in HTML", "text/html", #"<html><a href="/a?b=1&amp;NAME=VALUE">x</a></html>"#) {
      percent($0)
    },
    CredentialCarrier(name: "header", isProse: true) { words, value in
      var one = asked("https://example.com/a")
      one.request.headers = HeaderFields([HeaderField("X-" + name(words, 2), value)])
      return (one, value)
    },
    CredentialCarrier(name: "fragment in Location") { words, value in
      let spelling = percent(value)
      var one = asked("https://example.com/a")
      one.outcome = .response(
        Interaction.Response(
          status: 302,
          headers: ["Location": "https://x.org/cb#state=1&\(name(words, 0))=\(spelling)"]))
      return (one, spelling)
    },
    CredentialCarrier(name: "cookie") { words, value in
      let spelling = percent(value)
      var one = asked("https://example.com/a")
      one.request.headers = ["Cookie": "lang=en; \(name(words, 0))=\(spelling); x=1"]
      return (one, spelling)
    },
  ]

  /// Something else than a sign stands between the name and the value.
  private static let described = [
    text(
      "command of csh", "text/plain", "setenv A 1\nsetenv NAME VALUE\n", style: 3, isProse: true),
    text("Dockerfile", "text/plain", "FROM x\nENV NAME VALUE\nRUN y\n", style: 3, isProse: true),
    text("C", "text/plain", "#define NAME \"VALUE\"\n", style: 3, isProse: true),
    text("setter", "text/plain", "config.setNAME(\"VALUE\");\n", style: 5, isProse: true),
    text("variable of Terraform", "text/plain", "variable \"NAME\" {\n  default = \"VALUE\"\n}\n"),
    text("text of a protobuf", "text/plain", "config {\n  NAME { value: \"VALUE\" }\n}\n", json),
    text("keyword", "text/plain", "{:user \"ada\" :NAME \"VALUE\" :n 1}", style: 2, json),
    text("table", "text/plain", "| name | value |\n|---|---|\n| NAME | VALUE |\n", isProse: true),
    text("list in YAML", "application/yaml", "NAME:\n  - 'VALUE'\n  - b\n", isProse: true),
    text("tag of YAML", "application/yaml", "db:\n  NAME: !!str 'VALUE'\n", style: 1),
    text("anchor of YAML", "application/yaml", "db:\n  NAME: &one 'VALUE'\n", style: 1),
    text(
      "lines of TOML", "application/toml", "[db]\nNAME = \"\"\"\nVALUE\"\"\"\n", isProse: true, json
    ),
    text(
      "XML, member", "text/xml",
      "<r><member><name>NAME</name><value><string>VALUE</string></value></member></r>", style: 1,
      xml),
    text("XML, value", "application/xml", #"<c><NAME value="VALUE"/></c>"#, style: 1, xml),
    text("JSON, typed", "application/json", #"{"Item":{"NAME":{"S":"VALUE"}}}"#, style: 1, json),
    text("JSON, cut off", "application/json", #"{"a":[1,2],"NAME":"VALUE"#, isProse: true, json),
    text(
      "form, list", "application/x-www-form-urlencoded", "a=1&NAME%5B%5D=VALUE", isRequest: true,
      { percent($0) }),
  ]

  /// What holds the name and the value is a text in Base64.
  private static let encoded = [
    base64("settings in Base64", "A=1\n", "NAME=", "VALUE", "\nB=2\n", isProse: true),
    base64("form in Base64", "a=1&", "NAME=", "VALUE", "&b=2", isProse: true),
    base64("XML in Base64", "<r>", "<NAME>", "VALUE", "</NAME></r>", isProse: true),
  ]

  private static func base64(
    _ title: String, _ parts: String..., isProse: Bool
  ) -> CredentialCarrier {
    CredentialCarrier(name: title, isProse: isProse) { words, value in
      let plain = parts.map { $0.replacing("NAME", with: name(words, 0)) }
      let before = Array((plain[0] + plain[1]).utf8)
      let bytes = before + Array(value.utf8) + Array(plain[3].utf8)
      let letters = String(decoding: Base64Text.encode(bytes), as: UTF8.self)
      let core = Base64Text.core(
        of: Array(value.utf8), offset: before.count % 3, isURLSafe: false)
      return (
        received("application/json", "{\"content\":\"\(letters)\"}"),
        String(decoding: core, as: UTF8.self)
      )
    }
  }

  /// Carriers whose names and texts say nothing about a value.
  package static let neutral: [CredentialCarrier] = [
    text("JSON", "application/json", #"{"NAME":"VALUE"}"#),
    text("text", "text/plain", "see VALUE for more"),
    text("log", "text/plain", "12:01 got VALUE\n12:02 done\n"),
    text("XML", "application/xml", "<a><NAME>VALUE</NAME></a>"),
    text("JavaScript", "text/javascript", "var x=\"VALUE\";"),
    text("form", "application/x-www-form-urlencoded", "a=1&NAME=VALUE", isRequest: true) {
      percent($0)
    },
    url("path", "https://example.com/a/VALUE/b") { $0 },
    url("JSON in a query", "https://example.com/a?f=%7B%22NAME%22%3A%22VALUE%22%7D"),
    text("text in JSON", "application/json", #"{"log":"see\nVALUE\tfor more"}"#, json),
    text(
      "text in a form", "application/x-www-form-urlencoded", "a=see+VALUE+there", isRequest: true
    ) {
      percent($0)
    },
    CredentialCarrier(name: "header") { _, value in
      var one = asked("https://example.com/a")
      one.request.headers = ["X-Thing": value]
      return (one, value)
    },
  ]
}
