import VCRLocks

/// The files of which this process has found that they have the digest that is expected of them.
///
/// A body of many megabytes takes longer to hash than to read, and several tests may ask for one.
enum CheckedFiles {
  private struct Finding {
    var digest: String
    var stamp: FileStamp
  }

  private static let findings = Mutex<[String: Finding]>([:])

  /// True for a file that was found to have a digest and has not changed since.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - digest: The digest.
  ///   - stamp: Its metadata of now; nil when there are none.
  /// - Returns: Whether it need not be hashed again.
  static func contains(_ path: String, _ digest: String, _ stamp: FileStamp?) -> Bool {
    guard let stamp, let finding = findings.withLock({ $0[path] }) else { return false }
    return finding.digest == digest && finding.stamp == stamp
  }

  /// Notes that a file has a digest, unless it is so new that another change could have the same
  /// time.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - digest: The digest.
  ///   - stamp: Its metadata from before it was read; nil when there are none.
  static func insert(_ path: String, _ digest: String, _ stamp: FileStamp?) {
    guard let stamp, stamp.isSettled else { return }
    findings.withLock { $0[path] = Finding(digest: digest, stamp: stamp) }
  }
}
