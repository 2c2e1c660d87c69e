import VCRCore

/// A tool whose recordings a format reads, for the table of the documentation and for replays.
package struct ForeignTool: Sendable {
  /// The tool or format, for messages (`Ruby VCR`, `HAR`).
  let name: String

  /// The parts that are read, beyond method, URL, header fields, status and bodies.
  let reads: String

  /// The parts that are never read, or named as lost.
  let loses: String

  /// The policy that comes closest to how the tool itself finds a response by default; nil if its
  /// sources do not show that, or if each interaction has a rule of its own.
  ///
  /// Where it compares all header fields, these are the fields that some request of a recording
  /// has.
  let match: RequestEquivalence?

  /// The rest that the policy cannot express, in words; empty for nothing.
  let besides: String

  /// Describes a tool.
  ///
  /// - Parameters:
  ///   - name: The tool or format.
  ///   - reads: The parts that are read.
  ///   - loses: The parts that are never read, or named as lost.
  ///   - match: The policy that comes closest to how the tool itself finds a response.
  ///   - besides: What the policy cannot express, in words.
  init(
    _ name: String, reads: String, losing loses: String = "–",
    matching match: RequestEquivalence? = nil, besides: String = ""
  ) {
    self.name = name
    self.reads = reads
    self.loses = loses
    self.match = match
    self.besides = besides
  }

  /// How the tool finds a response, for the table.
  fileprivate var rule: String {
    let parts = [match.map { "`\($0)`" } ?? "", besides].filter { !$0.isEmpty }
    return parts.isEmpty ? "–" : parts.joined(separator: "; ")
  }
}

extension ForeignFormat {
  /// The tool whose recording this is.
  var tool: ForeignTool? { Self.tools.first { $0.name == name } }
}

extension ForeignFormats {
  /// A table in Markdown of the parts that are read of each tool's recordings.
  package static var table: String {
    let rows = all.flatMap { $0.tools }.sorted { $0.name.lowercased() < $1.name.lowercased() }
    let lines = rows.map { "| \($0.name) | \($0.reads) | \($0.loses) | \($0.rule) |" }
    let heading = "| | read | not read, or named as lost | finds a response by |\n|---|---|---|---|"
    return ([heading] + lines).joined(separator: "\n")
  }
}
