#if defined(__linux__)

#define _GNU_SOURCE

#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

// Copies a file into a folder.
static int copy_file(int from, int to, const char *name, mode_t mode) {
  static char buffer[65536];
  int source = openat(from, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (source < 0) return -1;
  int target = openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  ssize_t count = target < 0 ? -1 : 1;
  while (count > 0) {
    count = read(source, buffer, sizeof buffer);
    // A file system in memory takes all of it, or has no room.
    if (count > 0 && write(target, buffer, (size_t)count) != count) count = -1;
  }
  int code = errno;
  close(source);
  if (target >= 0) close(target);
  errno = code;
  return (int)count;
}

static int copy_entries(const uint8_t *content, size_t length, int from, int to) {
  // What COMMAND gets for its own files is not for these.
  mode_t mask = umask(0);
  int result = 0;
  while (length > sizeof(uint32_t) && result == 0) {
    uint32_t mode;
    memcpy(&mode, content, sizeof mode);
    const char *name = (const char *)content + sizeof mode;
    size_t size = sizeof mode + strnlen(name, length - sizeof mode) + 1;
    if (size > length) {
      errno = EINVAL;
      result = -1;
      break;
    }
    result = S_ISDIR(mode) ? mkdirat(to, name, mode & 07777) : copy_file(from, to, name, mode & 07777);
    content += size;
    length -= size;
  }
  int code = errno;
  umask(mask);
  errno = code;
  return result;
}

int isolation_mount_copy(const uint8_t *content, size_t length) {
  const char *path = (const char *)content;
  size_t start = strnlen(path, length) + 1;
  if (start > length) {
    errno = EINVAL;
    return -1;
  }
  int original = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (original < 0) return -1;
  unsigned long flags = MS_NOSUID | MS_NODEV;
  int result = mount("vcr", path, "tmpfs", flags, "mode=755");
  int copy = -1;
  if (result == 0) {
    copy = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
    result = copy < 0 ? -1 : copy_entries(content + start, length - start, original, copy);
    if (result == 0) result = mount(NULL, path, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | flags, NULL);
    int code = errno;
    if (result != 0) umount2(path, MNT_DETACH);
    errno = code;
  }
  int code = errno;
  close(original);
  if (result != 0 && copy >= 0) close(copy);
  errno = code;
  return result == 0 ? copy : -1;
}

#endif
