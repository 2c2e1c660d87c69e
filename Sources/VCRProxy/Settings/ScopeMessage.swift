#if CommandLineTool
  import VCRCore

  /// The message of a test about its scope, in the query of a request to the address of scopes.
  enum ScopeMessage: Equatable {
    /// `?begin&name=FILE&name=TEST[&process=ID]`: from now on the requests of the process belong to
    /// the scope.
    case begin(ScopeName, process: Int32?)
    /// `?leave=ID`: no more requests belong to the scope, of which the end is not known yet.
    case leave(id: String)
    /// `?end=ID&result=pass|fail`
    case end(id: String, ScopeEnd)

    /// Reads a query.
    ///
    /// - Parameter query: The query, without the question mark.
    /// - Throws: `ScopeFault` when it says neither.
    init(query: String) throws(ScopeFault) {
      let bytes = Array(query.utf8)
      let decoded = QueryPairs(bytes.view, in: 0..<bytes.count)
      func values(_ name: String) -> [String] {
        decoded.pairs.filter { decoded.name($0).elementsEqual(name.utf8) }
          .map { String(decoding: decoded.value($0), as: UTF8.self) }
      }
      if let id = values("end").first {
        guard let word = values("result").first, let end = ScopeEnd(rawValue: word),
          end != .abandoned
        else {
          throw ScopeFault(
            status: 400, "the end of a scope needs how the test ended: ?end=ID&result=pass or fail")
        }
        self = .end(id: id, end)
      } else if let id = values("leave").first {
        self = .leave(id: id)
      } else if let begin = values("begin").first {
        guard let name = ScopeName(values("name") + [begin]) else {
          throw ScopeFault(
            status: 400, "a scope needs a name: ?begin&name=FILE&name=TEST")
        }
        let process = values("process").first
        guard process.map({ Int32($0) != nil }) ?? true else {
          throw ScopeFault(status: 400, "process is the number of a process")
        }
        self = .begin(name, process: process.flatMap { Int32($0) })
      } else {
        throw ScopeFault(
          status: 400,
          "a scope begins with ?begin&name=FILE&name=TEST, which responds with its ID, and ends with "
            + "?end=ID&result=pass or fail")
      }
    }
  }
#endif
