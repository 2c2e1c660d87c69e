import Testing

@testable import VCRReview

/// What the values of a place that differ look like, and how sure it is that they mean nothing.
struct NoisePlaceTests {
  @Test(arguments: [
    ("\"2026-11-20T10:00:00Z\"", "\"2026-11-20T10:00:07Z\""), ("1795600000", "1795600042"),
    ("\"18:05\"", "\"18:06\""), ("\"Nov 23, 18:05:09.25\"", "\"Nov 24, 01:00:00.5\""),
    ("0.354s", "12.1s"), ("\"12 ms\"", "\"7 ms\""),
    ("\"took 12 ms today\"", "\"took 31 ms today\""),
    ("\"Updated 4 seconds ago\"", "\"Updated 11 seconds ago\""),
    ("\"due 23 November\"", "\"due 24 November\""),
    ("\"https://h/a?until=2026-11-20T10:00:00Z\"", "\"https://h/a?until=2026-11-20T11:00:00Z\""),
  ])
  func `a date, a clock and a duration are times`(old: String, new: String) {
    #expect(NoisePlace.Nature(old, new) == .time)
    #expect(NoisePlace.Nature(new, old) == .time)
  }

  @Test(arguments: [
    ("\"ord_7f3Kx901\"", "\"ord_Q9zz1422\""),
    ("\"3f2a99b1-d0aa-4c1e-9f00-aa12bb34cc56\"", "\"9c1d77e0-1111-4abc-8def-001122334455\""),
    ("\"{3f2a99b1-d0aa-4c1e-9f00-aa12bb34cc56}\"", "\"{9c1d77e0-1111-4abc-8def-001122334455}\""),
    ("\"<a1b2c3d4@mail>\"", "\"<e5f6a7b8@mail>\""),
    (#""W/\"c400bca5\"""#, #""W/\"bd960b4b\"""#), (#""\"0000-e7b0\"""#, #""\"0000-f8c1\"""#),
    ("\"Order ord_7f3Kx901\"", "\"Order ord_Q9zz1422\""),
    ("\"/files/7f3Kx901aa.png\"", "\"/files/Q9zz1422bb.png\""),
    (
      "\"https://h/a?sig=7f3Kx901aa&until=2026-11-20T10:00:00Z\"",
      "\"https://h/a?sig=Q9zz1422bb&until=2026-11-20T11:00:00Z\""
    ),
  ])
  func `letters and digits without a meaning are an id`(old: String, new: String) {
    #expect(NoisePlace.Nature(old, new) == .id)
  }

  @Test(arguments: [
    ("7", "8"), ("1.5", "-2"), ("\"7\"", "\"8\""), ("\"/items/7?a=1\"", "\"/items/8?a=1\""),
  ])
  func `a number is one, in quotes and in a path, too`(old: String, new: String) {
    #expect(NoisePlace.Nature(old, new) == .number)
  }

  @Test(arguments: [
    ("\"open\"", "\"closed\""), ("true", "false"), ("\"Ada\"", "7"), ("{\"a\":1}", "{\"a\":2}"),
    // What the text is about differs, too.
    ("\"Ada at 18:05\"", "\"Bob at 18:06\""), ("\"https://h/a?b=c\"", "\"https://h/a?b=d\""),
    ("\"https://one/a7f3Kx901\"", "\"https://two/aQ9zz1422\""), ("\"a b\"", "\"a b c\""),
    ("\"/items?page=1\"", "\"/items?page=2\""),
  ])
  func `anything else is words`(old: String, new: String) {
    #expect(NoisePlace.Nature(old, new) == .text)
  }

  @Test func `what one recording lacks has no look`() {
    #expect(NoisePlace.Nature("7", nil) == .text && NoisePlace.Nature(nil, "7") == .text)
  }

  @Test func `words in which only a time differs are words where they are asked for as a whole`() {
    let (old, new) = ("\"Updated 4 seconds ago\"", "\"Updated 11 seconds ago\"")
    #expect(NoisePlace.Nature(old, new, isWhole: true) == .text)
  }

  @Test(arguments: ["ping", "HEARTBEAT", "keep-alive"])
  func `an event that keeps a connection alive carries nothing`(kind: String) {
    #expect(NoisePlace.Nature(eventOfKind: kind) == .event)
    #expect(NoisePlace.Nature(eventOfKind: "x" + kind) == .text)
  }

  private static func place(
    _ nature: NoisePlace.Nature, _ differing: Int, of present: Int, name: String = "$.n",
    doubt: String? = nil
  ) -> NoisePlace {
    NoisePlace(
      name: name, nature: nature, differing: differing, present: present, old: "7", new: "8",
      doubt: doubt)
  }

  @Test func `a time and an id are certain, a number is likely where it always differs`() {
    #expect(Self.place(.time, 1, of: 9).confidence == .certain)
    #expect(Self.place(.id, 1, of: 1).confidence == .certain)
    #expect(Self.place(.number, 2, of: 2).confidence == .likely)
    #expect(Self.place(.number, 1, of: 1).confidence == .doubtful)
    #expect(Self.place(.number, 6, of: 8).confidence == .likely)
    #expect(Self.place(.number, 5, of: 8).confidence == .doubtful)
    #expect(Self.place(.number, 1, of: 1, name: "$.stats.elapsed_ms").confidence == .likely)
    #expect(Self.place(.text, 9, of: 9).confidence == .doubtful)
    #expect(Self.place(.time, 9, of: 9, doubt: "asked for").confidence == .doubtful)
  }

  @Test func `a place is described in a line`() {
    #expect(Self.place(.number, 2, of: 3).words == "doubtful: number, in 2 of 3, 7 → 8")
    var place = Self.place(.id, 2, of: 1, doubt: "a later request has it")
    #expect(place.words == "doubtful: id, in 2 of 2, a later request has it, 7 → 8")
    place.old = nil
    #expect(place.words.hasSuffix(", nothing → 8"))
    place.new = nil
    #expect(place.words == "doubtful: id, in 2 of 2, a later request has it")
  }
}
