import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the snippets speak of: a user, as the service of the documentation knows one.
struct User: Codable, Equatable {
  var id: Int
  var name: String
}

/// An order, with a nonce that is another one each time.
struct Order: Codable {
  var item: String
  var nonce: String
}

/// What the service gives who logs in.
struct Login: Codable {
  enum CodingKeys: String, CodingKey { case token = "access_token" }

  var token: String
}

/// The address of the service, which does not exist.
private let service = URL(string: "https://api.example.com") ?? URL(filePath: "/")

/// All users.
let usersURL = service.appending(path: "users")

/// Where tokens are handed out.
let loginURL = service.appending(path: "login")

/// Where orders are placed.
let ordersURL = service.appending(path: "orders")

/// A page of users.
func page(_ number: Int) -> URL {
  usersURL.appending(queryItems: [URLQueryItem(name: "page", value: "\(number)")])
}

/// What the snippets test: a client of the service.
struct UserService {
  /// The session its requests go through.
  var session: URLSession

  /// All users.
  func users() async throws -> [User] {
    let (data, _) = try await session.data(from: usersURL)
    return try JSONDecoder().decode([User].self, from: data)
  }

  /// A user; nil when there is none.
  func user(_ id: Int) async throws -> User? {
    let (data, response) = try await session.data(from: usersURL.appending(path: "\(id)"))
    guard (response as? HTTPURLResponse)?.statusCode != 404 else { return nil }
    return try JSONDecoder().decode(User.self, from: data)
  }

  /// Adds a user.
  func add(_ user: User) async throws {
    var request = URLRequest(url: usersURL)
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(user)
    let (_, response) = try await session.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode == 201 else {
      throw URLError(.badServerResponse)
    }
  }
}
