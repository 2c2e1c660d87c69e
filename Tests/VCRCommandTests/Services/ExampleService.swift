#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// One of the services of `Examples/services`, with what is changed in its recording.
  struct ExampleService: Sendable, CustomTestStringConvertible {
    /// What is replaced by what in a body.
    typealias Edit = (old: String, new: String)

    /// The name of its script, and of its client's part.
    let name: String
    /// When two of its requests are the same.
    let policy: String
    /// Settings that `vcr noise` must write, each a part of a line.
    let noise: [String]
    /// What it must not write, since later requests carry it.
    let carried: [String]
    /// Two members of a JSON object, one after the other; nil without JSON.
    var members: (first: String, second: String)?
    /// A change of a value, in a response.
    let changed: Edit
    /// A change of white space alone, in a response.
    let spaced: Edit
    /// A change in a request's body.
    let asked: Edit
    /// A change of the data of an event, and of the whole event; nil without streams.
    var event: (data: Edit, whole: Edit)?

    var testDescription: String { name }

    /// All of them.
    static let all = [
      ExampleService(
        name: "shop", policy: "method, url, body", noise: ["$.generated_at"], carried: ["order"],
        members: (#""name":"Lamp 1""#, #""price":10"#),
        changed: (#""name":"Lamp 2""#, #""name":"Torch""#),
        spaced: (#","price":10"#, #", "price":10"#),
        asked: (#""count": 1"#, #""count": 7"#),
        event: (
          (#""name": "Lamp 2""#, #""name": "Torch""#),
          (
            "id: 1\ndata: {\"id\": 2, \"name\": \"Lamp 2\", \"price\": 10, \"tags\": [\"light\"]}\n\n",
            ""
          )
        )),
      ExampleService(
        name: "models", policy: "method, url, body",
        noise: ["event(ping)", "event $.obfuscation", "line $.created_at"], carried: [],
        members: (#""prompt_tokens":11"#, #""completion_tokens":3"#),
        changed: (#""content":"word0 word1 word2""#, #""content":"Torch""#),
        spaced: (#","completion_tokens":3"#, #", "completion_tokens":3"#),
        asked: (#"Count to 3"#, #"Count to 9"#),
        event: (
          (#""delta":{"content":" word2"}"#, #""delta":{"content":" Torch"}"#),
          (": OPENROUTER", ": OPENROUTER")
        )),
      ExampleService(
        name: "graphql", policy: "method, url, graphql",
        noise: ["$.extensions.requestId", "$.extensions.at", "X-Build"],
        // A later request carries it.
        carried: ["addToCart.id"], members: (#""name":"Lamp 32""#, #""price":10"#),
        changed: (#""name":"Lamp 32""#, #""name":"Torch""#),
        spaced: (#","price":10"#, #", "price":10"#), asked: (#""kind": 0"#, #""kind": 9"#)),
      ExampleService(
        name: "site", policy: "method, url, form", noise: ["text(/", "Rendered at "],
        carried: ["csrf", "nonce="], changed: ("<title>Books</title>", "<title>Torch</title>"),
        spaced: ("<li><a", "<li> <a"), asked: ("user=user0", "user=user9")),
    ]

    /// What the values of its recording's placeholders are while it is verified.
    static let secrets = ["COOKIE_SID": "aabbccddeeff00112233", "CSRF_TOKEN": "x1y2z3a4b5c6d7"]

    /// Starts it, until the process is released.
    func start() async throws -> (origin: String, process: Child) {
      let child = try Child("python3", [Package.path("Examples/services/\(name).py"), "0"])
      let line = try #require(await child.nextLine(), "\(child.errorText)")
      return ("http://127.0.0.1:\(try #require(Int(line)))", child)
    }

    /// The words that run its client.
    func client(_ origin: String, connections: Int) -> [String] {
      [
        "--", "python3", Package.path("Examples/services/client.py"), name, origin,
        "\(connections)",
      ]
    }
  }
#endif
