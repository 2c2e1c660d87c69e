#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore

  /// Why a rung of isolation cannot be had, and what would allow it.
  struct IsolationFailure: Error, Equatable {
    /// The step that the system refused, and why.
    var reason: String
    /// The change that would allow it; nil when none would.
    var remedy: String?
    /// True when the system refuses namespaces altogether.
    private(set) var refusesNamespaces = false

    /// A step that failed.
    ///
    /// - Parameters:
    ///   - step: The name of the step.
    ///   - code: The system's error.
    init(step: String, code: Int32) {
      let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
      reason = "\(step): \(text)"
      remedy = Self.remedy(step: step, code: code)
      refusesNamespaces = step == Self.namespacesStep
    }

    /// A failure in words.
    init(reason: String, remedy: String? = nil) {
      self.reason = reason
      self.remedy = remedy
    }

    /// The name of a step without which there are no namespaces.
    static let namespacesStep = "user, network and mount namespaces"
    /// The name of the step that installs the filter of system calls.
    static let filterStep = "a filter of system calls (seccomp)"
    /// The name of the step that reads what COMMAND's calls point to.
    static let memoryStep = "COMMAND's memory (process_vm_readv)"
    /// The name of the step that restricts ports.
    static let landlockStep = "rules of ports (Landlock)"
    /// The name of the step that sets the packet rules.
    static let rulesStep = "packet rules (nf_tables)"

    private static func remedy(step: String, code: Int32) -> String? {
      switch step {
      case filterStep:
        return code == EBUSY
          ? "another program decides about system calls here already; run vcr outside of it"
          : "a sandbox around vcr forbids filters that ask (seccomp(2)); run vcr outside of it"
      case memoryStep:
        return (Int(setting("kernel/yama/ptrace_scope") ?? "") ?? 0) > 1
          ? "as root: sysctl -w kernel.yama.ptrace_scope=1" : "CAP_SYS_PTRACE"
      case landlockStep: return nil
      default: return namespacesRemedy(step: step, code: code)
      }
    }

    private static func namespacesRemedy(step: String, code: Int32) -> String? {
      if step == rulesStep, code != EPERM, code != EACCES {
        return "as root: modprobe -a nf_tables nft_tproxy nft_socket"
      }
      if setting("kernel/apparmor_restrict_unprivileged_userns") == "1", geteuid() != 0 {
        return
          "as root: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (or run vcr as root)"
      }
      if setting("kernel/unprivileged_userns_clone") == "0", geteuid() != 0 {
        return "as root: sysctl -w kernel.unprivileged_userns_clone=1"
      }
      if setting("user/max_user_namespaces") == "0" {
        return "as root: sysctl -w user.max_user_namespaces=15000"
      }
      if unsafe access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0 {
        return "start the container with --cap-add SYS_ADMIN --security-opt seccomp=unconfined"
          + " --security-opt apparmor=unconfined"
      }
      if step == namespacesStep, code == EPERM {
        return "a sandbox around vcr forbids namespaces (unshare(2)); run vcr outside of it"
      }
      return nil
    }

    /// A setting of the kernel; nil when it has none of this name.
    private static func setting(_ name: String) -> String? {
      guard let bytes = try? FileSystem.read("/proc/sys/\(name)") else { return nil }
      return String(decoding: bytes, as: UTF8.self).trimmingWhitespace
    }
  }

  extension String {
    fileprivate var trimmingWhitespace: String {
      String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
  }
#endif
