import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of some service, as an app has one: what is to be tested.
struct UserService {
  /// A user as the service knows one.
  struct User: Codable, Equatable {
    var id: Int
    var name: String
  }

  var session: URLSession
  private static let users = URL(string: "https://api.example.com/users")

  /// A user; nil when there is none.
  func user(_ id: Int) async throws -> User? {
    guard let url = Self.users?.appending(path: "\(id)") else { throw URLError(.badURL) }
    let (data, response) = try await session.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode != 404 else { return nil }
    return try JSONDecoder().decode(User.self, from: data)
  }

  /// Adds a user; tries once more when the service is busy.
  func add(_ user: User) async throws {
    guard let url = Self.users else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(user)
    for _ in 1...2 {
      let (_, response) = try await session.data(for: request)
      if (response as? HTTPURLResponse)?.statusCode == 201 { return }
    }
    throw URLError(.badServerResponse)
  }
}
