import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Equal requests that followed each other get their responses in the order of the last recording.
struct ResponseOrderTests {
  /// What one request was and got.
  private struct Step {
    var url: String
    var response: String
    var span: RequestSpan
    var headers: HeaderFields = [:]
  }

  private func interaction(_ step: Step, date: Int) -> Interaction {
    Interaction(
      request: .init(url: "https://api.example.com/\(step.url)", headers: step.headers),
      outcome: .response(
        .init(
          status: 200, headers: HeaderFields([HeaderField("Date", "\(date)")]),
          body: Body(Array(step.response.utf8)))),
      seconds: Double(date))
  }

  private func merged(_ steps: [Step], into old: [UInt8], date: Int) throws -> [UInt8] {
    let text = steps.reduce(into: CassetteWriter.prologue) {
      $0 += CassetteWriter().item(interaction($1, date: date))
    }
    return try CassetteMerge(
      CassetteFile(path: "new.yaml", content: text),
      into: CassetteFile(path: "c.yaml", content: old),
      equivalence: .standard, strategy: .replacing, spans: steps.map(\.span)
    ).content().bytes
  }

  /// One after the other, as `url response`.
  private func sequence(_ words: String...) -> [Step] {
    words.enumerated().map { index, word in
      let parts = word.split(separator: " ")
      return Step(
        url: String(parts[0]), response: String(parts[1]),
        span: RequestSpan(start: index, end: index + 1))
    }
  }

  private func responses(_ text: [UInt8], to url: String? = nil) throws -> [String] {
    let file = try CassetteFile(path: "c.yaml", content: text)
    return try (0..<file.count).compactMap { index in
      let interaction = try file.interaction(at: index)
      guard case .response(let response) = interaction.outcome,
        url.map({ interaction.request.url.hasSuffix("/" + $0) }) ?? true
      else { return nil }
      return String(decoding: response.body.bytes, as: UTF8.self)
    }
  }

  @Test func `responses that moved on by one keep their order`() throws {
    let old = try merged(sequence("n 0", "p ok", "n 1"), into: CassetteWriter.prologue, date: 1)
    let new = try merged(sequence("n 1", "p ok", "n 2"), into: old, date: 2)
    #expect(try responses(new) == ["1", "ok", "2"])
  }

  @Test func `a poll that took fewer turns loses these alone`() throws {
    let old = try merged(
      sequence("j wait", "j wait", "j done", "k 1"), into: CassetteWriter.prologue, date: 1)
    let new = try merged(sequence("j wait", "j done", "k 1"), into: old, date: 2)
    #expect(try responses(new) == ["wait", "done", "1"])
    #expect(!String(decoding: new, as: UTF8.self).contains("Date: '2'"))
  }

  @Test func `requests that differ in a header field may come in another order`() throws {
    func steps(_ ids: String...) -> [Step] {
      ids.enumerated().map { index, id in
        Step(
          url: "orders", response: "order \(id)", span: RequestSpan(start: index, end: index + 1),
          headers: ["X-Order-Id": id])
      }
    }
    let old = try merged(steps("a", "b", "c", "a"), into: CassetteWriter.prologue, date: 1)
    #expect(try merged(steps("b", "a", "a", "c"), into: old, date: 2) == old)
    #expect(try responses(old, to: "orders") == ["order a", "order b", "order c", "order a"])
    // Ids that are all new leave the order as it came.
    let new = try merged(steps("x", "y", "z", "x"), into: old, date: 2)
    #expect(try responses(new, to: "orders") == ["order x", "order y", "order z", "order x"])
  }

  @Test func `a new response goes where it came, though others stand in another order`() throws {
    let old = try merged(sequence("p ok", "n 1"), into: CassetteWriter.prologue, date: 1)
    let new = try merged(sequence("n 1", "p ok", "n 2"), into: old, date: 2)
    #expect(try responses(new, to: "n") == ["1", "2"])
  }

  @Test(arguments: 0..<15)
  func `whatever was there, each request gets its responses in the new order`(seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    func run() -> (steps: [Step], runs: [[Int]]) {
      var steps: [Step] = []
      var runs: [[Int]] = []
      for _ in 0..<Int.random(in: 1...7, using: &generator) {
        let start = steps.count
        let width = [1, 1, 2, 5].randomElement(using: &generator) ?? 1
        for place in start..<start + width {
          steps.append(
            Step(
              url: ["a", "b", "c"].randomElement(using: &generator) ?? "",
              response: ["x", "y", "z", "u"].randomElement(using: &generator) ?? "",
              span: RequestSpan(start: place, end: start + width)))
        }
        runs.append(Array(start..<start + width))
      }
      return (steps, runs)
    }
    var text = CassetteWriter.prologue
    for date in 1...4 {
      let (steps, runs) = run()
      text = try merged(steps, into: text, date: date)
      for url in ["a", "b", "c"] {
        var left = try responses(text, to: url)[...]
        for run in runs {
          let wanted = run.filter { steps[$0].url == url }.map { steps[$0].response }
          #expect(left.prefix(wanted.count).sorted() == wanted.sorted())
          left = left.dropFirst(wanted.count)
        }
        #expect(left.isEmpty)
      }
      #expect(try merged(steps, into: text, date: 9) == text, "recorded again, it stays as it is")
    }
  }
}
