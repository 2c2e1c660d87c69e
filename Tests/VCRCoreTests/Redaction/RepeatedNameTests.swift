import TestSupport
import Testing

@testable import VCRCore

/// What a name means is remembered within a text, and must not depend on what stands before it.
struct RepeatedNameTests {
  /// Every name that the rules know, and as many others that begin and end alike.
  private static let names: [String] = {
    let known = (StandardSecrets.names.folded + CredentialNames.words.folded).map {
      String(decoding: $0, as: UTF8.self)
    }
    let others = known.map { name in
      String(name.prefix(1) + name.dropFirst().dropLast().reversed() + name.suffix(1))
    }
    return known + others + ["id", "name", "url", "value", "key", "max_tokens", "page_token"]
  }()

  private static let value = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  /// Three rounds of all names in a mixed order, one line for each.
  private static func lines(_ line: (String) -> String) -> [String] {
    (0..<3).flatMap { round in
      names.indices.map { line(names[($0 * 37 + round * 11) % names.count]) }
    }
  }

  private static func redacted(_ text: String, _ type: String) -> String {
    var body = Body(Array(text.utf8))
    BodySecrets(redaction: .standard, type: MediaType(type)).find(in: &body) {
      $1 = $0.applied(to: $1)
    }
    return String(decoding: body.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("application/x-ndjson", #"{"NAME":"VALUE","n":1}"#),
    ("application/x-ndjson", #"{"NAME" : ["VALUE"]}"#),
    ("text/plain", "https://api.test/a?NAME=VALUE&x=1"),
    ("text/plain", "NAME=VALUE"), ("text/plain", "NAME: VALUE"),
    ("text/javascript", #"var a = {NAME: "VALUE"};"#),
  ])
  func `a name means the same in a long text as alone`(type: String, form: String) {
    let lines = Self.lines {
      form.replacing("NAME", with: $0).replacing("VALUE", with: Self.value)
    }
    var known: [String: String] = [:]
    for line in lines where known[line] == nil { known[line] = Self.redacted(line, type) }
    let alone = lines.map { known[$0] ?? "" }
    #expect(alone.contains { $0.contains("{{") } && alone.contains { !$0.contains("{{") })
    let together = Self.redacted(lines.joined(separator: "\n"), type)
    let found = together.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(found.count == alone.count)
    for (whole, single) in zip(found, alone) where whole != single {
      Issue.record("\(whole) is \(single) alone")
    }
  }

  @Test func `two names for one slot of a memo are remembered beside each other`() throws {
    // Of one length, with the same first, middle and last letter.
    let names = ["a1b2c", "a3b4c", "a5b6c"].map { Array($0.utf8) }
    var memo = NameMemo<Int>()
    func known() -> [Int?] { names.map { memo.meaning($0.span, of: $0.indices) } }
    func note(_ value: Int, _ number: Int) {
      let name = names[number]
      memo.note(value, name.span, of: name.indices)
    }
    note(0, 0)
    note(1, 1)
    #expect(known() == [0, 1, nil])
    note(2, 2)
    #expect(known() == [nil, 1, 2])
  }

  @Test func `a set of a thousand names has each, however it is written, and no other`() {
    let names = (0..<1000).map { "name-\($0 * 7919 % 10_007)" }
    let set = SecretNames(names + names)
    #expect(set.folded.count == names.count)
    for name in names {
      #expect(set.contains(name.uppercased().replacing("-", with: "_")))
      #expect(!set.contains(name + "x"))
    }
  }
}
