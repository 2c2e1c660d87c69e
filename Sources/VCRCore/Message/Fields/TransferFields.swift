/// The header fields that describe a transfer or a connection, and not the message.
///
/// One table for everybody who leaves some of them out: each user takes the set of kinds that has
/// no meaning where it stands.
package enum TransferFields {
  /// Why a field does not belong to the message.
  package struct Kinds: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Concerns one connection alone (RFC 9110 §7.6.1).
    package static let connection = Kinds(rawValue: 1)
    /// Delimits a message on HTTP/1 (RFC 9112 §6.1).
    package static let framing = Kinds(rawValue: 2)
    /// The length of the content (RFC 9110 §8.6).
    package static let length = Kinds(rawValue: 4)
    /// Announces trailer fields (RFC 9110 §6.6.2).
    package static let announcement = Kinds(rawValue: 8)
    /// Is meant for the next proxy (RFC 9110 §11.7).
    package static let proxy = Kinds(rawValue: 16)
    /// Asks before the content is sent (RFC 9110 §10.1.1).
    package static let expectation = Kinds(rawValue: 32)
    /// Names the host of the URL a second time (RFC 9110 §7.2).
    package static let host = Kinds(rawValue: 64)
    /// Has to be known before the content: who asks, what for, and what the content is (RFC 9110
    /// §6.5.1).
    package static let leading = Kinds(rawValue: 128)
    /// Names protocols that a connection may switch to (RFC 9110 §7.8).
    package static let upgrade = Kinds(rawValue: 256)
    /// Says what a client can do on the connection (RFC 9110 §10.1.4; RFC 7540 §3.2.1).
    package static let capability = Kinds(rawValue: 512)

    /// The fields of a connection, or for a proxy, that are a part of a response all the same:
    /// which protocols a service demands is what it says with `426 Upgrade Required` (RFC 9110
    /// §15.5.22), and how to prove who asks with `407 Proxy Authentication Required` (§15.5.8),
    /// which a client gets from a service as well when nothing stands between them.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: The kinds.
    package static func meant(by status: Int?) -> Kinds {
      switch status {
      case 407: .proxy
      case 426: .upgrade
      default: []
      }
    }

    /// The fields that a cassette does not hold, and a client of a replay does not see: they
    /// described the transfer that was recorded, and the replay's own is another.
    ///
    /// Fields for a proxy are kept, as a program that speaks to one wants its challenge replayed.
    package static let unrecorded: Kinds = [
      .connection, .capability, .upgrade, .framing, .length, .announcement,
    ]

    /// The fields that a proxy does not pass on, in either direction.
    ///
    /// The length is passed on or computed with the framing; trailer fields are passed on, and so
    /// is what announces them.
    package static let unforwarded: Kinds = [
      .connection, .capability, .upgrade, .framing, .proxy,
    ]

    /// The fields that a client does not send for a recorded or forwarded request.
    ///
    /// Nothing is expected first, as the body is at hand. The length is computed, and trailer
    /// fields are sent, with what announces them.
    package static let unsent: Kinds = [
      .connection, .capability, .upgrade, .framing, .proxy, .expectation,
    ]

    /// The fields that make a message of HTTP/2 malformed (RFC 9113 §8.2.2).
    ///
    /// `TE` does, too, but with one value.
    package static let malformedInHTTP2: Kinds = [.connection, .upgrade, .framing]

    /// The fields that have no meaning in a trailer section, and are neither sent nor taken there
    /// (RFC 9110 §6.5.1): a recipient that took one for a header field could read the message
    /// otherwise.
    package static let untrailing: Kinds = [
      .connection, .capability, .upgrade, .framing, .length, .announcement, .proxy, .expectation,
      .host, .leading,
    ]

    /// The fields that may differ between two runs although the service and the program have not
    /// changed, because another client or connection carried the message.
    ///
    /// Fields for a proxy say who asks and stay as they are.
    package static let volatile: Kinds = [
      .connection, .capability, .upgrade, .framing, .length, .announcement, .expectation, .host,
    ]
  }

  private static let kinds: [String: Kinds] = [
    "connection": .connection, "keep-alive": .connection, "proxy-connection": .connection,
    "te": .capability, "upgrade": .upgrade, "http2-settings": .capability,
    "transfer-encoding": .framing, "content-length": .length, "trailer": .announcement,
    "proxy-authenticate": .proxy, "proxy-authorization": .proxy,
    "proxy-authentication-info": .proxy, "expect": .expectation, "host": .host,
    "authorization": .leading, "www-authenticate": .leading, "cache-control": .leading,
    "content-encoding": .leading, "content-range": .leading, "content-type": .leading,
    "if-match": .leading, "if-modified-since": .leading, "if-none-match": .leading,
    "if-range": .leading, "if-unmodified-since": .leading, "max-forwards": .leading,
    "range": .leading,
  ]

  /// The names by their length, which tells most fields apart from all of them without a
  /// comparison.
  private static let namesByLength: [[(name: String, kind: Kinds)]] = {
    let longest = kinds.keys.reduce(0) { max($0, $1.utf8.count) }
    var table = [[(name: String, kind: Kinds)]](repeating: [], count: longest + 1)
    for (name, kind) in kinds { table[name.utf8.count].append((name, kind)) }
    return table
  }()

  /// Whether a field is of one of some kinds.
  ///
  /// - Parameters:
  ///   - name: The field's name, in any case.
  ///   - kinds: The kinds.
  /// - Returns: False for every field that describes the message.
  package static func contains(_ name: String, in kinds: Kinds) -> Bool {
    let length = name.utf8.count
    guard length < namesByLength.count else { return false }
    for known in namesByLength[length] where kinds.contains(known.kind) {
      if known.name.equalsIgnoringASCIICase(name) { return true }
    }
    return false
  }

  /// What the `Connection` fields of a section list: options, and the names of fields that concern
  /// the connection alone (RFC 9110 §7.6.1).
  ///
  /// - Parameter section: The section.
  /// - Returns: The words in lower case.
  package static func named(byConnectionOf section: HeaderFields) -> Set<String> {
    var named: Set<String> = []
    for field in section.fields where field.name.equalsIgnoringASCIICase("connection") {
      named.formUnion(field.value.lowercased().commaSeparatedWords)
    }
    return named
  }

  /// The fields of a trailer section that have a meaning there.
  ///
  /// - Parameter section: The section.
  /// - Returns: The section without the others.
  package static func trailers(_ section: HeaderFields) -> HeaderFields {
    guard section.fields.contains(where: { contains($0.name, in: .untrailing) }) else {
      return section
    }
    return HeaderFields(section.fields.filter { !contains($0.name, in: .untrailing) })
  }

  /// The names of the fields of some kinds.
  ///
  /// - Parameter kinds: The kinds.
  /// - Returns: The names in lower case, sorted.
  package static func names(of kinds: Kinds) -> [String] {
    Self.kinds.filter { kinds.contains($0.value) }.keys.sorted()
  }
}
