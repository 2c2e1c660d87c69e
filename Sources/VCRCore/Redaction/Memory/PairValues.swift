/// The secrets of a request that identify its user, and all places of their placeholders: those
/// where a name or a shape reveals them, and those where they are known from elsewhere.
package struct PairValues: Sendable {
  /// A part of a request.
  enum Part: Sendable, Equatable {
    case url
    case body
    case header(Int)
    case trailer(Int)
    /// A text of a document in a binary form of JSON.
    case text(Int)
  }

  struct Place: Sendable {
    let part: Part
    let range: Range<Int>
    /// Which placeholder of a body with lengths it is: where it stands there depends on those
    /// before it, which are not those of the placeholders yet.
    var ordinal: Int?
    /// Where the placeholder stands in the text that the range encodes, and in those that are
    /// encoded there, the outermost first; empty where it is the range itself.
    var encoded: [Range<Int>] = []
    /// The text in place of the placeholder, where nothing but an earlier request revealed it; nil
    /// elsewhere.
    let echo: [UInt8]?

    /// Where it stands in a body with these names of placeholders.
    func range(among names: [Range<Int>]) -> Range<Int> {
      guard let ordinal, ordinal < names.count else { return range }
      let name = names[ordinal]
      // As many braces stand before it as behind it, plain or in a form.
      let start = name.lowerBound - (range.count - name.count) / 2
      return start..<start + range.count
    }
  }

  /// One value, with all places at which it occurs.
  struct Slot: Sendable {
    /// The name of its placeholder.
    let name: [UInt8]
    /// A hash of the value; nil for a value that may be a word, such as a dummy, and therefore does
    /// not distinguish users.
    fileprivate(set) var value: Int?
    /// True for a value that may be a word, and distinguishes users where a cassette knows it.
    let mayBeDummy: Bool
    /// The value itself.
    let bytes: [UInt8]
    /// The name of the user that the value says beside what proves it; nil for most values.
    let user: [UInt8]?
    fileprivate(set) var places: [Place] = []

    /// True for a value that stands in Base64 anywhere.
    var isEncoded: Bool { places.contains { !$0.encoded.isEmpty } }

    /// The fingerprint of which digests of the value are made; nil for a value that gets none.
    ///
    /// The name of a user is no secret, while a digest of a password could confirm a guess.
    var fingerprint: ValueDigests.Fingerprint? {
      user.map { ValueDigests.fingerprint(ofUser: $0) }
        ?? ValueDigests.fingerprint(of: bytes, name)
    }
  }

  /// The values, in the order in which they occur in the request.
  private(set) var slots: [Slot] = []

  /// The identity of a value.
  private struct Key: Hashable {
    let name: [UInt8]
    let value: Int?
  }

  /// The slots by their values, until all are there.
  private var known: [Key: Int] = [:]

  /// True when there are none.
  var isEmpty: Bool { slots.isEmpty }

  /// The values of a request that has none.
  init() {}

  /// Compares a request with what redaction made of it.
  ///
  /// - Parameters:
  ///   - original: The request, with placeholders for what was known before any name.
  ///   - named: The request without the secrets that names and shapes reveal; nil for `redacted`.
  ///   - redacted: The request without its secrets.
  init(
    of original: Interaction.Request, named: Interaction.Request? = nil,
    in redacted: Interaction.Request
  ) {
    defer { known = [:] }
    if original.url != redacted.url {
      let texts = Texts(Array(original.url.utf8), named?.url.utf8, Array(redacted.url.utf8))
      let (ranges, newRanges) = (URLRanges(texts.old.view), URLRanges(texts.new.view))
      // A person in a path has no number.
      let segments = PathPattern.ranges(of: texts.new.view, in: newRanges.path).map {
        Self.isPersonal(texts.new.view, $0) ? $0.lowerBound..<$0.lowerBound : $0
      }
      compare(
        texts, PathPattern.ranges(of: texts.old.view, in: ranges.path), segments, .url)
      if let query = ranges.query, let newQuery = newRanges.query {
        compare(
          texts, Self.values(texts.old.view, query), Self.values(texts.new.view, newQuery), .url)
      }
      compareParts(texts, path: newRanges.path, .url)
    }
    let changed =
      Self.changed(original.headers, named?.headers, redacted.headers, Part.header)
      + Self.changed(original.trailers, named?.trailers, redacted.trailers, Part.trailer)
    for field in changed where !field.hasURL { compare(field) }
    compareBodies(original, named, redacted)
    // The URL of another request, and a cookie that need not be one of a session, identify the user
    // of a request that does not do so itself.
    guard slots.allSatisfy({ $0.value == nil }) else { return }
    for field in changed where field.hasURL { compare(field) }
    guard slots.allSatisfy({ $0.value == nil }) else { return }
    for field in changed where field.isCookie { compareOtherCookies(field) }
  }

  private mutating func compareBodies(
    _ original: Interaction.Request, _ named: Interaction.Request?, _ redacted: Interaction.Request
  ) {
    guard original.body.file == nil, original.body.bytes != redacted.body.bytes else { return }
    let texts = Texts(original.body.bytes, named?.body.bytes, redacted.body.bytes)
    let type = MediaType(redacted.headers)
    if type?.isForm == true {
      compare(
        texts, Self.values(texts.old.view, texts.old.indices),
        Self.values(texts.new.view, texts.new.indices), .body)
      compareParts(texts, .body)
    } else {
      if let new = BinaryDocument(texts.new, type), let old = BinaryDocument(texts.old, type) {
        compare(old, named.flatMap { BinaryDocument($0.body.bytes, type) }, new)
      } else {
        let before = slots.count
        compare(texts, .body) { ($1, nil) }
        if texts.old.count > Self.largeBody, slots.count > before + Self.mostUsers {
          slots.removeLast(slots.count - before - Self.mostUsers)
          known = known.filter { $0.value < slots.count }
        }
        if GRPCLengths.Places(redacted.headers) != nil { count(in: texts.new) }
      }
    }
  }

  /// Notes which placeholders of a body the places in it are.
  private mutating func count(in body: [UInt8]) {
    var ordinals: [Int: Int] = [:]
    PlaceholderRenaming.forEachName(in: body.view) { ordinals[$0.lowerBound] = ordinals.count }
    for slot in slots.indices {
      for place in slots[slot].places.indices where slots[slot].places[place].part == .body {
        let name = Self.name(body.view, slots[slot].places[place].range)
        slots[slot].places[place].ordinal = name.flatMap { ordinals[$0.lowerBound] }
      }
    }
  }

  private mutating func compare(
    _ old: BinaryDocument, _ named: BinaryDocument?, _ new: BinaryDocument
  ) {
    guard old.count == new.count else { return }
    for index in 0..<new.count where old[index] != new[index] {
      let texts = Texts(old[index], named?.count == new.count ? named?[index] : nil, new[index])
      compare(texts, .text(index)) { ($1, nil) }
    }
  }

  /// A part of a request before and after its secrets were replaced.
  private struct Texts {
    let old: [UInt8]
    let new: [UInt8]
    /// The ranges in the old text that names and shapes reveal; nil for all.
    private let revealed: [Range<Int>]?

    init(_ old: [UInt8], _ named: (some Sequence<UInt8>)?, _ new: [UInt8]) {
      (self.old, self.new) = (old, new)
      revealed = named.map { Array($0) }.flatMap { named in
        named == new ? nil : TextDifference.edits(from: old, to: named).map(\.range)
      }
    }

    /// The text in a range of the old text that nothing in it reveals; nil elsewhere.
    func echo(_ range: Range<Int>) -> [UInt8]? {
      guard let revealed, !revealed.contains(where: { $0.overlaps(range) }) else { return nil }
      return Array(old[range])
    }
  }

  /// Larger bodies are uploads, and of many values in one the first alone tell users apart.
  private static let largeBody = 1 << 20
  private static let mostUsers = 16

  /// A header field in which secrets were replaced.
  private struct ChangedField {
    let part: Part
    let isCookie: Bool
    /// True when its value is the URL of another request.
    let hasURL: Bool
    let texts: Texts
  }

  private static func changed(
    _ old: HeaderFields, _ named: HeaderFields?, _ new: HeaderFields, _ part: (Int) -> Part
  ) -> [ChangedField] {
    let count = new.fields.count
    guard old.fields.count == count, named.map({ $0.fields.count == count }) ?? true else {
      return []
    }
    return new.fields.indices.filter { old.fields[$0].value != new.fields[$0].value }.map { index in
      let name = new.fields[index].name
      return ChangedField(
        part: part(index), isCookie: HeaderSecrets.cookieNames.contains(name),
        hasURL: HeaderSecrets.urlNames.contains(name),
        texts: Texts(
          Array(old.fields[index].value.utf8), named?.fields[index].value.utf8,
          Array(new.fields[index].value.utf8)))
    }
  }

  private mutating func compare(_ field: ChangedField) {
    compare(field.texts, field.part) { name, value in
      if field.isCookie { return Self.isSession(cookie: name) ? (value, nil) : nil }
      return CredentialIdentity.identity(of: value)
    }
  }

  /// Notes the cookies that are not evidently those of a session, but for those with which services
  /// count visitors and balance their load, as they are others in each run.
  private mutating func compareOtherCookies(_ field: ChangedField) {
    compare(field.texts, field.part, tellsWords: Self.isWord) { name, value in
      guard !Self.isSession(cookie: name), name.starts(with: Self.cookie) else { return nil }
      let own = name.dropFirst(Self.cookie.count)
      return Self.isOfVisitors(own)
        ? nil : (value, CredentialIdentity.user(ofCookie: own, value))
    }
  }

  private static let cookie = Array("COOKIE_".utf8)

  /// True for a cookie that stays as it is from run to run: the name of a user, or a setting.
  ///
  /// A number may be a time or a count.
  static func isWord(_ value: [UInt8]) -> Bool {
    let letters = value.count(where: \.isASCIILetter)
    return letters > 0 && letters >= value.count(where: \.isASCIIDigit)
      && !TokenLikeness.isTokenLike(value)
  }

  /// True for a cookie with which services count visitors: its name, without underscores in front,
  /// is in the table, perhaps with more after an underscore or a digit.
  private static func isOfVisitors(_ name: ArraySlice<UInt8>) -> Bool {
    let own = name.drop { $0 == UInt8(ascii: "_") }
    return cookiesOfVisitors.contains { known in
      own.starts(with: known)
        && own.dropFirst(known.count).first.map {
          $0 == UInt8(ascii: "_") || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
        } ?? true
    }
  }

  /// The names, in the capitals that placeholders have.
  private static let cookiesOfVisitors = [
    "GA", "GID", "GCL", "GAT", "GAC", "FBP", "FBC", "HJID", "HJSESSION", "HJSESSIONUSER",
    "HJFIRSTSEEN", "HJABSOLUTESESSIONINPROGRESS", "HJINCLUDEDINSESSIONSAMPLE", "HJTLDTEST", "UTMA",
    "UTMB", "UTMC", "UTMT", "UTMV", "UTMZ", "UTMZZ", "UTMVZ", "AMP", "AMPLITUDE", "AJS",
    "OPTIMIZELY", "OPTIMIZELYENDUSERID", "INTERCOM", "CFDUID", "CFRUID", "CFUVID", "CFLB",
    "CF", "CFWAITINGROOM", "AWSALB", "AWSALBCORS", "AWSALBTG", "AWSALBTGCORS", "INCAP", "VISID",
    "DATADOME", "AK_BMSC", "BM", "ABCK", "OPTANON", "OPTANONCONSENT", "OPTANONALERTBOXCLOSED",
    "PK", "MP", "CLCK", "CLSK", "UETSID", "UETVID", "CSRF", "CSRFTOKEN", "XSRF",
  ].map { Array($0.utf8) }

  /// True for the placeholder of a cookie that may identify a session; others hold settings.
  static func isSession(cookie name: [UInt8]) -> Bool {
    let own = name.starts(with: "COOKIE_".utf8) ? 7..<name.count : name.indices
    return CredentialNames.isCredential(name.view, in: own)
      || SuspiciousValue.isDoubtful(name.view, own)
      || name.contains(Array("SESS".utf8), in: own)
  }

  /// Notes the placeholders in a text.
  ///
  /// `stablePart` gives the part of a value that stays the same with each request, and the name of
  /// its user where that stands beside a proof; nil for a value that does not identify its user.
  /// `tellsWords` says whether a value that may be a word identifies a user, too.
  private mutating func compare(
    _ texts: Texts, _ part: Part, tellsWords: (_ value: [UInt8]) -> Bool = { _ in true },
    _ stablePart: (_ name: [UInt8], _ value: [UInt8]) -> (value: [UInt8], user: [UInt8]?)?
  ) {
    Self.forEachPlaceholder(in: texts, part) { name, value, place in
      guard let (value, user) = stablePart(name, value) else { return }
      note(name, value, place, user: user, tellsWords: tellsWords(value))
    }
  }

  /// Notes the placeholders that are a part of a segment, or of a value in a query or a form.
  private mutating func compareParts(_ texts: Texts, path: Range<Int> = 0..<0, _ part: Part) {
    let whole = slots.flatMap(\.places).filter { $0.part == part }.map(\.range)
    Self.forEachPlaceholder(in: texts, part) { name, value, place in
      guard !whole.contains(where: { $0.overlaps(place.range) }),
        !(path.contains(place.range.lowerBound) && Self.isPersonal(name))
      else { return }
      note(name, DecodedText(value.view, .percent)?.bytes ?? value, place)
    }
  }

  /// Calls a function with each placeholder that came into a text, what it stands for and its
  /// place, but for values that differ with each request.
  private static func forEachPlaceholder(
    in texts: Texts, _ part: Part,
    _ body: (_ name: [UInt8], _ value: [UInt8], _ place: Place) -> Void
  ) {
    forEachEdit(from: texts.old, to: texts.new) { edit, range in
      let place = Place(part: part, range: range, echo: texts.echo(edit.range))
      if let name = name(texts.new.view, range) {
        let name = Array(texts.new[name])
        if !changesAlways(name) { body(name, Array(texts.old[edit.range]), place) }
        return
      }
      // What a value in Base64 encodes has its placeholders in it.
      guard place.echo == nil else { return }
      forEachEncoded(texts.old[edit.range], texts.new[range], place, body)
    }
  }

  /// Calls a function with each placeholder that came into what letters encode.
  private static func forEachEncoded(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, _ place: Place,
    _ body: (_ name: [UInt8], _ value: [UInt8], _ place: Place) -> Void
  ) {
    guard place.encoded.count <= EncodedPlaceholders.deepest,
      let old = Base64Values.first(in: Array(old).view),
      let new = Base64Values.first(in: Array(new).view)
    else { return }
    forEachEdit(from: old, to: new) { edit, range in
      var inner = place
      inner.encoded.append(range)
      guard let name = name(new.view, range).map({ Array(new[$0]) }) else {
        return forEachEncoded(old[edit.range], new[range], inner, body)
      }
      if !changesAlways(name) { body(name, Array(old[edit.range]), inner) }
    }
  }

  /// Calls a function with each place of a text that differs, and where its new bytes stand.
  private static func forEachEdit(
    from old: [UInt8], to new: [UInt8], _ body: (_ edit: Replacements.Item, Range<Int>) -> Void
  ) {
    var shift = 0
    for edit in TextDifference.edits(from: old, to: new) {
      let start = edit.range.lowerBound + shift
      shift += edit.bytes.count - edit.range.count
      if !edit.bytes.isEmpty { body(edit, start..<start + edit.bytes.count) }
    }
  }

  private mutating func note(
    _ name: [UInt8], _ value: [UInt8], _ place: Place, user: [UInt8]? = nil,
    tellsWords: Bool = true
  ) {
    let value = CredentialIdentity.stablePart(of: value, named: name)
    // An address identifies its person, however short.
    let tells = user != nil || Self.isPersonal(name) || TokenLikeness.isUnmistakable(value)
    let mayBeDummy = !tells && tellsWords && ValueDigests.fingerprint(of: value, name) != nil
    // The name of a user and a token that is the same word have digests of two kinds.
    let hash = tells || mayBeDummy ? Self.hash(of: value, isUser: user != nil) : nil
    let slot = known[Key(name: name, value: hash)] ?? slots.count
    if slot == slots.count {
      known[Key(name: name, value: hash)] = slot
      slots.append(
        Slot(name: name, value: hash, mayBeDummy: mayBeDummy, bytes: value, user: user))
    }
    slots[slot].places.append(place)
  }

  /// The hash by which a value is known, or the name of a user.
  static func hash(of value: [UInt8], isUser: Bool) -> Int {
    (isUser ? ofUser + value : value).seededHash
  }

  private static let ofUser = Array("user ".utf8)

  /// The values that names or shapes reveal wherever they stand, without those that are known from
  /// an earlier message.
  var revealed: PairValues {
    var values = self
    values.slots.removeAll { slot in slot.places.contains { $0.echo != nil } }
    return values
  }

  /// The values with those as dummies, which distinguish no users, that may be some and of which
  /// nothing says that they are none.
  func withDummies(except isKnown: (Slot) -> Bool) -> PairValues {
    guard slots.contains(where: \.mayBeDummy) else { return self }
    var values = self
    values.slots = []
    for var slot in slots {
      if slot.mayBeDummy, !isKnown(slot) { slot.value = nil }
      let dummy = values.slots.firstIndex { $0.name == slot.name && $0.value == nil }
      if let dummy, slot.value == nil {
        values.slots[dummy].places += slot.places
      } else {
        values.slots.append(slot)
      }
    }
    return values
  }

  private mutating func compare(
    _ texts: Texts, _ before: [Range<Int>], _ after: [Range<Int>], _ part: Part
  ) {
    guard before.count == after.count else { return }
    let (old, new) = (texts.old.view, texts.new.view)
    for (before, after) in zip(before, after) where !after.isEmpty {
      guard let range = Self.name(new, after) else { continue }
      let name = range.map { new[$0] }
      let value = before.map { old[$0] }
      guard value != after.map({ new[$0] }), !Self.changesAlways(name) else { continue }
      let decoded =
        (Self.isPersonal(name) ? DecodedText(value.view, .form) : nil)
        ?? DecodedText(value.view, .percent)
      note(name, decoded?.bytes ?? value, Place(part: part, range: after, echo: texts.echo(before)))
    }
  }

  private static func isPersonal(_ name: [UInt8]) -> Bool {
    PersonalData.names.contains(String(decoding: name, as: UTF8.self))
  }

  /// True for the placeholder of personal data that is the whole value.
  private static func isPersonal(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    !value.isEmpty && name(text, value).map { isPersonal($0.map { text[$0] }) } ?? false
  }

  /// The ranges of the values of a query or a form; an empty range for a pair without a value.
  private static func values(_ text: Span<UInt8>, _ range: Range<Int>) -> [Range<Int>] {
    var values: [Range<Int>] = []
    var start = range.lowerBound
    while start <= range.upperBound {
      let end =
        text.firstIndex(of: UInt8(ascii: "&"), in: start..<range.upperBound) ?? range.upperBound
      let equals = text.firstIndex(of: UInt8(ascii: "="), in: start..<end)
      values.append(equals.map { $0 + 1..<end } ?? end..<end)
      start = end + 1
    }
    return values
  }

  /// The name of the placeholder that is the whole value; nil for any other value.
  static func name(_ text: Span<UInt8>, _ value: Range<Int>) -> Range<Int>? {
    guard Placeholder.end(text, at: value.lowerBound) == value.upperBound else { return nil }
    return Placeholder.name(text, at: value.lowerBound)
      ?? Placeholder.nameInForm(text, at: value.lowerBound)
  }

  /// True for the names of values that differ with each request and therefore do not distinguish
  /// users: signatures, nonces, proofs and one-time passwords.
  private static func changesAlways(_ name: [UInt8]) -> Bool {
    wholeNames.contains(name)
      || parts.contains { $0.count <= name.count && name.contains($0, in: name.indices) }
      || name.split(separator: UInt8(ascii: "_")).contains { word in
        words.contains { $0.elementsEqual(word) }
      }
  }

  private static let parts = [
    "SIGNATURE", "NONCE", "HMAC", "VERIFIER", "CHALLENGE", "ASSERTION", "CSRF", "XSRF",
    "AUTHENTICITY", "SAML", "CAPTCHA", "PROOF", "DPOP",
  ].map { Array($0.utf8) }
  /// The names of values that a client makes for one step.
  private static let wholeNames = Set(["STATE"].map { Array($0.utf8) })
  private static let words = ["SIG", "OTP", "TOTP"].map { Array($0.utf8) }
}
