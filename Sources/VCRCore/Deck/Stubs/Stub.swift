extension Cassette {
  /// A response to certain requests that is given without a cassette, and, where it is expected,
  /// the demand that they are made.
  ///
  /// ```swift
  /// let deck = Cassette.Deck(stubs: [
  ///   .stub(.get, "https://api.example.com/users/*", status: 200, json: ["id": 42, "name": "Ada"]),
  ///   .expect(.post, "https://api.example.com/users", status: 201),
  /// ])
  /// configuration.use(deck)
  /// // …
  /// try deck.verify()
  /// ```
  ///
  /// A URL may hold the wildcards of a cassette's `match: pattern`: `*` stands for anything but a
  /// slash and `**` for anything. Without wildcards the whole URL has to be the same, after
  /// normalisation.
  ///
  /// Stubs are tried in the order given; one that has been served as often as it may is passed
  /// over. They come before the cassette of the deck.
  public struct Stub: Sendable {
    /// The method of the requests that it serves.
    public struct Method: Sendable, Hashable, ExpressibleByStringLiteral {
      /// The method token, case-sensitive (RFC 9110 §9.1); nil for all.
      package var token: String?

      /// Creates a method from its token.
      ///
      /// - Parameter token: The method token, with regard to case.
      public init(stringLiteral token: String) { self.token = token }

      private init() {}

      /// Every method.
      public static let any = Method()
      /// `GET`.
      public static let get: Method = "GET"
      /// `HEAD`.
      public static let head: Method = "HEAD"
      /// `POST`.
      public static let post: Method = "POST"
      /// `PUT`.
      public static let put: Method = "PUT"
      /// `PATCH`.
      public static let patch: Method = "PATCH"
      /// `DELETE`.
      public static let delete: Method = "DELETE"
      /// `OPTIONS`.
      public static let options: Method = "OPTIONS"
    }

    /// The closure that makes a response: called on the thread that serves the request, which it
    /// delays.
    public typealias Handler = @Sendable (Interaction.Request) throws -> Response

    /// The method.
    package var method: Method
    /// The URL, which may hold wildcards.
    package var url: String
    /// The condition that a request has to fulfil besides; nil for none.
    package var condition: (@Sendable (Interaction.Request) -> Bool)?
    /// How often it is served at most; nil for any number of times.
    package var limit: Int?
    /// How often it has to be served for `Deck.verify()` to be content; 0 for a stub, which may go
    /// unused.
    package var expected: Int
    /// True when it stands in for the real service: the deck's cassette is asked first, and the
    /// stub's response is recorded.
    package var isRecorded = false
    /// The closure that makes the response.
    package var handler: Handler
    /// True when the handler makes no more than a response that was there before.
    private var isConstant = false

    /// True when it takes code of the user to find out whether it serves a request, or how.
    var asksUser: Bool { !isConstant || condition != nil }

    /// Creates a stub.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL, which may hold wildcards.
    ///   - limit: How often it is served at most; nil for any number of times.
    ///   - expected: How often it has to be served.
    ///   - handler: The closure that makes the response. An error it throws is what the client
    ///     gets.
    public init(
      _ method: Method, _ url: String, limit: Int? = nil, expected: Int = 0,
      handler: @escaping Handler
    ) {
      self.method = method
      self.url = url
      self.limit = limit
      self.expected = expected
      self.handler = handler
    }

    /// Creates a stub with the same response, or the same error, for every request.
    fileprivate init(
      _ method: Method, _ url: String, limit: Int?, expected: Int = 0,
      constant: Result<Response, any Error>
    ) {
      self.init(method, url, limit: limit, expected: expected) { _ in try constant.get() }
      isConstant = true
    }

    /// The same stub for those requests alone that fulfil a condition as well.
    ///
    /// - Parameter condition: Asked about each request that has the method and the URL.
    /// - Returns: The stub.
    public func matching(_ condition: @escaping @Sendable (Interaction.Request) -> Bool) -> Stub {
      var stub = self
      let earlier = self.condition
      stub.condition = { request in earlier?(request) ?? true && condition(request) }
      return stub
    }

    /// The same stub as a stand-in for the real service: the deck's cassette is asked first, and
    /// the stub's response is recorded there as the deck's mode says.
    ///
    /// So even what is not HTTP, such as a scheme of your own, gets into a cassette.
    ///
    /// - Returns: The stub.
    public func recorded() -> Stub {
      var stub = self
      stub.isRecorded = true
      return stub
    }

    /// The method and URL, for messages.
    package var name: String { "\(method.token ?? "any method") \(url)" }

    /// True when the URL holds wildcards.
    var isPattern: Bool { url.utf8.contains(UInt8(ascii: "*")) }

    /// True when the stub serves a request that has its URL.
    func accepts(_ request: Interaction.Request) -> Bool {
      (method.token.map { $0 == request.method } ?? true) && condition?(request) ?? true
    }
  }
}

