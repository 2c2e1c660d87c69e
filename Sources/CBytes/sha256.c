// SHA-256 by the instructions of the processor.
//
// Tests are run in builds without optimisation, in which a loop over bytes takes tens of times as
// long as it has to, in Swift as in C. What is written for the assembler is the same in each build.

#include "CBytes.h"

#if defined(__x86_64__)

#include <cpuid.h>

// FIPS 180-4 §4.2.2.
static const uint32_t constants[64] __attribute__((aligned(16))) = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// The words of a message have their most significant byte first.
static const uint8_t byteOrder[16] __attribute__((aligned(16))) = {3, 2,  1,  0,  7,  6,  5,  4,
                                                                   11, 10, 9, 8, 15, 14, 13, 12};

int vcr_sha256_is_available(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const int hasShuffles = (c >> 9 & 1) && (c >> 19 & 1); // SSSE3 and SSE4.1
  if (!hasShuffles || !__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
  return b >> 29 & 1;
}

// Four rounds. xmm1 holds the state's words a, b, e and f, xmm2 holds c, d, g and h; W is the
// register with the four words of the schedule for these rounds, N the number of its words before.
#define ROUNDS(N, W)                   \
  "movdqa " W ", %%xmm0\n\t"           \
  "paddd " #N "*4(%[k]), %%xmm0\n\t"   \
  "sha256rnds2 %%xmm0, %%xmm1, %%xmm2\n\t" \
  "pshufd $0x0e, %%xmm0, %%xmm0\n\t"   \
  "sha256rnds2 %%xmm0, %%xmm2, %%xmm1\n\t"

// The schedule's next four words, in place of the first of the sixteen before them.
#define SCHEDULE(A, B, C, D)      \
  "movdqa " D ", %%xmm7\n\t"      \
  "palignr $4, " C ", %%xmm7\n\t" \
  "sha256msg1 " B ", " A "\n\t"   \
  "paddd %%xmm7, " A "\n\t"       \
  "sha256msg2 " D ", " A "\n\t"

#define W0 "%%xmm3"
#define W1 "%%xmm4"
#define W2 "%%xmm5"
#define W3 "%%xmm6"

// Sixteen rounds, and the words for the sixteen after them.
#define SIXTEEN(N0, N1, N2, N3)                \
  ROUNDS(N0, W0) SCHEDULE(W0, W1, W2, W3)      \
  ROUNDS(N1, W1) SCHEDULE(W1, W2, W3, W0)      \
  ROUNDS(N2, W2) SCHEDULE(W2, W3, W0, W1)      \
  ROUNDS(N3, W3) SCHEDULE(W3, W0, W1, W2)

#define LOAD(OFFSET, W) \
  "movdqu " #OFFSET "(%[bytes]), " W "\n\t" \
  "pshufb %%xmm8, " W "\n\t"

void vcr_sha256_add(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  if (blocks == 0) return;
  __asm__ volatile(
      "movdqa (%[order]), %%xmm8\n\t"
      // From the order a to h into that of the instructions.
      "movdqu (%[state]), %%xmm7\n\t"
      "movdqu 16(%[state]), %%xmm2\n\t"
      "pshufd $0xb1, %%xmm7, %%xmm7\n\t"
      "pshufd $0x1b, %%xmm2, %%xmm2\n\t"
      "movdqa %%xmm7, %%xmm1\n\t"
      "palignr $8, %%xmm2, %%xmm1\n\t"
      "pblendw $0xf0, %%xmm7, %%xmm2\n\t"
      "1:\n\t"
      "movdqa %%xmm1, %%xmm9\n\t"
      "movdqa %%xmm2, %%xmm10\n\t"
      LOAD(0, W0) LOAD(16, W1) LOAD(32, W2) LOAD(48, W3)
      SIXTEEN(0, 4, 8, 12)
      SIXTEEN(16, 20, 24, 28)
      SIXTEEN(32, 36, 40, 44)
      ROUNDS(48, W0) ROUNDS(52, W1) ROUNDS(56, W2) ROUNDS(60, W3)
      "paddd %%xmm9, %%xmm1\n\t"
      "paddd %%xmm10, %%xmm2\n\t"
      "addq $64, %[bytes]\n\t"
      "subq $1, %[blocks]\n\t"
      "jnz 1b\n\t"
      // Back into the order a to h.
      "pshufd $0x1b, %%xmm1, %%xmm7\n\t"
      "pshufd $0xb1, %%xmm2, %%xmm2\n\t"
      "movdqa %%xmm7, %%xmm1\n\t"
      "pblendw $0xf0, %%xmm2, %%xmm1\n\t"
      "palignr $8, %%xmm7, %%xmm2\n\t"
      "movdqu %%xmm1, (%[state])\n\t"
      "movdqu %%xmm2, 16(%[state])\n\t"
      : [bytes] "+r"(bytes), [blocks] "+r"(blocks)
      : [state] "r"(state), [k] "r"(constants), [order] "r"(byteOrder)
      : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "cc",
        "memory");
}

#else

int vcr_sha256_is_available(void) { return 0; }

void vcr_sha256_add(uint32_t state[8], const uint8_t *bytes, size_t blocks) {
  (void)state;
  (void)bytes;
  (void)blocks;
}

#endif
