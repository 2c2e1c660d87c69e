extension RequestEquivalence.Part {
  /// The part as Swift that compiles; nil for a closure, whose text is not known.
  var swift: String? {
    switch aspect {
    case .path(let patterns) where !patterns.isEmpty:
      ".path(ignoring: [\(Self.swift(patterns.map(\.description)))])"
    case .method, .scheme, .host, .port, .path, .url, .body, .form(.all), .multipart(.all),
      .graphql, .query(.all), .cookies(.all), .json(.all):
      "." + description
    case .form(.ignoring(let names, _)): ".form(ignoring: [\(Self.swift(names))])"
    case .form(.only(let names)): ".form(only: [\(Self.swift(names))])"
    case .multipart(.ignoring(let names, _)): ".multipart(ignoring: [\(Self.swift(names))])"
    case .multipart(.only(let names)): ".multipart(only: [\(Self.swift(names))])"
    case .query(.ignoring(let names, let places)): ".query(\(Self.swift(names, within: places)))"
    case .query(.only(let names)): ".query(only: [\(Self.swift(names))])"
    case .webMockQuery(.all): ".webMockQuery"
    case .webMockQuery(.ignoring(let names, let places)):
      ".webMockQuery(\(Self.swift(names, within: places)))"
    case .webMockQuery(.only(let names)): ".webMockQuery(only: [\(Self.swift(names))])"
    case .cookies(.ignoring(let names, _)): ".cookies(ignoring: [\(Self.swift(names))])"
    case .cookies(.only(let names)): ".cookies(only: [\(Self.swift(names))])"
    case .headers(.only(let names)): ".headers(\(Self.swift(names)))"
    case .headers(.ignoring(let names)) where names.isEmpty: ".headers"
    case .headers(.ignoring(let names)): ".headers(ignoring: [\(Self.swift(names))])"
    case .json(.ignoring(let paths)): ".json(ignoring: [\(Self.swift(paths.map(\.description)))])"
    case .json(.only(let paths)): ".json(only: [\(Self.swift(paths.map(\.description)))])"
    case .custom: nil
    }
  }

  private static func swift(_ names: [[UInt8]], within places: [JSONPath]) -> String {
    let inside = places.isEmpty ? "" : ", within: [\(swift(places.map(\.description)))]"
    return "ignoring: [\(swift(names))]\(inside)"
  }

  private static func swift(_ names: [[UInt8]]) -> String {
    swift(names.map { String(decoding: $0, as: UTF8.self) })
  }

  private static func swift(_ texts: [String]) -> String {
    texts.map(\.swiftLiteral).joined(separator: ", ")
  }
}

extension String {
  /// The text as a string literal of Swift, on one line.
  var swiftLiteral: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case _ where scalar.properties.generalCategory.isHidden:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

extension Unicode.GeneralCategory {
  /// True for a character that is invisible or ends a line.
  fileprivate var isHidden: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
