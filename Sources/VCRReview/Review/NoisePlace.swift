import VCRCore

/// A place whose values differed between two recordings of one command.
package struct NoisePlace: Sendable, Equatable {
  /// The nature of values, by their look.
  package enum Nature: String, Sendable {
    /// A date or a time.
    case time
    /// An id, a token or a digest: letters and digits without a meaning.
    case id
    /// A number.
    case number
    /// An event that comes and goes and carries nothing.
    case event
    /// The order of the elements of an array.
    case order
    /// Anything else, such as words.
    case text
  }

  /// How sure it is that the place has no meaning.
  package enum Confidence: String, Sendable, Comparable {
    /// The place may as well be what the service is asked for.
    case doubtful
    /// The place differed wherever it was, and more than once.
    case likely
    /// The place has values of a kind that differs each time.
    case certain

    package static func < (left: Confidence, right: Confidence) -> Bool {
      let order: [Confidence] = [.doubtful, .likely, .certain]
      return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
  }

  /// The place, as `volatile` takes it.
  package internal(set) var name: String
  /// The nature of its values.
  package internal(set) var nature: Nature
  /// The number of exchanges in which it differs.
  package internal(set) var differing: Int
  /// The number of exchanges that have it in both recordings.
  package internal(set) var present: Int
  /// A value in the first recording; nil where there was none.
  package internal(set) var old: String?
  /// The value in its place in the second recording; nil where there was none.
  package internal(set) var new: String?
  /// True where what differs is an object or an array as a whole, such as one whose members are
  /// named by ids.
  var isStructure = false
  /// True where another place with a member of the same name has numbers that are noise.
  var isLikeOthers = false
  /// True while all its values are numbers that requests carry where an id stands.
  var areCarried = false
  /// Why the place has a meaning although its values look as if they had none; nil where nothing
  /// says so.
  var doubt: String?

  /// How sure it is that the place has no meaning.
  package var confidence: Confidence {
    switch nature {
    case _ where doubt != nil: .doubtful
    case .time, .id, .event: .certain
    case .number where differing > 1 && differing >= present: .likely
    // Of many numbers some are the same by chance.
    case .number where differing > 3 && differing * 4 >= present * 3: .likely
    case .number where namesTime || isLongID || isLikeOthers: .likely
    case .number, .order, .text: .doubtful
    }
  }

  /// True for numbers of many digits that are called an id: no amount, and no two alike by chance.
  private var isLongID: Bool {
    let word = name.split { !$0.isLetter }.last ?? ""
    return (word.lowercased() == "id" || word.hasSuffix("Id") || word.hasSuffix("ID"))
      && [old, new].allSatisfy { value in
        value.map { Nature.unquoted($0).utf8.count(where: \.isASCIIDigit) > 4 } ?? false
      }
  }

  /// The name of the member in JSON that the place is; nil for any other place.
  var member: Substring? {
    guard name.contains("$"), !name.hasPrefix(TextPattern.opening), !name.hasSuffix("]") else {
      return nil
    }
    return name.split(separator: ".").last
  }

  /// True where the last word of the name is that of an id.
  var isCalledID: Bool { Self.isCalledID(name) }

  /// True for a place the last word of whose name is that of an id.
  static func isCalledID(_ name: String) -> Bool {
    lastWord(of: name).map(CorrelationRule.namesIDs) == true
  }

  /// True where the last word of the name is that of what tells one thing from another, unlike a
  /// cursor or a token, of which any will do.
  var isCalledThing: Bool { Self.lastWord(of: name).map(CorrelationRule.namesThing) == true }

  private static func lastWord(of name: String) -> String? {
    name.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.last.map(String.init)
  }

  /// True for the name of a time, or of how long something took.
  private var namesTime: Bool {
    let words = name.split { !$0.isLetter }.suffix(2).map { $0.lowercased() }
    return words.contains(where: Self.timeWords.contains)
  }

  private static let timeWords: Set<String> = [
    "ms", "latency", "elapsed", "duration", "took", "uptime", "millis", "milliseconds", "micros",
    "microseconds", "nanos", "nanoseconds",
  ]

  /// True where the values are single words or numbers, so that they may be ids.
  var mayBeID: Bool {
    (nature == .text || nature == .number)
      && [old, new].allSatisfy { $0.map { !$0.utf8.contains(0x20) } ?? false }
  }

  /// The values of one place, and how often they differed, in a line.
  package var words: String {
    let reason = doubt.map { ", \($0)" } ?? ""
    let count = "in \(differing) of \(max(present, differing))\(reason)"
    guard old != nil || new != nil else { return "\(confidence): \(nature), \(count)" }
    let values = [old, new].map { $0.map(PrintableText.line) ?? "nothing" }
    return "\(confidence): \(nature), \(count), \(values[0]) → \(values[1])"
  }
}

extension NoisePlace.Nature {
  /// The kinds of events that services send to keep a connection alive.
  static let idleEvents: Set = [
    "ping", "heartbeat", "keepalive", "keep-alive", "keep_alive",
  ]

  /// Finds the nature of two values, by their look.
  ///
  /// - Parameters:
  ///   - old: A value as it is shown: a string of JSON in quotes.
  ///   - new: The other value.
  ///   - isWhole: True where words in which only times and ids differ are words all the same.
  init(_ old: String?, _ new: String?, isWhole: Bool = false) {
    guard let old, let new else {
      self = .text
      return
    }
    let values = [old, new].map(Self.unquoted)
    if values.contains(where: { StructuredString.form(of: $0) != nil }) {
      // Only the whole of it can be named, with all else that it says.
      self = .text
    } else if values.allSatisfy(Self.isTime) {
      self = .time
    } else if values.allSatisfy(Self.isURL) || Self.arePaths(values) {
      // What has letters and digits is no id for all that.
      self = Self.inURL(values[0], values[1]) ?? .text
    } else if values.allSatisfy(Self.isID) {
      self = .id
    } else if values.allSatisfy({ Double($0) != nil }) {
      self = .number
    } else {
      self = isWhole ? .text : Self.inWords(values[0], values[1]) ?? .text
    }
  }

  /// True for a URL, or a path with a query or a suffix; an id may begin with a slash.
  static func isURL(_ text: String) -> Bool {
    text.contains("://") || text.hasPrefix("/") && text.contains { $0 == "?" || $0 == "." }
  }

  /// True for paths that begin with the same segment, as no two ids do.
  private static func arePaths(_ texts: [String]) -> Bool {
    let segments = texts.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
    return segments.allSatisfy { $0.count > 2 && $0[0].isEmpty && $0[1] == segments[0][1] }
  }

  /// Returns the nature of the parts in which two URLs differ, such as until when one is valid and
  /// its signature; nil where it is more than times, ids and numbers in a path.
  private static func inURL(_ old: String, _ new: String) -> Self? {
    func rest(_ url: String) -> (start: Substring, parts: [URLValues.Value])? {
      guard !url.contains(" ") else { return nil }
      let host = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      return (url[..<(url[host...].firstIndex(of: "/") ?? url.endIndex)], URLValues(url).values)
    }
    guard let left = rest(old), let right = rest(new), left.start == right.start,
      left.parts.count == right.parts.count
    else { return nil }
    var (nature, numbers): (Self?, Self?) = (nil, nil)
    for (one, other) in zip(left.parts, right.parts) {
      guard one.name == other.name else { return nil }
      if one.text == other.text { continue }
      let both = [one.text, other.text]
      if both.allSatisfy(isTime) {
        nature = nature ?? .time
      } else if both.allSatisfy(isID) {
        nature = .id
      } else if one.name == nil, both.allSatisfy({ Int($0) != nil }) {
        numbers = .number
      } else {
        return nil
      }
    }
    return numbers ?? nature
  }

  /// Returns the nature of the words in which two texts differ; nil where it is more than times and
  /// ids.
  private static func inWords(_ old: String, _ new: String) -> Self? {
    let marks = Set<Character>(",;.:()[]<>\"'\\")
    func words(_ text: String) -> [String] {
      text.split(separator: " ").map { word in
        let rest = word.drop(while: marks.contains)
        return String(rest.dropLast(rest.reversed().prefix(while: marks.contains).count))
      }
    }
    let (left, right) = (words(old), words(new))
    guard left.count == right.count, left.count > 1 else { return nil }
    let hasClock = [left, right].allSatisfy { $0.contains { isTime($0) } }
    var nature: Self?
    for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
      let both = [pair.0, pair.1]
      let isFollowedByUnit = [left, right].allSatisfy { words in
        index + 1 < words.count && unitWords.contains(words[index + 1])
      }
      if both.allSatisfy(isTime) || both.allSatisfy(unitWords.contains)
        || hasClock && both.allSatisfy(isPartOfDate)
        || isDay(at: index, in: left) && isDay(at: index, in: right)
        || isFollowedByUnit && both.allSatisfy({ Double($0) != nil })
      {
        nature = nature ?? .time
      } else if both.allSatisfy(isID) {
        nature = .id
      } else {
        return nil
      }
    }
    return nature
  }

  /// True for a number of two digits beside the name of a month.
  private static func isDay(at index: Int, in words: [String]) -> Bool {
    words[index].utf8.count <= 2 && words[index].utf8.allSatisfy(\.isASCIIDigit)
      && [index - 1, index + 1].contains { words.indices.contains($0) && isPartOfDate(words[$0]) }
  }

  /// The words for what a time is measured in.
  static let unitWords: Set<String> = [
    "ms", "µs", "μs", "us", "ns", "s", "sec", "second", "seconds", "min", "minute", "minutes", "h",
    "hour", "hours", "milliseconds",
  ]

  /// True for the name of a day or a month, or a zone.
  private static func isPartOfDate(_ word: String) -> Bool {
    let word = word.lowercased()
    return TextNoise.dateWords.contains(word) || datesInFull.contains(word)
  }

  private static let datesInFull: Set<String> = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january",
    "february", "march", "april", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// Makes the nature of an event that comes and goes.
  init(eventOfKind kind: String) {
    self = Self.idleEvents.contains(kind.lowercased()) ? .event : .text
  }

  /// The text of a value that is shown in quotes.
  static func unquoted(_ text: String) -> String {
    let isQuoted = text.hasPrefix("\"")
    let text = isQuoted ? text.dropFirst() : text[...]
    return String(text.hasSuffix("\"") && isQuoted ? text.dropLast() : text)
  }

  private static func isTime(_ text: String) -> Bool {
    TimeLikeness.isMoment(text) || isClock(text) || isDuration(text)
  }

  /// True for the time that something took: `0.354s`, `12 ms`.
  private static func isDuration(_ text: String) -> Bool {
    ["ms", "µs", "μs", "us", "ns", "seconds", "sec", "s"].contains { unit in
      guard text.hasSuffix(unit), text.first?.isNumber == true else { return false }
      let number = text.dropLast(unit.count)
      return Double(number.hasSuffix(" ") ? number.dropLast() : number) != nil
    }
  }

  /// True for a time of the day, alone or with a date: `18:05`, `Nov 23, 18:05:09.25`.
  private static func isClock(_ text: String) -> Bool {
    let words = text.split { $0 == " " || $0 == "," }
    return words.contains(where: isTimeOfDay)
      && words.allSatisfy { word in
        let isNumber = word.count <= 4 && word.utf8.allSatisfy(\.isASCIIDigit)
        return isNumber || isTimeOfDay(word) || isPartOfDate(String(word))
          || word.utf8.allSatisfy { $0.isASCIIDigit || "-/.+:".utf8.contains($0) }
      }
  }

  private static func isTimeOfDay(_ word: Substring) -> Bool {
    let parts = word.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return (2...3).contains(parts.count)
      && parts.allSatisfy { part in
        let number = part.prefix { $0.isASCIIDigit }.count
        return number == 2 && part.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
      }
  }

  /// The bytes that no id has: what holds one, such as an object, a query or a page, has more of a
  /// meaning.
  private static let structural = ByteSet(" {}()[]<>\\\r\n\t")

  /// What stands around the id of a message of mail, a GUID as Windows writes it, and an entity tag
  /// (RFC 9110 §8.8.3) in a string of JSON.
  private static let frames = [
    ("<", ">"), ("{", "}"), ("W/\\\"", "\\\""), ("\\\"", "\\\""),
  ]

  private static func isID(_ text: String) -> Bool {
    let frame = frames.first { text.hasPrefix($0) && text.hasSuffix($1) } ?? ("", "")
    let bytes = Array(text.utf8.dropFirst(frame.0.utf8.count).dropLast(frame.1.utf8.count))
    guard bytes.count >= 8, !bytes.contains(where: structural.contains) else { return false }
    if bytes.count(where: \.isASCIIDigit) >= 2, bytes.contains(where: \.isASCIILetter) {
      return true
    }
    // A cursor, say, hides what it is made of.
    return bytes.count >= 12
      && (Entropy.looksRandom(bytes[...], minimum: 12) || Entropy.isReadableBase64(bytes[...]))
  }
}
