#if defined(__linux__)

#define _GNU_SOURCE

#include "CIsolation.h"

#include <errno.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

// Who may look into a process that is no longer root's.

// The group that this thread had.
static _Thread_local unsigned int own_group;

// Whether this is root, who may nevertheless not look into other processes.
static int lacks_tracing(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct rights[2] = {{0}};
  return getuid() == 0 && geteuid() == 0 && syscall(SYS_capget, &header, rights) == 0 &&
         !(rights[0].effective & 1U << CAP_SYS_PTRACE);
}

int isolation_take_user(int process) {
  char path[32];
  struct stat status;
  snprintf(path, sizeof path, "/proc/%d", process);
  // A process that hides its memory is shown as root's.
  if (!lacks_tracing() || stat(path, &status) != 0 ||
      (status.st_uid == 0 && status.st_gid == getgid())) {
    return 0;
  }
  own_group = getgid();
  // The functions of the C library change all threads. The kernel asks for the real user before it lets
  // a process read memory, and for that of files before it shows what is in /proc.
  if (syscall(SYS_setresgid, status.st_gid, -1, -1) == 0 && syscall(SYS_setresuid, status.st_uid, -1, -1) == 0) {
    syscall(SYS_setfsgid, status.st_gid);
    syscall(SYS_setfsuid, status.st_uid);
    return 1;
  }
  isolation_be_root();
  return 0;
}

void isolation_be_root(void) {
  // The rights over files come back with the user of files alone.
  syscall(SYS_setfsuid, 0);
  syscall(SYS_setresuid, 0, -1, -1);
  syscall(SYS_setresgid, own_group, -1, -1);
  syscall(SYS_setfsgid, getegid());
}

#if defined(__x86_64__)

// Waits until a traced thread stops for another reason than a signal, which it gets; 0 when it has ended.
static int next_stop(int thread) {
  for (;;) {
    int status;
    pid_t ended = waitpid(thread, &status, __WALL);
    if (ended < 0 && errno == EINTR) continue;
    if (ended != thread || !WIFSTOPPED(status)) return 0;
    int signal = WSTOPSIG(status);
    // A stop of its own (PTRACE_EVENT_STOP), and one at a call (PTRACE_O_TRACESYSGOOD).
    if (status >> 16 != 0 || signal == (SIGTRAP | 0x80)) return 1;
    ptrace(PTRACE_CONT, thread, 0, (long)signal);
  }
}

// What the kernel does with a call that is to be made again, once it has seen to signals.
static void restart_call(struct user_regs_struct *registers) {
  if ((long)registers->orig_rax < 0) return;
  switch ((long)registers->rax) {
    case -512: case -513: case -514: registers->rax = registers->orig_rax; break;
    case -516: registers->rax = SYS_restart_syscall; break;
    default: return;
  }
  registers->rip -= 2;
}

void isolation_continue_readable(int listener, const struct isolation_notice *notice) {
  int thread = notice->process;
  int is_traced = lacks_tracing() && ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD) == 0;
  isolation_continue(listener, notice->id);
  if (!is_traced) return;
  // It stops at the end of the call or soon after; a call that waits for us since is made again.
  ptrace(PTRACE_INTERRUPT, thread, 0, 0);
  struct user_regs_struct before, during;
  if (!next_stop(thread)) return;
  if (ptrace(PTRACE_GETREGS, thread, 0, &before) == 0) {
    restart_call(&before);
    during = before;
    during.orig_rax = (unsigned long long)-1;
    during.rax = SYS_prctl;
    during.rdi = PR_SET_DUMPABLE;
    during.rsi = 1;
    // The instruction that made the call.
    during.rip = notice->place - 2;
    if (ptrace(PTRACE_SETREGS, thread, 0, &during) == 0) {
      // To where the call begins, and to its end.
      for (int stop = 0; stop < 2; stop++) {
        if (ptrace(PTRACE_SYSCALL, thread, 0, 0) != 0 || !next_stop(thread)) return;
      }
      ptrace(PTRACE_SETREGS, thread, 0, &before);
    }
  }
  ptrace(PTRACE_DETACH, thread, 0, 0);
}

#else

void isolation_continue_readable(int listener, const struct isolation_notice *notice) {
  isolation_continue(listener, notice->id);
}

#endif

#endif
