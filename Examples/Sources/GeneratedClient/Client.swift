import Foundation
import HTTPTypes

/// A client as the generator writes one from the description of a service, with two operations.
struct Client {
  /// Where the service is.
  let serverURL: URL
  /// What sends the requests.
  let transport: any ClientTransport

  /// A task of a list.
  struct Todo: Codable, Equatable {
    var id: Int?
    var title: String
  }

  /// A status that the description does not mention.
  struct UndocumentedStatus: Error {
    var code: Int
  }

  /// All tasks: `GET /todos`.
  func listTodos() async throws -> [Todo] {
    try await call("listTodos", .init(method: .get, scheme: nil, authority: nil, path: "/todos"))
  }

  /// A new task: `POST /todos`.
  func addTodo(_ todo: Todo) async throws -> Todo {
    var request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/todos")
    request.headerFields[.contentType] = "application/json; charset=utf-8"
    return try await call("addTodo", request, try JSONEncoder().encode(todo))
  }

  private func call<Output: Decodable>(
    _ operation: String, _ request: HTTPRequest, _ body: Data? = nil
  ) async throws -> Output {
    var request = request
    request.headerFields[.accept] = "application/json"
    let (response, data) = try await transport.send(
      request, body: body, baseURL: serverURL, operationID: operation)
    guard response.status.kind == .successful else {
      throw UndocumentedStatus(code: response.status.code)
    }
    return try JSONDecoder().decode(Output.self, from: data ?? Data())
  }
}
