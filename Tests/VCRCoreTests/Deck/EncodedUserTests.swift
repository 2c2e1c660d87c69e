import Foundation
import Testing

@testable import VCRCore

/// Two users of a service replay as two where Base64, hexadecimal digits, one encoding within
/// another or a large body holds who they are.
struct EncodedUserTests {
  typealias F = DeckFixture

  /// Where a request carries the credentials of its user.
  enum Carrier: CaseIterable {
    case member, lines, header, query, utf16, twice, gzip, digits, path

    /// The policy that compares this place.
    var policy: RequestEquivalence {
      switch self {
      case .header: [.method, .url, .headers("X-Registry-Auth")]
      case .member, .lines, .utf16, .twice: [.method, .url, .body]
      case .query, .gzip, .digits, .path: [.method, .url]
      }
    }

    func request(_ path: String, _ value: String, note: String = "n") -> Interaction.Request {
      let filler = self == .lines ? String(repeating: "x", count: 200) : ""
      let text = #"{"access_token":"\#(value)","note":"\#(note)","x":"\#(filler)"}"#
      let encoded = Data(text.utf8).base64EncodedString(
        options: self == .lines ? [.lineLength64Characters, .endLineWithLineFeed] : [])
      if self == .utf16 {
        return .init(
          method: "POST", url: "https://api.example.com" + path,
          headers: ["Content-Type": "application/json; charset=utf-16le"],
          body: Body(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
      }
      let escaped = encoded.replacing("\n", with: "\\n")
      switch self {
      case .member, .lines:
        return F.request(
          path, method: "POST", headers: ["Content-Type": "application/json"],
          body: #"{"attributes":{"n":1},"data":"\#(escaped)"}"#)
      case .utf16, .header: return F.request(path, headers: ["X-Registry-Auth": encoded])
      case .query: return F.request("\(path)?d=\(encoded.replacing("=", with: "%3D"))&n=1")
      case .twice:
        return F.request(
          path, method: "POST", headers: ["Content-Type": "application/json"],
          body: #"{"data":"\#(Data(encoded.utf8).base64EncodedString())"}"#)
      case .gzip:
        let file = CompressedData.Wrapper.gzip.encode(Array(text.utf8))
        let letters = DecodedText.Encoding.percent.encode(Base64Text.encode(file))
        return F.request("\(path)?d=\(String(decoding: letters, as: UTF8.self))&n=1")
      case .digits:
        let digits = String(decoding: Array(text.utf8).hexadecimal(), as: UTF8.self)
        return F.request("\(path)?d=\(digits)&n=1")
      case .path:
        let letters = Base64Text.encode(Array("a=1&access_token=\(value)".utf8), isURLSafe: true)
        let segment = String(decoding: letters, as: UTF8.self).replacing("=", with: "")
        return F.request("\(path)/\(segment)/state")
      }
    }
  }

  private static let ada = "q7Zt2LmX9vB4nRk8"
  private static let grace = "w3Ys8KpD1cH6jTf5"

  private func traffic(
    _ carrier: Carrier, _ paths: [String], _ values: [String]
  ) -> [(Interaction.Request, String)] {
    paths.flatMap { path in
      values.enumerated().map { (carrier.request(path, $1), "user \($0) \(path)") }
    }
  }

  @Test(arguments: Carrier.allCases)
  func `each of two users keeps what is theirs in whatever order`(carrier: Carrier) throws {
    let fixture = try F()
    let recorded = traffic(carrier, ["/me", "/orders"], [Self.ada, Self.grace])
    try fixture.record(recorded)
    for policy in [.standard, carrier.policy] {
      let deck = try fixture.deck(.none, policy)
      for (request, text) in recorded.reversed() { #expect(try deck.replayed(request) == text) }
      // Renewed values are served in recorded order, each the same user throughout.
      let renewed = traffic(carrier, ["/me", "/orders"], ["n4Vb7Xc1Zq9Lk2Jh", "h8Gf3Ds6Ap5Oi1Uy"])
      let other = try fixture.deck(.none, policy)
      for place in [0, 1, 3, 2] {
        let (request, text) = renewed[place]
        #expect(try other.replayed(request) == text)
      }
    }
  }

  @Test(arguments: Carrier.allCases)
  func `a recording with renewed values is the same to the byte`(carrier: Carrier) throws {
    let fixture = try F()
    try fixture.record(traffic(carrier, ["/me"], [Self.ada, Self.grace]))
    let text = try fixture.text()
    #expect(text.contains("ACCESS_TOKEN:"), "\(text.prefix(400))")

    try fixture.record(
      traffic(carrier, ["/me"], ["n4Vb7Xc1Zq9Lk2Jh", "h8Gf3Ds6Ap5Oi1Uy"]), mode: .all)
    #expect(try fixture.text() == text)
  }

  @Test(arguments: [Carrier.member, .lines, .header, .query])
  func `one dummy for all is served what nothing else tells apart in recorded order`(
    carrier: Carrier
  ) throws {
    let fixture = try F()
    try fixture.record(traffic(carrier, ["/me", "/orders"], [Self.ada, Self.grace]))
    let deck = try fixture.deck(.none, carrier.policy)
    for (request, text) in traffic(carrier, ["/me", "/orders"], ["dummy7", "dummy7"]) {
      #expect(try deck.replayed(request) == text)
    }
  }

  @Test func `of the values in a body above 1 MiB the first tell users apart`() {
    let rows = String(repeating: "lorem ipsum dolor sit\n", count: 50_000)
    func request(_ tokens: [String]) -> Interaction.Request {
      let lines = tokens.map { "access_token=\($0)\n" }
      return F.request("/me", method: "POST", body: lines.joined() + rows)
    }
    let redacted = request(["{{ACCESS_TOKEN}}"])
    let values = PairValues(of: request([Self.ada]), in: redacted)
    #expect(values.slots.map(\.bytes) == [Array(Self.ada.utf8)])
    #expect(values.numbered(redacted, [2]) == request(["{{ACCESS_TOKEN_2}}"]))
    let many = PairValues(
      of: request((10..<50).map { "\(Self.ada)\($0)" }),
      in: request((10..<50).map { _ in "{{ACCESS_TOKEN}}" }))
    #expect(many.slots.count == 16)
  }
}
