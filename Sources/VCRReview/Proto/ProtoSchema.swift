import VCRCore

/// The contents of the messages of services, by a descriptor set
/// (`google.protobuf.FileDescriptorSet`), which
/// `protoc --include_imports --descriptor_set_out=FILE` and `buf build -o FILE` make.
package struct ProtoSchema: Sendable {
  /// Reads a descriptor set.
  ///
  /// - Parameter path: Its path.
  /// - Throws: `CassetteError` when the file cannot be read, or is none.
  package init(path: String) throws {
    guard let schema = ProtoSchema(try FileContents.read(path)) else {
      throw CassetteError(
        path: path, line: 0, column: 0,
        reason: "this is no descriptor set; to make one: protoc --include_imports "
          + "--descriptor_set_out=FILE NAME.proto")
    }
    self = schema
  }

  /// A field of a message.
  struct Field: Sendable {
    var name = ""
    var type = 0
    var isRepeated = false
    /// The full name of its message or enumeration, from a point: `.shop.v1.Item`.
    var typeName = ""
  }

  /// A type of messages.
  struct Message: Sendable {
    var fields: [Int: Field] = [:]
    /// True for the pairs of a map.
    var isMapEntry = false
  }

  /// The messages by their full names, from a point.
  private(set) var messages: [String: Message] = [:]
  /// The names of the values of enumerations.
  private(set) var enumerations: [String: [Int32: String]] = [:]
  private var methods: [String: (request: String, response: String)] = [:]

  /// Reads a descriptor set; nil for other bytes.
  package init?(_ bytes: [UInt8]) {
    guard let files = Self.embedded(1, in: bytes[...]), !files.isEmpty else { return nil }
    for file in files {
      guard let fields = ProtoFields.all(of: file) else { return nil }
      let scope = Self.text(2, fields).map { ".\($0)" } ?? ""
      for (number, value) in fields {
        guard case .bytes(let part) = value else { continue }
        switch number {
        case 4: guard addMessage(part, in: scope, depth: 0) else { return nil }
        case 5: guard addEnumeration(part, in: scope) else { return nil }
        case 6: guard addService(part, in: scope) else { return nil }
        default: break
        }
      }
    }
  }

  /// The messages of one direction of a call, each in one line: as JSON with the fields that the
  /// descriptors name, in the order of their numbers, or else as ``GRPCCall/lines(of:reading:)``
  /// has it.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - method: The service and its method: `shop.v1.Shop/Find`.
  ///   - isRequest: Whether it is the body of the request.
  /// - Returns: The lines.
  package func lines(of body: [UInt8], method: String?, isRequest: Bool) -> [String] {
    let types = method.flatMap { methods[$0] }
    let type = isRequest ? types?.request : types?.response
    return GRPCCall.lines(of: body) { content in
      type.flatMap { ProtoText(self).value(of: content, as: $0)?.text }
    }
  }

  // MARK: - Descriptors

  private mutating func addMessage(
    _ bytes: ArraySlice<UInt8>, in scope: String, depth: Int
  ) -> Bool {
    guard depth < ProtoText.depthLimit, let parts = ProtoFields.all(of: bytes),
      let name = Self.text(1, parts)
    else { return false }
    let fullName = "\(scope).\(name)"
    var message = Message()
    for (number, value) in parts {
      guard case .bytes(let part) = value else { continue }
      switch number {
      case 2:
        guard let field = ProtoFields.all(of: part), let tag = Self.number(3, field) else {
          return false
        }
        message.fields[tag] = Field(
          name: Self.text(1, field) ?? "#\(tag)", type: Self.number(5, field) ?? 0,
          isRepeated: Self.number(4, field) == 3, typeName: Self.text(6, field) ?? "")
      case 3: guard addMessage(part, in: fullName, depth: depth + 1) else { return false }
      case 4: guard addEnumeration(part, in: fullName) else { return false }
      case 7: message.isMapEntry = ProtoFields.all(of: part).flatMap { Self.number(7, $0) } == 1
      default: break
      }
    }
    messages[fullName] = message
    return true
  }

  private mutating func addEnumeration(_ bytes: ArraySlice<UInt8>, in scope: String) -> Bool {
    guard let parts = ProtoFields.all(of: bytes), let name = Self.text(1, parts),
      let values = Self.embedded(2, in: bytes)
    else { return false }
    var names: [Int32: String] = [:]
    for value in values {
      guard let parts = ProtoFields.all(of: value), let name = Self.text(1, parts) else {
        return false
      }
      let number = Int32(truncatingIfNeeded: Self.number(2, parts) ?? 0)
      // Of several names of one number the first counts.
      names[number] = names[number] ?? name
    }
    enumerations["\(scope).\(name)"] = names
    return true
  }

  private mutating func addService(_ bytes: ArraySlice<UInt8>, in scope: String) -> Bool {
    guard let parts = ProtoFields.all(of: bytes), let name = Self.text(1, parts),
      let descriptors = Self.embedded(2, in: bytes)
    else { return false }
    for descriptor in descriptors {
      guard let parts = ProtoFields.all(of: descriptor), let method = Self.text(1, parts) else {
        return false
      }
      methods["\(scope.dropFirst())\(scope.isEmpty ? "" : ".")\(name)/\(method)"] = (
        Self.text(2, parts) ?? "", Self.text(3, parts) ?? ""
      )
    }
    return true
  }

  private static func embedded(
    _ number: Int, in bytes: ArraySlice<UInt8>
  ) -> [ArraySlice<UInt8>]? {
    ProtoFields.all(of: bytes)?.compactMap { field in
      guard field.number == number, case .bytes(let part) = field.value else { return nil }
      return part
    }
  }

  private static func text(_ number: Int, _ fields: [(number: Int, value: ProtoFields.Value)])
    -> String?
  {
    for field in fields where field.number == number {
      if case .bytes(let bytes) = field.value { return String(validating: bytes, as: UTF8.self) }
    }
    return nil
  }

  private static func number(_ number: Int, _ fields: [(number: Int, value: ProtoFields.Value)])
    -> Int?
  {
    for field in fields where field.number == number {
      if case .varint(let value) = field.value { return Int(truncatingIfNeeded: value) }
    }
    return nil
  }
}
