#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  @testable import VCRProxy

  /// Trust stores that a user of Java names.
  @Suite(.enabled(if: Tool.isInstalled("keytool"), "keytool is not installed"))
  struct JavaStoreTests {
    private static let client = """
      public class Client {
        public static void main(String[] arguments) throws Exception {
          var connection = new java.net.URL(arguments[0]).openConnection();
          System.out.write(connection.getInputStream().readAllBytes());
          System.out.flush();
        }
      }

      """

    @Test(arguments: ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "a command line"])
    func `a client whose options name a trust store is recorded`(place: String) async throws {
      let workshop = try Workshop()
      let server = try #require(await SecureServer.start(in: workshop.folder))
      let result = try await run(place, [], server, in: workshop)
      await server.stop()
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.text == "grüße von /a\n")
      #expect(result.errorText.contains("vcr: recorded 1"), "\(result.errorText)")
    }

    @Test(arguments: ["MAVEN_OPTS", "JAVA_HOME", "a command line", "an encrypted store"])
    func `the roots of a store that a user names are trusted when a host is passed through`(
      place: String
    ) async throws {
      let workshop = try Workshop()
      let server = try #require(await SecureServer.start(in: workshop.folder))
      let result = try await run(place, ["--passthrough", "api.test"], server, in: workshop)
      await server.stop()
      #expect(result.status == 0, "\(result.text)\(result.errorText)")
      #expect(result.text == "grüße von /a\n")
    }

    private func run(
      _ place: String, _ options: [String], _ server: SecureServer, in workshop: Workshop
    ) async throws -> Child.Result {
      try workshop.folder.write(Self.client, to: "Client.java")
      let folder = workshop.folder.path
      // The store that comes with a virtual machine, where the home of one is named.
      let isHome = place == "JAVA_HOME"
      let name = isHome ? "home/lib/security/cacerts" : "own.jks"
      let kind: StoreKind =
        isHome ? .packed : place == "an encrypted store" ? .encrypted : .plain
      try await store(server.certificate, as: name, kind, in: workshop)
      let option = isHome ? "\(folder)/home" : "-Djavax.net.ssl.trustStore=\(folder)/own.jks"
      let isVariable = place.contains("_")
      let password =
        kind == .encrypted ? ["-Djavax.net.ssl.trustStorePassword=secret1"] : []
      let client =
        ["java"] + password + (isVariable ? [] : [option])
        + ["Client.java", "https://api.test/a"]
      return try await workshop.vcr(
        ["record", "--isolate", "off", "-c", "c.yaml"] + options + server.options + ["--"]
          + client,
        setting: isVariable ? [place: option] : [:], timeout: 300)
    }

    /// The kinds of stores.
    private enum StoreKind {
      /// A JKS.
      case plain
      /// A PKCS #12 without encryption.
      case packed
      /// A PKCS #12 with encryption.
      case encrypted
      /// One with that of older versions.
      case older
    }

    /// Writes a store with a certificate.
    private func store(
      _ certificate: String, as name: String, _ kind: StoreKind = .plain, in workshop: Workshop
    ) async throws {
      try FileManager.default.createDirectory(
        at: workshop.folder.file(name).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      // What newer versions do by themselves is asked of all.
      let encryption = kind == .older ? "PBEWithSHA1AndRC2_40" : "PBEWithHmacSHA256AndAES_256"
      let protection = [
        "certProtectionAlgorithm": kind == .packed ? "NONE" : encryption,
        "macAlgorithm": kind == .packed ? "NONE" : "HmacPBESHA256",
      ]
      let made = try await Child.run(
        "keytool",
        [
          "-importcert", "-noprompt", "-alias", "own", "-file", certificate, "-keystore", name,
          "-storetype", kind == .plain ? "JKS" : "PKCS12", "-storepass", "secret1",
        ] + protection.map { "-J-Dkeystore.pkcs12.\($0)=\($1)" },
        directory: workshop.folder.url, timeout: 300)
      try #require(made.status == 0, "\(made.text)\(made.errorText)")
    }

    @Test func `the certificates of a store are read, and a damaged one gives those before`()
      async throws
    {
      let workshop = try Workshop()
      let server = try #require(await SecureServer.start(in: workshop.folder))
      await server.stop()
      try await store(server.certificate, as: "own.jks", in: workshop)
      let pem = try String(contentsOfFile: server.certificate, encoding: .utf8)
      let certificates = JavaTrustStore.certificates(in: pem)
      #expect(certificates.count == 1)
      let store = Array(try Data(contentsOf: workshop.folder.file("own.jks")))
      #expect(JavaTrustStore.certificates(inStore: store) == certificates)
      let two = JavaTrustStore.bytes(trusting: certificates + [[1, 2, 3]])
      #expect(JavaTrustStore.certificates(inStore: two) == certificates + [[1, 2, 3]])
      #expect(JavaTrustStore.certificates(inStore: Array(two.dropLast(25))) == certificates)
      #expect(JavaTrustStore.certificates(inStore: Array("PK".utf8)).isEmpty)
      try await self.store(server.certificate, as: "own.p12", .packed, in: workshop)
      let packed = Array(try Data(contentsOf: workshop.folder.file("own.p12")))
      #expect(JavaTrustStore.certificates(inStore: packed) == certificates)
      #expect(JavaTrustStore.certificates(inStore: Array(packed.prefix(200))) == [])
    }

    @Test func `an encrypted store opens by its password alone`() async throws {
      let workshop = try Workshop()
      let server = try #require(await SecureServer.start(in: workshop.folder))
      await server.stop()
      try await store(server.certificate, as: "own.p12", .encrypted, in: workshop)
      let pem = try String(contentsOfFile: server.certificate, encoding: .utf8)
      let certificates = JavaTrustStore.certificates(in: pem)
      let store = Array(try Data(contentsOf: workshop.folder.file("own.p12")))
      #expect(JavaTrustStore.certificates(inStore: store).isEmpty)
      let option = "-D\(JavaRoots.name)=\(workshop.folder.path)/own.p12"
      let unread = JavaRoots([:], command: [option]).unread
      #expect(unread.count == 1 && unread.first?.contains("no password that COMMAND") == true)
      let passwords = JavaRoots.passwords(in: ["-Djavax.net.ssl.trustStorePassword=secret1"])
      let opened = JavaTrustStore.certificates(inStore: store, passwords: passwords)
      #expect(opened == certificates)
      for count in stride(from: 0, to: store.count, by: 7) {
        let part = Array(store.prefix(count))
        let found = JavaTrustStore.certificates(inStore: part, passwords: passwords)
        #expect(found.isEmpty || found == certificates)
      }
    }

    @Test func `a store that cannot be read is named with the command that converts it`()
      async throws
    {
      let workshop = try Workshop()
      let server = try #require(await SecureServer.start(in: workshop.folder))
      await server.stop()
      try await store(server.certificate, as: "own.p12", .older, in: workshop)
      let path = workshop.folder.path + "/own.p12"
      let command = ["record", "-c", "c.yaml", "--", "true", "-D\(JavaRoots.name)=\(path)"]
      let password = "-D\(JavaRoots.name)Password=secret1"
      let result = try await workshop.vcr(command + [password])
      let line = try #require(
        result.errorText.split(separator: "\n").first { $0.contains("warning: \(path): ") })
      #expect(line.contains("(RC2, triple DES)"), "\(line)")
      let conversion = try #require(line.range(of: "keytool ").map { line[$0.lowerBound...] })
      let converted = try await Child.run(
        "sh", ["-c", "\(conversion) -srcstorepass secret1 -deststorepass secret1"], timeout: 300)
      try #require(converted.status == 0, "\(converted.text)\(converted.errorText)")
      let new = Array(try Data(contentsOf: workshop.folder.file("own.p12.jks")))
      #expect(
        JavaTrustStore.certificates(inStore: new)
          == JavaTrustStore.certificates(
            in: try String(contentsOfFile: server.certificate, encoding: .utf8)))
      let read = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "true", "-D\(JavaRoots.name)=\(path).jks"])
      #expect(!read.errorText.contains("warning"), "\(read.errorText)")
    }

    @Test func `the bags that openssl encrypts are read, and its key is not`() async throws {
      let workshop = try Workshop()
      let server = try #require(await SecureServer.start(in: workshop.folder))
      await server.stop()
      let key = workshop.folder.file("key.pem").path(percentEncoded: false)
      for cipher in ["AES-128-CBC", "AES-192-CBC", "AES-256-CBC"] {
        let made = try await Child.run(
          "openssl",
          [
            "pkcs12", "-export", "-in", server.certificate, "-inkey", key, "-certpbe", cipher,
            "-keypbe", cipher, "-passout", "pass:changeit", "-out", "own.p12",
          ], directory: workshop.folder.url)
        try #require(made.status == 0, "\(made.errorText)")
        let store = Array(try Data(contentsOf: workshop.folder.file("own.p12")))
        let pem = try String(contentsOfFile: server.certificate, encoding: .utf8)
        #expect(
          JavaTrustStore.certificates(inStore: store) == JavaTrustStore.certificates(in: pem))
        let opened = EncryptedBags.contents(of: store, passwords: ["changeit"])
        #expect(opened.count == 1)
      }
    }

    @Test func `a file is found however it is named`() throws {
      let workshop = try Workshop()
      let path = workshop.folder.path + "/a b.jks"
      let plain = workshop.folder.path + "/c.jks"
      for name in ["a b.jks", "c.jks"] { try workshop.folder.write("x", to: name) }
      let texts = [
        "-Dx=\(path)", "-Da=1 \"-Dx=\(path)\" -Db=2", "run -Dx='\(path)'", "-Dx=\(plain) -Db=2",
        "cd / && java -Dx=\(plain); true", "-Dx=/nowhere", "-Dy=\(plain)",
      ]
      let found = texts.map { NamedRoots.paths(of: "-Dx", in: [$0]) }
      #expect(found == [[path], [path], [path], [plain], [plain], [], []])
      let words = [
        ["a", "--ca", path, "x"], ["sh", "-c", "a --ca  '\(path)' && b"],
        ["sh", "-c", "a\n--ca=\(plain)\n"], ["a", "--no--ca", plain], ["a", "--cas", plain],
        ["a", "--ca"],
      ]
      let named = words.map { NamedRoots.paths(of: "--ca", in: $0) }
      #expect(named == [[path], [path], [plain], [], [], []])
    }
  }
#endif
