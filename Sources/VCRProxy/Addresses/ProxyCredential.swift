#if CommandLineTool
  import VCRCore

  /// The credential that a client of a run sends to its proxy (RFC 7617), where nothing else shows
  /// whose it is.
  struct ProxyCredential {
    /// The field with which a response asks for it.
    static let challenge = HeaderField(
      "Proxy-Authenticate", "\(BasicCredential.scheme) realm=\"vcr\"")

    /// The user information of the proxy's URL.
    let userInformation: String
    private let token: String

    /// Creates one that nobody knows.
    init() {
      let words = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
      userInformation = "vcr:" + words.joined()
      token = BasicCredential.token(of: userInformation)
    }

    /// True when a value of `Proxy-Authorization` contains it; the name of a scheme has no case.
    func isSent(in value: String?) -> Bool {
      guard let words = value?.split(separator: " "), words.count == 2 else { return false }
      return String(words[0]).equalsIgnoringASCIICase(BasicCredential.scheme) && words[1] == token
    }
  }
#endif
