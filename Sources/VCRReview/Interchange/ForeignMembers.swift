#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

/// The members of a mapping, from which members that are read or known to be irrelevant are
/// removed.
struct ForeignMembers {
  /// The members that were not taken.
  private(set) var rest: [ForeignValue.Member]

  /// The names of the members that were taken.
  private(set) var taken: [String] = []

  /// The names of the members that hold something else than what stands there.
  private(set) var unreadable: [String] = []

  /// Words in the names of members that may hold a body.
  static let bodyWords = ["body", "content", "payload", "data", "text", "string", "base64", "raw"]

  init(_ members: [ForeignValue.Member]) { rest = members }

  /// True when there is a member with that name, whatever its value.
  func has(_ name: String) -> Bool { rest.contains { $0.name == name } }

  /// Removes and returns the value of the first of these members that exists and is not null.
  mutating func take(_ names: String...) -> ForeignValue? { take(names) { $0 } }

  /// Removes and returns both halves of an exchange.
  ///
  /// - Parameters:
  ///   - request: The name of the member with the request.
  ///   - response: The name of the member with the response.
  /// - Returns: Both.
  /// - Throws: An error for an entry that lacks one.
  mutating func takeExchange(
    _ request: String = "request", _ response: String = "response"
  ) throws(ForeignEntryError) -> (request: ForeignValue, response: ForeignValue) {
    guard let asked = take(request), let came = take(response) else {
      throw ForeignEntryError("has no request, or no response")
    }
    return (asked, came)
  }

  /// The scalar in the first of these members that exists and is not null.
  ///
  /// Anything else than a scalar stays, and is noted as lost, as with the methods below.
  mutating func scalar(_ names: String...) -> ForeignValue? {
    take(names) { $0.bytes == nil ? nil : $0 }
  }

  /// The text of such a member.
  mutating func text(_ names: String...) -> String? { take(names) { $0.text } }

  /// The number in such a member.
  mutating func number(_ names: String...) -> Double? { take(names) { $0.number } }

  /// The scalar with a number in such a member.
  mutating func numeric(_ names: String...) -> ForeignValue? {
    take(names) { $0.number == nil ? nil : $0 }
  }

  /// The status code in such a member.
  mutating func status(_ names: String...) -> Int? {
    take(names) { ForeignScalars.status($0) }
  }

  /// The date in such a member.
  mutating func date(_ names: String...) -> Date? { take(names, as: ForeignScalars.time) ?? nil }

  /// The seconds in such a member in the notation of Go.
  mutating func goDuration(_ names: String...) -> Double? {
    take(names) { ForeignScalars.goDuration($0) }
  }

  /// Removes the first of these members that exists and is not null, if it can be read.
  private mutating func take<Value>(
    _ names: [String], as read: (ForeignValue) -> Value?
  ) -> Value? {
    for name in names {
      // Of duplicate members the last one counts, as in Ruby, Python and Go.
      guard
        let index = rest.lastIndex(where: { $0.name == name && $0.value.content != .nothing })
      else { continue }
      guard let value = read(rest[index].value) else {
        unreadable.append(name)
        return nil
      }
      taken.append(name)
      rest.remove(at: index)
      return value
    }
    return nil
  }

  /// Removes members whose information a cassette does not keep.
  ///
  /// - Parameters:
  ///   - names: Their names.
  ///   - reason: Why nothing is lost with them.
  mutating func ignore(_ names: [String], because reason: StaticString) {
    rest.removeAll { names.contains($0.name) }
  }

  /// Removes members whose names the format leaves to the writer.
  mutating func ignore(prefix: String, because reason: StaticString) {
    rest.removeAll { $0.name.hasPrefix(prefix) }
  }
}
