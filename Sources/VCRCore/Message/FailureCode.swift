/// A code of Foundation's URL loading errors: the name it has in `URLError.Code` and its number.
///
/// The table is written out because `URLError` lives in FoundationNetworking on Linux, which this
/// module does not import, and because a cassette recorded on one platform replays on another.
public struct FailureCode: Sendable, Hashable {
  /// The name, as in `URLError.Code` (`timedOut`).
  public let name: String

  /// The number within `NSURLErrorDomain`.
  public let number: Int

  private init(_ name: String, _ number: Int) {
    self.name = name
    self.number = number
  }

  /// The code of that name, or nil when there is none.
  public init?(name: String) {
    guard let code = Self.byName[name] else { return nil }
    self = code
  }

  /// The code of that number, or nil when there is none.
  public init?(number: Int) {
    guard let code = Self.byNumber[number] else { return nil }
    self = code
  }

  /// The URL or the request is malformed.
  public static let badURL = FailureCode("badURL", -1000)
  /// Time ran out.
  public static let timedOut = FailureCode("timedOut", -1001)
  /// The URL's scheme is not supported.
  public static let unsupportedURL = FailureCode("unsupportedURL", -1002)
  /// The host name could not be resolved.
  public static let cannotFindHost = FailureCode("cannotFindHost", -1003)
  /// No connection could be opened.
  public static let cannotConnectToHost = FailureCode("cannotConnectToHost", -1004)
  /// The connection ended in the middle of an exchange.
  public static let networkConnectionLost = FailureCode("networkConnectionLost", -1005)
  /// The answer is no HTTP.
  public static let badServerResponse = FailureCode("badServerResponse", -1011)
  /// No secure connection could be made.
  public static let secureConnectionFailed = FailureCode("secureConnectionFailed", -1200)
  /// The server's certificate has expired or is not yet valid.
  public static let serverCertificateHasBadDate = FailureCode("serverCertificateHasBadDate", -1201)
  /// The server's certificate is not trusted, or is for another host.
  public static let serverCertificateUntrusted = FailureCode("serverCertificateUntrusted", -1202)
  /// The exchange was cancelled.
  public static let cancelled = FailureCode("cancelled", -999)
  /// Something else went wrong.
  public static let unknown = FailureCode("unknown", -1)

  /// Every code, as declared in `NSURLError.h`.
  public static let all: [FailureCode] = [
    unknown, cancelled, badURL, timedOut, unsupportedURL, cannotFindHost, cannotConnectToHost,
    networkConnectionLost, badServerResponse, secureConnectionFailed, serverCertificateHasBadDate,
    serverCertificateUntrusted,
    FailureCode("dnsLookupFailed", -1006),
    FailureCode("httpTooManyRedirects", -1007),
    FailureCode("resourceUnavailable", -1008),
    FailureCode("notConnectedToInternet", -1009),
    FailureCode("redirectToNonExistentLocation", -1010),
    FailureCode("userCancelledAuthentication", -1012),
    FailureCode("userAuthenticationRequired", -1013),
    FailureCode("zeroByteResource", -1014),
    FailureCode("cannotDecodeRawData", -1015),
    FailureCode("cannotDecodeContentData", -1016),
    FailureCode("cannotParseResponse", -1017),
    FailureCode("internationalRoamingOff", -1018),
    FailureCode("callIsActive", -1019),
    FailureCode("dataNotAllowed", -1020),
    FailureCode("requestBodyStreamExhausted", -1021),
    FailureCode("appTransportSecurityRequiresSecureConnection", -1022),
    FailureCode("fileDoesNotExist", -1100),
    FailureCode("fileIsDirectory", -1101),
    FailureCode("noPermissionsToReadFile", -1102),
    FailureCode("dataLengthExceedsMaximum", -1103),
    FailureCode("serverCertificateHasUnknownRoot", -1203),
    FailureCode("serverCertificateNotYetValid", -1204),
    FailureCode("clientCertificateRejected", -1205),
    FailureCode("clientCertificateRequired", -1206),
    FailureCode("cannotLoadFromNetwork", -2000),
    FailureCode("cannotCreateFile", -3000),
    FailureCode("cannotOpenFile", -3001),
    FailureCode("cannotCloseFile", -3002),
    FailureCode("cannotWriteToFile", -3003),
    FailureCode("cannotRemoveFile", -3004),
    FailureCode("cannotMoveFile", -3005),
    FailureCode("downloadDecodingFailedMidStream", -3006),
    FailureCode("downloadDecodingFailedToComplete", -3007),
    FailureCode("backgroundSessionRequiresSharedContainer", -995),
    FailureCode("backgroundSessionInUseByAnotherProcess", -996),
    FailureCode("backgroundSessionWasDisconnected", -997),
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
}

extension Interaction.Failure {
  /// Creates a failure in the domain of URL loading errors.
  ///
  /// - Parameters:
  ///   - code: What kind of failure it is.
  ///   - message: What happened, for a reader, without secrets of the URL's query.
  public init(_ code: FailureCode, message: String) {
    self.init(code: code.name, number: code.number, message: message)
  }
}
