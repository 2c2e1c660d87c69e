import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLResponse {
  /// The response that a client sees; nil when the status is not one.
  ///
  /// Fields that only describe the transfer are left out, and `Content-Length` is the true length
  /// of what the client gets, so that `expectedContentLength` is right; where none was announced,
  /// as for a stream, there is none.
  ///
  /// - Parameters:
  ///   - response: The recorded response.
  ///   - request: The request it is the response to.
  ///   - url: Its URL as the client knows it.
  ///   - length: The number of bytes of what the client gets; nil for those of the response's body.
  ///   - system: The loading system that passes it on.
  /// - Returns: An `HTTPURLResponse`, or a plain response when there is no status.
  static func make(
    _ response: Interaction.Response, to request: Interaction.Request, url: URL,
    length: Int? = nil, in system: LoadingSystem
  ) -> URLResponse? {
    let length = length ?? response.body.count
    guard let status = response.status else {
      return URLResponse(
        url: url, mimeType: response.mediaType, expectedContentLength: length,
        textEncodingName: response.textEncoding)
    }
    var fields = response.headers.joined(status: status, in: system)
    if request.method == "HEAD" || status == 304 || response.failure != nil {
      // RFC 9110 §8.6: these have no content, and say how long that of a GET would be; and what
      // broke off says how long it was to be.
      fields["Content-Length"] = response.headers["Content-Length"]
      if request.method == "HEAD", fields["Content-Length"] == nil, !response.body.isEmpty {
        // What serves GET as well, such as a stub of every method, has that content.
        fields["Content-Length"] = String(response.body.count)
      }
    } else if status != 204, !response.hasUnknownLength,
      response.headers["Content-Length"] != nil
        || response.body.chunks.isEmpty && response.trailers.isEmpty,
      !(response.body.encoding != nil && response.isStream)
    {
      // The length of a stream that is decoded event by event was not known at its head.
      fields["Content-Length"] = String(length)
    }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: response.http ?? "HTTP/1.1", headerFields: fields)
  }

  /// The head of a response whose body is still to come as it stands on the wire.
  static func makeHead(
    _ response: Interaction.Response, url: URL, in system: LoadingSystem
  ) -> URLResponse? {
    guard let status = response.status else { return nil }
    var fields = response.headers.joined(status: status, in: system)
    if let length = response.headers["Content-Length"] { fields["Content-Length"] = length }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: response.http ?? "HTTP/1.1", headerFields: fields)
  }
}

extension HeaderFields {
  /// The fields as a dictionary with repeats joined, as Foundation shows them.
  fileprivate func joined(status: Int, in system: LoadingSystem) -> [String: String] {
    var joined = [String: String](minimumCapacity: fields.count + 1)
    // The name that the fields of one name in any case have here: that of the first.
    var names = [String: String](minimumCapacity: fields.count + 1)
    let unrecorded = TransferFields.Kinds.unrecorded.subtracting(.meant(by: status))
    for field in fields where !TransferFields.contains(field.name, in: unrecorded) {
      let lowercased = field.name.lowercased()
      if let name = names.updateValue(field.name, forKey: lowercased) {
        names[lowercased] = name
        joined[name, default: ""] += ", " + field.value
      } else {
        joined[field.name] = field.value
      }
    }
    if system.takesBasicChallenges, status == 401 {
      // A space before the value stops the loading system from recognising the challenge.
      for (name, value) in joined
      where name.equalsIgnoringASCIICase("WWW-Authenticate")
        && value.lowercased().contains("basic")
      {
        joined[name] = " " + value
      }
    }
    return joined
  }
}
