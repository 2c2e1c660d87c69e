import VCRCore

/// The supported formats.
enum ForeignFormats {
  /// All formats; of two that fit a file, the first one is used.
  static let all: [any ForeignFormat.Type] = [
    HARFormat.self, FiddlerFormat.self, BurpFormat.self, TalkbackFormat.self, PactFormat.self,
    MountebankFormat.self, MockServerFormat.self, CharlesFormat.self, WireMockNetFormat.self,
    TestProxyFormat.self, NodeReplayFormat.self,
    EasyVCRFormat.self, URLSessionFormat.self, URLConnectionFormat.self, RecorderSessionFormat.self,
    MockDuckFormat.self, NockFormat.self, CassetterFormat.self, HoverflyFormat.self,
    PostmanFormat.self, WireMockFormat.self, KeployFormat.self, MitmproxyFormat.self,
    DVRFormat.self, ExVCRFormat.self, OpenAPIFormat.self, ResponsesFormat.self, PairFormat.self,
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
    // Up to version 4, and from version 5 on.
    let type = root["type"]?.text ?? ""
    if root["__export_format"] != nil || type.hasPrefix("collection.insomnia") {
      return "is an export of Insomnia that holds no responses; export as HAR there, which holds "
        + "the last one of each request"
    }
    return nil
  }
}
