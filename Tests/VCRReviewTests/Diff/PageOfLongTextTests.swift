import Foundation
import Testing

@testable import VCRCore
@testable import VCRReview

/// The page never calls the same what differs, however long it is.
struct PageOfLongTextTests {
  private func page(_ old: String, _ new: String, type: String = "text/plain") throws -> String {
    DiffHTML.page([
      try DiffFixture.diff(
        [DiffFixture.interaction(old, type: type)], [DiffFixture.interaction(new, type: type)])
    ])
  }

  /// What stands in the rows that are not folded.
  private func open(_ page: String) -> String {
    let parts = page.components(separatedBy: "<span class=folded")
    return parts[0]
      + parts.dropFirst().map { $0.components(separatedBy: "\n</span>").dropFirst().joined() }
      .joined()
  }

  @Test(arguments: [5_000, 50_000])
  func `changes in the middle of one long line are seen, and the rest is folded`(count: Int)
    throws
  {
    let third = String(repeating: "x", count: count / 3)
    let page = try page(
      third + "A" + third + "C" + third, third + "B" + third + "D" + third)
    for change in ["A", "B", "C", "D"] { #expect(open(page).contains("<mark>\(change)")) }
    #expect(open(page).utf8.count < 20_000 + HTMLPage.style.utf8.count + DiffHTML.script.utf8.count)
    #expect(!page.contains(third))
  }

  @Test func `a change in a long line of markup is seen among its neighbours`() throws {
    let cells = (1...2_000).map { "<td>\($0)</td>" }
    var changed = cells
    changed[1_500] = "<td>other</td>"
    let page = try page(cells.joined(), changed.joined(), type: "text/html")
    #expect(open(page).contains("<mark>other</mark>"))
    #expect(open(page).contains("<mark>1501</mark>"))
  }

  @Test(arguments: [2_995, 20_000])
  func `a change behind thousands of lines is seen`(place: Int) throws {
    let old = (1...(place + 5)).map { "line \($0)" }
    var new = old
    new[place - 1] = "other \(place)"
    let page = try page(old.joined(separator: "\n"), new.joined(separator: "\n"))
    #expect(open(page).contains("<mark>other</mark> \(place)"))
    #expect(open(page).contains("<mark>line</mark> \(place)"))
    // The stretch before it is there in part, and says so.
    #expect(page.contains("more lines that are the same, left out"))
    #expect(page.utf8.count < 400_000)
  }

  @Test func `more changes than a page holds are counted`() throws {
    let old = (1...3_000).map { "old \($0)" }.joined(separator: "\n")
    let new = (1...3_000).map { "new \($0)" }.joined(separator: "\n")
    let page = try page(old, new)
    #expect(page.contains("more lines with differences or near one, left out"))
    #expect(!page.contains("<span class=folded"))
  }

  @Test func `a line feed after a comma of a long line is a difference`() throws {
    let words = String(repeating: "word ", count: 100)
    let page = try page(words + "," + words, words + ",\n" + words)
    #expect(open(page).contains("<mark> ↩</mark>"))
  }

  @Test func `two pictures of one size are not the same`() throws {
    func picture(_ byte: UInt8) -> Interaction {
      Interaction(
        request: .init(url: "https://api.test/p"),
        outcome: .response(
          .init(
            status: 200, reason: "OK", headers: ["Content-Type": "image/png"],
            body: Body([0x89, 0x50, 0, byte]))))
    }
    let page = DiffHTML.page([try DiffFixture.diff([picture(1)], [picture(2)])])
    #expect(page.contains("class=\"entry change changed\""))
    #expect(open(page).contains("(4 bytes of image/png, not text, SHA-256 <mark>"))
  }

  @Test func `a page of thousands of tiny changes is hardly larger than the cassettes`() throws {
    func state(_ start: Int) -> [Interaction] {
      (0..<2_000).map { number in
        DiffFixture.json(
          "{\"id\":\(number),\"price\":\(start + 7 * number)}",
          url: "https://api.example.com/v1/users/\(number)")
      }
    }
    let (old, new) = (state(0), state(100_000))
    let diff = try DiffFixture.diff(old, new)
    #expect(diff.changes.count == 2_000)
    let size = try DiffFixture.file(old).bytes.count + DiffFixture.file(new).bytes.count
    #expect(Double(DiffHTML.page([diff]).utf8.count) < 1.5 * Double(size))
  }

  @Test func `a page without changes has no list of them`() throws {
    let page = try page("same", "same")
    #expect(page.contains("The cassettes are the same."))
    #expect(!page.contains("<nav") && !page.contains("class=\"columns\""))
  }
}
