extension RequestEquivalence.Part {
  /// Appends the normal form of a part that compares bodies, preceded by a mark of how the body was
  /// read, so that two ways of reading never agree by chance.
  func appendBodyForm(of request: Interaction.Request, to form: inout [UInt8]) {
    guard request.body.count <= Body.memoryLimit, request.body.file == nil else {
      form.append(UInt8(ascii: "d"))
      form.append(contentsOf: request.body.identity)
      return
    }
    let bytes = request.body.bytes
    switch aspect {
    case .json(let choice):
      if case .ignoring(let paths) = choice, appendFields(of: request, ignoring: paths, to: &form) {
        return
      }
      if let stream = JSONStream(request.body, request.headers) {
        form.append(UInt8(ascii: "s"))
        stream.appendNormalForm(choosing: choice, to: &form)
        return
      }
      if case .ignoring(let paths) = choice, paths.contains(where: { $0.pattern != nil }),
        case .text = BodyReading(bytes, MediaType(request.headers))
      {
        form.append(UInt8(ascii: "t"))
        form.append(contentsOf: TextPlaces(paths, in: bytes).replaced(in: bytes, by: []))
        return
      }
      if let text = JSONText(bytes) {
        form.append(UInt8(ascii: "j"))
        form.append(contentsOf: JSONNormalForm.make(text, choosing: choice))
        return
      }
    case .form(let choice):
      if MediaType(request.headers)?.isForm == true {
        form.append(UInt8(ascii: "f"))
        QueryPairs.appendNormalForm(
          of: bytes.view, in: bytes.indices, choosing: choice, sortsValues: true, to: &form)
        return
      }
    case .multipart(let choice):
      if let parts = MultipartBody(request)?.choosing(choice) {
        form.append(UInt8(ascii: "m"))
        parts.appendNormalForm(to: &form)
        return
      }
    case .graphql:
      if let operations = GraphQLOperation.operations(of: request) {
        form.append(UInt8(ascii: "g"))
        for operation in operations { operation.appendNormalForm(to: &form) }
        return
      }
    default:
      break
    }
    form.append(UInt8(ascii: "b"))
    form.append(contentsOf: bytes)
  }

  /// Appends the normal form of the fields of a form, or of the parts of a body, without what
  /// places name in them.
  ///
  /// - Returns: False when they name nothing there.
  private func appendFields(
    of request: Interaction.Request, ignoring paths: [JSONPath], to form: inout [UInt8]
  ) -> Bool {
    let type = MediaType(request.headers)
    let places = FieldPlaces(paths, in: request.body.bytes, type)
    guard !places.places.isEmpty else { return false }
    let rest = places.replaced(in: request.body.bytes, by: [])
    if type?.isForm == true {
      form.append(UInt8(ascii: "f"))
      QueryPairs.appendNormalForm(of: rest.view, in: rest.indices, sortsValues: true, to: &form)
    } else if let boundary = type?.parameter("boundary"),
      let parts = MultipartBody(rest, boundary: boundary)
    {
      form.append(UInt8(ascii: "m"))
      parts.appendNormalForm(to: &form)
    } else {
      return false
    }
    return true
  }
}
