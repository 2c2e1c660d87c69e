#if defined(__linux__)

#include "CIsolation.h"

#include <malloc.h>

void isolation_return_blocks(int size) {
#if defined(__GLIBC__)
  // A threshold that is set does not grow.
  mallopt(M_MMAP_THRESHOLD, size);
#else
  (void)size;
#endif
}

#endif
