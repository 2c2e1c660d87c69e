import Foundation
import Testing

@testable import VCRCore

/// A replay with the same value serves the same bytes, in the spelling of whatever language wrote
/// them.
struct EscapeSpellingTests {
  private static let secret = #"s3/cr+t & 'q"=<é🐎>~(9)*!"#

  private static let spellings: [(name: String, text: String)] = [
    ("PHP's json_encode", #"s3\/cr+t & 'q\"=<\u00e9\ud83d\udc0e>~(9)*!"#),
    ("PHP's json_encode with unescaped Unicode", #"s3\/cr+t & 'q\"=<é🐎>~(9)*!"#),
    ("Go's encoding/json", #"s3/cr+t \u0026 'q\"=\u003cé🐎\u003e~(9)*!"#),
    ("Python's json.dumps", #"s3/cr+t & 'q\"=<\u00e9\ud83d\udc0e>~(9)*!"#),
    ("Gson", #"s3/cr+t \u0026 \u0027q\"\u003d\u003cé🐎\u003e~(9)*!"#),
    (
      "System.Text.Json", #"s3/cr\u002Bt \u0026 \u0027q\u0022=\u003C\u00E9\uD83D\uDC0E\u003E~(9)*!"#
    ),
    ("Python's html.escape", "s3/cr+t &amp; &#x27;q&quot;=&lt;é🐎&gt;~(9)*!"),
    ("PHP's htmlspecialchars", "s3/cr+t &amp; &#039;q&quot;=&lt;é🐎&gt;~(9)*!"),
    ("XML", "s3/cr+t &amp; &apos;q&quot;=&lt;é🐎&gt;~(9)*!"),
    ("Go's html.EscapeString", "s3/cr+t &amp; &#39;q&#34;=&lt;é🐎&gt;~(9)*!"),
    ("text in XML", "s3/cr+t &amp; 'q\"=&lt;é🐎&gt;~(9)*!"),
    ("text in XML that is ASCII", "s3/cr+t &amp; 'q\"=&lt;&#233;&#128014;&gt;~(9)*!"),
    ("an attribute in XML that is ASCII", "s3/cr+t &amp; 'q&quot;=&lt;&#233;&#128014;&gt;~(9)*!"),
    ("JavaScript's he", "s3/cr+t &amp; &#x27;q&quot;=&lt;&#xE9;&#x1F40E;&gt;~(9)*!"),
    (".NET's HtmlEncoder", "s3/cr&#x2B;t &amp; &#x27;q&quot;=&lt;&#xE9;&#x1F40E;&gt;~(9)*!"),
    ("Mustache", "s3&#x2F;cr+t &amp; &#39;q&quot;&#x3D;&lt;é🐎&gt;~(9)*!"),
    (
      "Python's quote", "s3/cr%2Bt%20%26%20%27q%22%3D%3C%C3%A9%F0%9F%90%8E%3E~%289%29%2A%21"
    ),
    (
      "JavaScript's encodeURIComponent",
      "s3%2Fcr%2Bt%20%26%20'q%22%3D%3C%C3%A9%F0%9F%90%8E%3E~(9)*!"
    ),
    ("JavaScript's encodeURI", "s3/cr+t%20&%20'q%22=%3C%C3%A9%F0%9F%90%8E%3E~(9)*!"),
    (
      ".NET in lower case",
      "s3%2fcr%2bt%20%26%20%27q%22%3d%3c%c3%a9%f0%9f%90%8e%3e~%289%29%2a%21"
    ),
    (
      "URLSearchParams",
      "s3%2Fcr%2Bt+%26+%27q%22%3D%3C%C3%A9%F0%9F%90%8E%3E%7E%289%29*%21"
    ),
    (
      "PHP's urlencode",
      "s3%2Fcr%2Bt+%26+%27q%22%3D%3C%C3%A9%F0%9F%90%8E%3E%7E%289%29%2A%21"
    ),
  ]

  @Test(arguments: spellings.indices)
  func `each language's default comes back to the byte`(index: Int) {
    let spelling = Self.spellings[index]
    let redaction = Redaction(.secret("TOKEN", value: Self.secret))
    for frame in ["<%>", "a % b", #"{"m":"%","n":1}"#] {
      let text = frame.replacing("%", with: spelling.text)
      let original = Interaction.Response(
        status: 200, headers: ["Content-Type": "text/plain", "X-Copy": text],
        body: Body(Array(text.utf8)))
      let redacted = redaction.redacting(original)
      #expect(redacted.headers["X-Copy"]?.contains("{{TOKEN}}") == true, "\(spelling.name)")
      #expect(redacted.headers["X-Copy"]?.contains("cr") == false, "\(spelling.name)")
      #expect(redaction.redacting(redacted) == redacted)
      var outcome = Interaction.Outcome.response(redacted)
      redaction.restore(&outcome)
      #expect(
        outcome == .response(original), "\(spelling.name): \(redacted.headers["X-Copy"] ?? "")")
    }
  }

  /// How languages write one text in HTML and forms.
  private static let otherSpellings = [
    // .NET's HtmlEncode, OWASP's sanitizer, Underscore, Razor.
    "Gr&#252;&#223;e €5 &amp; k`x=y@{9}+!*()",
    "Grüße €5 &amp; k&#96;x&#61;y&#64;&#123;9&#125;&#43;!*()",
    "Grüße €5 &amp; k&#x60;x=y@{9}+!*()",
    "Gr&#xFC;&#xDF;e &#x20AC;5 &amp; k&#x60;x=y@{9}&#x2B;!*()",
    // .NET's UrlEncode, in both cases.
    "Gr%C3%BC%C3%9Fe+%E2%82%AC5+%26+k%60x%3Dy%40%7B9%7D%2B!*()",
    "Gr%c3%bc%c3%9fe+%e2%82%ac5+%26+k%60x%3dy%40%7b9%7d%2b!*()",
  ]

  @Test(arguments: otherSpellings)
  func `what .NET, OWASP and JavaScript escape comes back`(text: String) {
    let redaction = Redaction(.secret("TOKEN", value: "Grüße €5 & k`x=y@{9}+!*()"))
    let response = Interaction.Response(
      status: 200, headers: ["Content-Type": "text/html"], body: Body(Array("<p>\(text)</p>".utf8)))
    let redacted = redaction.redacting(response)
    let shown = String(decoding: redacted.body.bytes, as: UTF8.self)
    #expect(shown.contains("{{TOKEN}}") && !shown.contains("5"), "\(shown)")
    var outcome = Interaction.Outcome.response(redacted)
    redaction.restore(&outcome)
    #expect(outcome == .response(response), "\(shown)")
  }

  /// How languages, shells and tables write one text between quotes.
  private static let quoted: [(name: String, text: String)] = [
    ("Python's repr", #"'it\'s "q" \\ 5% $x & é🐎'"#),
    ("Python's ascii", #"'it\'s "q" \\ 5% $x & \xe9\U0001f40e'"#),
    ("Python's bytes", #"b'it\'s "q" \\ 5% $x & \xc3\xa9\xf0\x9f\x90\x8e'"#),
    ("Python's shlex.quote", #"'it'"'"'s "q" \ 5% $x & é🐎'"#),
    ("Python's re.escape", #"it's\ "q"\ \\\ 5%\ \$x\ \&\ é🐎"#),
    ("bash's printf %q", #"it\'s\ \"q\"\ \\\ 5%\ \$x\ \&\ é🐎"#),
    ("bash's printf %q in ASCII", #"$'it\'s "q" \\ 5% $x & \303\251\360\237\220\216'"#),
    ("bash's ${x@Q}", #"'it'\''s "q" \ 5% $x & é🐎'"#),
    ("CSV", #""it's ""q"" \ 5% $x & é🐎",b"#),
    ("CSV with a backslash", #""it's \"q\" \\ 5% $x & é🐎",b"#),
    ("SQL", #"VALUES ('it''s "q" \ 5% $x & é🐎')"#),
    ("SQL of MySQL", #"VALUES ('it\'s \"q\" \\ 5% $x & é🐎')"#),
    ("YAML", #"key: 'it''s "q" \ 5% $x & é🐎'"#),
    ("Compose", #"- it's "q" \ 5% $$x & é🐎"#),
    ("a format", #"it's "q" \ 5%% $x & é🐎"#),
    ("Perl's Data::Dumper", #""it's \"q\" \\ 5% \$x & \303\251\360\237\220\216""#),
    ("Ruby's dump", #""it's \"q\" \\ 5% $x & \u00E9\u{1F40E}""#),
    ("Swift's debug description", #""it\'s \"q\" \\ 5% $x & é🐎""#),
    ("Twig", #"it\x27s\x20\x22q\x22\x20\x5C\x205\x25\x20\x24x\x20\x26\x20é🐎"#),
    ("Django's escapejs", #"it\u0027s \u0022q\u0022 \u005C 5% $x \u0026 é🐎"#),
    ("JavaScript in ASCII", #"'it\'s "q" \\ 5% $x & \xE9\uD83D\uDC0E'"#),
    ("C", #""it's \"q\" \\ 5% $x & \u00e9\U0001f40e""#),
  ]

  @Test(arguments: quoted.indices)
  func `what languages, shells and tables write in quotes comes back to the byte`(index: Int) {
    let spelling = Self.quoted[index]
    let redaction = Redaction(.secret("TOKEN", value: #"it's "q" \ 5% $x & é🐎"#))
    let json = EscapeSpelling.usual(of: .json).encode(Array(spelling.text.utf8))
    for text in [spelling.text, #"{"log":"\#(String(decoding: json, as: UTF8.self))"}"#] {
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": "text/plain"], body: Body(Array(text.utf8)))
      let redacted = redaction.redacting(response)
      let shown = String(decoding: redacted.body.bytes, as: UTF8.self)
      #expect(shown.contains("{{TOKEN}}") && !shown.contains("it"), "\(spelling.name): \(shown)")
      #expect(redaction.redacting(redacted) == redacted)
      var outcome = Interaction.Outcome.response(redacted)
      redaction.restore(&outcome)
      #expect(outcome == .response(response), "\(spelling.name): \(shown)")
    }
  }

  @Test(arguments: [#""ab"c"#, "'ab'c", #"ab"c""#, "ab'c'"])
  func `a value that begins or ends with a quote comes back from CSV, SQL and shells`(
    value: String
  ) {
    let redaction = Redaction(.secret("TOKEN", value: value))
    let forms = [
      "x,\"\(value.replacing("\"", with: "\"\""))\",y",
      "(1, '\(value.replacing("'", with: "''"))', 2)",
      #"curl -H 'X: \#(value.replacing("'", with: #"'\''"#))' h"#,
      "curl -d '\(value.replacing("'", with: #"'"'"'"#))' h",
    ]
    for text in forms {
      let response = Interaction.Response(
        status: 200, headers: ["Content-Type": "text/plain"], body: Body(Array(text.utf8)))
      let redacted = redaction.redacting(response)
      let shown = String(decoding: redacted.body.bytes, as: UTF8.self)
      #expect(shown.contains("{{TOKEN}}") && !shown.contains("ab"), "\(text): \(shown)")
      var outcome = Interaction.Outcome.response(redacted)
      redaction.restore(&outcome)
      #expect(outcome == .response(response), "\(text): \(shown)")
    }
  }

  @Test func `a form in lower case and one with a slash come back`() {
    let redaction = Redaction(.secret("TOKEN", value: "a/b c=d"))
    for form in ["t=a%2fb+c%3dd", "t=a/b+c%3Dd", "t=a%2Fb%20c%3Dd", "t=a%2Fb+c%3Dd"] {
      let original = Interaction.Response(
        status: 200, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Body(Array(form.utf8)))
      let redacted = redaction.redacting(original)
      #expect(!String(decoding: redacted.body.bytes, as: UTF8.self).contains("b"))
      var outcome = Interaction.Outcome.response(redacted)
      redaction.restore(&outcome)
      #expect(outcome == .response(original), "\(form)")
    }
  }

  @Test func `one encoding within another keeps both spellings`() {
    let redaction = Redaction(.secret("TOKEN", value: "a/b \"c\" é"))
    let text =
      #"{"url":"https:\/\/h\/?q=a%2fb%20%22c%22%20%c3%a9","json":"{\"t\":\"a\\\/b \\\"c\\\" \\u00e9\"}"}"#
    let original = Interaction.Response(
      status: 200, headers: ["Content-Type": "application/json"], body: Body(Array(text.utf8)))
    let redacted = redaction.redacting(original)
    var outcome = Interaction.Outcome.response(redacted)
    redaction.restore(&outcome)
    #expect(
      outcome == .response(original), "\(String(decoding: redacted.body.bytes, as: UTF8.self))")
  }
}
