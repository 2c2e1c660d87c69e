import Foundation

/// Sixty secrets of twenty kinds, and requests that contain them in every place and encoding.
///
/// No cassette, message or temporary file may contain them.
public enum PlantedTraffic {
  /// One secret.
  public struct Secret: Sendable {
    /// Its kind and number.
    public var name: String
    /// The value.
    public var value: String
    /// How it can be found.
    public var discovery: Discovery
  }

  /// How a secret can be found.
  public enum Discovery: Sendable {
    /// By its shape, anywhere.
    case shape
    /// By its value, which is in an environment variable with this name.
    case variable(String)
    /// Only by the name of the place that contains it.
    case place
  }

  /// A secret in an encoding, which a request and its response contain.
  public struct Planting: Sendable {
    /// Its number, which is in the query of the request.
    public var number: Int
    /// The secret.
    public var secret: Secret
    /// The secret as it is planted.
    public var text: String
  }

  /// All secrets, with three of each kind.
  public static let secrets: [Secret] = {
    var generator = Generator()
    return kinds.flatMap { kind in
      (1...3).map { number in
        let name = "\(kind.name)_\(number)"
        let discovery: Discovery =
          switch kind.discovery {
          case .variable: .variable(name)
          case let other: other
          }
        return Secret(name: name, value: kind.make(&generator), discovery: discovery)
      }
    }
  }()

  /// The secrets that are known by an environment variable, with their values.
  public static let variables: [String: String] = Dictionary(
    secrets.compactMap { secret in
      if case .variable(let name) = secret.discovery { (name, secret.value) } else { nil }
    }, uniquingKeysWith: { $1 })

  /// Every secret unencoded, and those that are known by value in seven encodings.
  public static let plantings: [Planting] = secrets.flatMap { secret -> [(Secret, String)] in
    guard case .variable = secret.discovery else { return [(secret, secret.value)] }
    let value = secret.value
    return [
      value, percent(value), form(value), base64(value), base64("user:" + value), json(value),
      html(value),
    ].map { (secret, $0) }
  }.enumerated().map { Planting(number: $0, secret: $1.0, text: $1.1) }

  /// The texts that must not be found, one on each line, for `grep -F -f`.
  public static let forbidden: String = {
    var texts: Set<String> = []
    for secret in secrets {
      // Each line of a text with several lines reveals it.
      let lines = secret.value.split(separator: "\n").filter { !$0.hasPrefix("-----") }
      for value in lines.map(String.init) {
        texts.formUnion([
          value, percent(value), percent(value).lowercasingTriplets, form(value), json(value),
          html(value),
        ])
        for offset in 0..<3 { texts.insert(base64Core(of: value, offset: offset)) }
      }
    }
    return texts.sorted().joined(separator: "\n") + "\n"
  }()

  // MARK: - Kinds

  private struct Kind {
    var name: String
    var discovery: Discovery
    var make: @Sendable (inout Generator) -> String
  }

  private static let kinds: [Kind] =
    [
      shape("GITHUB") { "gh" + "p_" + $0.letters(36) },
      shape("GITLAB") { "gl" + "pat-" + $0.letters(20) },
      shape("SLACK") { "xo" + "xb-" + $0.digits(12) + "-" + $0.letters(24) },
      shape("STRIPE") { "sk" + "_live_" + $0.letters(24) },
      shape("OPENAI") { "sk" + "-proj-" + $0.letters(48) },
      shape("ANTHROPIC") { "sk" + "-ant-api03-" + $0.letters(80) },
      shape("GOOGLE") { "AI" + "za" + $0.letters(35) },
      shape("SENDGRID") { "SG" + "." + $0.letters(22) + "." + $0.letters(43) },
      shape("AWS") { "AK" + "IA" + $0.letters(15).uppercased() + "7" },
      shape("JWT") {
        [#"{"alg":"HS256"}"#, #"{"sub":"\#($0.letters(12))"}"#, $0.letters(32)].map {
          urlSafe(base64($0))
        }.joined(separator: ".")
      },
      shape("PRIVATE_KEY") {
        "-----BEGIN PRIVATE" + " KEY-----\n" + $0.letters(64) + "\n" + $0.letters(48)
          + "\n-----END PRIVATE" + " KEY-----"
      },
    ] + [
      variable("PLAIN") { $0.letters(24) },
      variable("BASE64") { base64($0.letters(20)) + "+/+=" },
      variable("PASSWORD") { "p@ss w0rd/" + $0.letters(6) + "&=?#%+" },
      variable("UNICODE") { "schlüssel-\($0.letters(8))-ключ" },
      variable("QUOTED") { #"a"b\c/"# + $0.letters(9) },
      variable("MARKUP") { "<b>&'" + $0.letters(9) + "\"</b>" },
    ] + [
      place("SESSION") { $0.letters(32) }, place("HEX") { $0.digits(20) + "abcdef" },
      place("WORDS") { "correct-horse-" + $0.letters(5) },
    ]

  private static func shape(
    _ name: String, _ make: @escaping @Sendable (inout Generator) -> String
  ) -> Kind { Kind(name: name, discovery: .shape, make: make) }

  private static func variable(
    _ name: String, _ make: @escaping @Sendable (inout Generator) -> String
  ) -> Kind { Kind(name: name, discovery: .variable(""), make: make) }

  private static func place(
    _ name: String, _ make: @escaping @Sendable (inout Generator) -> String
  ) -> Kind { Kind(name: name, discovery: .place, make: make) }

  /// The same letters in every run.
  private struct Generator {
    var state: UInt64 = 0x5EED

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    mutating func text(_ count: Int, _ letters: String) -> String {
      let letters = Array(letters)
      return String((0..<count).map { _ in letters[next(letters.count)] })
    }

    mutating func letters(_ count: Int) -> String {
      "a1" + text(count - 2, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    }

    mutating func digits(_ count: Int) -> String { text(count, "0123456789") }
  }

  // MARK: - Encodings

  /// The text with all but the unreserved characters percent-encoded (RFC 3986 §2.1).
  public static func percent(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  static func form(_ text: String) -> String { percent(text).replacing("%20", with: "+") }

  static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  /// The characters of Base64 that depend on the text alone, if the text begins `offset` bytes
  /// after the start of a group of three.
  static func base64Core(of text: String, offset: Int) -> String {
    let whole = base64(String(repeating: "x", count: offset) + text)
    let count = (offset + text.utf8.count) * 8 / 6 - [0, 2, 3][offset]
    return String(whole.dropFirst([0, 2, 3][offset]).prefix(count))
  }

  static func urlSafe(_ base64: String) -> String {
    base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  static func json(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
  fileprivate var lowercasingTriplets: String {
    replacing(/%[0-9A-F]{2}/) { $0.output.lowercased() }
  }
}
