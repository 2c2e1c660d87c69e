import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Messages of gRPC as their fields, by a descriptor set that protoc made of a file.
///
/// This is the file:
///
/// ```proto
/// syntax = "proto3";
/// package shop.v1;
/// import "google/protobuf/timestamp.proto";
/// enum Colour { COLOUR_NONE = 0; RED = 1; GREEN = -2; }
/// message Money { string currency = 1; int64 units = 2; sint32 cents = 3; }
/// message Item {
///   string name = 1; Money price = 2; repeated int32 sizes = 3; repeated string tags = 4;
///   Colour colour = 5; map<string, uint64> stock = 6; bytes picture = 7; double weight = 8;
///   bool gone = 9; oneof source { string vendor = 10; fixed32 shelf = 11; }
///   google.protobuf.Timestamp made = 12; float ratio = 13; sfixed64 offset = 14;
///   repeated Item parts = 15; map<int32, Money> prices = 16;
/// }
/// message Request { string name = 1; int32 count = 2; }
/// service Shop {
///   rpc Find(Request) returns (Item);
///   rpc Watch(stream Request) returns (stream Item);
/// }
/// ```
struct ProtoSchemaTests {
  /// The descriptor set.
  static let descriptors: [UInt8] = {
    let text = """
      Cv8BCh9nb29nbGUvcHJvdG9idWYvdGltZXN0YW1wLnByb3RvEg9nb29nbGUucHJvdG9idWYiOwoJVGltZXN0YW1wEhgKB3NlY29u
      ZHMYASABKANSB3NlY29uZHMSFAoFbmFub3MYAiABKAVSBW5hbm9zQoUBChNjb20uZ29vZ2xlLnByb3RvYnVmQg5UaW1lc3RhbXBQ
      cm90b1ABWjJnb29nbGUuZ29sYW5nLm9yZy9wcm90b2J1Zi90eXBlcy9rbm93bi90aW1lc3RhbXBwYvgBAaICA0dQQqoCHkdvb2ds
      ZS5Qcm90b2J1Zi5XZWxsS25vd25UeXBlc2IGcHJvdG8zCt4HCgpzaG9wLnByb3RvEgdzaG9wLnYxGh9nb29nbGUvcHJvdG9idWYv
      dGltZXN0YW1wLnByb3RvIk8KBU1vbmV5EhoKCGN1cnJlbmN5GAEgASgJUghjdXJyZW5jeRIUCgV1bml0cxgCIAEoA1IFdW5pdHMS
      FAoFY2VudHMYAyABKBFSBWNlbnRzIoAFCgRJdGVtEhIKBG5hbWUYASABKAlSBG5hbWUSJAoFcHJpY2UYAiABKAsyDi5zaG9wLnYx
      Lk1vbmV5UgVwcmljZRIUCgVzaXplcxgDIAMoBVIFc2l6ZXMSEgoEdGFncxgEIAMoCVIEdGFncxInCgZjb2xvdXIYBSABKA4yDy5z
      aG9wLnYxLkNvbG91clIGY29sb3VyEi4KBXN0b2NrGAYgAygLMhguc2hvcC52MS5JdGVtLlN0b2NrRW50cnlSBXN0b2NrEhgKB3Bp
      Y3R1cmUYByABKAxSB3BpY3R1cmUSFgoGd2VpZ2h0GAggASgBUgZ3ZWlnaHQSEgoEZ29uZRgJIAEoCFIEZ29uZRIYCgZ2ZW5kb3IY
      CiABKAlIAFIGdmVuZG9yEhYKBXNoZWxmGAsgASgHSABSBXNoZWxmEi4KBG1hZGUYDCABKAsyGi5nb29nbGUucHJvdG9idWYuVGlt
      ZXN0YW1wUgRtYWRlEhQKBXJhdGlvGA0gASgCUgVyYXRpbxIWCgZvZmZzZXQYDiABKBBSBm9mZnNldBIjCgVwYXJ0cxgPIAMoCzIN
      LnNob3AudjEuSXRlbVIFcGFydHMSMQoGcHJpY2VzGBAgAygLMhkuc2hvcC52MS5JdGVtLlByaWNlc0VudHJ5UgZwcmljZXMaOAoK
      U3RvY2tFbnRyeRIQCgNrZXkYASABKAlSA2tleRIUCgV2YWx1ZRgCIAEoBFIFdmFsdWU6AjgBGkkKC1ByaWNlc0VudHJ5EhAKA2tl
      eRgBIAEoBVIDa2V5EiQKBXZhbHVlGAIgASgLMg4uc2hvcC52MS5Nb25leVIFdmFsdWU6AjgBQggKBnNvdXJjZSIzCgdSZXF1ZXN0
      EhIKBG5hbWUYASABKAlSBG5hbWUSFAoFY291bnQYAiABKAVSBWNvdW50KjYKBkNvbG91chIPCgtDT0xPVVJfTk9ORRAAEgcKA1JF
      RBABEhIKBUdSRUVOEP7//////////wEyXQoEU2hvcBInCgRGaW5kEhAuc2hvcC52MS5SZXF1ZXN0Gg0uc2hvcC52MS5JdGVtEiwK
      BVdhdGNoEhAuc2hvcC52MS5SZXF1ZXN0Gg0uc2hvcC52MS5JdGVtKAEwAWIGcHJvdG8z
      """
    return Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
  }()

  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.count, by: 2).compactMap { offset in
      let start = digits.index(digits.startIndex, offsetBy: offset)
      return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
    }
  }

  /// An item with every kind of field, as the protobuf library of Python writes it.
  private static let item = bytes(
    "0a0e4c616d7020226269672220c3bc0a12120a0345555210f4ffffffffffffffff0118091a040102"
      + "ac0222016122016228feffffffffffffffff01320e0a017810ffffffffffffffffff013a0200ff41"
      + "000000000000f83f48015d07000000620208056dcdcccc3d71fdffffffffffffff7a060a0462756c"
      + "6282010f08fcffffffffffffffff0112021009")

  private static let request = bytes("0a046c616d701003")

  private func schema() throws -> ProtoSchema { try #require(ProtoSchema(Self.descriptors)) }

  private func line(_ content: [UInt8], isRequest: Bool = false) throws -> String {
    let lines = try schema().lines(
      of: GRPCMessages.message(content), method: "shop.v1.Shop/Watch", isRequest: isRequest)
    #expect(lines.count == 1)
    return lines.first ?? ""
  }

  @Test func `every kind of field is shown by its name`() throws {
    #expect(try line(Self.request, isRequest: true) == #"{"name":"lamp","count":3}"#)
    #expect(
      try line(Self.item)
        == #"{"name":"Lamp \"big\" ü\n","price":{"currency":"EUR","units":-12,"cents":-5},"#
        + #""sizes":[1,2,300],"tags":["a","b"],"colour":"GREEN","stock":{"x":18446744073709551615},"#
        + #""picture":"AP8=","weight":1.5,"gone":true,"shelf":7,"made":{"seconds":5},"ratio":0.1,"#
        + #""offset":-3,"parts":[{"name":"bulb"}],"prices":{"-4":{"units":9}}}"#)
    #expect(try line([]) == "{}")
  }

  @Test func `a field that the descriptors lack stands under its number`() throws {
    // Field 99, a varint; field 1 as a varint, which it is not; field 100, text.
    let unknown: [UInt8] = [0x98, 0x06, 0x07, 0x08, 0x05, 0xA2, 0x06, 0x01, 0x61]
    #expect(try line(unknown) == ##"{"#1":5,"#99":7,"#100":"a"}"##)
  }

  @Test(
    arguments: [
      [0xFF, 0xFF], [0x0A, 0x05, 0x61], [0x0B], [0x00, 0x01], [UInt8](repeating: 0x80, count: 20),
    ] as [[UInt8]])
  func `what is no message is a readable line`(content: [UInt8]) throws {
    #expect(try line(content) == GRPCCall.lines(of: GRPCMessages.message(content)).first)
  }

  @Test func `a method that the descriptors lack is shown as without them`() throws {
    let body = GRPCMessages.message(Self.request)
    #expect(
      try schema().lines(of: body, method: "shop.v1.Other/Find", isRequest: true)
        == GRPCCall.lines(of: body))
  }

  @Test func `messages nested without end are no message, and cost little`() throws {
    var nested: [UInt8] = []
    for _ in 0..<2000 {
      var length = nested.count
      var head: [UInt8] = [0x7A]
      while length > 0x7F {
        head.append(UInt8(length & 0x7F) | 0x80)
        length >>= 7
      }
      nested = head + [UInt8(length)] + nested
    }
    #expect(try !line(nested).hasPrefix("{\"parts\":[{\"parts\":[{\"parts\":[]"))
  }

  @Test func `other bytes are no descriptor set`() throws {
    #expect(ProtoSchema(Array("syntax = \"proto3\";".utf8)) == nil)
    #expect(ProtoSchema([]) == nil)
    let folder = try TemporaryDirectory()
    try folder.write("syntax = \"proto3\";", to: "shop.proto")
    #expect(throws: CassetteError.self) { try ProtoSchema(path: folder.path + "/shop.proto") }
  }

  @Test func `descriptors and messages that are damaged end in no crash`() throws {
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for round in 0..<3000 {
      var descriptors = Self.descriptors
      var content = Self.item
      for _ in 0..<(1 + random(4)) {
        if round % 2 == 0 { descriptors[random(descriptors.count)] = UInt8(random(256)) }
        content[random(content.count)] = UInt8(random(256))
      }
      content.removeLast(random(content.count))
      guard let schema = ProtoSchema(descriptors) else { continue }
      for method in ["shop.v1.Shop/Find", "shop.v1.Shop/Watch"] {
        let lines = schema.lines(
          of: GRPCMessages.message(content), method: method, isRequest: false)
        #expect(lines.count == 1)
      }
    }
  }

  @Test func `a diff names the field that changed`() throws {
    func interaction(_ contents: [UInt8]...) -> Interaction {
      var response = Interaction.Response(
        status: 200, headers: ["Content-Type": "application/grpc"])
      response.body = Body(contents.flatMap { GRPCMessages.message($0) })
      return Interaction(
        request: .init(
          method: "POST", url: "https://a.test/shop.v1.Shop/Watch",
          headers: ["Content-Type": "application/grpc"]),
        outcome: .response(response))
    }
    var other = Self.item
    let place = try #require(other.firstRange(of: Array("EUR".utf8), from: 0))
    other.replaceSubrange(place, with: Array("USD".utf8))
    let comparison = InteractionComparison(schema: try schema())
    func lines(_ old: Interaction, _ new: Interaction) -> [String] {
      (comparison.change(from: old, to: new)?.differences ?? []).map {
        "\($0.place) \($0.old ?? "") → \($0.new ?? "")"
      }
    }
    #expect(
      lines(interaction(Self.item), interaction(other)) == [#"$.price.currency "EUR" → "USD""#])
    #expect(
      lines(interaction(Self.item, Self.item), interaction(Self.item, other))
        == [#"line(2) $.price.currency "EUR" → "USD""#])
  }
}
