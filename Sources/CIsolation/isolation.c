#if defined(__linux__)

#define _GNU_SOURCE

#include "CIsolation.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "filter.h"
#include "folder.h"

// Everything here that runs in the child is async-signal-safe (signal-safety(7)): other threads of the
// parent may hold any lock at the time of the fork.

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif
#ifndef IPV6_TRANSPARENT
#define IPV6_TRANSPARENT 75
#endif
#ifndef IPV6_FREEBIND
#define IPV6_FREEBIND 78
#endif

struct descriptors {
  int numbers[ISOLATION_DESCRIPTORS];
  size_t count;
};

static int keep(struct descriptors *kept, int descriptor) {
  if (kept->count == ISOLATION_DESCRIPTORS) {
    errno = EMFILE;
    return -1;
  }
  kept->numbers[kept->count++] = descriptor;
  return 0;
}

// Keeps a descriptor that was made ready, or closes one that was not.
static int kept_or_closed(struct descriptors *kept, int descriptor, int result) {
  if (result == 0) result = keep(kept, descriptor);
  if (result != 0) {
    int code = errno;
    close(descriptor);
    errno = code;
  }
  return result;
}

static void report(int channel, int32_t kind, int32_t number, int32_t code,
                   const struct descriptors *kept) {
  struct isolation_message message = {kind, number, code};
  struct iovec part = {&message, sizeof message};
  union {
    char bytes[CMSG_SPACE(ISOLATION_DESCRIPTORS * sizeof(int))];
    struct cmsghdr header;
  } control;
  struct msghdr whole;
  memset(&whole, 0, sizeof whole);
  whole.msg_iov = &part;
  whole.msg_iovlen = 1;
  if (kept != NULL && kept->count > 0) {
    memset(&control, 0, sizeof control);
    whole.msg_control = control.bytes;
    whole.msg_controllen = CMSG_SPACE(kept->count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&whole);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(kept->count * sizeof(int));
    memcpy(CMSG_DATA(header), kept->numbers, kept->count * sizeof(int));
  }
  while (sendmsg(channel, &whole, MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

// Waits for the parent's answer; a parent that has gone ends the child.
static void wait_for_answer(int channel) {
  char answer;
  ssize_t count;
  do {
    count = recv(channel, &answer, 1, 0);
  } while (count < 0 && errno == EINTR);
  if (count != 1) _exit(127);
}

static int write_file(const uint8_t *content, size_t length) {
  const char *path = (const char *)content;
  size_t start = strnlen(path, length) + 1;
  if (start > length) {
    errno = EINVAL;
    return -1;
  }
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t written = write(file, content + start, length - start);
  int code = errno;
  close(file);
  errno = code;
  return written == (ssize_t)(length - start) ? 0 : -1;
}

static int send_netlink(const uint8_t *content, size_t length, int keeps, struct descriptors *kept) {
  uint32_t protocol, expected;
  if (length < 8) {
    errno = EINVAL;
    return -1;
  }
  memcpy(&protocol, content, 4);
  memcpy(&expected, content + 4, 4);
  int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, (int)protocol);
  if (netlink < 0) return -1;
  int code = 0;
  if (send(netlink, content + 8, length - 8, 0) < 0) code = errno;
  // The kernel has carried out what was sent, and answered, before `send` returns.
  while (code == 0 && expected > 0) {
    union {
      char bytes[16384];
      struct nlmsghdr header;
    } buffer;
    ssize_t count = recv(netlink, buffer.bytes, sizeof buffer.bytes, MSG_DONTWAIT);
    if (count < 0) {
      code = errno;
      break;
    }
    struct nlmsghdr *header = &buffer.header;
    int rest = (int)count;
    for (; NLMSG_OK(header, rest); header = NLMSG_NEXT(header, rest)) {
      if (header->nlmsg_type != NLMSG_ERROR) continue;
      struct nlmsgerr *error = NLMSG_DATA(header);
      if (error->error != 0) {
        code = -error->error;
        break;
      }
      if (expected > 0) expected--;
    }
  }
  if (code == 0 && keeps) {
    return keep(kept, netlink);
  }
  close(netlink);
  errno = code;
  return code == 0 ? 0 : -1;
}

// Fills in an address of IPv4 (4 bytes) or IPv6 (16 bytes).
//
// Returns its size.
static socklen_t fill(struct sockaddr_storage *place, const uint8_t *address, size_t size, uint16_t port) {
  memset(place, 0, sizeof *place);
  if (size == 4) {
    struct sockaddr_in *old = (struct sockaddr_in *)place;
    old->sin_family = AF_INET;
    old->sin_port = htons(port);
    memcpy(&old->sin_addr, address, 4);
    return sizeof *old;
  }
  struct sockaddr_in6 *now = (struct sockaddr_in6 *)place;
  now->sin6_family = AF_INET6;
  now->sin6_port = htons(port);
  memcpy(&now->sin6_addr, address, 16);
  return sizeof *now;
}

static int open_socket(const uint8_t *content, size_t length, struct descriptors *kept) {
  uint16_t fields[4];
  if (length < sizeof fields) {
    errno = EINVAL;
    return -1;
  }
  memcpy(fields, content, sizeof fields);
  const uint8_t *address = content + sizeof fields;
  size_t size = length - sizeof fields;
  int is_old = fields[0] == AF_INET;
  if (size != (is_old ? 4 : 16)) {
    errno = EINVAL;
    return -1;
  }
  int number = socket(fields[0], fields[1] | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (number < 0) return -1;
  int level = is_old ? IPPROTO_IP : IPPROTO_IPV6;
  int on = 1;
  int result = setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (result == 0) {
    result = setsockopt(number, level, is_old ? IP_FREEBIND : IPV6_FREEBIND, &on, sizeof on);
  }
  if (result == 0 && fields[3]) {
    result = setsockopt(number, level, is_old ? IP_TRANSPARENT : IPV6_TRANSPARENT, &on, sizeof on);
  }
  if (result == 0 && !is_old) {
    result = setsockopt(number, level, IPV6_V6ONLY, &on, sizeof on);
  }
  if (result == 0) {
    struct sockaddr_storage place;
    socklen_t extent = fill(&place, address, size, fields[2]);
    result = bind(number, (struct sockaddr *)&place, extent);
  }
  if (result == 0 && fields[1] == SOCK_STREAM) result = listen(number, 1024);
  return kept_or_closed(kept, number, result);
}

static int mount_one(const uint8_t *content, size_t length) {
  uint64_t flags;
  if (length < 8 || content[length - 1] != 0) {
    errno = EINVAL;
    return -1;
  }
  memcpy(&flags, content, 8);
  const char *source = (const char *)content + 8;
  const char *target = source + strlen(source) + 1;
  const char *kind = target + strlen(target) + 1;
  const char *options = kind + strlen(kind) + 1;
  if (options + strlen(options) + 1 != (const char *)content + length) {
    errno = EINVAL;
    return -1;
  }
  return mount(source, target, *kind ? kind : NULL, (unsigned long)flags, *kind ? options : NULL);
}

static int mount_copy(const uint8_t *content, size_t length, struct descriptors *kept) {
  int copy = isolation_mount_copy(content, length);
  return copy < 0 ? -1 : kept_or_closed(kept, copy, 0);
}

static int join(const uint8_t *content, size_t length) {
  int32_t namespace;
  if (length < 4) {
    errno = EINVAL;
    return -1;
  }
  memcpy(&namespace, content, 4);
  return setns(namespace, 0);
}

// Opens one connection; a port of loopback answers at once, whether somebody listens or not.
static int connect_one(const struct isolation_connection *asked) {
  int number = socket(asked->length == 4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (number < 0) return -1;
  struct sockaddr_storage place;
  socklen_t extent = fill(&place, asked->address, asked->length, asked->port);
  if (setsockopt(number, SOL_SOCKET, SO_MARK, &asked->mark, sizeof asked->mark) != 0 ||
      connect(number, (struct sockaddr *)&place, extent) != 0) {
    int code = errno;
    close(number);
    errno = code;
    return -1;
  }
  return number;
}

static void connect_until_end(int channel) {
  // Nothing of the parent's stays open here but the channel.
  if (channel > 0) syscall(SYS_close_range, 0, channel - 1, 0);
  syscall(SYS_close_range, channel + 1, ~0U, 0);
  for (;;) {
    struct isolation_connection asked;
    ssize_t count = recv(channel, &asked, sizeof asked, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count != (ssize_t)sizeof asked) _exit(0);
    int number = connect_one(&asked);
    if (number < 0) {
      report(channel, ISOLATION_STEP_FAILED, 0, errno, NULL);
      continue;
    }
    struct descriptors connected = {.numbers = {number}, .count = 1};
    report(channel, ISOLATION_CONNECTED, 0, 0, &connected);
    close(number);
  }
}

// Installs the filter, and tells the parent that the child is prepared.
//
// The filter stops the very call that passes descriptors until the parent, which has no listener yet,
// allows it. So a process that shares the table of descriptors, and has no filter, passes them.
static int install_filter(const uint8_t *content, size_t length, int channel, struct descriptors *kept) {
  int32_t kind;
  if (length < sizeof kind) {
    errno = EINVAL;
    return -1;
  }
  memcpy(&kind, content, sizeof kind);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  // No signal says that it has ended: COMMAND would find it waiting.
  long helper = syscall(SYS_clone, (unsigned long)CLONE_FILES, 0UL, 0UL, 0UL, 0UL);
  if (helper < 0) return -1;
  int32_t listener = -1;
  if (helper == 0) {
    ssize_t count;
    do {
      count = read(ends[0], &listener, sizeof listener);
    } while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof listener && listener >= 0 && keep(kept, listener) == 0) {
      report(channel, ISOLATION_READY, 1, 0, kept);
    }
    _exit(0);
  }
  listener = isolation_install_filter(kind);
  int code = errno;
  while (write(ends[1], &listener, sizeof listener) < 0 && errno == EINTR) {
  }
  while (waitpid((pid_t)helper, NULL, __WALL) < 0 && errno == EINTR) {
  }
  close(ends[0]);
  close(ends[1]);
  if (listener >= 0) close(listener);
  errno = code;
  return listener >= 0 ? 0 : -1;
}

static int restrict_ports(const uint8_t *content, size_t length) {
  static uint16_t ports[65536];
  if (length > sizeof ports) {
    errno = EINVAL;
    return -1;
  }
  memcpy(ports, content, length);
  return isolation_restrict_ports(ports, length / sizeof ports[0]);
}

static int carry_out(int kind, int flags, const uint8_t *content, size_t length, int channel,
                     struct descriptors *kept) {
  switch (kind) {
    case ISOLATION_UNSHARE: {
      uint32_t namespaces;
      memcpy(&namespaces, content, 4);
      return unshare((int)namespaces);
    }
    case ISOLATION_WAIT:
      report(channel, ISOLATION_WAITS, 0, 0, NULL);
      wait_for_answer(channel);
      return 0;
    case ISOLATION_WRITE: return write_file(content, length);
    case ISOLATION_NETLINK:
      return send_netlink(content, length, flags & ISOLATION_KEEPS_SOCKET, kept);
    case ISOLATION_SOCKET: return open_socket(content, length, kept);
    case ISOLATION_MOUNT: return mount_one(content, length);
    case ISOLATION_JOIN: return join(content, length);
    case ISOLATION_CONNECT: connect_until_end(channel); return 0;
    case ISOLATION_FILTER: return install_filter(content, length, channel, kept);
    case ISOLATION_PORTS: return restrict_ports(content, length);
    case ISOLATION_KEEP_OUT: return isolation_keep_out();
    case ISOLATION_COPY: return mount_copy(content, length, kept);
    default: errno = EINVAL; return -1;
  }
}

// Marks everything that is not inherited, so that it is closed on exec.
static void close_others_on_exec(const struct isolation_command *command) {
  unsigned int next = 0;
  for (size_t index = 0; index <= command->inherited_count; index++) {
    unsigned int end = index < command->inherited_count ? (unsigned int)command->inherited[index] : ~0U;
    if (end > next && syscall(SYS_close_range, next, end - 1, CLOSE_RANGE_CLOEXEC) != 0) {
      // A kernel before 5.11: the numbers up to the limit, one by one.
      struct rlimit limit;
      unsigned int last = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1048576
                              ? (unsigned int)limit.rlim_cur
                              : 1048576;
      for (unsigned int number = next; number < end && number < last; number++) {
        fcntl((int)number, F_SETFD, FD_CLOEXEC);
      }
    }
    next = end + 1;
  }
}

static void become(const struct isolation_command *command, int channel) {
  close_others_on_exec(command);
  if (command->has_limit) {
    struct rlimit limit = {command->soft_limit, command->hard_limit};
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  for (int number = 1; number < NSIG; number++) {
    if (sigismember(command->defaults, number) != 1) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
  }
  if (command->ignores_children) signal(SIGCHLD, SIG_IGN);
  sigprocmask(SIG_SETMASK, command->mask, NULL);
  execve(command->path, command->arguments, command->environment);
  if (errno == ENOEXEC) execve("/bin/sh", command->script_arguments, command->environment);
  report(channel, ISOLATION_EXEC_FAILED, 0, errno, NULL);
  _exit(127);
}

int isolation_fork(const struct isolation_command *command, const uint8_t *program, size_t length,
                   int channel, int parents_end) {
  pid_t child = fork();
  if (child != 0) return child;
  close(parents_end);
  struct descriptors kept = {.count = 0};
  size_t place = 0;
  int is_reported = 0;
  for (int32_t index = 0; place + 6 <= length; index++) {
    int kind = program[place];
    int flags = program[place + 1];
    uint32_t size;
    memcpy(&size, program + place + 2, 4);
    place += 6;
    errno = EINVAL;
    if (size > length - place ||
        carry_out(kind, flags, program + place, size, channel, &kept) != 0) {
      if (!(flags & 1)) {
        report(channel, ISOLATION_STEP_FAILED, index, errno, NULL);
        _exit(127);
      }
    } else if (kind == ISOLATION_FILTER) {
      is_reported = 1;
    }
    place += size;
  }
  if (!is_reported) report(channel, ISOLATION_READY, 0, 0, &kept);
  wait_for_answer(channel);
  become(command, channel);
  _exit(127);
}

int isolation_receive(int channel, struct isolation_message *message, int *descriptors, size_t *count) {
  struct iovec part = {message, sizeof *message};
  union {
    char bytes[CMSG_SPACE(ISOLATION_DESCRIPTORS * sizeof(int))];
    struct cmsghdr header;
  } control;
  struct msghdr whole;
  memset(&whole, 0, sizeof whole);
  whole.msg_iov = &part;
  whole.msg_iovlen = 1;
  whole.msg_control = control.bytes;
  whole.msg_controllen = sizeof control.bytes;
  *count = 0;
  ssize_t received;
  do {
    received = recvmsg(channel, &whole, MSG_CMSG_CLOEXEC);
  } while (received < 0 && errno == EINTR);
  if (received <= 0) return (int)received;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&whole); header != NULL;
       header = CMSG_NXTHDR(&whole, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t total = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < total; index++) {
      int number;
      memcpy(&number, CMSG_DATA(header) + index * sizeof(int), sizeof number);
      if (*count < ISOLATION_DESCRIPTORS) descriptors[(*count)++] = number;
    }
  }
  return received == (ssize_t)sizeof *message ? 1 : 0;
}

void isolation_adopt_orphans(void) { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int isolation_adopts_orphans(void) {
  int adopts = 0;
  return prctl(PR_GET_CHILD_SUBREAPER, &adopts, 0, 0, 0) == 0 && adopts;
}

int isolation_ended_child(int id) {
  for (;;) {
    siginfo_t child;
    memset(&child, 0, sizeof child);
    if (waitid(id == 0 ? P_ALL : P_PID, (id_t)id, &child, WEXITED | WNOWAIT) != 0) {
      if (errno == EINTR) continue;
      return -1;
    }
    if (child.si_code == CLD_EXITED || child.si_code == CLD_KILLED || child.si_code == CLD_DUMPED) {
      return child.si_pid;
    }
    // A stop of a process that another thread traces, which is seen whatever is asked for; it is short.
    struct timespec pause = {0, 100000};
    nanosleep(&pause, NULL);
  }
}

#endif
