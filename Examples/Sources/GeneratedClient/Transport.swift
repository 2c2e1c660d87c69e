import Foundation
import HTTPTypes
import HTTPTypesFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a generated client sends its requests: the shape of `ClientTransport` in `OpenAPIRuntime`.
///
/// This example stands on its own; in a project the generator's modules bring this type and the
/// next.
protocol ClientTransport: Sendable {
  /// Sends a request.
  func send(
    _ request: HTTPRequest, body: Data?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, Data?)
}

/// Sends requests through a URL session: the shape of `URLSessionTransport` in `OpenAPIURLSession`.
struct URLSessionTransport: ClientTransport {
  /// What the transport needs to know.
  struct Configuration: Sendable {
    /// The session.
    var session: URLSession
  }

  /// What the transport needs to know.
  var configuration: Configuration

  func send(
    _ request: HTTPRequest, body: Data?, baseURL: URL, operationID: String
  ) async throws -> (HTTPResponse, Data?) {
    var request = request
    request.scheme = baseURL.scheme
    request.authority = baseURL.host().map { host in
      baseURL.port.map { "\(host):\($0)" } ?? host
    }
    request.path = baseURL.path() + (request.path ?? "")
    guard let body else {
      let (data, response) = try await configuration.session.data(for: request)
      return (response, data)
    }
    let (data, response) = try await configuration.session.upload(for: request, from: body)
    return (response, data)
  }
}
