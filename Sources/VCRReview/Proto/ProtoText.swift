import VCRCore

/// A message of Protocol Buffers as JSON, for a reader.
///
/// The names are those of the descriptors; 64-bit numbers are numbers, bytes are Base64, and a
/// field that the descriptors lack stands under its number (`#7`).
struct ProtoText {
  private let schema: ProtoSchema

  /// How deeply messages may be nested.
  static let depthLimit = 100

  init(_ schema: ProtoSchema) { self.schema = schema }

  /// A message; nil when it is not one of the type.
  func value(of bytes: ArraySlice<UInt8>, as type: String, depth: Int = 0) -> JSONValue? {
    guard depth < Self.depthLimit, let message = schema.messages[type],
      let fields = ProtoFields.all(of: bytes)
    else { return nil }
    var values: [Int: [ProtoFields.Value]] = [:]
    for field in fields { values[field.number, default: []].append(field.value) }
    var members: [JSONValue.Member] = []
    for number in values.keys.sorted() {
      let wire = values[number] ?? []
      guard let field = message.fields[number], let value = value(of: wire, field, depth) else {
        members.append(.init("#\(number)", Self.unknown(wire)))
        continue
      }
      members.append(.init(field.name, value))
    }
    return .object(members)
  }

  private func value(
    of wire: [ProtoFields.Value], _ field: ProtoSchema.Field, _ depth: Int
  ) -> JSONValue? {
    guard field.isRepeated else { return single(wire, field, depth) }
    if let entry = schema.messages[field.typeName], entry.isMapEntry {
      return map(wire, entry, depth)
    }
    var all: [JSONValue] = []
    for value in wire {
      if case .bytes(let bytes) = value, let read = Self.packing(of: field.type) {
        guard let numbers = ProtoFields.packed(bytes, read) else { return nil }
        for number in numbers {
          guard let element = scalar(number, field) else { return nil }
          all.append(element)
        }
      } else {
        guard let element = single([value], field, depth) else { return nil }
        all.append(element)
      }
    }
    return .array(all)
  }

  private func map(
    _ wire: [ProtoFields.Value], _ entry: ProtoSchema.Message, _ depth: Int
  ) -> JSONValue? {
    guard let (key, value) = entry.fields[1].flatMap({ key in entry.fields[2].map { (key, $0) } })
    else { return nil }
    var members: [JSONValue.Member] = []
    for pair in wire {
      guard case .bytes(let bytes) = pair, let fields = ProtoFields.all(of: bytes) else {
        return nil
      }
      func part(_ number: Int, _ field: ProtoSchema.Field) -> JSONValue? {
        let wire = fields.filter { $0.number == number }.map(\.value)
        return wire.isEmpty ? missing(field) : single(wire, field, depth)
      }
      guard let key = part(1, key), let value = part(2, value) else { return nil }
      let name = if case .string(let text) = key { text } else { key.text }
      members.append(.init(name, value))
    }
    // The order of a map has no meaning, and differs from run to run.
    return .object(members.sorted { $0.name < $1.name })
  }

  /// The value of a field that is not sent.
  private func missing(_ field: ProtoSchema.Field) -> JSONValue? {
    switch field.type {
    case 9, 12: .string("")
    case 11: .object([])
    default: scalar(.varint(0), field) ?? .number("0")
    }
  }

  /// A field that is not repeated; of several values the last counts, and parts of a message are
  /// one.
  private func single(
    _ wire: [ProtoFields.Value], _ field: ProtoSchema.Field, _ depth: Int
  ) -> JSONValue? {
    guard field.type == 11 else { return wire.last.flatMap { scalar($0, field) } }
    var joined: [UInt8] = []
    for part in wire {
      guard case .bytes(let bytes) = part else { return nil }
      joined += bytes
    }
    return value(of: joined[...], as: field.typeName, depth: depth + 1)
  }

  /// Returns the closure that reads the numbers of a packed field; nil for a type that is never
  /// packed.
  private static func packing(of type: Int) -> ((inout ProtoFields) -> ProtoFields.Value?)? {
    switch type {
    case 1, 6, 16: { $0.fixed64() }
    case 2, 7, 15: { $0.fixed32() }
    case 3, 4, 5, 8, 13, 14, 17, 18: { $0.varint() }
    default: nil
    }
  }

  /// A value by its type (`FieldDescriptorProto.Type`); nil when it is none of that.
  private func scalar(_ value: ProtoFields.Value, _ field: ProtoSchema.Field) -> JSONValue? {
    switch (field.type, value) {
    case (1, .fixed64(let bits)): return Self.number(Double(bitPattern: bits))
    case (2, .fixed32(let bits)): return Self.number(Float(bitPattern: bits))
    case (3, .varint(let bits)): return .number("\(Int64(bitPattern: bits))")
    case (16, .fixed64(let bits)): return .number("\(Int64(bitPattern: bits))")
    case (4, .varint(let number)), (6, .fixed64(let number)): return .number("\(number)")
    case (5, .varint(let bits)): return .number("\(Int32(truncatingIfNeeded: bits))")
    case (15, .fixed32(let bits)): return .number("\(Int32(bitPattern: bits))")
    case (7, .fixed32(let number)): return .number("\(number)")
    case (13, .varint(let bits)): return .number("\(UInt32(truncatingIfNeeded: bits))")
    case (17, .varint(let bits)), (18, .varint(let bits)):
      return .number("\(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))")
    case (8, .varint(let bits)): return .bool(bits != 0)
    case (9, .bytes(let bytes)): return String(validating: bytes, as: UTF8.self).map { .string($0) }
    case (12, .bytes(let bytes)): return Self.base64(bytes)
    case (14, .varint(let bits)):
      let number = Int32(truncatingIfNeeded: bits)
      let name = schema.enumerations[field.typeName]?[number]
      return name.map { .string($0) } ?? .number("\(number)")
    default: return nil
    }
  }

  private static func number(_ number: some BinaryFloatingPoint & CustomStringConvertible)
    -> JSONValue
  {
    number.isFinite ? .number(number.description) : .string(number.description)
  }

  private static func base64(_ bytes: ArraySlice<UInt8>) -> JSONValue {
    .string(String(decoding: Base64Text.encode(Array(bytes)), as: UTF8.self))
  }

  /// Returns the content of a field that no descriptor knows.
  private static func unknown(_ wire: [ProtoFields.Value]) -> JSONValue {
    let values = wire.map { value -> JSONValue in
      switch value {
      case .varint(let number), .fixed64(let number): .number("\(number)")
      case .fixed32(let number): .number("\(number)")
      case .bytes(let bytes):
        String(validating: bytes, as: UTF8.self).map { .string($0) } ?? base64(bytes)
      }
    }
    return values.count == 1 ? values[0] : .array(values)
  }
}
