#if CommandLineTool
  import VCRCore

  /// The files of roots that texts name by a setting: values of variables, and words of COMMAND.
  package enum NamedRoots {
    /// A file that COMMAND names, and the one that may stand in its place for COMMAND alone.
    package struct File: Sendable {
      /// The file's path, as COMMAND names it.
      package var target: String
      /// The same with links resolved.
      package var resolved: String
      /// The path of the other, in the folder of the run.
      package var path: String
      /// The content of the other: that of the file, and the authority of the run.
      var content: [UInt8]
    }

    /// The options by which clients get a file of roots and trust no others than those, as many
    /// with GnuTLS or in Go do.
    static let options = [
      "--ca-certificate",  // aria2c, wget2
      "--certificate-authority",  // kubectl
      "--cacert", "--cafile",  // curl, etcdctl, Vault …
      "--ca-file",  // Helm
      "--x509cafile",  // gnutls-cli
      "-CAfile",  // openssl
    ]

    /// The most of them that a run replaces.
    static let limit = 16

    /// The name of one, within the folder of a run.
    static func name(_ number: Int) -> String { "named-\(number)" }

    /// The files that COMMAND names by a setting which goes before every variable: an option, a
    /// setting of PHP (`-d openssl.cafile=FILE`), or a property that a program in Java sets by
    /// itself, as Maven does; and those of a Python that COMMAND keeps from its variables.
    ///
    /// - Parameters:
    ///   - command: The words of COMMAND.
    ///   - environment: The environment of `vcr` itself.
    ///   - authority: The certificate of the run's authority, PEM.
    ///   - folder: The folder of the run.
    /// - Returns: The files; a store of Java that cannot be read is none, nor are a certificate in
    ///   DER and a file with a private key.
    static func files(
      _ command: [String], _ environment: [String: String], authority: String, folder: String
    ) -> [File] {
      var contents: [(target: String, content: [UInt8])] = []
      let named = (PHPRoots.names + options).flatMap { paths(of: $0, in: command) }
      for target in named + PythonRoots.paths(environment, command: command)
      where !contents.contains(where: { $0.target == target }) {
        let roots = OwnRoots.pem(at: target)
        guard !FileSystem.exists(target + "/."), roots.first != JavaTrustStore.sequence,
          !OwnRoots.haveKey(roots)
        else { continue }
        contents.append((target, roots + Array(authority.utf8)))
      }
      for target in paths(of: JavaRoots.name, in: command) {
        let store = (try? FileSystem.read(target)) ?? []
        let certificates = JavaTrustStore.certificates(
          inStore: store, passwords: JavaRoots.passwords(in: command))
        guard !certificates.isEmpty else { continue }
        contents.append(
          (
            target,
            JavaTrustStore.bytes(
              trusting: certificates + JavaTrustStore.certificates(in: authority),
              password: JavaRoots.password(in: command))
          ))
      }
      return contents.prefix(limit).enumerated().map { number, file in
        File(
          target: file.target, resolved: FileSystem.resolved(file.target) ?? file.target,
          path: folder + "/" + name(number), content: file.content)
      }
    }

    /// The files that a setting names.
    ///
    /// - Parameters:
    ///   - setting: The setting's name, which `=` and the file follow, or, where it is an option,
    ///     white space or the end of a word.
    ///   - texts: Words of COMMAND, which may be scripts, or lists of options.
    /// - Returns: The paths of files that exist, as they are named, each once.
    static func paths(of setting: String, in texts: [String]) -> [String] {
      var paths: [String] = []
      for spellings in values(of: setting, in: texts) {
        let path = spellings.first(where: FileSystem.exists)
        if let path, !paths.contains(path) { paths.append(path) }
      }
      return paths
    }

    /// The values of a setting, each in all of its spellings.
    ///
    /// - Parameters:
    ///   - setting: The setting's name, as for ``paths(of:in:)``.
    ///   - texts: As for ``paths(of:in:)``.
    /// - Returns: The spellings of each value.
    static func values(of setting: String, in texts: [String]) -> [[String]] {
      let pattern = Array(setting.utf8)
      let isOption = setting.hasPrefix("-")
      var values: [[String]] = []
      for (place, text) in texts.enumerated() {
        let bytes = Array(text.utf8)
        var start = 0
        while let found = bytes.firstRange(of: pattern, from: start) {
          start = found.upperBound
          // The name of an option may be the end of another one.
          let before = bytes[..<found.lowerBound].last
          guard !isOption || before.map(isBeforeOption) ?? true else { continue }
          let rest = bytes[start...]
          if rest.first == UInt8(ascii: "=") {
            values.append(spellings(rest.dropFirst()))
          } else if isOption, rest.first?.isSpaceOrTab == true {
            values.append(spellings(rest.drop(while: \.isSpaceOrTab)))
          } else if isOption, rest.isEmpty, let next = texts[place...].dropFirst().first {
            values.append([next])
          }
        }
      }
      return values
    }

    private static func isBeforeOption(_ byte: UInt8) -> Bool {
      byte.isSpaceOrTab || "\n\"'".utf8.contains(byte)
    }

    /// The spellings of a value: what stands before a quotation mark, or before white space, or, as
    /// a word is one option, the whole rest.
    private static func spellings(_ rest: ArraySlice<UInt8>) -> [String] {
      let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
      let ends = quotes + Array(" \t\n;|&)".utf8)
      let content = rest.first.map(quotes.contains) == true ? rest.dropFirst() : rest
      return [
        content.prefix { !quotes.contains($0) }, content.prefix { !ends.contains($0) }, rest,
      ].map { String(decoding: $0, as: UTF8.self) }.filter { !$0.isEmpty }
    }
  }
#endif
