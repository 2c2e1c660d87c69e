/// The time during which a request was in flight, as positions in the sequence of the run's
/// requests.
package struct RequestSpan {
  /// The position of the request among all requests of its run.
  var start: Int
  /// The position of the first request that started after this one's response.
  var end: Int
}
