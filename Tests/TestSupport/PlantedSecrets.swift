public import Foundation

/// Secrets that a test plants, and the search for them in whatever came of it.
public struct PlantedSecrets: Sendable {
  /// The secrets by what they are.
  public let values: [String: String]

  /// Makes secrets.
  ///
  /// - Parameter kinds: What they are; each gets a value of its own, with characters that encodings
  ///   change.
  public init(_ kinds: String...) {
    var values: [String: String] = [:]
    for kind in kinds { values[kind] = "pl4nted-\(kind)/+s3cret~\(kind.count)" }
    self.values = values
  }

  /// The secret of a kind.
  public subscript(kind: String) -> String { values[kind] ?? "" }

  /// The secret of a kind as it stands in a query.
  public func encoded(_ kind: String) -> String { PlantedTraffic.percent(self[kind]) }

  /// The kinds of secrets that occur in a text: plain, percent-encoded, as JSON writes them, or in
  /// Base64, wherever in what was encoded they stood.
  ///
  /// - Parameter text: What must hold none.
  /// - Returns: What it holds.
  public func found(in text: String) -> [String] {
    values.keys.sorted().filter { kind in
      Self.forms(of: self[kind]).contains { text.firstRange(of: $0) != nil }
    }
  }

  /// The files below a folder that hold a secret, in content or name, but for some.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - exceptions: Names of files that may.
  /// - Returns: Each with what it holds.
  public func found(below folder: URL, except exceptions: Set<String> = []) -> [String] {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.flatMap { file -> [String] in
      guard !exceptions.contains(file.lastPathComponent) else { return [] }
      let content = (try? Data(contentsOf: file)) ?? Data()
      // Each octet as a character, so that what is no UTF-8 hides nothing.
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
