import VCRCore

/// A format that sends requests as load: of a response only the status is of interest, and what
/// later requests carry.
protocol LoadExport: ExportFormat {
  /// The text of a script.
  static func text(_ script: LoadScript) -> String
}

extension LoadExport {
  static var isReplayed: Bool { false }

  /// A part that is missing is no part of a request, or no request of HTTP.
  static var kept: Set<ExportedPart> {
    Set(ExportedPart.allCases.filter { $0.weight != .interaction })
  }

  static func write(
    _ interactions: [Interaction]
  ) -> (content: [UInt8], unwritten: [(index: Int, text: String)]) {
    let script = LoadScript(interactions)
    return (Array(text(script).utf8), script.unwritten)
  }

  static func write(_ interactions: [Interaction]) -> [UInt8] { write(interactions).content }
}
