extension JSONPath {
  /// The path within the JSON in a field of a form or an item of a query; nil where it names no
  /// place there.
  ///
  /// A path without a scope is one into bodies, so that it names nothing in a query.
  ///
  /// - Parameters:
  ///   - name: The name of the field or item, decoded.
  ///   - unit: Which of the two it is.
  /// - Returns: The path.
  package func inPair(named name: some Sequence<UInt8>, of unit: StreamScope.Unit) -> JSONPath? {
    guard let scope else { return unit == .form ? self : nil }
    guard scope.unit == unit, scope.target == .json,
      scope.kind?.utf8.elementsEqual(name) ?? true
    else { return nil }
    return withoutScope
  }

  /// True for a place in the JSON of an item of the query.
  package var isInQuery: Bool { scope?.unit == .query && scope?.target == .json }
}
