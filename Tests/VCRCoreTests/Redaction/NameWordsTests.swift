import Testing

@testable import VCRCore

struct NameWordsTests {
  @Test(
    arguments: [
      ("apiKey", ["api", "Key"]), ("HTTPToken", ["HTTP", "Token"]),
      ("userID", ["user", "ID"]), ("userIDOf", ["user", "ID", "Of"]),
      ("DB_PASSWORD", ["DB", "PASSWORD"]), ("x-api.key[0]", ["x", "api", "key", "0"]),
      ("APIKEY", ["APIKEY"]), ("a1B", ["a1B"]), ("señaA", ["seña", "A"]), ("", []),
    ])
  func `a name is divided at separators and where letters change to upper case`(
    name: String, words: [String]
  ) {
    let bytes = Array(name.utf8)
    let text = bytes.view
    var found: [[UInt8]] = [[]]
    for index in bytes.indices {
      let isStart =
        NameWords.isHump(text, index, bytes.indices)
        || NameWords.endsAbbreviation(text, index, bytes.indices)
      if isStart || NameWords.isSeparator(bytes[index]) { found.append([]) }
      if !NameWords.isSeparator(bytes[index]) { found[found.count - 1].append(bytes[index]) }
    }
    #expect(found.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) } == words)
  }

  @Test func `words are those of the name alone, whatever stands around it`() {
    let bytes = Array("xApiK".utf8)
    let text = bytes.view
    let name = 1..<4
    let found = name.filter {
      NameWords.isHump(text, $0, name) || NameWords.endsAbbreviation(text, $0, name)
    }
    #expect(found.isEmpty)
  }

  @Test(
    arguments: [
      ("passcode", false, true), ("bypasscode", false, true), ("pass_code", false, true),
      ("PASS-Code", false, true), ("bypass_code", false, false), ("passcode_", false, false),
      ("code", false, false), ("bypasscode", true, false), ("byPasscode", true, true),
      ("by_passcode", true, true), ("passcode", true, true),
    ])
  func `an ending with separators within begins a word, and any that has to`(
    name: String, isWord: Bool, hasEnding: Bool
  ) {
    let bytes = Array(name.utf8)
    let found = NameWords.hasEnding(
      bytes.view, bytes.indices, with: Array("passcode".utf8), isWord: isWord)
    #expect(found == hasEnding)
  }
}
