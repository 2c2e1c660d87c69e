/// The error for several cassettes on one test.
struct TraitConflict: Error, CustomStringConvertible {
  var place: String
  var count: Int
  var description: String {
    "\(place) has \(count) traits that each give it a cassette, and a test has one; keep one of them "
      + "(.stubs(…) may stand beside it)"
  }
}
