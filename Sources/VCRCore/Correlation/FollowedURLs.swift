/// URLs that responses give and later requests follow as they are.
///
/// Some of their parts are the same in several URLs, such as the second until which each is valid,
/// so that these cannot be put back one by one.
struct FollowedURLs {
  /// A URL of an old response.
  struct Old {
    /// The new URL in its place, as the response gives it.
    let new: String
    /// The URL.
    let text: String
    /// The values in the new one that other requests may carry.
    let carried: Set<String>
  }

  /// For each new URL the old ones in its places, the latest last.
  private var olds: [String: [Old]] = [:]

  /// Adds the URLs of a response that differ from those of an old one in times and known values.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - old: The old response.
  ///   - statements: Parts of the response's URLs that are no values.
  ///   - isKnown: Gives the values by which two parts in one place are the same; nil when they are
  ///     not.
  mutating func add(
    of response: Interaction.Response, like old: Interaction.Response,
    except statements: Set<String>,
    _ isKnown: (_ new: URLValues.Value, _ old: URLValues.Value) -> Set<String>?
  ) {
    for (new, old) in GivenURLs(response).pairs(with: GivenURLs(old)) {
      guard olds[new.text]?.contains(where: { $0.text == old.text }) != true,
        let carried = Self.difference(new.text, old.text, statements, isKnown)
      else { continue }
      olds[new.text, default: []].append(
        Old(new: new.text, text: old.text, carried: carried))
    }
  }

  /// The known values in which two URLs differ; nil when they differ in anything else but times, or
  /// in no time.
  private static func difference(
    _ new: String, _ old: String, _ statements: Set<String>,
    _ isKnown: (_ new: URLValues.Value, _ old: URLValues.Value) -> Set<String>?
  ) -> Set<String>? {
    let (parts, others) = (URLValues(new).values, URLValues(old).values)
    guard parts.count == others.count, frame(of: new, parts) == frame(of: old, others) else {
      return nil
    }
    var (carried, hasTime): (Set<String>, Bool) = ([], false)
    for (part, other) in zip(parts, others) where part.text != other.text {
      if statements.contains(part.text) { return nil }
      if [part, other].allSatisfy({ TimeLikeness.isMoment($0.text) }) {
        hasTime = true
      } else if let values = isKnown(part, other) {
        carried.formUnion(values)
      } else {
        return nil
      }
    }
    return hasTime ? carried : nil
  }

  /// A URL without its parts.
  private static func frame(of url: String, _ parts: [URLValues.Value]) -> [UInt8] {
    let gaps = parts.map { Replacements.Item(range: $0.range, bytes: [0]) }
    return gaps.applied(to: Array(url.utf8))
  }

  /// The old URL of one that a request follows; nil for none.
  func old(for url: String) -> Old? {
    for form in Self.forms(of: url) {
      guard let old = olds[form]?.last else { continue }
      let host = String(decoding: url.utf8.dropLast(form.utf8.count), as: UTF8.self)
      return Old(new: old.new, text: host + old.text, carried: old.carried)
    }
    return nil
  }

  /// The forms in which a response may give a URL: whole, and without its scheme and host.
  static func forms(of url: String) -> [String] {
    let start = url.withUTF8Span { text in
      let ranges = URLRanges(text)
      return ranges.hasAuthority ? ranges.path.lowerBound : 0
    }
    return start == 0 ? [url] : [url, String(decoding: url.utf8.dropFirst(start), as: UTF8.self)]
  }

  /// A response with the old URLs in their places.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - old: The old response.
  ///   - followed: The URLs that requests follow.
  /// - Returns: The response, each URL written as it was.
  func replacing(
    in response: Interaction.Response, like old: Interaction.Response, followed: Set<String>
  ) -> Interaction.Response {
    guard !olds.isEmpty, !followed.isEmpty else { return response }
    let pairs = GivenURLs(response).pairs(with: GivenURLs(old)).filter { new, old in
      followed.contains(new.text) && olds[new.text]?.contains { $0.text == old.text } == true
    }
    var response = response
    for (header, pairs) in Dictionary(grouping: pairs, by: \.new.header) {
      let text =
        header.map { Array(response.headers.fields[$0].value.utf8) } ?? response.body.bytes
      var changes = Replacements()
      for (new, old) in pairs { changes.add(new.range, old.bytes, in: text.view) }
      if let header {
        response.headers.fields[header].value = changes.applied(
          to: response.headers.fields[header].value)
      } else {
        response.body = changes.applied(to: response.body)
      }
    }
    return response
  }
}
