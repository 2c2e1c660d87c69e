#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRCore

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
#endif
