import Testing

@testable import VCRCore

/// Cookies in the values of header fields, as clients and services write them.
struct CookiePiecesTests {
  /// The pieces of a value as `name=value`, an attribute behind a semicolon, a cookie without.
  private func pieces(_ text: String, isResponse: Bool) -> [String] {
    let bytes = Array(text.utf8)
    func words(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    return CookiePieces(bytes.view, isResponse: isResponse).pieces.map { piece in
      (piece.isAttribute ? ";" : "") + words(piece.name)
        + (piece.value.map { "=" + words($0) } ?? "")
    }
  }

  @Test(
    arguments: [
      ("a=1; b=2", ["a=1", "b=2"]), ("a=1;b=2;", ["a=1", "b=2"]), ("; ;a=1", ["a=1"]),
      (" a = 1 ;\tb=\"2 3\"", ["a=1", "b=\"2 3\""]), ("a=b=c", ["a=b=c"]), ("a=", ["a="]),
      // A cookie without a name is all value.
      ("token", ["=token"]), ("=token", ["=token"]),
      // What is an attribute in a response is a cookie here, and a comma separates nothing.
      ("path=/; secure", ["path=/", "=secure"]), ("a=1, b=2", ["a=1, b=2"]), ("", []),
    ] as [(String, [String])])
  func `a client's cookies are told apart`(text: String, expected: [String]) {
    #expect(pieces(text, isResponse: false) == expected)
  }

  @Test(
    arguments: [
      (
        "sid=1; Path=/; Secure; HttpOnly; SameSite=Lax",
        ["sid=1", ";Path=/", ";Secure", ";HttpOnly", ";SameSite=Lax"]
      ),
      (
        "sid=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT",
        ["sid=1", ";Expires=Wed, 09 Jun 2027 10:18:14 GMT"]
      ),
      ("sid=1; max-age=60; MAX_AGE=6", ["sid=1", ";max-age=60", ";MAX_AGE=6"]),
      // Several fields that a client has joined.
      ("a=1; Path=/, b=2; Secure", ["a=1", ";Path=/", "b=2", ";Secure"]),
      (
        "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=2",
        ["a=1", ";Expires=Wed, 09 Jun 2027 10:18:14 GMT", "b=2"]
      ),
      // The first piece is the cookie, whatever its name.
      ("path=1; path=2", ["path=1", ";path=2"]), ("secure", ["=secure"]),
      // What is no attribute that anybody knows may be another cookie.
      ("a=1; csrf=2", ["a=1", "csrf=2"]), ("a=1; flag", ["a=1", "=flag"]),
    ] as [(String, [String])])
  func `a service's cookies are told apart from their attributes`(text: String, expected: [String])
  {
    #expect(pieces(text, isResponse: true) == expected)
  }

  @Test func `the names of all cookies of a section are those that are sent and set`() {
    let fields: HeaderFields = [
      "Cookie": "a=1; b=2", "COOKIE2": "c=3", "Set-Cookie": "d=4; Path=/", "Set-Cookie2": "e=5",
      "Cookies": "f=6",
    ]
    #expect(fields.cookieNames == ["a", "b", "c", "d", "e"])
  }

  @Test(
    arguments: [
      ("Cookie", false), ("cookie2", false), ("SET-COOKIE", true), ("Set-Cookie2", true),
      ("Cookie3", nil), ("Set-Cookies", nil), ("X-Cookie", nil), ("", nil),
    ] as [(String, Bool?)])
  func `a field holds cookies by its name in any case`(name: String, isResponse: Bool?) {
    #expect(CookiePlace.isResponse(name) == isResponse)
  }

  @Test(
    arguments: [
      ("cookie(sid)", "sid"), ("cookie(__Host-a.b)", "__Host-a.b"), ("cookie()", nil),
      ("cookie(a b)", nil), ("cookie(a", nil), ("cookie(a;b)", nil), ("Cookie(a)", nil),
      ("cookie", nil),
    ] as [(String, String?)])
  func `a setting names a cookie by a token`(word: String, name: String?) {
    #expect(CookiePlace.name(in: word) == name)
    if let name { #expect(CookiePlace.text(Array(name.utf8)) == word) }
  }
}
