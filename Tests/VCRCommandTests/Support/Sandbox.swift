#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport

  /// Surroundings in which a machine allows less.
  enum Sandbox: String, Sendable {
    /// Docker's default filter of system calls, and its capabilities for root: no namespaces, and
    /// no descriptor of another process.
    case docker
    /// The same, and no filter that asks.
    case deaf
    /// The same as the first, and the kernel does not tell whose a connection is.
    case mute

    /// Docker's default capabilities.
    private static let capabilities =
      "-all,+chown,+dac_override,+fsetid,+fowner,+mknod,+net_raw,+setgid,+setuid,+setfcap,+setpcap,"
      + "+net_bind_service,+sys_chroot,+kill,+audit_write"

    /// True when the tests have what builds one.
    static var isAvailable: Bool {
      Tool.isInstalled("python3") && (geteuid() != 0 || Tool.isInstalled("setpriv"))
    }

    /// Runs `vcr` to its end in it.
    ///
    /// - Parameters:
    ///   - workshop: Where it runs.
    ///   - isNobody: True to run it as a user without privileges; the tests are root's then.
    ///   - prefix: A command that gets the whole as its arguments.
    ///   - arguments: The arguments of `vcr`.
    ///   - timeout: How long it may take, in seconds.
    /// - Returns: What came of it.
    /// - Throws: An error when it cannot be started.
    func vcr(
      in workshop: Workshop, isNobody: Bool = false, prefix: [String] = [],
      _ arguments: [String], timeout: Double = 240
    ) async throws -> Child.Result {
      let command = try prefix + command(in: workshop, isNobody: isNobody, arguments)
      return try await Child.run(
        command[0], Array(command.dropFirst()), environment: workshop.environment,
        directory: workshop.folder.url, timeout: timeout)
    }

    /// Starts `vcr` in it beside the test.
    ///
    /// - Parameters:
    ///   - workshop: Where it runs.
    ///   - arguments: The arguments of `vcr`.
    /// - Returns: The process.
    /// - Throws: An error when it cannot be started.
    func start(in workshop: Workshop, _ arguments: [String]) throws -> Child {
      let command = try command(in: workshop, isNobody: false, arguments)
      return try Child(
        command[0], Array(command.dropFirst()), environment: workshop.environment,
        directory: workshop.folder.url)
    }

    private func command(
      in workshop: Workshop, isNobody: Bool, _ arguments: [String]
    ) throws -> [String] {
      try workshop.folder.write(Self.script, to: "sandbox.py")
      var command: [String] = []
      if isNobody {
        try workshop.open()
        command += ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
      } else if geteuid() == 0 {
        command += ["setpriv", "--bounding-set=\(Self.capabilities)", "--inh-caps=-all"]
      }
      // The shell finds the first that the user may run, which need not be the first of all.
      return command
        + ["sh", "-c", "exec python3 sandbox.py \"$@\"", "sh", rawValue, Workshop.tool] + arguments
    }

    /// `sandbox.py docker|deaf|mute COMMAND…` puts a filter before COMMAND.
    private static let script = """
      import ctypes, os, struct, sys
      EPERM, ENOSYS, ALLOW, ERRNO = 1, 38, 0x7FFF0000, 0x50000
      # unshare, setns, mount, umount2, pivot_root, kcmp, bpf, open_by_handle_at, perf_event_open,
      # userfaultfd, keyctl, add_key, request_key, then seccomp, clone and socket.
      refused, seccomp, clone, socket = {
          "x86_64": ([272, 308, 165, 166, 155, 312, 321, 304, 298, 323, 250, 248, 249], 317, 56, 41),
          "aarch64": ([97, 268, 40, 39, 41, 272, 280, 265, 241, 282, 219, 217, 218], 277, 220, 198),
      }[os.uname().machine]
      # io_uring, open_tree, move_mount, fsopen, fsmount and pidfd_getfd, which have one number everywhere.
      refused += [425, 426, 427, 428, 429, 430, 432, 438]
      code = []
      def add(op, k, jt=0, jf=0): code.append(struct.pack("=HBBI", op, jt, jf, k))
      def refuse(number, error): add(0x15, number, 0, 1); add(0x06, ERRNO | error)
      def refuse_flags(number, place, flags):
          add(0x15, number, 0, 4); add(0x20, place); add(0x45, flags, 0, 1)
          add(0x06, ERRNO | EPERM); add(0x06, ALLOW)
      add(0x20, 0)
      for number in refused: refuse(number, EPERM)
      refuse(435, ENOSYS)  # clone3, whose flags a filter does not see
      refuse_flags(clone, 16, 0x7E020000)
      # SECCOMP_FILTER_FLAG_NEW_LISTENER
      if sys.argv[1] == "deaf": refuse_flags(seccomp, 24, 8)
      # NETLINK_SOCK_DIAG
      if sys.argv[1] == "mute":
          add(0x15, socket, 0, 5); add(0x20, 16); add(0x15, 16, 0, 3); add(0x20, 32)
          add(0x15, 4, 0, 1); add(0x06, ERRNO | EPERM)
      add(0x06, ALLOW)
      libc = ctypes.CDLL(None, use_errno=True)
      class Program(ctypes.Structure):
          _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]
      filter = ctypes.create_string_buffer(b"".join(code))
      program = Program(len(code), ctypes.cast(filter, ctypes.c_void_p))
      assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(program)) == 0
      os.execvp(sys.argv[2], sys.argv[2:])
      """
  }
#endif
