import Foundation
import VCRCore

#if Recording
  import VCRUpstream
#endif
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request on its way through redirects: what is to be sent next, and where to.
struct RedirectingRequest: Sendable {
  /// The request as it goes on the wire.
  var request: Interaction.Request

  /// The URL as the client will see it in the response.
  var url: URL

  /// How many redirects were followed.
  var hops = 0

  /// How long the replayed redirects so far would have taken.
  var elapsed = Duration.zero

  /// How many redirects a client follows at most, on Apple platforms and natively on Linux.
  static let limit = 20

  /// Creates it for a request; nil when the request has no URL.
  init?(_ request: URLRequest, body: [UInt8], handle: SessionContext?) {
    guard let url = request.url else { return nil }
    self.url = url
    let (text, credentials) = Self.wireForm(of: url)
    var fields = Self.fields(
      of: request, adding: handle?.settings.additionalHeaders ?? [], in: handle?.system ?? .current)
    let method = request.httpMethod ?? "GET"
    if let credentials, fields["Authorization"] == nil {
      fields.append("Authorization", credentials)
    }
    if let handle, handle.system.leavesCookies, request.httpShouldHandleCookies,
      fields["Cookie"] == nil, let cookies = handle.cookies(for: url)
    {
      fields.append("Cookie", cookies)
    }
    #if canImport(FoundationNetworking)
      // That of an upload task stands elsewhere, and is sent without a type.
      let isForm = request.httpBody?.isEmpty == false
    #else
      let isForm = !body.isEmpty
    #endif
    if isForm, method == "POST", fields["Content-Type"] == nil {
      // The native HTTP protocol supplies this field as well.
      fields.append("Content-Type", FormEncoding.mediaType)
    }
    self.request = Interaction.Request(method: method, url: text, headers: fields, body: Body(body))
  }

  /// The request as it is matched and stored: its content coding undone.
  var comparable: Interaction.Request {
    #if Recording
      return request.headers["Content-Encoding"] == nil
        ? request : ExchangeRecording.decoding(request)
    #else
      return request
    #endif
  }

  /// The URL without fragment and user information, neither of which is sent (RFC 9110 §7.1), and
  /// the credentials that stood in it.
  private static func wireForm(of url: URL) -> (text: String, credentials: String?) {
    let text = url.absoluteString
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@") }),
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return (text, nil) }
    var credentials: String?
    if let user = parts.user {
      credentials = BasicCredential.fieldValue(of: "\(user):\(parts.password ?? "")")
      parts.user = nil
      parts.password = nil
    }
    parts.fragment = nil
    return (parts.string ?? text, credentials)
  }

  /// The request's own fields, those the session adds, and those every client sends.
  ///
  /// Foundation keeps no order, so they are sorted: the same request gives the same cassette.
  private static func fields(
    of request: URLRequest, adding additional: [HeaderField], in system: LoadingSystem
  ) -> HeaderFields {
    let defaults = system.undoesCodings ? defaultsWithoutCodings : defaults
    var fields: [HeaderField] = []
    let own = request.allHTTPHeaderFields ?? [:]
    // Most requests have none: these share one array.
    if own.isEmpty && additional.isEmpty { return HeaderFields(defaults) }
    if !own.isEmpty {
      fields.reserveCapacity(own.count + additional.count + defaults.count)
      for (name, value) in own { fields.append(HeaderField(name, value)) }
      fields.sort { $0.name < $1.name }
    }
    for field in additional where !fields.contains(name: field.name) { fields.append(field) }
    for field in defaults where !fields.contains(name: field.name) { fields.append(field) }
    return HeaderFields(fields)
  }

  /// The header fields that a client sends by default.
  ///
  /// The user agent names no process and no version, so that a cassette does not depend on who
  /// recorded it.
  private static let defaultsWithoutCodings = [
    HeaderField("Accept", "*/*"), HeaderField("User-Agent", "swift-vcr"),
  ]

  /// The same, with the content codings that this package's own client undoes.
  private static let defaults = [
    HeaderField("Accept", "*/*"),
    HeaderField("Accept-Encoding", "gzip, deflate, br, zstd"),
    HeaderField("User-Agent", "swift-vcr"),
  ]
}

extension [HeaderField] {
  /// True when there is a field of that name, whatever its case.
  fileprivate func contains(name: String) -> Bool {
    contains { $0.name.equalsIgnoringASCIICase(name) }
  }
}
