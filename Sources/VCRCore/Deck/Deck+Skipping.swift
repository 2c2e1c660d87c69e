extension Deck {
  /// True for the error with which a test ends itself as skipped, which is no failure:
  /// `Test.cancel` of Swift Testing and `XCTSkip`.
  ///
  /// It goes by the name, since Swift Testing keeps its type to itself, and not every door links
  /// with either library.
  package static func isSkip(_ error: any Error) -> Bool {
    ["Testing.SkipInfo", "XCTest.XCTSkip"].contains(String(reflecting: type(of: error)))
  }

  /// True when the recording of a test becomes the cassette although the test threw an error.
  ///
  /// A test that is skipped makes the same requests in each run, and needs them in a replay. Only
  /// recording again in mode `all` would remove from a cassette what comes after the end.
  package func keepsRecording(afterThrowing error: any Error) -> Bool {
    Self.isSkip(error) && (file == nil || options.mode != .all)
  }
}
