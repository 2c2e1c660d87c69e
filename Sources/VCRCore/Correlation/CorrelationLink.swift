/// The property that a value of a response and a value of a request must share, besides their text,
/// to be correlated.
enum CorrelationLink: Hashable, Sendable {
  /// No property is needed: the text is so specific that it does not occur elsewhere by chance.
  case text
  /// A time of modification, and a condition on it (RFC 9110 §13.1.3).
  case date
  /// An entity tag, and a condition on it (RFC 9110 §13.1.1).
  case version
  /// The name of the place that holds the value.
  case name(String)
  /// The thing that the value is an id of.
  case thing(String)
  /// The name of a hidden form field in a page, and of a field in the form that was sent.
  case hidden(String)
  /// No property is needed: a resource name of several segments does not occur elsewhere by chance.
  case resource
  /// A number of so many digits that no other is equal by chance, which a response calls an id.
  case number
}
