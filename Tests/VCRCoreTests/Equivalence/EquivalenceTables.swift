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
