/// The values that places name in the fields of a form and in the parts of a multipart body:
/// `form(csrf)`, `form(payload) $.id`, `part(token)`, `part(meta) $.at`, and the matches of a
/// pattern in parts that are text.
package struct FieldPlaces {
  /// A place.
  package struct Place {
    /// Its name, the same in another body.
    package var name: String
    /// Where its value is in the body.
    package var range: Range<Int>
  }

  /// The places in ascending order, none of which contains another.
  package private(set) var places: [Place] = []

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - paths: The places to look for; those that name other things are left out.
  ///   - bytes: A body.
  ///   - type: Its declared media type.
  package init(_ paths: [JSONPath], in bytes: [UInt8], _ type: MediaType?) {
    guard let type, !paths.isEmpty else { return }
    if type.isForm {
      addFields(paths, in: bytes)
    } else if type.isMultipart, let boundary = type.parameter("boundary"), !boundary.isEmpty,
      let body = MultipartBody(bytes, boundary: boundary)
    {
      for part in body.parts {
        addHeader(of: part, in: body, paths)
        add(part, paths, in: bytes)
      }
    }
  }

  private mutating func addFields(_ paths: [JSONPath], in bytes: [UInt8]) {
    let text = bytes.view
    var found: [(name: Range<Int>, value: Range<Int>)] = []
    text.forEachFormPair(in: bytes.indices) { name, value in
      if let value { found.append((name, value)) }
    }
    for field in found {
      var name: [UInt8] = []
      name.appendPercentDecoded(text, field.name, isForm: true)
      let words = "field \(String(decoding: name, as: UTF8.self))"
      if paths.contains(where: { $0.nameOfWhole(.form)?.utf8.elementsEqual(name) == true }) {
        places.append(Place(name: words, range: field.value))
        continue
      }
      let inside = paths.compactMap { $0.inPair(named: name, of: .form) }
      guard !inside.isEmpty, let json = FormJSON(bytes, field.value) else { continue }
      add(json.text.ranges(selectedBy: inside), of: words) { json.range($0) }
    }
  }

  private mutating func addHeader(
    of part: MultipartBody.Part, in body: MultipartBody, _ paths: [JSONPath]
  ) {
    for field in body.fields(of: part)
    where paths.contains(where: { $0.isField(field.name, ofPart: part.name) }) {
      let name = "field \(field.name.lowercased()) of \(part.name)"
      places.append(Place(name: name, range: field.range))
    }
  }

  private mutating func add(_ part: MultipartBody.Part, _ paths: [JSONPath], in bytes: [UInt8]) {
    let name = "part \(part.name)"
    if paths.contains(where: { $0.nameOfWhole(.part)?.hasSameUTF8(as: part.name) == true }) {
      places.append(Place(name: name, range: part.content))
      return
    }
    let inside = paths.compactMap { $0.inPart(named: part.name) }
    guard !inside.isEmpty else { return }
    let start = part.content.lowerBound
    guard let json = JSONText(Array(bytes[part.content])) else {
      places += TextPlaces(inside, in: Array(bytes[part.content])).places.map { place in
        Place(
          name: "\(name) pattern \(place.pattern), \(place.number)",
          range: place.range.lowerBound + start..<place.range.upperBound + start)
      }
      return
    }
    add(json.ranges(selectedBy: inside), of: name) { range in
      range.lowerBound + start..<range.upperBound + start
    }
  }

  /// Adds places in the JSON of a field or a part.
  private mutating func add(
    _ ranges: [Range<Int>], of name: String, _ place: (Range<Int>) -> Range<Int>
  ) {
    for (number, range) in ranges.enumerated() {
      places.append(Place(name: "\(name) \(number)", range: place(range)))
    }
  }

  /// The body with something else in each place.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - mark: The bytes that stand in the place of each.
  /// - Returns: The rest with the marks.
  package func replaced(in bytes: [UInt8], by mark: [UInt8]) -> [UInt8] {
    bytes.replacing(places.map(\.range), by: mark)
  }
}

extension JSONPath {
  /// The place of the whole value of a field of a form, or of a part; nil for a name that is no
  /// text.
  ///
  /// - Parameters:
  ///   - unit: The unit.
  ///   - name: The name of the field or part.
  init?(whole unit: StreamScope.Unit, named name: [UInt8]) {
    guard let text = String(validating: name, as: UTF8.self),
      let path = try? JSONPath(parsing: StreamScope(unit: unit, kind: text).words)
    else { return nil }
    self = path
  }

  /// The name of the field of a form, or of the part, whose whole value is meant; nil for another
  /// place.
  package func nameOfWhole(_ unit: StreamScope.Unit) -> String? {
    guard let scope, scope.unit == unit, scope.target == .whole else { return nil }
    return scope.kind
  }

  /// True when a header field of a part is meant.
  ///
  /// - Parameters:
  ///   - field: The name of the field, in any case.
  ///   - part: The name of the part; empty for one that has none.
  /// - Returns: Whether it is.
  package func isField(_ field: String, ofPart part: String) -> Bool {
    guard let scope, case .header(let name) = scope.target else { return false }
    return name.equalsIgnoringASCIICase(field) && scope.kind?.hasSameUTF8(as: part) ?? true
  }

  /// The path within the content of a part, which is JSON or, for a pattern, text; nil where it
  /// names no place there.
  package func inPart(named name: String) -> JSONPath? {
    guard let scope, pattern == nil else { return self }
    guard scope.unit == .part, scope.target == .json,
      scope.kind?.hasSameUTF8(as: name) ?? true
    else { return nil }
    return withoutScope
  }
}
