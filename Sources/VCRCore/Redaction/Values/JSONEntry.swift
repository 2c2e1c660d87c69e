/// A name and a value that are two members of one object: `{"name": "DB_PASSWORD", "value": "…"}`,
/// as in lists of variables, parameters and header fields.
package struct JSONEntry {
  /// The role of a member in an entry.
  package enum Role {
    /// Its name.
    case name
    /// Its type, label or identifier, which is its name where that is one of a credential:
    /// `{"type": "password", …}`.
    case type
    /// Its value.
    case value
    /// One of its two values, where a member describes a password: `{"password": {"new": "…"}}`.
    case age
    /// The words that lead to what a service found wrong, of which the last is its name:
    /// `{"loc": ["body", "password"], "input": "…"}`.
    case location
    /// The operation on a document at its path (RFC 6902 §4).
    case operation
    /// The path (RFC 6901), of which the last segment is its name.
    case pointer

    private static let names = SecretNames([
      "name", "key", "parameterKey", "header", "variable", "field", "param", "option_name",
      "key_name", "k",
    ])
    private static let types = SecretNames([
      "type", "label", "purpose", "id", "title", "attribute", "property",
    ])
    private static let values = SecretNames([
      "value", "parameterValue", "val", "content", "option_value", "default_value", "input",
      "default", "plaintext", "string_value", "S", "rejected_value", "v",
      "raw", "example", "data", "setting", "@value", "#text", "$t", "$", "_value",
      "#cdata_section",
    ])
    /// The only member beside attributes, as converters of XML name the text of an element.
    private static let nameOfText = Array("_".utf8)
    /// The two values that a change of a password has.
    private static let ages = SecretNames([
      "new", "old", "current", "previous", "new_value", "old_value", "from", "to", "before",
      "after",
    ])

    private static let locations = SecretNames(["loc"])
    private static let operations = SecretNames(["op"])
    private static let pointers = SecretNames(["path"])

    /// The letters with which the names of the members begin.
    private static let firsts = ByteSet("abcdefhiklnoprstvABCDEFHIKLNOPRSTV")

    /// The names of the members of whose entries the name does not stand alone in a string, as they
    /// begin in JSON and in JSON within a string, and what is known of entries of a store.
    package static let marks: [StaticString] = [
      "\"loc\"", "\"loc\\", "\"op\"", "\"op\\", "\"SecureString", "/secrets/", "issued_on",
    ]

    /// The role of a member; nil if it is none of an entry.
    package init?(_ member: [UInt8]) {
      guard let first = member.first, Self.firsts.contains(first) || !first.isASCIILetter else {
        return nil
      }
      if Self.names.contains(member.view, in: member.indices) {
        self = .name
      } else if Self.values.contains(member.view, in: member.indices)
        || member == Self.nameOfText
      {
        self = .value
      } else if Self.ages.contains(member.view, in: member.indices) {
        self = .age
      } else if Self.locations.contains(member.view, in: member.indices) {
        self = .location
      } else if Self.operations.contains(member.view, in: member.indices) {
        self = .operation
      } else if Self.pointers.contains(member.view, in: member.indices) {
        self = .pointer
      } else if Self.types.contains(member.view, in: member.indices) {
        self = .type
      } else {
        return nil
      }
    }
  }

  private var operation: Range<Int>?

  /// The name, and where the members begin of which one may be its value.
  private var name: (content: Range<Int>, end: Int)?
  private var value: Range<Int>?
  /// The name and the value, once both were met.
  private(set) var pair: (name: Range<Int>, value: Range<Int>)?
  /// True where only a type or a label says what the value is, which then has to look like it.
  private(set) var isLabel = false
  /// True for what a store of secrets hands out, whatever the value looks like.
  private(set) var isStored = false

  /// True where the name is that of a member whose value is the object.
  private var isDescribed = false

  /// The most bytes between two members of one entry.
  private static let widest = 256

  /// Takes a member.
  ///
  /// - Parameters:
  ///   - role: Its role.
  ///   - content: Its string.
  ///   - member: Where it begins.
  ///   - text: The text.
  mutating func take(
    _ role: Role, _ content: Range<Int>, at member: Int, in text: Span<UInt8>
  ) {
    pair = nil
    switch role {
    case .operation: operation = content
    case .pointer:
      guard let operation, Self.areOne(operation.upperBound, member, text) else { return }
      // In SCIM the path is a name (RFC 7644 §3.5.2).
      let last = content.last { text[$0] == UInt8(ascii: "/") }
      take(
        .name, (last.map { $0 + 1 } ?? content.lowerBound)..<content.upperBound, at: member,
        in: text)
    case .type:
      let isPassword =
        Self.nameInStore(text, content) != nil || PasswordNames.meaning(text, in: content) != nil
      guard isPassword || CredentialNames.isCredential(text, in: content) else { return }
      take(.name, content, at: member, in: text)
      isLabel = !isPassword
    case .name, .location:
      isLabel = false
      let stored = Self.nameInStore(text, content)
      isStored = stored != nil
      isDescribed = false
      let content = stored ?? content
      name = content.count <= 80 ? (content, content.upperBound) : nil
      // A name of nothing that matters ends the search.
      guard name != nil, let value, Self.areOne(value.upperBound, member, text) else {
        value = nil
        return
      }
      pair = (content, value)
      self.value = nil
    case .age:
      guard let name, Self.areOne(name.end, member, text),
        isDescribed
          ? PasswordNames.meaning(text, in: name.content) != nil
          : Self.isChange(text, name.content, content)
      else { return }
      pair = (name.content, content)
    case .value:
      value = content
      guard let name,
        isStored
          ? member >= name.end && member - name.end <= Self.widest
          : Self.areOne(name.end, member, text)
      else { return }
      pair = (name.content, content)
      self.name = nil
      value = nil
    }
  }

  /// Takes the name of a member whose value is an object that describes it:
  /// `{"password": {"type": "string", "value": "…"}}`, as in outputs of Terraform.
  ///
  /// - Parameters:
  ///   - object: Where the object begins.
  ///   - content: The name.
  mutating func take(nameOf object: Int, _ content: Range<Int>) {
    (name, value, operation) = ((content, object + 1), nil, nil)
    isDescribed = true
    isLabel = false
  }

  /// True for one of two values that a log of changes has for a credential:
  /// `{"field": "password", "old": "…", "new": "…"}`.
  ///
  /// Such a log has words, versions and addresses under these names as well.
  private static func isChange(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    let isMixture =
      TokenLikeness.isSecretLike(text, in: value)
      && value.contains { text[$0].isASCIIDigit } && value.contains { text[$0].isASCIILetter }
      && !value.contains { ".@/:".utf8.contains(text[$0]) }
    return (isMixture || TokenLikeness.isTokenLike(text, in: value))
      && CredentialNames.isCredential(text, in: name)
  }

  /// True for the member `key` of an object that stores, queues and listings have, and for the
  /// member `token` of a word of a text, beside others of such an object:
  /// `{"Key": "…", "ETag": "…"}`, `{"token": "…", "start_offset": 0}`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The name of the member.
  ///   - member: Where the member begins.
  ///   - value: Where its value begins.
  /// - Returns: Whether it is.
  static func isKeyOfEntry(
    _ text: Span<UInt8>, _ name: Range<Int>, member: Int, value: Int
  ) -> Bool {
    let isKey =
      name.count == 3 && text[name.lowerBound] | 0x20 == UInt8(ascii: "k")
      && text.equals("ey", in: name.dropFirst())
    guard isKey || text.equals("token", in: name) else { return false }
    let neighbours = isKey ? neighboursOfKeys : neighboursOfWords
    var start = member
    let floor = max(0, member - widestEntry)
    while start > floor, !braces.contains(text[start - 1]) { start -= 1 }
    if isKey, isOfEntry(text, brace: start) { return true }
    var end = value
    let limit = min(text.count, value + widestEntry)
    while end < limit, !braces.contains(text[end]) { end += 1 }
    return (start..<end).contains { index in
      text[index] == UInt8(ascii: "\"")
        && neighbours.contains { neighbour in
          let last = index + 1 + neighbour.utf8CodeUnitCount
          return text.equals(neighbour, at: index + 1) && last < end
            && (text[last] == UInt8(ascii: "\"") || text[last] == UInt8(ascii: "\\"))
        }
    }
  }

  /// True for the object that a member holds whose name says that its key is that of an entry:
  /// `"cache": {"key": "…"}`.
  private static func isOfEntry(_ text: Span<UInt8>, brace end: Int) -> Bool {
    guard end > 0, text[end - 1] == UInt8(ascii: "{") else { return false }
    var index = end - 1
    func skip(_ isPart: (UInt8) -> Bool) -> Bool {
      let last = index
      while index > 0, last - index < widestName, isPart(text[index - 1]) { index -= 1 }
      return index < last
    }
    _ = skip { $0 <= 0x20 }
    guard skip({ $0 == UInt8(ascii: ":") }) else { return false }
    _ = skip { $0 <= 0x20 }
    guard skip({ $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else { return false }
    let last = index
    guard skip({ ByteSet.word.contains($0) }) else { return false }
    return holdersOfKeys.contains(text, in: index..<last)
  }

  private static let widestName = 64
  private static let holdersOfKeys = SecretNames([
    "cache", "caches", "object", "objects", "file", "files", "lock", "row", "record", "message",
    "event", "partition", "sort",
  ])

  /// True for the token that Cloudflare hands out once, as the value of an object that says since
  /// when it holds, whatever it is called there.
  static func isHandedOut(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count == 40, value.allSatisfy({ ByteSet.word.contains(text[$0]) }),
      TokenLikeness.isTokenLike(text, in: value)
    else { return false }
    return (max(0, value.lowerBound - 4 * widestEntry)..<value.lowerBound).contains { index in
      text[index] == UInt8(ascii: "i") && text.equals("issued_on", at: index)
    }
  }

  private static let braces = ByteSet("{}")
  private static let widestEntry = 1024

  /// The members beside a word of a text, which a search engine or a model calls a token.
  private static let neighboursOfWords: [StaticString] = [
    "start_offset", "end_offset", "logprob", "top_logprobs", "lemma", "startOffset", "endOffset",
  ]

  /// The members beside the key of an object in a listing, of a message in a queue, and of a pair
  /// in a store.
  private static let neighboursOfKeys: [StaticString] = [
    "ETag", "Size", "LastModified", "StorageClass", "etag", "size", "lastModified",
    "last_modified", "VersionId", "versionId", "bucket", "Bucket", "value", "Value", "partition",
    "offset", "lease", "create_revision", "mod_revision", "ModifyIndex", "CreateIndex",
    "contentType",
    "content_type", "ContentType",
  ]

  /// The name by which a store of secrets hands one out, or its type there: `"Type":
  /// "SecureString"` (AWS Systems Manager), `"id": "https://….vault.azure.net/secrets/NAME/…"`
  /// (Azure Key Vault), `"name": "projects/…/secrets/NAME/versions/…"` (Google Secret Manager).
  private static func nameInStore(_ text: Span<UInt8>, _ content: Range<Int>) -> Range<Int>? {
    if text.equals("SecureString", in: content) { return content }
    guard content.count > 24, content.count <= widest,
      let first = content.first(where: { text.equals("/secrets/", at: $0) })
    else { return nil }
    let start = first + "/secrets/".utf8.count
    let end = text.firstIndex(of: UInt8(ascii: "/"), in: start..<content.upperBound)
    let isOfAzure =
      text.equals("https://", at: content.lowerBound)
      && (content.lowerBound..<first).contains { text.equals(".vault.", at: $0) }
    let isOfGoogle =
      text.equals("projects/", at: content.lowerBound)
      && end.map { text.equals("/versions/", at: $0) } ?? false
    let name = start..<min(end ?? content.upperBound, content.upperBound)
    return !name.isEmpty && (isOfAzure || isOfGoogle) ? name : nil
  }

  /// True when no object begins or ends between two positions.
  private static func areOne(_ start: Int, _ end: Int, _ text: Span<UInt8>) -> Bool {
    start <= end && end - start <= widest
      && (start..<end).allSatisfy {
        text[$0] != UInt8(ascii: "{") && text[$0] != UInt8(ascii: "}")
      }
  }
}