/// The short name of ``Cassette/Stub`` within this package.
package typealias Stub = Cassette.Stub

extension Stub {
  /// A response with a value encoded as JSON, for as many requests as come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when it is missing.
  ///   - json: The body, its members sorted by name. When it cannot be encoded, the client gets the
  ///     `EncodingError`.
  ///   - times: How often it is served at most; nil for any number of times.
  /// - Returns: The stub.
  @_disfavoredOverload
  public static func stub(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: some Encodable, times: Int? = nil
  ) -> Self {
    let response = Result {
      try Response.response(status: status, headers: headers, encoding: json)
    }
    return Stub(method, url, limit: times, constant: response)
  }

  /// A response with a value encoded as JSON, for requests that have to come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when it is missing.
  ///   - json: The body, its members sorted by name. When it cannot be encoded, the client gets the
  ///     `EncodingError`.
  ///   - times: How many requests have to come; a further one is not served.
  /// - Returns: The stub.
  @_disfavoredOverload
  public static func expect(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: some Encodable, times: Int = 1
  ) -> Self {
    let response = Result {
      try Response.response(status: status, headers: headers, encoding: json)
    }
    return Stub(method, url, limit: times, expected: times, constant: response)
  }

  /// A response with an optional JSON body, for as many requests as come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when there is a body and it is
  ///     missing.
  ///   - json: The body; nil for none.
  ///   - times: How often it is served at most; nil for any number of times.
  /// - Returns: The stub.
  public static func stub(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: Cassette.JSONValue? = nil, times: Int? = nil
  ) -> Self {
    .stub(method, url, .response(status: status, headers: headers, json: json), times: times)
  }

  /// A response, for as many requests as come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - response: The response.
  ///   - times: How often it is served at most; nil for any number of times.
  /// - Returns: The stub.
  public static func stub(
    _ method: Method, _ url: String, _ response: Response, times: Int? = nil
  ) -> Self {
    Stub(method, url, limit: times, constant: .success(response))
  }

  /// A response made by a closure, for as many requests as come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - times: How often it is served at most; nil for any number of times.
  ///   - handler: Makes the response to a request. An error it throws is what the client gets.
  /// - Returns: The stub.
  public static func stub(
    _ method: Method, _ url: String, times: Int? = nil, handler: @escaping Handler
  ) -> Self {
    Stub(method, url, limit: times, handler: handler)
  }

  /// A response with an optional JSON body, for requests that have to come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - status: The status code.
  ///   - headers: The header fields; `Content-Type` is added when there is a body and it is
  ///     missing.
  ///   - json: The body; nil for none.
  ///   - times: How many requests have to come; a further one is not served.
  /// - Returns: The stub.
  public static func expect(
    _ method: Method, _ url: String, status: Int = 200, headers: Cassette.HeaderFields = [:],
    json: Cassette.JSONValue? = nil, times: Int = 1
  ) -> Self {
    .expect(method, url, .response(status: status, headers: headers, json: json), times: times)
  }

  /// A response to requests that have to come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - response: The response.
  ///   - times: How many requests have to come; a further one is not served.
  /// - Returns: The stub.
  public static func expect(
    _ method: Method, _ url: String, _ response: Response, times: Int = 1
  ) -> Self {
    Stub(method, url, limit: times, expected: times, constant: .success(response))
  }

  /// A response made by a closure, to requests that have to come.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The URL, which may hold wildcards.
  ///   - times: How many requests have to come; a further one is not served.
  ///   - handler: Makes the response to a request. An error it throws is what the client gets.
  /// - Returns: The stub.
  public static func expect(
    _ method: Method, _ url: String, times: Int = 1, handler: @escaping Handler
  ) -> Self {
    Stub(method, url, limit: times, expected: times, handler: handler)
  }
}
