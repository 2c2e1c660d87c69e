import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

extension ForeignCassette {
  /// Reads a recording that a test has written.
  init(_ text: String) throws { try self.init(path: "old", content: Array(text.utf8)) }

  /// The losses, one line each, with the number of the entry and the line of the file.
  var problems: [String] { losses.map(\.description) }

  /// The response of an interaction.
  func response(_ index: Int = 0) throws -> Interaction.Response {
    let interaction = try #require(interactions.dropFirst(index).first)
    guard case .response(let response) = interaction.outcome else { throw NotRecorded() }
    return response
  }
}
