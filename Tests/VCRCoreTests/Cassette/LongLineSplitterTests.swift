import Foundation
import Testing

@testable import VCRCore

struct LongLineSplitterTests {
  private func pieces(_ text: String, isJSON: Bool = false) -> [String] {
    let bytes = Array(text.utf8)
    var start = 0
    return LongLineSplitter(bytes, isJSON: isJSON, column: 6).ends.map { end in
      defer { start = end }
      return String(decoding: bytes[start..<end], as: UTF8.self)
    }
  }

  private static let style = (0..<60).map { ".c\($0) a{color:#\($0)\($0)0;margin:0 \($0)px}" }
    .joined()
  private static let script =
    (0..<60).map { "function f\($0)(a,b){return a+b*\($0)}" }.joined(separator: ";")
  private static let prose = (0..<300).map { "word\($0)" }.joined(separator: " ")
  private static let table = (0..<200).map { "cell\($0)" }.joined(separator: ",")
  private static let query = (0..<90).map { "key\($0)=value\($0)" }.joined(separator: "&")
  private static let page =
    "<html>\n<body>" + (0..<60).map { "<p class=\"x\">Text \($0) <b>of</b> it</p>" }.joined()
    + "\n</body>\n</html>\n"

  @Test(arguments: [style, script, prose, table, query, page, style + "\r\n" + prose])
  func `no piece is too wide, and a change touches one`(text: String) throws {
    let before = pieces(text)
    #expect(before.joined() == text)
    #expect(before.allSatisfy { $0.utf8.count <= 190 })
    #expect(before.count > 3)
    // A change of a few letters anywhere.
    let bytes = Array(text.utf8)
    for place in stride(from: 10, to: bytes.count - 10, by: 97) where bytes[place].isASCIILetter {
      let changed = bytes[..<place] + Array("qq".utf8) + bytes[place...]
      let after = pieces(String(decoding: changed, as: UTF8.self))
      let difference = after.difference(from: before)
      #expect(difference.removals.count <= 2 && difference.insertions.count <= 3, "\(place)")
    }
  }

  @Test func `prose is cut at the ends of sentences, and no comma is one`() {
    let sentences = [
      "It was the best of times, it was the worst of times, it was the age of wisdom. ",
      "Mr. Dickens said so, e.g. in a book of 1859, and nobody has ever said it better! ",
      "Or is there anybody, in London or in Paris, who has? ",
      "If so, we have yet to hear of it, which is a pity, and no great one.",
    ]
    #expect(pieces(sentences.joined()) == sentences)
  }

  @Test(arguments: [
    "Mr. Dickens", "Dr. Jekyll", "e.g. London", "i.e. Paris", "No. 5 of them",
    "Charles J. H. Dickens",
    "the U.S. Senate", "Fig. 12 there", "z.B. Berlin", "vs. Them",
  ])
  func `no sentence ends with an abbreviation or an initial`(name: String) {
    let sentences = [
      "It was the best of times, as it is said to have been by \(name) in a book of that year. ",
      "Or is there anybody, in London or in Paris, who has said it any better than he did? ",
      "If so, we have yet to hear of it, which is a pity, and no great one.",
    ]
    #expect(pieces(sentences.joined()) == sentences)
    let lines = sentences.map { $0.trimmingCharacters(in: .whitespaces) + "\\n" }
    let json = LongLineSplitter(contentOfString: Array(lines.joined().utf8), column: 6)
    #expect(json.ends == lines.indices.map { lines[...$0].joined().utf8.count })
  }

  @Test func `words without a structure fill their lines`() {
    let text = String(repeating: "dolor ", count: 20_000)
    let lines = pieces(text)
    #expect(lines.joined() == text)
    #expect(lines.count < 20_000 / 14)
    #expect(lines.allSatisfy { $0.utf8.count <= 190 })
    let prose = (0..<20_000).map { "word\($0)" }.joined(separator: " ")
    #expect(pieces(prose).count < prose.utf8.count / 60)
  }

  @Test(arguments: [
    [
      "親譲りの無鉄砲で小供の時から損ばかりしている。", "小学校に居る時分学校の二階から飛び降りて一週間ほど腰を抜かした事がある！",
      "なぜそんな無闇をしたと聞く人があるかも知れぬ？", "「弱虫やーい、と同級生の一人が冗談に囃したからである。」",
      "と云ったから、この次は抜かさずに飛んで見せますと答えた。",
    ],
    [
      "我们今天在这里讨论的是软件测试中录制与回放的方法。", "所有请求都会被写入一个文本文件，方便审阅和比较！", "你有没有遇到过无法重复的错误呢？",
      "如果有的话，请先把它们记录下来，然后再继续分析原因。", "这样做可以节省很多时间，并且让结果更加可靠。",
    ],
  ])
  func `text without spaces is cut where its sentences end`(sentences: [String]) throws {
    #expect(pieces(sentences.joined()) == sentences)
  }

