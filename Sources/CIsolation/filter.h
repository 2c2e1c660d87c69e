#ifndef FILTER_H
#define FILTER_H

#include <stddef.h>
#include <stdint.h>

// Installs a filter of system calls (an isolation_filter) in this process, for good and for all that it
// starts.
//
// Returns the listener through which the calls are asked about, or -1 with errno set.
int isolation_install_filter(int kind);

// Keeps this process, for good and with all that it starts, from TCP connections to other ports than
// those given and, from Linux 6.12 on, from abstract sockets of others.
//
// Returns 0, or -1 with errno set.
int isolation_restrict_ports(const uint16_t *ports, size_t count);

// Keeps this process, for good and with all that it starts, out of the memory, descriptors and folders of
// every other process (ptrace(2), /proc/PID/mem and its like). Such a process mounts nothing any more.
//
// Returns 0, or -1 with errno set, as before Linux 5.19.
int isolation_keep_out(void);

#endif
