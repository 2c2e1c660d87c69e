/// A code of Foundation's URL loading errors: the name it has in `URLError.Code` and its number.
///
/// The table is part of this module because `URLError` lives in FoundationNetworking on Linux,
/// which is not imported here, and because a cassette recorded on one platform replays on another.
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
  ///
  /// - Parameter name: The name, as in `URLError.Code` (`timedOut`).
  public init?(name: String) {
    guard let code = Self.byName[name] else { return nil }
    self = code
  }

  /// The code of that number, or nil when there is none.
  ///
  /// - Parameter number: The number within `NSURLErrorDomain`.
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
  /// The response is not valid HTTP.
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

  /// The name service could not be reached.
  public static let dnsLookupFailed = FailureCode("dnsLookupFailed", -1006)
  /// There were too many redirects.
  public static let httpTooManyRedirects = FailureCode("httpTooManyRedirects", -1007)
  /// The resource cannot be had.
  public static let resourceUnavailable = FailureCode("resourceUnavailable", -1008)
  /// There is no connection to the network.
  public static let notConnectedToInternet = FailureCode("notConnectedToInternet", -1009)
  /// A redirect leads nowhere.
  public static let redirectToNonExistentLocation = FailureCode(
    "redirectToNonExistentLocation", -1010)
  /// The user gave no credentials.
  public static let userCancelledAuthentication = FailureCode("userCancelledAuthentication", -1012)
  /// Credentials are needed.
  public static let userAuthenticationRequired = FailureCode("userAuthenticationRequired", -1013)
  /// The response is empty where it must not be.
  public static let zeroByteResource = FailureCode("zeroByteResource", -1014)
  /// The content coding cannot be undone.
  public static let cannotDecodeRawData = FailureCode("cannotDecodeRawData", -1015)
  /// The content cannot be decoded.
  public static let cannotDecodeContentData = FailureCode("cannotDecodeContentData", -1016)
  /// The response cannot be parsed.
  public static let cannotParseResponse = FailureCode("cannotParseResponse", -1017)
  /// Roaming is switched off.
  public static let internationalRoamingOff = FailureCode("internationalRoamingOff", -1018)
  /// A phone call is in progress.
  public static let callIsActive = FailureCode("callIsActive", -1019)
  /// The cellular network is not allowed.
  public static let dataNotAllowed = FailureCode("dataNotAllowed", -1020)
  /// A body stream was needed a second time.
  public static let requestBodyStreamExhausted = FailureCode("requestBodyStreamExhausted", -1021)
  /// The platform's policy asks for a secure connection.
  public static let appTransportSecurityRequiresSecureConnection = FailureCode(
    "appTransportSecurityRequiresSecureConnection", -1022)
  /// There is no such file.
  public static let fileDoesNotExist = FailureCode("fileDoesNotExist", -1100)
  /// The file is a folder.
  public static let fileIsDirectory = FailureCode("fileIsDirectory", -1101)
  /// The file may not be read.
  public static let noPermissionsToReadFile = FailureCode("noPermissionsToReadFile", -1102)
  /// There is more data than is allowed.
  public static let dataLengthExceedsMaximum = FailureCode("dataLengthExceedsMaximum", -1103)
  /// The server's certificate is not signed by a known root.
  public static let serverCertificateHasUnknownRoot = FailureCode(
    "serverCertificateHasUnknownRoot", -1203)
  /// The server's certificate is not yet valid.
  public static let serverCertificateNotYetValid = FailureCode(
    "serverCertificateNotYetValid", -1204)
  /// The server rejected the client's certificate.
  public static let clientCertificateRejected = FailureCode("clientCertificateRejected", -1205)
  /// The server asks for a client certificate.
  public static let clientCertificateRequired = FailureCode("clientCertificateRequired", -1206)
  /// The response was requested from the cache alone.
  public static let cannotLoadFromNetwork = FailureCode("cannotLoadFromNetwork", -2000)
  /// A download's file cannot be created.
  public static let cannotCreateFile = FailureCode("cannotCreateFile", -3000)
  /// A download's file cannot be opened.
  public static let cannotOpenFile = FailureCode("cannotOpenFile", -3001)
  /// A download's file cannot be closed.
  public static let cannotCloseFile = FailureCode("cannotCloseFile", -3002)
  /// A download's file cannot be written.
  public static let cannotWriteToFile = FailureCode("cannotWriteToFile", -3003)
  /// A download's file cannot be removed.
  public static let cannotRemoveFile = FailureCode("cannotRemoveFile", -3004)
  /// A download's file cannot be moved.
  public static let cannotMoveFile = FailureCode("cannotMoveFile", -3005)
  /// A download could not be decoded half-way.
  public static let downloadDecodingFailedMidStream = FailureCode(
    "downloadDecodingFailedMidStream", -3006)
  /// A download could not be decoded at its end.
  public static let downloadDecodingFailedToComplete = FailureCode(
    "downloadDecodingFailedToComplete", -3007)
  /// A background session lacks its shared container.
  public static let backgroundSessionRequiresSharedContainer = FailureCode(
    "backgroundSessionRequiresSharedContainer", -995)
  /// Another process uses the background session.
  public static let backgroundSessionInUseByAnotherProcess = FailureCode(
    "backgroundSessionInUseByAnotherProcess", -996)
  /// The background session was ended by the system.
  public static let backgroundSessionWasDisconnected = FailureCode(
    "backgroundSessionWasDisconnected", -997)

  /// Every code, as declared in `NSURLError.h`.
  package static let all: [FailureCode] = [
    unknown, cancelled, badURL, timedOut, unsupportedURL, cannotFindHost, cannotConnectToHost,
    networkConnectionLost, badServerResponse, secureConnectionFailed, serverCertificateHasBadDate,
    serverCertificateUntrusted,
    dnsLookupFailed,
    httpTooManyRedirects,
    resourceUnavailable,
    notConnectedToInternet,
    redirectToNonExistentLocation,
    userCancelledAuthentication,
    userAuthenticationRequired,
    zeroByteResource,
    cannotDecodeRawData,
    cannotDecodeContentData,
    cannotParseResponse,
    internationalRoamingOff,
    callIsActive,
    dataNotAllowed,
    requestBodyStreamExhausted,
    appTransportSecurityRequiresSecureConnection,
    fileDoesNotExist,
    fileIsDirectory,
    noPermissionsToReadFile,
    dataLengthExceedsMaximum,
    serverCertificateHasUnknownRoot,
    serverCertificateNotYetValid,
    clientCertificateRejected,
    clientCertificateRequired,
    cannotLoadFromNetwork,
    cannotCreateFile,
    cannotOpenFile,
    cannotCloseFile,
    cannotWriteToFile,
    cannotRemoveFile,
    cannotMoveFile,
    downloadDecodingFailedMidStream,
    downloadDecodingFailedToComplete,
    backgroundSessionRequiresSharedContainer,
    backgroundSessionInUseByAnotherProcess,
    backgroundSessionWasDisconnected,
  ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
  private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })
}

extension Interaction.Failure {
  /// Creates a failure in the domain of URL loading errors.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - message: A description of what happened, without secrets of the URL's query.
  public init(_ code: FailureCode, message: String) {
    self.init(code: code.name, number: code.number, message: message)
  }
}
