#if defined(__linux__)

#define _GNU_SOURCE

#include "CIsolation.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "filter.h"

// Older headers than the kernels that have these.
#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#ifndef SECCOMP_ADDFD_FLAG_SEND
#define SECCOMP_ADDFD_FLAG_SEND (1UL << 1)
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
// The calls of 32-bit programs, which the headers of this architecture do not name: those of i386.
enum {
  NARROW_SOCKETCALL = 102,
  NARROW_SOCKET = 359,
  NARROW_CONNECT = 362,
  NARROW_SENDTO = 369,
  NARROW_SENDMSG = 370,
  NARROW_SENDMMSG = 345,
  NARROW_REQUEST_KEY = 287,
};
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
// Those of ARM, which has no call that stands for all of them.
enum {
  NARROW_SOCKETCALL = -1,
  NARROW_SOCKET = 281,
  NARROW_CONNECT = 283,
  NARROW_SENDTO = 290,
  NARROW_SENDMSG = 296,
  NARROW_SENDMMSG = 374,
  NARROW_REQUEST_KEY = 310,
};
#endif

#ifdef OWN_ARCHITECTURE

// A condition on an argument of a system call. Arguments live in registers, so that no other thread
// changes them between the filter and the call.
enum condition {
  ALWAYS,
  // The lower half of the argument is the value.
  IS,
  // The argument is no null pointer.
  IS_GIVEN,
  // None of the bits of the value is set in the lower half of the argument.
  HAS_NONE,
};

struct rule {
  // The filters that have the rule, as bits of isolation_filter.
  int filters;
  int number;
  uint32_t action;
  enum isolation_call call;
  // The conditions, all of which must hold.
  struct {
    enum condition condition;
    int argument;
    uint32_t value;
  } conditions[2];
};

// The flags with which no content of a file that exists is read. Others that programs give (O_NOCTTY,
// O_NONBLOCK, O_NOATIME …) mean nothing to a file of roots.
#define NO_READING (O_ACCMODE | O_CREAT | O_TRUNC | O_DIRECTORY | O_PATH)

#define REFUSED(code) (SECCOMP_RET_ERRNO | ((code) & SECCOMP_RET_DATA))
#define ASKED SECCOMP_RET_USER_NOTIF

enum {
  NETWORK = ISOLATION_FILTER_NETWORK,
  FILES = ISOLATION_FILTER_FILES,
  BOTH = NETWORK | FILES,
  WATCH = ISOLATION_FILTER_WATCH,
  WATCH_OTHERS = ISOLATION_FILTER_WATCH_OTHERS,
  USERS = ISOLATION_FILTER_USERS,
  NAMES = ISOLATION_FILTER_NAMES,
};

