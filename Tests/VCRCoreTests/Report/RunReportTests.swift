import Foundation
import TestSupport
import Testing

@testable import VCRCore

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The forms of a report, whatever stands in it.
struct RunReportTests {
  /// Texts that could break out of a form.
  static let hostile = [
    "plain", "a\"b'c<d>&e]]>", "</testcase><x a=\"", "a|b`c*d_e[f](g)!<script>~$", "```\n````\nend",
    "\u{0}\u{1}\u{1B}[31m\u{7F}\u{9B}\u{FFFE}\u{FFFF}", "line\r\nend\ttab\n",
    "é e\u{301} 😀 \u{202E}\u{2028}",
    "&amp;&#10;<!-- --><![CDATA[", "",
  ]

  static func report(_ text: String, requiresAll: Bool = false) -> RunReport {
    RunReport(
      cassette: text, date: Date(timeIntervalSince1970: 1_700_000_000), mode: .newEpisodes,
      policy: ["method", text], replayed: 3, recorded: 2, passedThrough: 1, stubbed: 4, redacted: 5,
      requiresAll: requiresAll,
      entries: [
        .init(number: 1, method: "GET", url: text, digest: "00", isUsed: true),
        .init(number: 2, method: text, url: "u", digest: "01", isUsed: false),
      ],
      unmatched: [.init(method: "PUT", url: text, report: text)], notices: [text])
  }

  @Test(arguments: hostile)
  func `Foundation reads the JSON and finds every text as it is`(text: String) throws {
    var report = Self.report(text)
    report.command = .init(name: text, status: nil, ownStatus: 65)
    report.failure = text
    let json = report.json.text
    // A record is a line.
    #expect(!json.utf8.contains(0x0A))
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let members = try #require(object as? [String: Any])
    func isText(_ value: Any?) -> Bool { (value as? String)?.utf8.elementsEqual(text.utf8) == true }
    #expect(isText(members["cassette"]))
    #expect(isText(members["command"]))
    #expect(isText(members["error"]))
    #expect(isText((members["notices"] as? [Any])?.first))
    #expect(isText((members["policy"] as? [Any])?.last))
    let entries = try #require(members["interactions"] as? [[String: Any]])
    #expect(isText(entries[0]["url"]))
    #expect(isText(entries[1]["method"]))
    #expect(entries.map { $0["used"] as? Bool } == [true, false])
    #expect(entries.map { $0["number"] as? Int } == [1, 2])
    let unmatched = try #require((members["unmatched"] as? [[String: Any]])?.first)
    #expect(isText(unmatched["report"]))
    #expect(members["at"] as? String == "2023-11-14T22:13:20Z")
    #expect(members["mode"] as? String == "new-episodes")
    #expect(members["status"] as? Int == 65)
    #expect(members["command_status"] == nil)
    let names = ["replayed", "recorded", "passed_through", "stubbed", "redacted", "vcr_run"]
    #expect(names.map { members[$0] as? Int } == [3, 2, 1, 4, 5, 1])
  }

