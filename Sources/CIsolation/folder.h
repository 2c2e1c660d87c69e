#ifndef FOLDER_H
#define FOLDER_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

// Mounts a copy of a folder over it, as ISOLATION_COPY says. Async-signal-safe.
//
// Returns a descriptor of the copy, or -1 with errno set; nothing is mounted then.
int isolation_mount_copy(const uint8_t *content, size_t length);

#endif

#endif
