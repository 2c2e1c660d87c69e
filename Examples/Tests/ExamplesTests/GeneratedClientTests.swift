import Foundation
import Testing
import VCRTesting

@testable import GeneratedClient

@Suite struct GeneratedClientTests {
  @Test(.cassette("todos"))
  func `a task that was added is in the list`() async throws {
    let client = Client(
      serverURL: try #require(URL(string: "http://todos.example.com/v1")),
      transport: URLSessionTransport(configuration: .init(session: VCR.session)))
    let added = try await client.addTodo(.init(title: "write a test"))
    #expect(try await client.listTodos().contains(added))
  }
}