  /// What an XML parser finds: the elements, with the texts in them.
  private final class Elements: NSObject, XMLParserDelegate {
    private var isOpen = false
    var found: [(name: String, attributes: [String: String], text: String)] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      found.append((name, attributes, ""))
      isOpen = true
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if isOpen { found[found.count - 1].text += text }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      isOpen = false
    }
  }

  private func elements(_ xml: String) throws -> Elements {
    let elements = Elements()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = elements
    let isRead = parser.parse()
    try #require(isRead, "\(String(describing: parser.parserError)): \(xml)")
    return elements
  }

  /// A text as XML can hold it: line ends in character data become line feeds (XML 1.0 §2.11), so
  /// that a carriage return is written out, and so is what nobody sees.
  private func inXML(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar == "\n" || scalar == "\t" || !scalar.isUnseen(afterASCII: false)
        ? "\(scalar)" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }.joined()
  }

  @Test(arguments: hostile)
  func `an XML parser reads the JUnit form and finds every text`(text: String) throws {
    let found = try elements(Self.report(text, requiresAll: true).junit).found
    let cases = found.filter { $0.name == "testcase" }
    #expect(
      cases.map { $0.attributes["name"] ?? "" }.dropFirst() == [
        "#1 GET \(inXML(text))", "#2 \(inXML(text)) u", "PUT \(inXML(text))",
      ])
    #expect(cases.allSatisfy { $0.attributes["classname"] == inXML(text) })
    let failures = found.filter { $0.name == "failure" }
    #expect(failures.map { $0.attributes["type"] } == ["unused", "unmatched"])
    #expect(failures.last?.text == inXML(text))
    let suites = found.filter { $0.name == "testsuite" || $0.name == "testsuites" }
    #expect(suites.count == 2)
    for suite in suites {
      #expect(suite.attributes["tests"] == "4")
      #expect(suite.attributes["failures"] == "2")
      #expect(suite.attributes["errors"] == "0")
      #expect(suite.attributes["skipped"] == "0")
    }
  }

  @Test(arguments: ["\u{202E}", "\u{200B}", "\u{1B}", "\u{9B}"])
  func `what nobody sees in a URL is written out in the forms that are shown`(
    character: Unicode.Scalar
  ) {
    let report = Self.report("http://api.test/\(character)gpj")
    let code = String(character.value, radix: 16, uppercase: true)
    #expect(report.junit.contains("http://api.test/\\u{\(code)}gpj"))
    #expect(report.markdown.contains("http&#58;//api.test/&#92;u&#123;\(code)&#125;gpj"))
    // In the fenced block of the request that nothing matched.
    #expect(report.markdown.contains("http://api.test/\\u{\(code)}gpj"))
    for text in [report.junit, report.markdown] {
      #expect(!text.unicodeScalars.contains(character))
    }
  }

  @Test func `an unused interaction is skipped unless all are required`() throws {
    let found = try elements(Self.report("x").junit).found
    #expect(
      found.filter { $0.name == "skipped" }.map { $0.attributes["message"] } == [
        "nothing asked for it"
      ])
    #expect(found.first?.attributes["skipped"] == "1")
    #expect(found.first?.attributes["failures"] == "1")
  }

  @Test(arguments: [(nil, []), (0, []), (65, ["status"])] as [(Int32?, [String])])
  func `a command that fails is a failed case`(status: Int32?, failures: [String]) throws {
    var report = Self.report("x")
    report.unmatched = []
    report.command = status.map { .init(name: "curl", status: 0, ownStatus: $0) }
    let found = try elements(report.junit).found
    #expect(found.filter { $0.name == "failure" }.map { $0.attributes["type"] ?? "" } == failures)
  }

  @Test func `every outcome of a case is counted as what it is`() throws {
    let outcomes: [JUnitDocument.Outcome] = [
      .passed, .remarked("r"), .skipped("s"), .failed(kind: "k", message: "m", text: "t"),
      .broken("b"),
      .broken("c"),
    ]
    let document = JUnitDocument(
      name: "n", cases: outcomes.map { .init(group: "g", name: "c", outcome: $0) })
    let found = try elements(document.text).found
    #expect(
      found[0].attributes == [
        "name": "n", "tests": "6", "failures": "1", "errors": "2", "skipped": "1",
      ])
    #expect(
      found.map(\.name).filter { $0 != "testcase" } == [
        "testsuites", "testsuite", "system-out", "skipped", "failure", "error", "error",
      ])
  }

  @Test(arguments: hostile)
  func `nothing in Markdown begins a line, a cell, markup or a fence of its own`(text: String) {
    var report = Self.report(text)
    report.failure = text
    let markdown = report.markdown
    let isPlain = markdown.unicodeScalars.allSatisfy {
      $0 == "\n" || !$0.isUnseen(afterASCII: false)
    }
    #expect(isPlain)
    // Outside fences stand only lines of the form itself.
    var fence: Substring?
    var fences = 0
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if line == open { fence = nil }
      } else if ticks.count > 2 {
        fence = ticks
        fences += 1
      } else {
        let rest = line.replacing("<code>", with: "").replacing("</code>", with: "")
        #expect(
          line.isEmpty
            || ["### ", "| ", "|-", "- ", "<details><summary>1 of 2", "</details>"]
              .contains { line.hasPrefix($0) },
          "\(line)")
        #expect(!line.hasPrefix("- ") || !rest.contains { "<>`*_[]|".contains($0) }, "\(line)")
      }
    }
    #expect(fence == nil)
    #expect(fences == 2)
    let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(Set(rows.prefix(3).map { row in row.count { $0 == "|" } }).count == 1)
  }

  @Test func `at most five hundred unused interactions are listed, and the rest is counted`() {
    var report = Self.report("x")
    report.entries = (1...503).map {
      .init(number: $0, method: "GET", url: "/\($0)", digest: "\($0)", isUsed: false)
    }
    let lines = report.markdown.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("- <code>#") } == 500)
    #expect(lines.contains("- … and 3 more"))
    #expect(lines.contains("<details><summary>503 of 503 unused</summary>"))
  }
}
