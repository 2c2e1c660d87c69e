@testable import VCRCore

/// A request for a behaviour table.
func request(
  _ method: String = "GET", _ url: String = "https://api.example.com/", type: String? = nil,
  headers: HeaderFields = [:], _ body: String = ""
) -> Interaction.Request {
  var headers = headers
  if let type { headers.append("Content-Type", type) }
  return Interaction.Request(
    method: method, url: url, headers: headers, body: Body(Array(body.utf8)))
}

extension RequestEquivalence {
  /// The key of a request.
  func key(of request: Interaction.Request) -> [UInt8] {
    var key: [UInt8] = []
    appendKey(of: request, to: &key)
    return key
  }

  /// The key of a request by its method and URL alone.
  func keyOfMethodAndURL(of request: Interaction.Request) -> [UInt8] {
    var key: [UInt8] = []
    let (method, url) = (Array(request.method.utf8), Array(request.url.utf8))
    unsafe method.withUnsafeBufferPointer { method in
      unsafe url.withUnsafeBufferPointer { url in
        unsafe appendKey(method: method, url: url, to: &key)
      }
    }
    return key
  }
}

/// The normal form of a URL as text.
func normalized(_ url: String) -> String {
  String(
    decoding: RequestEquivalence.Part.url.normalForm(of: request("GET", url)), as: UTF8.self)
}

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
