#if CommandLineTool
  import VCRCore

  /// The trust stores that the one of a run replaces.
  ///
  /// They are those that options for the Java virtual machine name, of which the last is in force,
  /// and the one that comes with it. None is added to another.
  struct JavaRoots {
    /// The setting that names one.
    static let name = "javax.net.ssl.trustStore"

    /// The password that a program gives for a store whose property COMMAND names.
    static func password(in command: [String]) -> String {
      // The second spelling ends at quotation marks and white space.
      let values = NamedRoots.values(of: name + "Password", in: command)
      return values.last.flatMap { $0.count > 1 ? $0[1] : $0.first } ?? JavaTrustStore.password
    }

    /// The passwords that may open the stores which texts name, in all their spellings, and the
    /// customary one.
    static func passwords(in texts: [String]) -> [String] {
      var passwords: [String] = []
      for password in NamedRoots.values(of: name + "Password", in: texts).joined()
      where !passwords.contains(password) {
        passwords.append(password)
      }
      return passwords + [JavaTrustStore.password]
    }

    /// A store that was opened.
    private struct Store {
      var path: String
      /// True for one that a setting names.
      var isNamed: Bool
      var content: [UInt8]
      /// Its certificates, each in DER; none where no password opens it.
      var certificates: [[UInt8]]
    }

    private let stores: [Store]

    /// Opens the stores.
    ///
    /// A user names stores in the variables of the virtual machine, and in those of the programs
    /// that start one (`MAVEN_OPTS`, `GRADLE_OPTS`), so all are looked at.
    ///
    /// - Parameters:
    ///   - environment: The environment of `vcr` itself.
    ///   - command: The words of COMMAND.
    init(_ environment: [String: String], command: [String]) {
      let texts = environment.sorted { $0.key < $1.key }.map(\.value) + command
      let paths =
        NamedRoots.paths(of: Self.name, in: texts).map { (path: $0, isNamed: true) }
        + Self.storesOfMachines(environment).map { (path: $0, isNamed: false) }
      let passwords = paths.isEmpty ? [] : Self.passwords(in: texts)
      stores = paths.map { path, isNamed in
        let content = (try? FileSystem.read(path)) ?? []
        return Store(
          path: path, isNamed: isNamed, content: content,
          certificates: JavaTrustStore.certificates(inStore: content, passwords: passwords))
      }
    }

    /// The certificates of the stores, each in DER.
    ///
    /// - Parameter known: Certificates that are left out, as are repetitions.
    /// - Returns: The certificates.
    func certificates(beside known: [[UInt8]]) -> [[UInt8]] {
      var seen = Set(known)
      return stores.flatMap(\.certificates).filter { seen.insert($0).inserted }
    }

    /// What to tell the user of stores that are named and whose certificates cannot be read, a
    /// sentence for each, which says how it is converted: a program that trusts one of them alone
    /// does not trust the run.
    var unread: [String] {
      stores.compactMap { store in
        guard store.isNamed, store.content.first == JavaTrustStore.sequence,
          store.certificates.isEmpty
        else { return nil }
        let path = store.path
        let reason =
          EncryptedBags.areOlder(in: store.content)
          ? "its certificates are encrypted as before Java 16 and OpenSSL 3 (RC2, triple DES), "
            + "which vcr does not read"
          : "no password that COMMAND or a variable names (\(Self.name)Password) opens it"
        return "\(path): \(reason), so that a program with this store may not trust the run; "
          + "convert it, and name the new one: keytool -importkeystore -srckeystore \(path.shellWord) "
          + "-destkeystore \((path + ".jks").shellWord) -deststoretype JKS"
      }
    }

    /// The stores of the virtual machines that COMMAND may start, into which companies put their
    /// own roots.
    private static func storesOfMachines(_ environment: [String: String]) -> [String] {
      let folders = (environment["PATH"] ?? "").split(separator: ":")
      let program = folders.lazy.compactMap { FileSystem.resolved("\($0)/java") }.first
      // HOME/bin/java
      let home = program.map { $0.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() }
      let homes = [environment["JAVA_HOME"], home].compactMap { $0 }
      return homes.flatMap { home in
        ["/lib/security/", "/jre/lib/security/"].compactMap { folder in
          // Where the first is, the second is not read.
          ["jssecacerts", "cacerts"].map { home + folder + $0 }.first(where: FileSystem.exists)
        }
      }
    }
  }
#endif
