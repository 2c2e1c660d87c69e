import Foundation
import TestSupport
import Testing

@testable import VCRCore

@Suite struct NearestRequestsTests {
  typealias F = DeckFixture

  /// A cassette with these requests, each as `METHOD URL`.
  private func write(_ requests: [String], to fixture: DeckFixture) throws {
    var text = "vcr: 1\ninteractions:\n"
    for request in requests {
      let words = request.split(separator: " ")
      text += """
        - request:
            method: \(words[0])
            url: \(words[1])
          response:
            status: 200

        """
    }
    try fixture.write(text)
  }

  /// What comes nearest when every request is looked at.
  private func ranked(_ requests: [String], for request: Interaction.Request) -> [Int] {
    let host = RequestEquivalence.host(of: request.url)
    return requests.enumerated().map { item, text in
      let words = text.split(separator: " ").map(String.init)
      var likeness = 2 * zip(words[1].utf8, request.url.utf8).prefix { $0 == $1 }.count
      if words[0] == request.method { likeness += 8 }
      if RequestEquivalence.host(of: words[1]) == host { likeness += 1000 }
      if words[1] == request.url { likeness += 500 }
      return (likeness: likeness, item: item)
    }
    .sorted { ($1.likeness, $0.item) < ($0.likeness, $1.item) }.map(\.item)
  }

  @Test func `those are found that a look at every request would find`() throws {
    var random = SeededRandom(seed: 7)
    let hosts = ["a.test", "b.test", "ab.test:8080"]
    let paths = ["users", "users/1", "user", "items", "items/7/parts", ""]
    func url() -> String {
      "http://\(hosts.randomElement(using: &random) ?? "")/"
        + "\(paths.randomElement(using: &random) ?? "")?\(Int.random(in: 0..<9, using: &random))"
    }
    func method() -> String { ["GET", "PUT", "POST"].randomElement(using: &random) ?? "" }
    let requests = (0..<400).map { _ in "\(method()) \(url())" }
    let fixture = try F()
    try write(requests, to: fixture)
    let nearest = NearestRequests(
      RecordedURLs(file: try CassetteFile(path: fixture.cassette)))
    for _ in 0..<100 {
      let request = Interaction.Request(method: method(), url: url())
      for count in [1, 7, 64] {
        let found = nearest.items(for: request, upTo: count)
        #expect(found == Array(ranked(requests, for: request).prefix(count)))
      }
    }
  }

  @Test func `a host that nobody recorded gets the hosts that begin alike`() throws {
    let fixture = try F()
    try write(
      ["GET http://mail.test/", "GET http://api.test/a", "GET http://www.test/"], to: fixture)
    let nearest = NearestRequests(
      RecordedURLs(file: try CassetteFile(path: fixture.cassette)))
    #expect(nearest.items(for: .init(url: "http://api.tset/a"), upTo: 1) == [1])
    #expect(nearest.items(for: .init(url: "http://api.tset/a"), upTo: 64).count == 3)
  }

  @Test(arguments: ["/users", "/%75sers", "/x/../users", "/./users", "//users", "/.users"])
  func `what differs in an unknown secret alone is found, however its path is spelled`(
    path: String
  ) throws {
    let fixture = try F()
    try write(
      [
        "GET https://api.example.com/other?sig={{SIG}}",
        "GET https://api.example.com\(path)?page=1&sig={{SIG}}",
        "GET https://API.example.com:443\(path)?page=1&sig={{SIG}}",
      ], to: fixture)
    let deck = try fixture.deck()
    let plain = ["//users", "/.users"].contains(path) ? path : "/users"
    #expect(try deck.refusal(F.request("\(plain)?page=2&sig=abc")) != nil)
    for _ in 1...2 { #expect(try deck.refusal(F.request("\(plain)?page=1&sig=abc")) == nil) }
    #expect(try deck.refusal(F.request("\(plain)?page=1&sig=abc")) != nil)
    #expect(try deck.refusal(F.request("/other?sig=z")) == nil)
  }

  @Test func `many requests that nothing matches are refused from a large cassette`() throws {
    let fixture = try F()
    try write((0..<20_000).map { "GET https://api.example.com/users/\($0)" }, to: fixture)
    let deck = try fixture.deck()
    for number in 0..<50 {
      let report = try #require(try deck.refusal(F.request("/users/\(number)x")))
      #expect(report.candidates.first?.number == number + 1)
      #expect(report.count == 20_000)
    }
  }
}
