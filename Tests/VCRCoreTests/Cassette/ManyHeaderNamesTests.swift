import TestSupport
import Testing

@testable import VCRCore

/// Sections of so many names that anything that compares each with each would not come to an end.
@Suite struct ManyHeaderNamesTests {
  private let names = (0..<20_000).map { "X-Name-\($0)" }

  @Test func `names that differ in case are brought together as before`() throws {
    func groups(_ fields: [(String, String)]) -> [[HeaderField]] {
      CassetteWriter.groups(of: fields.map { HeaderField($0.0, $0.1) })
    }
    #expect(
      groups([("A", "1"), ("b", "2"), ("a", "3"), ("A", "4"), ("a", "5")]) == [
        [.init("A", "1"), .init("a", "3"), .init("A", "4")], [.init("b", "2")], [.init("a", "5")],
      ])
    #expect(
      groups([("a", "1"), ("A", "2"), ("b", "3"), ("A", "4")]) == [
        [.init("a", "1")], [.init("A", "2"), .init("A", "4")], [.init("b", "3")],
      ])
  }

  @Test func `names that take turns are brought together in one pass`() {
    let fields = names.flatMap { [HeaderField($0, "1"), HeaderField($0.lowercased(), "2")] }
    let groups = CassetteWriter.groups(of: fields + fields)
    #expect(groups.count == 2 * names.count)
  }

  @Test func `the order of names that take turns is written and read in one pass`() throws {
    let fields = (names + names.reversed()).map { HeaderField($0, "1") }
    let groups = CassetteWriter.groups(of: fields)
    let order = FieldOrder(try #require(FieldOrder.words(of: fields, in: groups)))
    #expect(order.arranged(HeaderFields(Array(groups.joined()))).fields == fields)
  }

  @Test func `a section whose every field is new is carried over in one pass`() throws {
    func interaction(_ names: [String], _ value: String) -> Interaction {
      Interaction(
        request: .init(url: "http://a/"),
        outcome: .response(
          .init(status: 200, headers: HeaderFields(names.map { HeaderField($0, value) }))))
    }
    let volatility = Volatility.standard
    let old = interaction(names, "1")
    for new in [interaction(names.map { "New-" + $0 }, "1"), interaction(names.reversed(), "2")] {
      let carried = volatility.carrying(old, into: new)
      #expect(volatility.isSame(carried, new))
    }
    let one = interaction(names.map { _ in "Set-Cookie" }, "a")
    guard case .response(var response) = one.outcome else { throw NotRecorded() }
    for index in response.headers.fields.indices {
      response.headers.fields[index].value = "a\(index)=1"
    }
    let other = Interaction(request: one.request, outcome: .response(response))
    #expect(volatility.isSame(volatility.carrying(one, into: other), other))
  }

  @Test func `a part of many fields is taken apart and put together`() throws {
    let head = names.map { "\($0): 1\r\n" }.joined()
    let body = Array("--b\r\n\(head)\r\none\r\n--b--\r\n".utf8)
    let form = try #require(MultipartForm(body, boundary: "b"))
    #expect(form.parts.first?.headers.count == names.count)
  }
}
