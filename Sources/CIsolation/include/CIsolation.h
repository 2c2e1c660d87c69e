#ifndef CISOLATION_H
#define CISOLATION_H

// What Swift cannot do by itself: fork, prepare the child with nothing but system calls, pass
// descriptors between processes, and take part in the system calls of others. Other systems than Linux
// have no such namespaces and filters, and none of this.

#if defined(__linux__)

// No header that declares a type of the C library: Swift would take that type for one of this module.
#include <stddef.h>
#include <stdint.h>

/// The steps of a program that prepares a child. A step is the number of its kind, 1 where its failure
/// does not matter and 0 otherwise, the length of what follows (32 bits), and that; numbers stand in
/// the machine's order.
enum isolation_step {
  /// Leaves namespaces: the flags of unshare(2) (32 bits).
  ISOLATION_UNSHARE = 1,
  /// Tells the parent, and waits until it has answered.
  ISOLATION_WAIT = 2,
  /// Writes a file: its path, a zero, and the text.
  ISOLATION_WRITE = 3,
  /// Sends netlink messages: the protocol (32 bits), the number of acknowledgements that they bring
  /// (32 bits), and the messages. The socket is kept for the parent when the step's flag has bit 1 set.
  ISOLATION_NETLINK = 4,
  /// Opens a socket for the parent: family, type, port (16 bits each), 1 for one that takes
  /// connections to other addresses (16 bits), and the address in network order.
  ISOLATION_SOCKET = 5,
  /// Mounts: the flags of mount(2) (64 bits), then source, target, the kind of the file system, empty for
  /// none, and its options, each followed by a zero.
  ISOLATION_MOUNT = 6,
  /// Joins a namespace: a descriptor of it (32 bits).
  ISOLATION_JOIN = 7,
  /// Connects for the parent until the channel ends, and never goes on: each message of the parent is a
  /// struct isolation_connection, and each answer ISOLATION_CONNECTED with a descriptor, or
  /// ISOLATION_STEP_FAILED.
  ISOLATION_CONNECT = 8,
  /// Installs a filter of system calls, an isolation_filter (32 bits), and reports ISOLATION_READY with
  /// its listener as the last descriptor; it is the last step.
  ISOLATION_FILTER = 9,
  /// Allows TCP connections to the ports that follow (16 bits each) alone (Landlock).
  ISOLATION_PORTS = 10,
  /// Keeps the process out of all others but those that it starts (Landlock).
  ISOLATION_KEEP_OUT = 11,
  /// Mounts a copy of a folder, which nobody can change, over it: its path and a zero, then for each file
  /// and folder in it, a folder before its content, the mode of its copy (32 bits; S_IFDIR for a folder),
  /// its path within the folder and a zero. A descriptor of the copy is kept for the parent.
  ISOLATION_COPY = 12,
};

/// The filters of system calls.
enum isolation_filter {
  /// Asks about everything that could lead to a network, where no namespace holds it.
  ISOLATION_FILTER_NETWORK = 1,
  /// Asks about what leads to sockets in files, which belong to no network; for a process that has
  /// CAP_SYS_ADMIN in its user namespace.
  ISOLATION_FILTER_FILES = 2,
  /// Asks about connections and about what is sent to an address, which lead to sockets in files among
  /// others, so that those are seen; it refuses nothing. For a process like that.
  ISOLATION_FILTER_WATCH = 4,
  /// Beside ISOLATION_FILTER_WATCH: does not ask about connections to an address as long as one of IPv4,
  /// which are most, and of which each takes some twenty microseconds; a socket in a file has one where
  /// its path takes 13 bytes, or 14.
  ISOLATION_FILTER_WATCH_OTHERS = 8,
  /// Beside ISOLATION_FILTER_NETWORK: asks about calls by which a process becomes another user.
  ISOLATION_FILTER_USERS = 16,
  /// Beside ISOLATION_FILTER_NETWORK: asks about sockets with a name when they are made.
  ISOLATION_FILTER_NAMES = 32,
};

