/// How many fields of a response a lean cassette leaves out.
struct LeftOutFields {
  /// The fields of the header sections, those of interim responses included.
  var headers = 0
  /// The fields of the trailer section.
  var trailers = 0

  /// All fields.
  var count: Int { headers + trailers }
}
