extension Stub {
  /// A response with a JSON object whose members are values of several types, for as many requests
  /// as come.
  ///
  /// ```swift
  /// .stub(.get, "https://api.example.com/users/*", json: ["id": user.id, "name": "Ada"])
  /// ```
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when it is missing.
  ///   - json: The members of the body, sent sorted by name; nil for `null`. When one cannot be
  ///     encoded, the client gets the `EncodingError`.
  ///   - times: How often it is served at most; nil for any number of times.
  /// - Returns: The stub.
  @_disfavoredOverload
  public static func stub(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: [String: (any Encodable)?], times: Int? = nil
  ) -> Self {
    .stub(
      method, url, status: status, headers: headers, json: JSONMembers(members: json),
      times: times)
  }

  /// A response with a JSON array of objects whose members are values of several types, for as many
  /// requests as come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when it is missing.
  ///   - json: The members of each object, sent sorted by name; nil for `null`. When one cannot be
  ///     encoded, the client gets the `EncodingError`.
  ///   - times: How often it is served at most; nil for any number of times.
  /// - Returns: The stub.
  @_disfavoredOverload
  public static func stub(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: [[String: (any Encodable)?]], times: Int? = nil
  ) -> Self {
    .stub(
      method, url, status: status, headers: headers, json: json.map(JSONMembers.init),
      times: times)
  }

  /// A response with a JSON object whose members are values of several types, for requests that
  /// have to come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when it is missing.
  ///   - json: The members of the body, sent sorted by name; nil for `null`. When one cannot be
  ///     encoded, the client gets the `EncodingError`.
  ///   - times: How many requests have to come; a further one is not answered.
  /// - Returns: The stub.
  @_disfavoredOverload
  public static func expect(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: [String: (any Encodable)?], times: Int = 1
  ) -> Self {
    .expect(
      method, url, status: status, headers: headers, json: JSONMembers(members: json),
      times: times)
  }

  /// A response with a JSON array of objects whose members are values of several types, for
  /// requests that have to come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when it is missing.
  ///   - json: The members of each object, sent sorted by name; nil for `null`. When one cannot be
  ///     encoded, the client gets the `EncodingError`.
  ///   - times: How many requests have to come; a further one is not answered.
  /// - Returns: The stub.
  @_disfavoredOverload
  public static func expect(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: [[String: (any Encodable)?]], times: Int = 1
  ) -> Self {
    .expect(
      method, url, status: status, headers: headers, json: json.map(JSONMembers.init),
      times: times)
  }
}

/// Values of several types, encoded as the members of one object.
private struct JSONMembers: Encodable {
  let members: [String: (any Encodable)?]

  /// The name of a member.
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members {
      if let value {
        try container.encode(value, forKey: Name(stringValue: name))
      } else {
        try container.encodeNil(forKey: Name(stringValue: name))
      }
    }
  }
}
