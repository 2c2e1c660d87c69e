#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport

  /// What the tests of isolation need of this machine.
  enum Isolated {
    /// True when the machine lets `vcr` make namespaces.
    static func isAllowed() async throws -> Bool {
      try await Workshop().vcr("doctor").text.hasPrefix("isolation: namespaces\n")
    }

    /// True when `vcr` can decide about system calls where namespaces are refused.
    static func isFilterAllowed() async throws -> Bool {
      guard Sandbox.isAvailable else { return false }
      return try await Sandbox.docker.vcr(in: Workshop(), ["doctor"]).text
        .hasPrefix("isolation: seccomp notification\n")
    }

    /// True when `vcr` can restrict ports where neither can be had.
    static func isLandlockAllowed() async throws -> Bool {
      guard Sandbox.isAvailable else { return false }
      return try await Sandbox.deaf.vcr(in: Workshop(), ["doctor"]).text
        .hasPrefix("isolation: Landlock\n")
    }

    /// An address of this machine of IPv4 beside those of loopback; nil when it has none.
    static var networkAddress: String? {
      Host.current().addresses.first { $0.contains(".") && !$0.hasPrefix("127.") }
    }

    /// True when the tests run as root and can become somebody else.
    static var canChangeUser: Bool { geteuid() == 0 && Tool.isInstalled("setpriv") }

    /// Runs `vcr` to its end as a user without privileges.
    static func vcr(
      asNobodyIn workshop: Workshop, _ arguments: [String], timeout: Double = 240
    ) async throws -> Child.Result {
      try workshop.open()
      return try await Child.run(
        "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", Workshop.tool] + arguments,
        environment: workshop.environment, directory: workshop.folder.url, timeout: timeout)
    }

    /// Runs `vcr` to its end where the kernel refuses it further namespaces.
    static func vcr(
      withoutNamespacesIn workshop: Workshop, _ arguments: [String]
    ) async throws -> Child.Result {
      try await Child.run(
        "unshare",
        [
          "-Ur", "sh", "-c",
          "echo 0 >/proc/sys/user/max_user_namespaces && exec \"$@\"", "sh", Workshop.tool,
        ] + arguments, environment: workshop.environment, directory: workshop.folder.url)
    }
  }

  extension Workshop {
    /// Lets every user write to its folders.
    func open() throws {
      for folder in [folder.url, temporary] {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o777], ofItemAtPath: folder.path(percentEncoded: false))
      }
    }
  }
#endif
