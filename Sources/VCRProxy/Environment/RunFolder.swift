#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
    import VCRCore
  #endif
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// The temporary folder of one run, readable by its user alone.
  ///
  /// It contains what clients need to trust the authority of the run, and never a key. Where root's
  /// COMMAND gives up its rights, its variables go on naming these files, and what it becomes is to
  /// read those without a user's settings: ``isPublic(_:)``.
  package struct RunFolder: Sendable {
    /// The files, by their path within the folder; a folder comes before its content.
    enum File: String, CaseIterable {
      case lock
      case authority = "ca.pem"
      case bundle = "bundle.pem"
      case systemBundle = "system.pem"
      case javaTrustStore = "trust.jks"
      case rootFolder = "certs"
      case hashedAuthority = "certs/4042bcee.0"
      /// For clients that read each file of a folder that is called so.
      case namedAuthority = "certs/vcr.pem"
      case wgetSettings = "wgetrc"
      case phpFolder = "php"
      case phpSettings = "php/vcr.ini"
      case phpRoots = "php/roots.pem"
      /// So called that it is no ECMAScript module, whatever a `package.json` above it says.
      case nodePreload = "node.cjs"
      case pythonFolder = "python"
      case pythonPreload = "python/sitecustomize.py"
      /// An empty file, in the place of the folder into which Python would put what it compiles.
      case pythonCache = "python/__pycache__"
      case rubyFolder = "ruby"
      case rubyPreload = "ruby/openssl.rb"

      /// The folders with settings and scripts.
      static let ownFolders = [File.phpFolder, .pythonFolder, .rubyFolder]

      var isFolder: Bool { self == .rootFolder || Self.ownFolders.contains(self) }
    }

    /// The folder's path.
    package let path: String

    /// The files of roots that COMMAND names, with those that may stand in their place.
    package let named: [NamedRoots.File]

    /// Notices about roots that COMMAND would have trusted, and the run does not know.
    package let unreadRoots: [String]

    /// The lock that is held as long as the run lives.
    private let lock: RunLock

    /// The files, within the folder, that may have a user's settings or keys.
    private var hidden: Set<String> = [File.lock.rawValue]

    /// Creates the folder and its files, and removes the folders of runs that were killed.
    ///
    /// - Parameters:
    ///   - authority: The certificate of the run's authority, PEM.
    ///   - environment: The environment of `vcr` itself (`TMPDIR`, `SSL_CERT_FILE`, `WGETRC`,
    ///     `HOME`, `PATH`).
    ///   - command: The words of COMMAND, which may name roots of its own.
    /// - Throws: ``TemporaryFileFailure``; nothing remains on disk then.
    package init(
      authority: String, environment: [String: String], command: [String] = []
    ) throws {
      let temporary = TemporaryFolder(environment).forVariables
      let parent = temporary.path
      var template = Array((parent + "/vcr-XXXXXX").utf8CString)
      let made = unsafe template.withUnsafeMutableBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe mkdtemp($0) != nil } ?? false
      }
      guard made else {
        throw TemporaryFileFailure(in: temporary, code: errno)
      }
      path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard let lock = RunLock(folder: path) else {
        let code = errno
        _ = unsafe rmdir(path)
        throw TemporaryFileFailure(path: path, code: code)
      }
      self.lock = lock
      named = NamedRoots.files(command, environment, authority: authority, folder: path)
      let javaRoots = JavaRoots(environment, command: command)
      unreadRoots = javaRoots.unread
      // If the folder cannot be listed, nothing is removed from it.
      let names = try? FileManager.default.contentsOfDirectory(atPath: parent)
      AbandonedRunFolders.clear(names ?? [], in: parent)
      do {
        try writeFiles(authority: authority, environment: environment, javaRoots)
      } catch {
        remove()
        throw error
      }
    }

    /// Removes the folder and its content; a second call does nothing.
    package func remove() {
      // A folder that cannot be removed should not make the run fail, since it contains only public
      // certificates.
      try? FileManager.default.removeItem(atPath: path)
    }

    // MARK: - Other users

    /// Whether every user that COMMAND becomes may read a file, by its path within the folder.
    package func isPublic(_ file: String) -> Bool { !hidden.contains(file) }

    /// The files and folders, by their path within the folder; a folder comes before its content.
    package var entries: [String] {
      ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Lets every user read the files that are public, where they cannot be shown to COMMAND alone:
    /// whoever knows the folder's name may enter it.
    package func openForAll() {
      for file in entries where isPublic(file) {
        let path = path + "/" + file
        _ = unsafe chmod(path, FileSystem.exists(path + "/.") ? 0o755 : 0o644)
      }
      _ = unsafe chmod(path, 0o711)
    }

    /// The same where nobody says when COMMAND becomes another user, if its words say that it does.
    ///
    /// - Parameters:
    ///   - command: The words of COMMAND.
    ///   - searchPath: The value of `PATH`.
    package func openForAll(ifNamedBy command: [String], searchPath: String?) {
      if geteuid() == 0, ChangedUser.isNamed(by: command, searchPath: searchPath) {
        openForAll()
      }
    }

    // MARK: - Files

    private mutating func writeFiles(
      authority: String, environment: [String: String], _ javaRoots: JavaRoots
    ) throws {
      let authority = authority.hasSuffix("\n") ? authority : authority + "\n"
      let roots = SystemRoots.pem(environment: environment)
      let bundle = roots.isEmpty || roots.hasSuffix("\n") ? roots : roots + "\n"
      let certificates = JavaTrustStore.certificates(in: authority + bundle)
      // Where the user's settings add no roots, PHP takes the bundle of the run as it is.
      let ownOfPHP = PHPRoots.pem(environment)
      let phpRoots = ownOfPHP.isEmpty ? File.bundle : .phpRoots
      var files: [(File, [UInt8])] = [
        (.authority, Array(authority.utf8)),
        (.bundle, Array((bundle + authority).utf8)),
        (
          .javaTrustStore,
          JavaTrustStore.bytes(
            trusting: certificates + javaRoots.certificates(beside: certificates))
        ),
        (.nodePreload, Array(NodePreload.source.utf8)),
        (.pythonPreload, Array(PythonPreload.source.utf8)), (.pythonCache, []),
        (.rubyPreload, Array(RubyPreload.source.utf8)),
        (
          .phpSettings,
          Array(PHPRoots.names.map { "\($0)=\"\(path(phpRoots))\"\n" }.joined().utf8)
        ),
      ]
      if !ownOfPHP.isEmpty {
        files.append((.phpRoots, Array((bundle + ownOfPHP + authority).utf8)))
      }
      for folder in File.ownFolders {
        try makeFolder(path(folder), mode: 0o700)
      }
      for (file, bytes) in files { try write(roots: bytes, to: file.rawValue) }
      try writeWgetSettings(environment)
      // They may stand in the place of the system's folder, which every user reads.
      try makeFolder(path(.rootFolder), mode: 0o755)
      try write(
        Self.hashedRoots + Array(authority.utf8), to: path(.hashedAuthority), mode: 0o644)
      try write(Array(authority.utf8), to: path(.namedAuthority), mode: 0o644)
      for file in named { try write(file.content, to: file.path, mode: 0o644) }
      for (variable, path) in OwnRoots.paths(environment) {
        // A client that adds to its own roots needs none of the system's.
        let common = variable.value == .bundle ? Array(bundle.utf8) : []
        let roots = common + OwnRoots.pem(at: path) + Array(authority.utf8)
        try write(roots: roots, to: variable.fileOfOwnRoots)
      }
    }

    private func makeFolder(_ path: String, mode: mode_t) throws {
      guard unsafe mkdir(path, mode) == 0 else {
        throw TemporaryFileFailure(path: path, code: errno)
      }
      // Whatever the umask is.
      _ = unsafe chmod(path, mode)
    }

    private func path(_ file: File) -> String { path + "/" + file.rawValue }

    /// Writes a file within the folder: a user may keep a key beside roots.
    private mutating func write(roots: [UInt8], to file: String) throws {
      if OwnRoots.haveKey(roots) { hidden.insert(file) }
      try write(roots, to: path + "/" + file)
    }

    /// Writes the start-up file for wget.
    ///
    /// wget reads only one such file and cannot include another, so the user's is copied before
    /// ours; the later of two settings wins. The user's may have a password, and is nobody else's.
    private mutating func writeWgetSettings(_ environment: [String: String]) throws {
      let named = environment["WGETRC"].flatMap { $0.isEmpty ? nil : $0 }
      let file = named ?? environment["HOME"].map { $0 + "/.wgetrc" }
      let own = file.flatMap { try? FileSystem.read($0) } ?? []
      let end: [UInt8] = own.isEmpty || own.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
      let settings = "use_proxy = on\nca_certificate = \(path(.bundle))\n"
      if !own.isEmpty { hidden.insert(File.wgetSettings.rawValue) }
      try write(own + end + Array(settings.utf8), to: path(.wgetSettings))
    }

    func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o600) throws {
      let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard descriptor >= 0 else { throw TemporaryFileFailure(path: path, code: errno) }
      defer { _ = close(descriptor) }
      // Whatever the umask is.
      _ = fchmod(descriptor, mode)
      do {
        try FileSystem.writeAll(bytes[...], to: descriptor)
      } catch {
        throw TemporaryFileFailure(path: path, code: error.code)
      }
    }
  }
#endif