  @Test(arguments: ["漢字仮名", "かな「カナ」、", "A漢1字", "𠮷野家", "葛\u{E0100}城", "か\u{3099}"])
  func `text without spaces and sentences fills its lines and loses no byte`(unit: String) throws {
    let text = (0..<400).map { number in
      let character = UInt32(0x4E00 + number * 7_919 % 5_000)
      return Unicode.Scalar(character).map { unit + String($0) } ?? unit
    }.joined()
    let lines = pieces(text)
    #expect(lines.joined() == text)
    // Most characters are two columns wide.
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 130 })
    #expect(lines.count < text.count / 20)
    #expect(lines.allSatisfy { !$0.hasPrefix("、") && !$0.hasPrefix("」") && !$0.hasSuffix("「") })
    let joining: [UInt32] = [0xE0100, 0x3099]
    #expect(lines.allSatisfy { !joining.contains($0.unicodeScalars.first?.value ?? 0) })
    for place in stride(from: 40, to: text.count - 40, by: 401) {
      let start = text.index(text.startIndex, offsetBy: place)
      let difference = pieces(String(text[..<start] + "新" + text[start...])).difference(from: lines)
      #expect(difference.removals.count <= 3, "\(place)")
    }
  }

  @Test func `a placeholder is not cut`() {
    let text = (0..<60).map { "{{SECRET\($0)}},{\($0)}" }.joined(separator: ",")
    for piece in pieces(text) {
      #expect(
        piece.components(separatedBy: "{{").count == piece.components(separatedBy: "}}").count,
        "\(piece)")
    }
  }

  @Test func `lines that fit stay whole`() {
    #expect(pieces("a, b; c\nd\r\ne\rf") == ["a, b; c\n", "d\r\n", "e\r", "f"])
    #expect(pieces("\r\n\n\r") == ["\r\n", "\n", "\r"])
    #expect(pieces("") == [])
    let run = String(repeating: "A", count: 500)
    #expect(pieces(run + "\n") == [run + "\n"])
    #expect(!LongLineSplitter(Array(run.utf8), isJSON: false, column: 6).hasLongLine)
  }

  @Test func `JSON is cut between its tokens`() {
    let string = "\"" + String(repeating: "a, b; ", count: 25) + "\""
    let text = "{\"k\" :\(string),\"l\":[1 ,2]}"
    #expect(pieces(text, isJSON: true) == ["{", "\"k\" :\(string),", "\"l\":[", "1 ,", "2]}"])
  }

  @Test(arguments: ["  \"text\": \"%\",\n", "\u{2028}[\"%\"]"])
  func `a string of JSON that is too long for a line is cut as prose is`(line: String) {
    let sentence = "The lamp, that is on, was made in Sweden by hand and has two feet of oak. "
    let prose = String(repeating: sentence, count: 20) + #"\"Quoted\"\nand more\u00e9"#
    let text = "{\n" + line.replacing("%", with: prose) + "  \"other\": 1\n}\n"
    let found = pieces(text, isJSON: true)
    #expect(found.joined() == text)
    #expect(found.allSatisfy { $0.utf8.count < 190 } && found.count > 10, "\(found)")
    #expect(found.contains { $0.hasPrefix("The lamp, ") && $0.hasSuffix("oak. ") })
  }

  @Test(
    arguments: [
      ("text/html; charset=iso-8859-1", [0x4D, 0xFC, 0x6C], "iso-8859-1"),
      ("text/html; charset=iso-8859-15", [0x31, 0xA4], "iso-8859-15"),
      ("text/html; charset=windows-1252", [0x31, 0x80], "windows-1252"),
      ("text/html", [0x31, 0x80], "windows-1252"),
      ("text/css; charset=utf-8", [0xE9], "windows-1252"),
      ("text/plain", [0xFF, 0xFE, 0x41, 0, 0x3D, 0xD8, 0, 0xDE], "utf-16le"),
      ("text/xml; charset=utf-16be", [0, 0x41, 0, 0xE9], "utf-16be"),
    ] as [(String, [UInt8], String)])
  func `a text in another charset is shown as text`(
    type: String, bytes: [UInt8], charset: String
  ) throws {
    let body = Body(bytes + bytes.dropFirst(charset == "utf-16le" ? 2 : 0))
    let interaction = Interaction(
      request: .init(url: "https://a.example/", headers: ["Content-Type": type], body: body),
      outcome: .response(.init(status: 200)))
    let item = CassetteWriter().item(interaction)
    #expect(
      String(decoding: item, as: UTF8.self).contains("      charset: \(charset)\n      lines:"))
    let file = try CassetteFile(path: "a.yaml", content: CassetteWriter.prologue + item)
    #expect(try file.interaction(at: 0) == interaction)
  }

  @Test(arguments: ["Shift_JIS", "shift_jis; x=y", "\"EUC-KR\"", "koi8-r"])
  func `a text in a charset that is not known is not shown as one in another`(name: String) throws {
    let type = "text/plain; charset=\(name)"
    // “日本” in Shift_JIS, of which every byte is a character of windows-1252 too.
    let body = Body([0x93, 0xFA, 0x96, 0x7B])
    let interaction = Interaction(
      request: .init(url: "https://a.example/", headers: ["Content-Type": type], body: body),
      outcome: .response(.init(status: 200)))
    let item = CassetteWriter().item(interaction)
    #expect(String(decoding: item, as: UTF8.self).contains("      base64: |-\n"))
    let file = try CassetteFile(path: "a.yaml", content: CassetteWriter.prologue + item)
    #expect(try file.interaction(at: 0) == interaction)
  }
}
