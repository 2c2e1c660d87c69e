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
#endif
