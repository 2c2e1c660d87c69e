/// The error for a case of a parameterised test whose arguments cannot be found.
struct UnnamedCase: Error, CustomStringConvertible {
  var test: String
  var description: String {
    "\(test): this version of Swift Testing does not show the arguments of a case, after which its "
      + "cassette would be named; name one with .cassette(\"NAME\") on the test"
  }
}
