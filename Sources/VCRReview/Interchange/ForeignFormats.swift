import VCRCore

/// The supported formats.
enum ForeignFormats {
  /// All formats; of two that fit a file, the first one is used.
  static let all: [any ForeignFormat.Type] = [
    HARFormat.self, PactFormat.self, MountebankFormat.self, MockServerFormat.self,
    CharlesFormat.self, WireMockNetFormat.self, EasyVCRFormat.self, URLSessionFormat.self,
    URLConnectionFormat.self, RecorderSessionFormat.self, MockDuckFormat.self, NockFormat.self,
    CassetterFormat.self, HoverflyFormat.self, PostmanFormat.self, WireMockFormat.self,
    KeployFormat.self, MitmproxyFormat.self, DVRFormat.self, ExVCRFormat.self, OpenAPIFormat.self,
    PairFormat.self,
  ]

  /// The format of a recording; nil when it is unknown.
  static func form(of root: ForeignValue) -> (any ForeignFormat)? {
    for type in all {
      if let form = type.init(root) { return form }
    }
    return nil
  }

  /// A description of a file whose format is known but not supported, with the reason; nil for
  /// others.
  static func unread(_ root: ForeignValue) -> String? {
    if root["vcr"] != nil {
      return "is a vcr cassette already; --to makes another tool's recording of it"
    }
    return nil
  }
}
