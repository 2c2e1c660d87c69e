import VCRLocks

/// Knows which cassettes the scopes of this process have open.
///
/// Opening fails for a scope that would write a cassette while another scope uses it.
enum CassetteRegistry {
  private struct Holder {
    var number: Int
    var owner: String
    var writes: Bool
    var isPart: Bool
  }

  private struct Table {
    /// The open cassettes by absolute path, because a file has several relative paths.
    var holders: [String: [Holder]] = [:]
    var next = 0
  }

  private static let table = Mutex(Table())

  /// Notes that a scope opens a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - owner: Who opens it, for the other's message.
  ///   - writes: Whether it may be recorded.
  ///   - isPart: Whether it is recorded together with others.
  /// - Returns: The number to give back when the scope ends.
  /// - Throws: `DeckError` when another scope has it, and either of them may record the whole of
  ///   it.
  static func open(
    _ path: String, owner: String, writes: Bool, isPart: Bool
  ) throws(DeckError) -> Int {
    let file = AbsolutePath.of(path)
    let taken = table.withLock { table -> Result<Int, DeckError> in
      let holders = table.holders[file] ?? []
      let other = holders.first { other in
        (other.writes || writes) && !(other.isPart && isPart)
      }
      if let other {
        let doing = other.writes ? "is recording it" : "is replaying it"
        return .failure(
          DeckError(
            kind: .inUse, path: path,
            reason: "\(other.owner) \(doing) at this moment, and \(owner) would "
              + (writes ? "record it too" : "replay what is not finished")
              + "; give each test a cassette of its own (.cassettes names them), or let the tests "
              + "run one after the other (.serialized)"))
      }
      table.next += 1
      table.holders[file] =
        holders
        + [Holder(number: table.next, owner: owner, writes: writes, isPart: isPart)]
      return .success(table.next)
    }
    return try taken.get()
  }

  /// Notes that a scope has closed a cassette.
  static func close(_ path: String, _ number: Int) {
    let file = AbsolutePath.of(path)
    table.withLock { table in
      table.holders[file]?.removeAll { $0.number == number }
      if table.holders[file]?.isEmpty == true { table.holders[file] = nil }
    }
  }
}
