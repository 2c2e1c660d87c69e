#if defined(__linux__)

#define _GNU_SOURCE

#include "CIsolation.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "filter.h"

// Landlock (landlock(7)) as of its sixth version; headers of older kernels lack half of it.
#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446
#define GIVE_VERSION (1U << 0)
#define MOVE_BETWEEN_FOLDERS (1ULL << 13)
#define CONNECT_TCP (1ULL << 1)
#define SCOPE_ABSTRACT_SOCKETS (1ULL << 0)
#define RULE_OF_FOLDER 1
#define RULE_OF_PORT 2

struct ruleset {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct port_rule {
  uint64_t access;
  uint64_t port;
} __attribute__((packed));

struct folder_rule {
  uint64_t access;
  int32_t folder;
} __attribute__((packed));

int isolation_landlock_version(void) {
  return (int)syscall(CREATE_RULESET, NULL, 0, GIVE_VERSION);
}

int isolation_restrict_ports(const uint16_t *ports, size_t count) {
  int version = isolation_landlock_version();
  if (version < 0) return -1;
  if (version < 4) {
    errno = EOPNOTSUPP;
    return -1;
  }
  struct ruleset ruleset = {0, CONNECT_TCP, SCOPE_ABSTRACT_SOCKETS};
  // A kernel refuses a structure with fields set that it does not know.
  size_t size = version >= 6 ? sizeof ruleset : offsetof(struct ruleset, scopes);
  int rules = (int)syscall(CREATE_RULESET, &ruleset, size, 0);
  if (rules < 0) return -1;
  long result = 0;
  for (size_t index = 0; index < count && result == 0; index++) {
    struct port_rule rule = {CONNECT_TCP, ports[index]};
    result = syscall(ADD_RULE, rules, RULE_OF_PORT, &rule, 0);
  }
  if (result == 0) result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (result == 0) result = syscall(RESTRICT_SELF, rules, 0);
  int code = errno;
  close(rules);
  errno = code;
  return (int)result;
}

int isolation_keep_out(void) {
  int version = isolation_landlock_version();
  if (version < 0) return -1;
  if (version < 2) {
    errno = EOPNOTSUPP;
    return -1;
  }
  // Every set of rules keeps processes apart. It has to rule something; this is allowed everywhere.
  struct ruleset ruleset = {MOVE_BETWEEN_FOLDERS, 0, 0};
  int rules = (int)syscall(CREATE_RULESET, &ruleset, offsetof(struct ruleset, network), 0);
  if (rules < 0) return -1;
  struct folder_rule rule = {MOVE_BETWEEN_FOLDERS, open("/", O_PATH | O_DIRECTORY | O_CLOEXEC)};
  long result = rule.folder < 0 ? -1 : syscall(ADD_RULE, rules, RULE_OF_FOLDER, &rule, 0);
  if (result == 0) result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (result == 0) result = syscall(RESTRICT_SELF, rules, 0);
  int code = errno;
  if (rule.folder >= 0) close(rule.folder);
  close(rules);
  errno = code;
  return (int)result;
}

#endif
