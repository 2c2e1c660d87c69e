import Testing

@testable import VCRCore

struct FieldPlacesTests {
  private func found(
    _ paths: [String], in body: String, _ type: String
  ) throws -> (names: [String], rest: String) {
    let bytes = Array(body.utf8)
    let places = FieldPlaces(
      try paths.map { try JSONPath(parsing: $0) }, in: bytes, MediaType(type))
    return (
      places.places.map(\.name),
      String(decoding: places.replaced(in: bytes, by: Array("_".utf8)), as: UTF8.self)
    )
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test func `a field of a form is found by its decoded name, wherever it stands`() throws {
    let found = try found(
      ["form('a b')", "$.c"], in: "c=1&a+b=x%20y&ab=2&a%20b=&a+b", Self.form)
    #expect(found.names == ["field a b", "field a b"])
    #expect(found.rest == "c=1&a+b=_&ab=2&a%20b=_&a+b")
  }

  @Test(arguments: [
    ("form(payload) $.id", "a=1&payload=%7B%22id%22%3A_%7D&b=%7B%22id%22%3A8%7D"),
    ("$.id", "a=1&payload=%7B%22id%22%3A_%7D&b=%7B%22id%22%3A_%7D"),
    ("form(payload)", "a=1&payload=_&b=%7B%22id%22%3A8%7D"),
  ])
  func `a value of the JSON in a field of a form is found by its path`(path: String, rest: String)
    throws
  {
    let form = "a=1&payload=%7B%22id%22%3A7%7D&b=%7B%22id%22%3A8%7D"
    #expect(try found([path], in: form, Self.form).rest == rest)
  }

  @Test func `JSON in a field is found however the form spells it`() throws {
    let path = ["form(p) $.a[*].b", "form(p) $.s $.t"]
    for (body, rest) in [
      (#"p={"a":[{"b":"x"},{"b":2}]}"#, #"p={"a":[{"b":_},{"b":_}]}"#),
      ("p=+{%22a%22:+[+{%22b%22:%22x+y%22}]}", "p=+{%22a%22:+[+{%22b%22:_}]}"),
      ("p=%0A%7b%22a%22%3a[%7b%22b%22:%22%C3%A9%22}]}", "p=%0A%7b%22a%22%3a[%7b%22b%22:_}]}"),
      ("p={%22s%22:%22{\\%22t\\%22:5}%22}", "p={%22s%22:%22{\\%22t\\%22:_}%22}"),
      ("p={%22a%22:[{%22b%22:1}]", "p={%22a%22:[{%22b%22:1}]"), ("p=%", "p=%"), ("p=", "p="),
    ] {
      #expect(try found(path, in: body, Self.form).rest == rest)
    }
  }

  private static let multipart = "multipart/form-data; boundary=b"

  private static func body(_ parts: [(head: String, content: String)]) -> String {
    parts.map { "--b\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n\($0.content)\r\n" }
      .joined() + "--b--\r\n"
  }

  @Test func `a part is found as a whole, by a header field, and by what stands in its JSON`()
    throws
  {
    let typed = "name=\"meta\"\r\nContent-Type: application/json"
    let found = try found(
      ["part(token)", "part(meta) $.at", "part(meta) content-type"],
      in: Self.body([
        ("name=\"token\"", "abc"), (typed, #"{"at":1,"n":[{"at":2}]}"#), ("name=\"n\"", "token"),
      ]), Self.multipart)
    #expect(found.names == ["part token", "field content-type of meta", "part meta 0"])
    #expect(
      found.rest
        == Self.body([
          ("name=\"token\"", "_"),
          ("name=\"meta\"\r\nContent-Type: _", #"{"at":_,"n":[{"at":2}]}"#),
          ("name=\"n\"", "token"),
        ]))
  }

  @Test func `the matches of a pattern are found in parts of text alone`() throws {
    let found = try found(
      ["text(/id-[0-9]+/)"],
      in: Self.body([("name=\"a\"", "id-1 and id-22"), ("name=\"b\"", #"{"c":1}"#)]),
      Self.multipart)
    #expect(found.rest == Self.body([("name=\"a\"", "_ and _"), ("name=\"b\"", #"{"c":1}"#)]))
  }

  @Test(
    arguments: [
      ("form(a)", "a=1", "text/plain"), ("part(a)", "a=1", form), ("form(a)", "a=1", multipart),
      ("form(b)", "a=1", form),
    ])
  func `places of another kind of body are none`(path: String, body: String, type: String) throws {
    let found = try found([path], in: body, type)
    #expect(found.names.isEmpty)
    #expect(found.rest == body)
  }
}
