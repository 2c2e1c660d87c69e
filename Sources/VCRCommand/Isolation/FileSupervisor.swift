#if CommandLineTool && os(Linux)
  import CIsolation
  import Dispatch
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Shuts COMMAND out of sockets in files of others, where a namespace holds everything else.
  enum FileSupervisor {
    /// Decides on a thread of its own, until the other end of `stop` is closed or COMMAND and all that it
    /// has started have ended; calls after that fail.
    ///
    /// - Parameters:
    ///   - listener: Where the calls come from; it belongs to the supervisor.
    ///   - stop: A descriptor that belongs to the supervisor, too.
    static func start(_ listener: Int32, stop: Int32) {
      DispatchQueue(label: "vcr.supervisor", qos: .userInteractive).async {
        SupervisedCall.take(from: listener, stop: stop) { decide($0) }
        close(listener)
        close(stop)
      }
    }

    private static func decide(_ call: SupervisedCall) {
      let (_, second, third, _, fifth, sixth) = call.arguments
      let (place, length) =
        call.kind == ISOLATION_CALL_CONNECT ? (second, third) : (fifth, sixth)
      if let code = FileServices.refusal(call, at: place, length: length, own: .ofNetwork) {
        call.fail(code)
      } else {
        call.proceed()
      }
    }
  }
#endif
