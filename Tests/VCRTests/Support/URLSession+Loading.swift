import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Runs a data task with a completion handler.
  func completion(of request: URLRequest) async -> Completion {
    await withCheckedContinuation { continuation in
      dataTask(with: request) { data, response, error in
        continuation.resume(returning: Completion(data: data, response: response, error: error))
      }.resume()
    }
  }

  /// The error of a request that must fail.
  func failure(of request: URLRequest) async -> (any Error)? {
    do {
      _ = try await data(for: request)
      return nil
    } catch {
      return error
    }
  }

  func text(_ url: String) async throws -> String {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    return String(decoding: try await data(from: url).0, as: UTF8.self)
  }
}

extension URLRequest {
  init(_ method: String = "GET", _ url: String, _ change: (inout URLRequest) -> Void = { _ in })
    throws
  {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    self.init(url: url)
    httpMethod = method
    change(&self)
  }
}