// The first rule that fits a call decides; a call without a rule is carried out.
static const struct rule rules[] = {
    // A virtual machine's way to its host, of which no namespace knows.
    {FILES | WATCH, SYS_socket, REFUSED(EAFNOSUPPORT), 0, {{IS, 0, AF_VSOCK}}},
    // Modems, of which none knows either.
    {FILES | WATCH, SYS_socket, REFUSED(EAFNOSUPPORT), 0, {{IS, 0, 42 /* AF_QIPCRTR */}}},
    {NAMES, SYS_socket, ASKED, ISOLATION_CALL_SOCKET, {{IS, 0, AF_UNIX}}},
    // A file's socket is no way to a network by itself.
    {NETWORK, SYS_socket, SECCOMP_RET_ALLOW, 0, {{IS, 0, AF_UNIX}}},
    // Every other socket is made by the parent, which ties it to loopback, or is refused.
    {NETWORK, SYS_socket, ASKED, ISOLATION_CALL_SOCKET, {{ALWAYS}}},
    // Nor is a pair of them. The only others that come in pairs are those of a cluster (TIPC).
    {NETWORK, SYS_socketpair, SECCOMP_RET_ALLOW, 0, {{IS, 0, AF_UNIX}}},
    {NETWORK, SYS_socketpair, REFUSED(EAFNOSUPPORT), 0, {{ALWAYS}}},
    // With something to tell it, the kernel starts a program of the machine that looks for the key: that of
    // the kind `dns_resolver` asks about a name, outside of every namespace (request_key(2)).
    {BOTH | WATCH, SYS_request_key, REFUSED(ENOKEY), 0, {{IS_GIVEN, 2}}},
    // struct sockaddr_in, whose length stands in a register.
    {WATCH_OTHERS, SYS_connect, SECCOMP_RET_ALLOW, 0, {{IS, 2, 16}}},
    {BOTH | WATCH, SYS_connect, ASKED, ISOLATION_CALL_CONNECT, {{ALWAYS}}},
    {NETWORK, SYS_bind, ASKED, ISOLATION_CALL_BIND, {{ALWAYS}}},
    {NETWORK, SYS_listen, ASKED, ISOLATION_CALL_LISTEN, {{ALWAYS}}},
    // Without an address, data goes where the socket is connected to: `send` costs nothing.
    {BOTH | WATCH, SYS_sendto, ASKED, ISOLATION_CALL_SENDTO, {{IS_GIVEN, 4}}},
    // Their addresses are in memory, which a filter does not see.
    {BOTH, SYS_sendmsg, ASKED, ISOLATION_CALL_SENDMSG, {{ALWAYS}}},
    {BOTH, SYS_sendmmsg, ASKED, ISOLATION_CALL_SENDMMSG, {{ALWAYS}}},
    // A resolver takes a response only from the address that it asked, which is not ours.
    {NETWORK, SYS_recvfrom, ASKED, ISOLATION_CALL_RECVFROM, {{IS_GIVEN, 4}}},
    {NETWORK, SYS_recvmsg, ASKED, ISOLATION_CALL_RECVMSG, {{ALWAYS}}},
    // The system's file of roots has the authority of the run beside the roots, for COMMAND alone. A file
    // is no way out: what is opened otherwise is opened by the kernel.
    {NETWORK, SYS_openat, ASKED, ISOLATION_CALL_OPENAT, {{HAS_NONE, 2, NO_READING}}},
#ifdef SYS_open
    {NETWORK, SYS_open, ASKED, ISOLATION_CALL_OPEN, {{HAS_NONE, 1, NO_READING}}},
#endif
    // A socket stays tied to loopback; root in a container could untie it.
    {NETWORK, SYS_setsockopt, REFUSED(EPERM), 0, {{IS, 1, SOL_SOCKET}, {IS, 2, SO_BINDTODEVICE}}},
    {NETWORK, SYS_setsockopt, REFUSED(EPERM), 0, {{IS, 1, SOL_SOCKET}, {IS, 2, 62 /* SO_BINDTOIFINDEX */}}},
    // Its rings carry out all of these calls past any filter. Programs fall back to the calls.
    {BOTH | WATCH, SYS_io_uring_setup, REFUSED(ENOSYS), 0, {{ALWAYS}}},
    {BOTH | WATCH, SYS_io_uring_enter, REFUSED(ENOSYS), 0, {{ALWAYS}}},
    {BOTH | WATCH, SYS_io_uring_register, REFUSED(ENOSYS), 0, {{ALWAYS}}},
    // A process outside could be made to connect, or its sockets be taken.
    {NETWORK, SYS_ptrace, ASKED, ISOLATION_CALL_TRACE, {{IS, 0, PTRACE_ATTACH}}},
    {NETWORK, SYS_ptrace, ASKED, ISOLATION_CALL_TRACE, {{IS, 0, PTRACE_SEIZE}}},
    {NETWORK, SYS_process_vm_writev, ASKED, ISOLATION_CALL_WRITE, {{ALWAYS}}},
    {NETWORK, SYS_pidfd_getfd, REFUSED(EPERM), 0, {{ALWAYS}}},
    // What a process may read changes with its user. None of these calls is refused.
    {USERS, SYS_setuid, ASKED, ISOLATION_CALL_SETUID, {{ALWAYS}}},
    {USERS, SYS_setreuid, ASKED, ISOLATION_CALL_SETREUID, {{ALWAYS}}},
    {USERS, SYS_setresuid, ASKED, ISOLATION_CALL_SETRESUID, {{ALWAYS}}},
    {USERS, SYS_setfsuid, ASKED, ISOLATION_CALL_SETUID, {{ALWAYS}}},
    {USERS, SYS_setgid, ASKED, ISOLATION_CALL_SETGID, {{ALWAYS}}},
    {USERS, SYS_setregid, ASKED, ISOLATION_CALL_SETGID, {{ALWAYS}}},
    {USERS, SYS_setresgid, ASKED, ISOLATION_CALL_SETGID, {{ALWAYS}}},
    {USERS, SYS_setfsgid, ASKED, ISOLATION_CALL_SETGID, {{ALWAYS}}},
};

