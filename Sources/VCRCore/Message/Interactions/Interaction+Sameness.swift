// Messages are the same when their bytes on the wire are. Swift takes two texts for equal that
// Unicode calls canonically equivalent (“é” as one scalar or as two), which no client and no server
// does.

extension HeaderField {
  /// True when name and value have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.isLatin1 == right.isLatin1 && left.name.hasSameUTF8(as: right.name)
      && left.value.hasSameUTF8(as: right.value)
  }

  /// Adds the bytes of name and value to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(utf8Of: name)
    hasher.combine(utf8Of: value)
    hasher.combine(isLatin1)
  }
}

extension Body {
  /// True when both have the same bytes in the same coding and pieces.
  public static func == (left: Self, right: Self) -> Bool {
    left.chunks == right.chunks && left.encoding.hasSameUTF8(as: right.encoding)
      && left.encoded == right.encoded && left.hasSameBytes(as: right)
  }

  /// Adds the bytes, the coding and the pieces to a hash; of a large body its size in place of the
  /// bytes, which may be in a file.
  public func hash(into hasher: inout Hasher) {
    if count <= Self.memoryLimit { hasher.combine(bytes) } else { hasher.combine(count) }
    hasher.combine(utf8Of: encoding)
    hasher.combine(chunks)
  }
}

extension Interaction.Request {
  /// True when both have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.method.hasSameUTF8(as: right.method) && left.url.hasSameUTF8(as: right.url)
      && left.http.hasSameUTF8(as: right.http) && left.headers == right.headers
      && left.body == right.body && left.trailers == right.trailers
  }
}

extension Interaction.Response {
  /// True when both have the same bytes, wherever fields stand that follow from the body.
  public static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.reason.hasSameUTF8(as: right.reason)
      && left.http.hasSameUTF8(as: right.http) && left.headers == right.headers
      && left.body == right.body && left.trailers == right.trailers
      && left.interim == right.interim && left.mediaType.hasSameUTF8(as: right.mediaType)
      && left.textEncoding.hasSameUTF8(as: right.textEncoding)
      && left.awaits == right.awaits && left.failure == right.failure
      && left.messages == right.messages && left.hasUnknownLength == right.hasUnknownLength
  }
}

extension Interaction.Interim {
  /// True when both have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.status == right.status && left.reason.hasSameUTF8(as: right.reason)
      && left.headers == right.headers
  }
}

extension Interaction.Failure {
  /// True when both have the same values in the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.number == right.number && left.reset == right.reset && left.isLeft == right.isLeft
      && left.code.hasSameUTF8(as: right.code)
      && left.domain.hasSameUTF8(as: right.domain) && left.message.hasSameUTF8(as: right.message)
  }
}

extension Interaction.Rule {
  /// True when both have the same values in the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.isPattern == right.isPattern && left.times == right.times
      && (left.match == nil) == (right.match == nil)
      && (left.match ?? []).elementsEqual(right.match ?? []) { $0.hasSameUTF8(as: $1) }
  }
}
