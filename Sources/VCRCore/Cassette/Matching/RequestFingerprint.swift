/// Digests of what may still distinguish two equivalent requests.
struct RequestFingerprint: Sendable {
  /// The users whose placeholders a request has in its URL, its body, its header fields and its
  /// trailer fields.
  enum Users: Sendable, Hashable {
    /// There are no placeholders: nobody is named, or the name was left empty.
    case none
    /// There are placeholders, but none has a number.
    case first
    /// A digest of the placeholders that have numbers.
    case numbered(Int)
    /// One has the number 0, which stands for any user.
    case any
  }

  let body: Int
  let headers: Int
  /// The body without the numbers of its placeholders.
  let bareBody: Int
  /// The header fields without the numbers of their placeholders.
  let bareHeaders: Int
  /// The header fields that have placeholders, without the numbers of these; 0 for none.
  ///
  /// They are how a user proves who it is, whatever the other fields are.
  let credentials: Int
  /// The users in the URL, the body and the header fields.
  let users: Users

  /// Creates the digests of a redacted request, whose volatile headers do not count.
  init(_ request: Interaction.Request, _ volatility: Volatility) {
    let bytes = volatility.stableBytes(of: request)
    var users = Users.none
    func stripped(_ text: [UInt8]) -> [UInt8]? {
      guard let stripped = ValueNumbers.stripped(text) else { return nil }
      users.add(stripped.numbered)
      return stripped.text
    }
    body = bytes.seededHash
    bareBody = stripped(BodyText.bytes(bytes, request.headers))?.seededHash ?? body
    // A sum does not depend on the order of the fields.
    var (headers, bareHeaders, credentials) = (0, 0, 0)
    for field in request.headers.fields {
      let name = field.name.lowercased()
      guard volatility.reason(ofHeader: name) == nil else { continue }
      func digest(_ value: String) -> Int {
        var hasher = Hasher()
        hasher.combine(name)
        hasher.combine(volatility.stableValue(ofHeader: name, value))
        return hasher.finalize()
      }
      let own = digest(field.value)
      headers &+= own
      let bare = field.value.mayHoldPlaceholder ? stripped(Array(field.value.utf8)) : nil
      let bareOwn = bare.map { digest(String(decoding: $0, as: UTF8.self)) }
      bareHeaders &+= bareOwn ?? own
      credentials &+= bareOwn ?? 0
    }
    for field in request.trailers.fields where field.value.mayHoldPlaceholder {
      guard let found = ValueNumbers.stripped(Array(field.value.utf8)) else { continue }
      users.add(found.numbered)
      for name in found.numbered ?? [] { headers &+= name.seededHash }
    }
    // A policy may leave out the part of the URL that says whose the request is.
    if request.url.mayHoldPlaceholder || request.url.contains("%7B"),
      let found = ValueNumbers.stripped(Array(request.url.utf8))
    {
      users.add(found.numbered)
      for name in found.numbered ?? [] { headers &+= name.seededHash }
    }
    self.headers = headers
    self.bareHeaders = bareHeaders
    self.credentials = credentials
    self.users = users
  }

  /// How much of two requests agrees, the more the greater: the body counts more than the users,
  /// and these more than the header fields, of which those with placeholders count most.
  func agreement(with other: RequestFingerprint) -> Int {
    if body == other.body, headers == other.headers { return 9 }
    let isSameUser = users != .any && users == other.users
    let isProvenAlike = credentials == other.credentials
    let userAgreement = (isSameUser ? 2 : 0) + (isProvenAlike ? 1 : 0)
    guard bareBody == other.bareBody else { return userAgreement }
    // 4 stands for a body that agrees alone.
    return isSameUser ? 5 + userAgreement : bareHeaders == other.bareHeaders ? 6 : 4 + userAgreement
  }
}

extension RequestFingerprint.Users {
  /// Adds the users of a text that has placeholders.
  ///
  /// - Parameter names: The placeholders with numbers, in any order; nil for any user.
  fileprivate mutating func add(_ names: [[UInt8]]?) {
    guard let names, self != .any else {
      self = .any
      return
    }
    if self == .none { self = .first }
    for name in names {
      // A sum does not depend on the order of the fields.
      if case .numbered(let sum) = self {
        self = .numbered(sum &+ name.seededHash)
      } else {
        self = .numbered(name.seededHash)
      }
    }
  }
}
