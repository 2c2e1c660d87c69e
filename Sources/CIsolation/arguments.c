#if defined(__linux__)

#include "CIsolation.h"

static size_t given_count;
static char **given;

#if defined(__GLIBC__)

// The C library calls constructors with the arguments of main.
__attribute__((constructor)) static void note_arguments(int count, char **arguments) {
  given_count = (size_t)count;
  given = arguments;
}

#endif

const char *const *isolation_arguments(size_t *count) {
  *count = given_count;
  return (const char *const *)given;
}

#endif
