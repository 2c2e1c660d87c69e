#if CommandLineTool
  /// Why a scope cannot begin or end, or a request has no scope.
  struct ScopeFault: Error, Equatable {
    /// The status of the response.
    var status: Int
    /// A description of the problem, and what to do about it.
    var message: String

    init(status: Int, _ message: String) {
      self.status = status
      self.message = message
    }
  }
#endif