// The rules for calls of 32-bit programs, which go on where a namespace holds the network. The arguments of
// socketcall(2) but its first are in memory.
static const struct rule narrow_rules[] = {
    {FILES | WATCH, NARROW_SOCKET, REFUSED(EAFNOSUPPORT), 0, {{IS, 0, AF_VSOCK}}},
    {FILES | WATCH, NARROW_SOCKET, REFUSED(EAFNOSUPPORT), 0, {{IS, 0, 42 /* AF_QIPCRTR */}}},
    {FILES | WATCH, NARROW_REQUEST_KEY, REFUSED(ENOKEY), 0, {{IS_GIVEN, 2}}},
    {FILES | WATCH, NARROW_CONNECT, ASKED, ISOLATION_CALL_CONNECT, {{ALWAYS}}},
    {FILES | WATCH, NARROW_SENDTO, ASKED, ISOLATION_CALL_SENDTO, {{IS_GIVEN, 4}}},
    {FILES, NARROW_SENDMSG, ASKED, ISOLATION_CALL_SENDMSG, {{ALWAYS}}},
    {FILES, NARROW_SENDMMSG, ASKED, ISOLATION_CALL_SENDMMSG, {{ALWAYS}}},
    {FILES, NARROW_SOCKETCALL, ASKED, ISOLATION_CALL_SOCKET, {{IS, 0, 1}}},
    {FILES | WATCH, NARROW_SOCKETCALL, ASKED, ISOLATION_CALL_CONNECT, {{IS, 0, 3}}},
    {FILES | WATCH, NARROW_SOCKETCALL, ASKED, ISOLATION_CALL_SENDTO, {{IS, 0, 11}}},
    {FILES, NARROW_SOCKETCALL, ASKED, ISOLATION_CALL_SENDMSG, {{IS, 0, 16}}},
    {FILES, NARROW_SOCKETCALL, ASKED, ISOLATION_CALL_SENDMMSG, {{IS, 0, 20}}},
    {FILES | WATCH, SYS_io_uring_setup, REFUSED(ENOSYS), 0, {{ALWAYS}}},
    {FILES | WATCH, SYS_io_uring_enter, REFUSED(ENOSYS), 0, {{ALWAYS}}},
    {FILES | WATCH, SYS_io_uring_register, REFUSED(ENOSYS), 0, {{ALWAYS}}},
};

enum {
  RULES = sizeof rules / sizeof rules[0],
  NARROW_RULES = sizeof narrow_rules / sizeof narrow_rules[0],
  LONGEST_RULE = 9,
  PROLOGUE = 8,
};

struct filter {
  struct sock_filter code[PROLOGUE + (RULES + NARROW_RULES) * LONGEST_RULE + 1];
  unsigned short length;
};

static void add(struct filter *filter, uint16_t code, uint32_t value, uint8_t ifTrue, uint8_t ifFalse) {
  filter->code[filter->length++] = (struct sock_filter){code, ifTrue, ifFalse, value};
}

static void load(struct filter *filter, size_t offset) {
  add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void add_rule(struct filter *filter, const struct rule *rule) {
  size_t start = filter->length;
  // Where a jump leads to the end of the rule; filled in once that is known.
  size_t exits[3];
  size_t count = 0;
  exits[count++] = filter->length;
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rule->number, 0, 0);
  for (int index = 0; index < 2; index++) {
    size_t place = offsetof(struct seccomp_data, args) +
                   (size_t)rule->conditions[index].argument * sizeof(uint64_t);
    // Both architectures are little-endian: the lower half comes first.
    switch (rule->conditions[index].condition) {
      case ALWAYS: break;
      case IS:
        load(filter, place);
        exits[count++] = filter->length;
        add(filter, BPF_JMP | BPF_JEQ | BPF_K, rule->conditions[index].value, 0, 0);
        break;
      case HAS_NONE:
        load(filter, place);
        add(filter, BPF_ALU | BPF_AND | BPF_K, rule->conditions[index].value, 0, 0);
        exits[count++] = filter->length;
        add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 0);
        break;
      case IS_GIVEN:
        load(filter, place + sizeof(uint32_t));
        add(filter, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
        load(filter, place);
        exits[count++] = filter->length;
        add(filter, BPF_JMP | BPF_JGT | BPF_K, 0, 0, 0);
        break;
    }
  }
  add(filter, BPF_RET | BPF_K, rule->action, 0, 0);
  for (size_t index = 0; index < count; index++) {
    filter->code[exits[index]].jf = (uint8_t)(filter->length - exits[index] - 1);
  }
  // An argument may stand where the number was.
  if (filter->length - start > 2) load(filter, offsetof(struct seccomp_data, nr));
}

