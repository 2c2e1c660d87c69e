#if canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import FoundationNetworking
  import VCRCore

  /// The content of a request: its bytes, where else they are, or why they cannot be had.
  enum RequestContent {
    /// The bytes, at hand.
    case bytes([UInt8])
    /// A file or a stream that has to be read.
    case elsewhere(BodySource)
    /// A body that the request has and that cannot be found.
    case missing(String)

    /// Looks for the content of a request.
    ///
    /// The body of an upload task is invisible through public interfaces, so it is looked for by
    /// reflection. When that finds nothing the request has to fail: an empty body must never be
    /// recorded or matched in its place.
    init(of request: URLRequest, task: URLSessionTask) {
      if let body = request.httpBody {
        self = .bytes([UInt8](body))
      } else if let stream = request.httpBodyStream {
        self = .elsewhere(.stream(stream))
      } else if task is URLSessionUploadTask {
        self = Self.ofUpload(task)
      } else {
        self = .bytes([])
      }
    }

    private static func ofUpload(_ task: URLSessionTask) -> Self {
      if let payload = Reflection.child("knownBody", of: task).flatMap(Reflection.payload) {
        switch payload {
        case let data as DispatchData: return .bytes([UInt8](data))
        case let data as Data: return .bytes([UInt8](data))
        case let url as URL: return .elsewhere(.file(url))
        case let stream as InputStream: return .elsewhere(.stream(stream))
        default: break
        }
      }
      if let delegate = task.delegate,
        let session = Reflection.child("session", of: task).flatMap(Reflection.unwrapped)
          as? URLSession
      {
        return .elsewhere(.delegate(delegate, session, task))
      }
      return .missing(
        "the body of this upload task cannot be found; set httpBody and use a data task instead")
    }
  }

  extension URLError {
    /// The error of URL loading for a file that cannot be read; nil where it has none of its own.
    fileprivate init?(reading file: URL, _ error: any Error) {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
      let code: Code? =
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile: .fileDoesNotExist
        case .fileReadNoPermission: .noPermissionsToReadFile
        default: underlying?.code == .EISDIR ? .fileIsDirectory : nil
        }
      guard let code else { return nil }
      self.init(code, failingURL: file, message: "the body of the upload: \(error)")
    }
  }

  /// Where the content of a request has to be read from.
  enum BodySource {
    /// A file.
    case file(URL)
    /// A stream, not yet opened.
    case stream(InputStream)
    /// A delegate that supplies a stream, as for every streamed upload.
    case delegate(any URLSessionTaskDelegate, URLSession, URLSessionTask)

    /// Reads everything, on a thread of its own, and calls back on it.
    func read(_ completion: @escaping @Sendable (Result<[UInt8], any Error>) -> Void) {
      switch self {
      case .file(let url):
        Thread.detachNewThread {
          completion(
            Result { [UInt8](try Data(contentsOf: url)) }
              .mapError { URLError(reading: url, $0) ?? $0 })
        }
      case .stream(let stream):
        InputStream.read(stream, completion)
      case .delegate(let delegate, let session, let task):
        let url = task.originalRequest?.url?.absoluteString ?? ""
        session.delegateQueue.addOperation {
          delegate.urlSession(session, task: task) { stream in
            guard let stream else {
              return completion(
                .failure(
                  LoadingError(
                    kind: .bodyUnavailable, url: url,
                    reason: "the delegate gave no stream for the body of this upload task")))
            }
            InputStream.read(stream, completion)
          }
        }
      }
    }
  }
#endif
