public import Foundation

/// Secrets that a test plants and then searches for in all output.
public struct PlantedSecrets: Sendable {
  /// The secrets by their kind.
  public let values: [String: String]

  /// Makes secrets.
  ///
  /// - Parameter kinds: The kinds; each gets its own value, with characters that encodings change.
  public init(_ kinds: String...) {
    var values: [String: String] = [:]
    for kind in kinds { values[kind] = "pl4nted-\(kind)/+s3cret~\(kind.count)" }
    self.values = values
  }

  /// The secret of a kind.
  public subscript(kind: String) -> String { values[kind] ?? "" }

  /// The secret of a kind as it is written in a query.
  public func encoded(_ kind: String) -> String { PlantedTraffic.percent(self[kind]) }

  /// The kinds of secrets that occur in a text: plain, percent-encoded, escaped as in JSON, or in
  /// Base64 at any position of the encoded text.
  ///
  /// - Parameter text: The text, which should contain no secret.
  /// - Returns: The kinds that it contains.
  public func found(in text: String) -> [String] {
    values.keys.sorted().filter { kind in
      Self.forms(of: self[kind]).contains { text.firstRange(of: $0) != nil }
    }
  }

  /// The files in a folder, at any depth, that contain a secret in their content or name.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - exceptions: The names of files that may contain secrets.
  /// - Returns: Each file with the kinds that it contains.
  public func found(below folder: URL, except exceptions: Set<String> = []) -> [String] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.flatMap { file -> [String] in
      guard !exceptions.contains(file.lastPathComponent) else { return [] }
      let content = (try? Data(contentsOf: file)) ?? Data()
      // Each byte becomes a character, so that secrets are found in text that is not UTF-8 too.
      var text = file.lastPathComponent + "\n"
      text.unicodeScalars.append(contentsOf: content.map { Unicode.Scalar($0) })
      return found(in: text).map { "\(file.lastPathComponent): \($0)" }
    }
  }

  // MARK: - Encodings

  private static func forms(of secret: String) -> [String] {
    let percent = PlantedTraffic.percent(secret)
    var forms = [
      secret, percent, percent.replacing("%2F", with: "%2f").replacing("%2B", with: "%2b"),
      percent.replacing("~", with: "%7E"), percent.replacing("%2F", with: "/"),
      secret.replacing("/", with: "\\/"),
    ]
    for offset in 0..<3 {
      let core = PlantedTraffic.base64Core(of: secret, offset: offset)
      forms += [core, core.replacing("+", with: "-").replacing("/", with: "_")]
    }
    return forms
  }
}