static void make(struct filter *filter, int kind) {
  filter->length = 0;
  load(filter, offsetof(struct seccomp_data, arch));
  size_t own = filter->length;
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 0, 0);
  // Calls of 32-bit programs have other numbers. Where a namespace holds the network, those that lead to
  // sockets in files are asked about as well; elsewhere one of them makes every kind of socket.
  if (!(kind & ISOLATION_FILTER_NETWORK)) {
    load(filter, offsetof(struct seccomp_data, nr));
    for (size_t index = 0; index < NARROW_RULES; index++) {
      if (narrow_rules[index].filters & kind) add_rule(filter, &narrow_rules[index]);
    }
    add(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
  } else {
    add(filter, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
  }
  filter->code[own].jt = (uint8_t)(filter->length - own - 1);
  load(filter, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  // The same calls under other numbers (x32).
  add(filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  add(filter, BPF_RET | BPF_K, REFUSED(ENOSYS), 0, 0);
#endif
  for (size_t index = 0; index < RULES; index++) {
    if (rules[index].filters & kind) add_rule(filter, &rules[index]);
  }
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

int isolation_install_filter(int kind) {
  struct filter filter;
  make(&filter, kind);
  struct sock_fprog program = {filter.length, filter.code};
  // Without it only CAP_SYS_ADMIN installs a filter, which a process has in a user namespace that it has
  // just made; set-user-ID programs get no privileges any more.
  if ((kind & ISOLATION_FILTER_NETWORK) && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER;
  // A signal does not restart a call that the parent carries out already (Linux 5.19).
  long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                          flags | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
  if (listener < 0 && errno == EINVAL) {
    listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  }
  return (int)listener;
}

// The call of a notification, whose arguments are copied from memory where they stand there.
static enum isolation_call call_of(const struct seccomp_notif *notice, uint64_t *arguments) {
  int number = notice->data.nr;
  const struct rule *list = notice->data.arch == OWN_ARCHITECTURE ? rules : narrow_rules;
  size_t count = list == rules ? RULES : NARROW_RULES;
  int is_packed = list == narrow_rules && number == NARROW_SOCKETCALL;
  for (size_t index = 0; index < count; index++) {
    if (list[index].number != number || list[index].action != ASKED) continue;
    if (is_packed && list[index].conditions[0].value != (uint32_t)arguments[0]) continue;
    if (is_packed) {
      // The most that one of them takes; an argument that cannot be read is 0, and names nothing.
      uint32_t packed[6] = {0};
      isolation_read_memory((int)notice->pid, arguments[1], packed, sizeof packed);
      for (int place = 0; place < 6; place++) arguments[place] = packed[place];
    }
    return list[index].call;
  }
  return ISOLATION_CALL_OTHER;
}

static int is_narrow(const struct seccomp_notif *notice) { return notice->data.arch != OWN_ARCHITECTURE; }

#else

int isolation_install_filter(int kind) {
  (void)kind;
  errno = ENOSYS;
  return -1;
}

static enum isolation_call call_of(const struct seccomp_notif *notice, uint64_t *arguments) {
  (void)notice;
  (void)arguments;
  return ISOLATION_CALL_OTHER;
}

static int is_narrow(const struct seccomp_notif *notice) {
  (void)notice;
  return 0;
}

#endif

// Newer kernels may have longer messages than these headers; they are asked to fill no more than is here.
union notification {
  struct seccomp_notif content;
  char bytes[512];
};

int isolation_next_call(int listener, int stop, struct isolation_notice *notice) {
  struct pollfd places[2] = {{listener, POLLIN, 0}, {stop, POLLIN, 0}};
  if (poll(places, 2, -1) < 0) return errno == EINTR ? 1 : -1;
  if (places[1].revents != 0) return -1;
  if ((places[0].revents & POLLIN) == 0) return places[0].revents != 0 ? -1 : 1;
  union notification received;
  memset(&received, 0, sizeof received);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &received) != 0) {
    // The process has ended, or was interrupted, meanwhile.
    return errno == ENOENT || errno == EINTR ? 1 : -1;
  }
  notice->id = received.content.id;
  notice->process = (int32_t)received.content.pid;
  notice->is_narrow = is_narrow(&received.content);
  for (int index = 0; index < 6; index++) notice->arguments[index] = received.content.data.args[index];
  notice->place = received.content.data.instruction_pointer;
  notice->call = call_of(&received.content, notice->arguments);
  return 0;
}

int isolation_is_waiting(int listener, uint64_t id) {
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

static int answer(int listener, uint64_t id, int64_t value, int error, uint32_t flags) {
  union {
    struct seccomp_notif_resp content;
    char bytes[512];
  } response;
  memset(&response, 0, sizeof response);
  response.content.id = id;
  response.content.val = value;
  response.content.error = -error;
  response.content.flags = flags;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

int isolation_answer(int listener, uint64_t id, int64_t value, int error) {
  return answer(listener, id, value, error, 0);
}

int isolation_continue(int listener, uint64_t id) {
  return answer(listener, id, 0, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
}

int isolation_give(int listener, uint64_t id, int descriptor, int closes_on_exec) {
  struct seccomp_notif_addfd gift;
  memset(&gift, 0, sizeof gift);
  gift.id = id;
  gift.flags = SECCOMP_ADDFD_FLAG_SEND;
  gift.srcfd = (uint32_t)descriptor;
  gift.newfd_flags = closes_on_exec ? 02000000 /* O_CLOEXEC */ : 0;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &gift) < 0 ? -1 : 0;
}

long isolation_read_memory(int process, uint64_t address, void *buffer, size_t length) {
  struct iovec here = {buffer, length};
  struct iovec there = {(void *)(uintptr_t)address, length};
  return syscall(SYS_process_vm_readv, process, &here, 1UL, &there, 1UL, 0UL);
}

long isolation_write_memory(int process, uint64_t address, const void *buffer, size_t length) {
  struct iovec here = {(void *)(uintptr_t)buffer, length};
  struct iovec there = {(void *)(uintptr_t)address, length};
  return syscall(SYS_process_vm_writev, process, &here, 1UL, &there, 1UL, 0UL);
}

int isolation_copy_descriptor(int process, int number) {
  // PIDFD_THREAD (Linux 6.9): of any thread, whose descriptors may be its own.
  long handle = syscall(SYS_pidfd_open, process, O_EXCL);
  if (handle < 0 && errno == EINVAL) handle = syscall(SYS_pidfd_open, process, 0);
  if (handle < 0) return -1;
  long copy = syscall(SYS_pidfd_getfd, handle, number, 0);
  int code = errno;
  close((int)handle);
  errno = code;
  return (int)copy;
}

// Finds a file below a root without opening it: links are followed as the process follows them, whose
// root and mounts may be others than ours. Links of /proc to files of processes are not followed.
static int find(int root, const char *path) {
  struct {
    uint64_t flags, mode, resolve;
  } how = {O_PATH | O_CLOEXEC, 0, 0x10 /* RESOLVE_IN_ROOT */};
  return (int)syscall(437 /* openat2 */, root, path, &how, sizeof how);
}

// Opens the root or the folder of a process.
static int open_place(int process, const char *name) {
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/%s", process, name);
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

// Makes an absolute path of one that is relative to the folder of a process.
//
// Returns 0, or -1 with errno set, as for a folder that is not where its root says.
static int make_absolute(int process, int root, const char *path, char *whole, size_t size) {
  char link[32];
  snprintf(link, sizeof link, "/proc/%d/cwd", process);
  ssize_t count = readlink(link, whole, size);
  if (count < 0) return -1;
  if ((size_t)count + strlen(path) + 2 > size) {
    errno = EACCES;
    return -1;
  }
  whole[count] = 0;
  int folder = open_place(process, "cwd");
  int found = find(root, whole);
  struct stat one, other;
  int is_same = folder >= 0 && found >= 0 && fstat(folder, &one) == 0 && fstat(found, &other) == 0 &&
                one.st_dev == other.st_dev && one.st_ino == other.st_ino;
  if (folder >= 0) close(folder);
  if (found >= 0) close(found);
  if (!is_same) {
    errno = EACCES;
    return -1;
  }
  whole[count] = '/';
  strcpy(whole + count + 1, path);
  return 0;
}

int isolation_find_file(int process, const char *path) {
  int root = open_place(process, "root");
  if (root < 0) {
    // An error of ours, which says nothing about the file.
    errno = EACCES;
    return -1;
  }
  char whole[4096];
  int file = -1;
  if (path[0] == '/') {
    file = find(root, path);
  } else if (make_absolute(process, root, path, whole, sizeof whole) == 0) {
    file = find(root, whole);
  }
  int code = errno;
  close(root);
  errno = code;
  return file;
}

void isolation_hide_memory(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

#endif
