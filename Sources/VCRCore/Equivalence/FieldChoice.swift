/// The header fields that a policy compares.
enum FieldChoice: Sendable {
  /// The fields with these names.
  case only([String])
  /// All that describe the message, but those with these names.
  case ignoring([String])

  /// The fields that describe how a request came, not what it is.
  private static let transfer: TransferFields.Kinds = [.volatile, .proxy]

  /// The names that are compared: those that are listed, or those that some header fields have.
  ///
  /// - Parameter headers: The header fields.
  /// - Returns: The names; when all count in lower case, sorted, each once.
  func names(in headers: [HeaderFields]) -> [String] {
    guard case .ignoring(let ignored) = self else {
      if case .only(let names) = self { return names }
      return []
    }
    var names: Set<String> = []
    for field in headers.lazy.flatMap(\.fields) {
      let isLeftOut =
        TransferFields.contains(field.name, in: Self.transfer)
        || ignored.contains { $0.equalsIgnoringASCIICase(field.name) }
      if !isLeftOut { names.insert(field.name.lowercased()) }
    }
    return names.sorted()
  }

  /// Appends the joined value of each field; an absent field differs from an empty one.
  func appendNormalForm(of headers: HeaderFields, to form: inout [UInt8]) {
    let isListed = if case .only = self { true } else { false }
    for name in names(in: [headers]) {
      if !isListed { form.appendDelimited { $0.append(contentsOf: name.utf8) } }
      guard let value = headers[name] else {
        form.append(0)
        continue
      }
      form.append(1)
      form.appendDelimited { $0.append(contentsOf: value.utf8) }
    }
  }
}

extension RequestEquivalence.Part {
  /// The part with the names of what it compares, for one that compares all header fields.
  ///
  /// - Parameter headers: The header fields of some requests.
  /// - Returns: A part that compares those alone that one of the requests has, nil when there is
  ///   none; any other part as it is.
  package func limited(toFieldsOf headers: [HeaderFields]) -> RequestEquivalence.Part? {
    guard case .headers(let choice) = aspect, case .ignoring = choice else { return self }
    let names = choice.names(in: headers)
    return names.isEmpty ? nil : .headers(names)
  }
}
