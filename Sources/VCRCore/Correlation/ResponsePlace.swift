/// A place of a response that holds a value which a later request may carry, in parts that a
/// program in any language can follow.
package struct ResponsePlace: Hashable, Sendable {
  /// The part of the response that holds the value.
  package enum Source: Hashable, Sendable {
    /// A value of a JSON body, by the names and indices that lead to it.
    case json([Step])
    /// A header field.
    case header(String)
    /// A cookie.
    case cookie(String)
    /// A field of a body that is a form.
    case form(String)
    /// The value of an element of a page with that name, of several the one at the index.
    case field(String, Int)
    /// The text of an element of markup with that name, of several the one at the index; those with
    /// elements within have none.
    case element(String, Int)
    /// The whole body, without line ends.
    case body
  }

  /// A step within JSON.
  package enum Step: Hashable, Sendable {
    /// A member of an object.
    case name(String)
    /// An element of an array, counted from 0.
    case index(Int)
  }

  /// A part of a URL.
  package enum Part: Hashable, Sendable {
    /// A segment of the path that is not empty, counted from 0.
    case segment(Int)
    /// A value of the query.
    case query(String)
  }

  /// The part of the response that holds the value.
  package var source: Source
  /// For a value that is part of a URL, that part.
  package var part: Part?

  /// The places of a response, by the text that names each in ``Correlation``.
  ///
  /// Places that are missing, such as a word of a text, cannot be given in parts.
  package static func places(of response: Interaction.Response) -> [String: ResponsePlace] {
    var places: [String: ResponsePlace] = [:]
    let steps = JSONText(response.body.bytes).map(Self.steps) ?? [:]
    for value in ProducedValue.values(of: response) where places[value.place] == nil {
      let (place, part) = split(value)
      guard let source = source(at: place, value, steps) else { continue }
      places[value.place] = ResponsePlace(source: source, part: part)
    }
    return places
  }

  /// The texts of a response that hold a placeholder, by their places.
  ///
  /// - Parameters:
  ///   - name: The placeholder's name.
  ///   - response: The response.
  /// - Returns: The place, and the text around the placeholder; nil when there is none that holds
  ///   this placeholder alone.
  package static func place(
    ofPlaceholder name: String, in response: Interaction.Response
  ) -> (place: ResponsePlace, prefix: String, suffix: String)? {
    let places = places(of: response)
    for value in ProducedValue.values(of: response) {
      guard let found = value.text.firstRange(of: "{{\(name)}}"), let place = places[value.place]
      else { continue }
      let around = (value.text[..<found.lowerBound], value.text[found.upperBound...])
      guard !around.0.hasDoubleBrace, !around.1.hasDoubleBrace else { continue }
      return (place, String(around.0), String(around.1))
    }
    return nil
  }

  /// The place of the text that a value is part of, and the part.
  private static func split(_ value: ProducedValue) -> (place: String, part: Part?) {
    guard value.kind == .url, let space = value.place.utf8.lastIndex(of: UInt8(ascii: " ")) else {
      return (value.place, nil)
    }
    if value.before != nil || value.place[space...].hasPrefix(" /") {
      let number = Int(value.place[value.place.index(space, offsetBy: 2)...])
      if let number { return (String(value.place[..<space]), .segment(number)) }
    }
    guard let name = value.names.last, value.place.hasSuffix(" ?" + name) else {
      return (value.place, nil)
    }
    return (String(value.place.dropLast(name.count + 2)), .query(name))
  }

  private static func source(
    at place: String, _ value: ProducedValue, _ steps: [String: [Step]]
  ) -> Source? {
    if place.hasPrefix("json ") { return steps[String(place.dropFirst(5))].map(Source.json) }
    switch value.kind {
    case .cookie: return value.names.last.map(Source.cookie)
    case .header: return value.names.last.map(Source.header)
    case .url:
      // Of several links a program would have to look for the one that is meant.
      return ["header location", "header content-location"].contains(place)
        ? .header(String(place.dropFirst(7))) : nil
    case .field, .hidden:
      if place == "body" { return .body }
      guard let name = value.names.last else { return nil }
      if place == "form \(name)" { return .form(name) }
      func number(after start: String) -> Int? {
        place.hasPrefix(start) ? Int(place.dropFirst(start.count)) : nil
      }
      return number(after: "field \(name) ").map { .field(name, $0) }
        ?? number(after: "element \(name) ").map { .element(name, $0) }
    case .json: return nil
    }
  }

  /// The steps to each number and string, by the path that names it.
  private static func steps(in text: JSONText) -> [String: [Step]] {
    var found: [String: [Step]] = [:]
    func add(_ node: Int, _ path: String, _ steps: [Step]) {
      switch text.nodes[node].kind {
      case .object:
        for child in text.children(of: node) {
          let name = String(decoding: text.name(of: child), as: UTF8.self)
          add(child, path + "." + name, steps + [.name(name)])
        }
      case .array:
        for (index, child) in text.children(of: node).enumerated() {
          add(child, path + "[\(index)]", steps + [.index(index)])
        }
      default: if found[path] == nil { found[path] = steps }
      }
    }
    add(0, "$", [])
    return found
  }
}