/// A TCP connection that is asked for.
struct isolation_connection {
  /// The mark that its packets carry (SO_MARK of socket(7)).
  uint32_t mark;
  /// The port.
  uint16_t port;
  /// The length of the address: 4 or 16.
  uint16_t length;
  /// The address in network order.
  uint8_t address[16];
};

/// The flag of a netlink step whose socket is kept for the parent.
#define ISOLATION_KEEPS_SOCKET 2

/// The most descriptors that a child passes out.
#define ISOLATION_DESCRIPTORS 16

/// The meaning of a message from the child.
enum isolation_report {
  /// It waits for an answer.
  ISOLATION_WAITS = 1,
  /// It is prepared; its descriptors come with the message, and it waits for an answer. `number` is 1 when
  /// the last descriptor is the listener of a filter.
  ISOLATION_READY = 2,
  /// A step failed: `number` is its index, `code` the system's error.
  ISOLATION_STEP_FAILED = 3,
  /// The program could not be started: `code` is the system's error.
  ISOLATION_EXEC_FAILED = 4,
  /// A connection is open; its descriptor comes with the message.
  ISOLATION_CONNECTED = 5,
};

/// A message from the child.
struct isolation_message {
  int32_t report;
  int32_t number;
  int32_t code;
};

/// The command that the child becomes once it is prepared.
struct isolation_command {
  /// The file to run.
  const char *path;
  /// The argument list, ended by NULL.
  char *const *arguments;
  /// The argument list for /bin/sh, should the file be a script without an interpreter.
  char *const *script_arguments;
  /// The environment, ended by NULL.
  char *const *environment;
  /// The signals to block: a sigset_t.
  const void *mask;
  /// The signals that get their default action: a sigset_t.
  const void *defaults;
  /// Not 0 to have SIGCHLD ignored.
  int ignores_children;
  /// How many descriptors there may be, and how many at the highest; not set when `has_limit` is 0.
  uint64_t soft_limit;
  uint64_t hard_limit;
  int has_limit;
  /// The descriptors that stay open, in ascending order.
  const int *inherited;
  size_t inherited_count;
};

/// Forks a child that carries out the program, reports over the channel, and becomes the command.
///
/// The caller may have threads: the child makes system calls alone until it runs the command. It
/// closes the parent's end of the channel, as it would else keep that open when the parent is killed
/// and wait for ever.
///
/// Returns the child's id, or -1 with errno set.
int isolation_fork(const struct isolation_command *command, const uint8_t *program, size_t length,
                   int channel, int parents_end);

/// Waits for a message of the child and the descriptors that come with it (at most
/// ISOLATION_DESCRIPTORS), which are closed on exec.
///
/// Returns 1 for a message, 0 at the end of the channel, -1 with errno set.
int isolation_receive(int channel, struct isolation_message *message, int *descriptors, size_t *count);

/// The version of Landlock that the kernel has, or -1 with errno set.
int isolation_landlock_version(void);

/// The system calls that a filter asks about.
enum isolation_call {
  ISOLATION_CALL_OTHER = 0,
  ISOLATION_CALL_SOCKET = 1,
  ISOLATION_CALL_CONNECT = 2,
  ISOLATION_CALL_BIND = 3,
  ISOLATION_CALL_SENDTO = 4,
  ISOLATION_CALL_SENDMSG = 5,
  ISOLATION_CALL_SENDMMSG = 6,
  ISOLATION_CALL_RECVFROM = 7,
  ISOLATION_CALL_RECVMSG = 8,
  ISOLATION_CALL_TRACE = 9,
  ISOLATION_CALL_WRITE = 10,
  ISOLATION_CALL_OPENAT = 11,
  ISOLATION_CALL_OPEN = 12,
  ISOLATION_CALL_LISTEN = 13,
  /// Calls that change the user of a process, to that of their first argument, of their first two, or of
  /// their first three.
  ISOLATION_CALL_SETUID = 14,
  ISOLATION_CALL_SETREUID = 15,
  ISOLATION_CALL_SETRESUID = 16,
  /// Calls that change the group of a process.
  ISOLATION_CALL_SETGID = 17,
};

