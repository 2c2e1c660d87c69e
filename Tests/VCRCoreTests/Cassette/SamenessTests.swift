import Testing

@testable import VCRCore

/// Bodies of which the members stand in another order are the same, and no others with these bytes;
/// so are the cookies of a request.
struct SamenessTests {
  private static func item(_ body: String) -> Interaction {
    Interaction(
      request: .init(url: "https://api.test/"),
      outcome: .response(
        .init(
          status: 200, headers: ["Content-Type": "application/json"], body: Body(Array(body.utf8)))
      ))
  }

  private static func areSame(_ left: String, _ right: String) -> Bool {
    let same = Volatility.standard.isSame(item(left), item(right))
    #expect(
      same
        == (Volatility.standard.digest(item(left)) == Volatility.standard.digest(item(right))))
    return same
  }

  @Test func `members in another order are the same at any depth`() {
    #expect(
      Self.areSame(
        #"{"a":1,"b":{"c":2,"d":[{"e":3,"f":4}]}}"#, #"{"b":{"d":[{"f":4,"e":3}],"c":2},"a":1}"#))
    #expect(Self.areSame(#"{"\u0061":1,"b":2}"#, #"{"b":2,"\u0061":1}"#))
    #expect(Self.areSame(#"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":1,"a":2}"#))
  }

  @Test func `the same bytes in another order are other values`() {
    #expect(!Self.areSame(#"{"a":12}"#, #"{"a":21}"#))
    #expect(!Self.areSame(#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#))
    #expect(!Self.areSame(#"{"a":1,"a":2,"b":3}"#, #"{"b":3,"a":2,"a":1}"#))
    #expect(!Self.areSame("[1,2]", "[2,1]"))
    #expect(!Self.areSame("abc", "cab"))
  }

  @Test(arguments: [
    ("theme=dark; lang=de", "lang=de; theme=dark", true),
    ("theme=dark; lang=de", "lang=de;theme=light", false),
    ("a=1; b=2; a=3", "b=2; a=1; a=3", true), ("a=1; b=2; a=3", "a=3; b=2; a=1", false),
  ])
  func `cookies that a client sends in another order are the same`(
    left: String, right: String, areSame: Bool
  ) {
    let items = [left, right].map { cookies in
      Interaction(
        request: .init(url: "https://api.test/", headers: ["Cookie": cookies]),
        outcome: .response(.init(status: 204)))
    }
    #expect(Volatility.standard.isSame(items[0], items[1]) == areSame)
    #expect(
      (Volatility.standard.digest(items[0]) == Volatility.standard.digest(items[1])) == areSame)
  }
}
