#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// What the other tests rely on: that no process makes them wait for ever.
  @Suite struct ChildTests {
    /// A command whose output is kept open by a process that has left its group, for ten minutes.
    ///
    /// It writes the ID of that process, and then its own line.
    private static let leavingOneBehind =
      "python3 -c 'import os, time\nif os.fork() == 0:\n os.setsid(); os.write(1, b\"%d\\n\" % os.getpid()); time.sleep(600)' "

    @Test func `output that a process outside the group keeps open is not waited for`() async throws
    {
      let child = try Child("sh", ["-c", Self.leavingOneBehind])
      let left = try #require((await child.nextLine()).flatMap { pid_t($0) })
      defer { kill(left, SIGKILL) }
      while child.isRunning { try await Task.sleep(for: .milliseconds(20)) }
      let result = await child.finished(timeout: 1)
      #expect(result.timedOut)
      #expect(result.status == 0)
      #expect(await child.nextLine(timeout: 1) == nil)
    }

    @Test func `a line that never comes is not waited for`() async throws {
      let child = try Child("sleep", ["600"])
      #expect(await child.nextLine(timeout: 1) == nil)
      #expect(await child.finished().status == 128 + SIGKILL)
    }

    @Test func `what it left behind with its output ends with it`() async throws {
      let left: pid_t
      do {
        let child = try Child("sh", ["-c", "sleep 600 & echo $!"])
        left = try #require((await child.nextLine()).flatMap { pid_t($0) })
        while child.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        #expect(Self.isRunning(left))
      }
      // It is gone once somebody has reaped it; until then it is a zombie.
      for _ in 0..<600 where Self.isRunning(left) { try await Task.sleep(for: .milliseconds(100)) }
      #expect(!Self.isRunning(left))
    }

    private static func isRunning(_ id: pid_t) -> Bool {
      #if os(Linux)
        let state = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8))?
          .split(separator: ")").last?.split(separator: " ").first
        return state != nil && state != "Z"
      #else
        return kill(id, 0) == 0
      #endif
    }
  }
#endif