/// A system call that waits for a decision.
struct isolation_notice {
  /// Names it; no other call has it.
  uint64_t id;
  /// The thread that calls.
  int32_t process;
  /// The kind of the call: an isolation_call.
  int32_t call;
  /// 1 for a call of a 32-bit program, whose structures have other layouts.
  int32_t is_narrow;
  uint64_t arguments[6];
  /// Where the thread goes on after the call.
  uint64_t place;
};

/// Waits for a call.
///
/// Returns 0 for a call, 1 for none yet, -1 when there will be none, or when `stop` can be read.
int isolation_next_call(int listener, int stop, struct isolation_notice *notice);

/// Whether the call still waits. What was read from its process before that is the process's own, and
/// not that of another which has got its number since.
int isolation_is_waiting(int listener, uint64_t id);

/// Ends a call with a value, or with an error where that is not 0; the kernel does not carry it out.
///
/// Returns 0, or -1 with errno set when nobody waits any more.
int isolation_answer(int listener, uint64_t id, int64_t value, int error);

/// Lets the kernel carry a call out. Whatever it points to may have changed since it was looked at.
int isolation_continue(int listener, uint64_t id);

/// Lets the kernel carry out a call that changes the user or group of a process, after which nobody but
/// who has CAP_SYS_PTRACE reads its memory (PR_SET_DUMPABLE of prctl(2)), and has the process say that its
/// user may. Waits until that is done.
///
/// Does the first alone where this process has that right, or may not trace the other.
void isolation_continue_readable(int listener, const struct isolation_notice *notice);

/// Ends a call with a descriptor, which the process gets a duplicate of.
int isolation_give(int listener, uint64_t id, int descriptor, int closes_on_exec);

/// Reads memory of a process. Returns the number of bytes, or -1 with errno set.
long isolation_read_memory(int process, uint64_t address, void *buffer, size_t length);

/// Writes memory of a process. Returns the number of bytes, or -1 with errno set.
long isolation_write_memory(int process, uint64_t address, const void *buffer, size_t length);

/// Takes on the user and the group of a process for this thread, where one of them is another one and root
/// may not look into its processes (no CAP_SYS_PTRACE, as in Docker): the user itself may. The rights of
/// root stay, but for those over files.
///
/// Returns 1 when it has, and isolation_be_root is to be called.
int isolation_take_user(int process);

/// Makes this thread root's again.
void isolation_be_root(void);

/// Duplicates a descriptor of a process or, since Linux 6.9, of a thread, which many containers forbid.
///
/// Returns the duplicate, or -1 with errno set.
int isolation_copy_descriptor(int process, int number);

/// Finds a file by the path that a process gives, without opening it (O_PATH).
///
/// Returns a descriptor, or -1 with errno set.
int isolation_find_file(int process, const char *path);

/// Makes this process the parent of each of its descendants whose own parent ends.
void isolation_adopt_orphans(void);

/// Returns 1 when this process is that, 0 when it is not.
int isolation_adopts_orphans(void);

/// Waits until a child of this process has ended, the one with an id or, where that is 0, any, and leaves
/// it to be waited for.
///
/// Returns its id, or -1 with errno set, as when there is none.
int isolation_ended_child(int id);

/// The arguments of this process, the program's name first: Swift reads them from /proc, which a chroot
/// may lack.
///
/// Returns null, and a count of zero, where the C library does not say.
const char *const *isolation_arguments(size_t *count);

/// Keeps other processes of the same user out of this one's memory and descriptors.
void isolation_hide_memory(void);

/// Has blocks of memory of at least that many bytes go back to the system as soon as they are free; a
/// C library other than glibc is left as it is.
void isolation_return_blocks(int size);

#endif

#endif
