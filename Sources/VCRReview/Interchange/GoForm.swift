import VCRCore

/// The fields that `ParseForm` of Go's `net/http` finds in a request, as go-vcr records and
/// compares them.
enum GoForm {
  /// A name and its values.
  typealias Field = (name: String, values: [[UInt8]])

  /// The fields of a request: those of a form that is sent, then those of the query.
  ///
  /// - Parameter request: The request.
  /// - Returns: The fields, by the first of each name; none for methods with which go-vcr does not
  ///   ask for them.
  static func fields(of request: Interaction.Request) -> [Field] {
    guard ["POST", "PUT", "PATCH"].contains(request.method) else { return [] }
    let isForm = MediaType(request.headers)?.isForm == true
    return fields(in: [isForm ? request.body.bytes : [], query(of: request.url)])
  }

  /// True for recorded fields that say what the query of a URL says.
  static func isQuery(_ form: ForeignValue, of url: String) -> Bool {
    let fields = fields(in: [query(of: url)])
    return form.members?.count == fields.count
      && fields.allSatisfy { form[$0.name]?.elements.map { $0.bytes ?? [] } == $0.values }
  }

  private static func query(of url: String) -> [UInt8] {
    Array(url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst().utf8)
  }

  private static func fields(in texts: [[UInt8]]) -> [Field] {
    var names: [String] = []
    var values: [String: [[UInt8]]] = [:]
    for text in texts {
      let text = text.view
      text.forEachFormPair(in: 0..<text.count) { name, value in
        // To Go, a field with a semicolon is an error.
        let end = value?.upperBound ?? name.upperBound
        guard text.firstIndex(of: UInt8(ascii: ";"), in: name.lowerBound..<end) == nil else {
          return
        }
        let field = String(decoding: FormEncoding.decode(text, name), as: UTF8.self)
        if values[field] == nil { names.append(field) }
        values[field, default: []].append(value.map { FormEncoding.decode(text, $0) } ?? [])
      }
    }
    return names.map { ($0, values[$0] ?? []) }
  }
}
